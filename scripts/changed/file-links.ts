import { basename, dirname } from 'node:path/posix';
import type { CodeGraph } from './code-graph.ts';
import { isTest, nodeOf } from './typescript-links.ts';
import type { TypeScriptFile } from './typescript-pieces.ts';

/** Every test runs with these. */
const forAllTests =
  /^(package(-lock)?\.json|tsconfig[.\w]*\.json|nest-cli\.json|vitest\.config\.ts|\.npmrc|\.nvmrc|scripts\/(front|test)\.mjs)$/;

/** What some kinds of tests look at as a whole, without naming the files. */
const lookedAt: readonly { readonly by: RegExp; readonly at: RegExp; readonly steps: number }[] = [
  { by: /^test\/architecture\//, at: /./, steps: 8 },
  // Every history is replayed on the workflows as they are.
  { by: /^test\/replay\//, at: /^workflows\//, steps: 1 },
];

/** Links files by what their texts name, by what they mirror, and by what every test needs. */
export function linkFiles(
  graph: CodeGraph,
  paths: readonly string[],
  typeScript: ReadonlyMap<string, TypeScriptFile>,
): void {
  linkNamedFiles(graph, paths, typeScript);
  for (const test of paths.filter(isTest)) {
    for (const path of paths.filter((each) => forAllTests.test(each))) graph.link(test, path, 6);
    for (const { by, at, steps } of lookedAt) {
      if (!by.test(test)) continue;
      for (const path of paths.filter((each) => at.test(each))) graph.link(test, path, steps);
    }
    for (const mirrored of mirroredBy(test)) {
      for (const { name } of typeScript.get(mirrored)?.pieces ?? []) {
        graph.link(test, nodeOf(mirrored, name), 1);
      }
    }
  }
  linkTestData(graph, paths);
}

/** `test/unit/http/etag.test.ts` is about src/http/etag.ts: a file's tests stand where it stands. */
function mirroredBy(test: string): string[] {
  const path = test.replace(/^test\/[^/]+\//, '').replace(/\.test\.ts$/, '.ts');
  return [path, `src/${path}`, `workflows/${path}`];
}

/** Programs are started, and documents read, by their names: 'worker.js' is src/worker.ts, compiled. */
function linkNamedFiles(
  graph: CodeGraph,
  paths: readonly string[],
  typeScript: ReadonlyMap<string, TypeScriptFile>,
): void {
  const byName = new Map<string, string[]>();
  for (const path of paths.filter((each) => !isTest(each)))
    byName.set(basename(path), [...(byName.get(basename(path)) ?? []), path]);
  const named = (text: string): string[] => {
    if (!/^[\w./*-]+\.[a-z]{1,5}$/.test(text)) return [];
    const relative = text.replace(/^(\.\.?\/)+/, '').replace(/^dist\//, '');
    return [relative, relative.replace(/\.(c?)js$/, '.$1ts')].flatMap((each) =>
      (byName.get(basename(each)) ?? []).filter(
        (path) => path === each || path.endsWith(`/${each}`),
      ),
    );
  };
  for (const { path, pieces } of typeScript.values()) {
    for (const { name, strings } of pieces) {
      for (const text of strings) {
        const meant = [...new Set(named(text))];
        const steps = 1 + Math.log2(Math.max(1, meant.length));
        for (const each of meant) graph.link(nodeOf(path, name), each, steps);
      }
    }
  }
}

/** Data below test/ are read by the tests of their folder, or of the next one above that has any. */
function linkTestData(graph: CodeGraph, paths: readonly string[]): void {
  const tests = paths.filter(isTest);
  for (const path of paths) {
    if (!path.startsWith('test/') || path.endsWith('.ts')) continue;
    for (let folder = dirname(path); folder !== 'test'; folder = dirname(folder)) {
      const readers = tests.filter((test) => dirname(test) === folder);
      for (const reader of readers) graph.link(reader, path, 1);
      if (readers.length > 0) break;
    }
  }
}
