import type { FastifyInstance } from 'fastify';

/** Which methods each path has, so that a known path with another method is told 405 and not 404. */
export class RouteTable {
  readonly #routes: { readonly pattern: RegExp; readonly methods: Set<string> }[] = [];
  readonly #byUrl = new Map<string, Set<string>>();

  /** Must be called before the routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      for (const each of [method].flat()) this.#add(url, each.toUpperCase());
    });
  }

  /** Methods of the path, such as "GET, HEAD"; undefined when there is no such path. */
  allow(url: string): string | undefined {
    const path = url.split('?', 1)[0] ?? '';
    const methods = this.#routes.find(({ pattern }) => pattern.test(path))?.methods;
    return methods && [...methods].sort().join(', ');
  }

  #add(url: string, method: string): void {
    let methods = this.#byUrl.get(url);
    if (methods === undefined) {
      methods = new Set();
      this.#byUrl.set(url, methods);
      this.#routes.push({ pattern: patternOf(url), methods });
    }
    methods.add(method);
  }
}

/** `/a/:b/*` as a regular expression. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z0-9_]+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}/?$`);
}
