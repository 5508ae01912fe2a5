import type { CodeGraph } from './code-graph.ts';
import { nodeOf } from './typescript-links.ts';
import type { TypeScriptFile } from './typescript-pieces.ts';

/** Links what names a path of the API with the controller's method that answers there. */
export function linkRoutes(graph: CodeGraph, files: ReadonlyMap<string, TypeScriptFile>): void {
  const routes = new Map<string, string[]>();
  for (const { path, pieces } of files.values()) {
    for (const { name, route } of pieces) {
      if (route !== undefined)
        routes.set(route, [...(routes.get(route) ?? []), nodeOf(path, name)]);
    }
  }
  for (const { path, pieces } of files.values()) {
    if (path.startsWith('src/')) continue;
    for (const { name, strings } of pieces) {
      for (const text of strings) {
        const answering = methodsAt(text, routes);
        // The fewer operations a path may mean, the more it says.
        const steps = 1 + Math.log2(Math.max(1, answering.length));
        for (const method of answering) graph.link(nodeOf(path, name), method, steps);
      }
    }
  }
}

/** Those of exactly this path, or else those whose path it may be or begin: `/api/v1/refunds` begins several. */
function methodsAt(
  text: string,
  routes: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const [path = ''] = text.split(/[?#\s]/);
  if (!path.startsWith('/')) return [];
  const exact = routes.get(path);
  if (exact !== undefined) return exact;
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length < 3) return [];
  return [...routes]
    .filter(([route]) => begins(route.split('/').slice(1), parts))
    .flatMap(([, methods]) => methods);
}

function begins(route: readonly string[], parts: readonly string[]): boolean {
  return (
    parts.length <= route.length &&
    parts.every((part, index) => part === route[index] || part === '*' || route[index] === '*')
  );
}
