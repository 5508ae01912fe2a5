import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.js';
import { methodNotAllowed } from './error-mapping.js';

interface Route {
  readonly url: string;
  readonly methods: Set<string>;
}

/** The methods of each path. A path without a parameter stands before one whose parameter would fit it. */
export class RouteTable {
  readonly #plain = new Map<string, Route>();
  readonly #patterns = new Map<string, Route & { readonly pattern: RegExp }>();

  /** Must be called before the routes are registered. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      const { methods } = this.#at(url);
      for (const each of [method].flat()) methods.add(each.toUpperCase());
    });
  }

  /**
   * Refuses a path of the API that ends with a slash. It is the path of an item whose id is empty, and must not answer as its list.
   * Without this the router would try the empty id.
   */
  refuseSlashAtEnd(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', ({ url }, _reply, done) => {
      done(endsWithSlash.test(pathOf(url)) ? slashAtEnd() : undefined);
    });
  }

  /**
   * Refuses a method that a path does not have, before the body is read. The router alone would take the last part of a
   * path for the parameter of a neighbour that has the method.
   */
  refuseOtherMethods(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', (request, _reply, _payload, done) => {
      const { is404, url, routeOptions } = request;
      const route = is404 ? this.#find(url) : this.#plain.get(pathOf(url));
      const isAnswered = route === undefined || (!is404 && route.url === routeOptions.url);
      done(isAnswered ? null : methodNotAllowed(allowed(route)));
    });
  }

  /** Methods of the path, such as "GET, HEAD"; undefined when there is no such path. */
  allow(url: string): string | undefined {
    const route = this.#find(url);
    return route && allowed(route);
  }

  #find(url: string): Route | undefined {
    const path = pathOf(url);
    const plain = this.#plain.get(path);
    return plain ?? [...this.#patterns.values()].find(({ pattern }) => pattern.test(path));
  }

  #at(url: string): Route {
    const known = this.#plain.get(url) ?? this.#patterns.get(url);
    if (known !== undefined) return known;
    const route = { url, methods: new Set<string>() };
    if (/[:*]/.test(url)) this.#patterns.set(url, { ...route, pattern: patternOf(url) });
    else this.#plain.set(url, route);
    return route;
  }
}

const endsWithSlash = /^\/(api|ops)\/v1\/.*\/$/;

function slashAtEnd(): ApiError {
  return new ApiError('ROUTE_NOT_FOUND', {
    message: 'Send the path without the slash at its end. An id in the path may be empty.',
  });
}

function allowed({ methods }: Route): string {
  return [...methods].sort().join(', ');
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** `/a/:b/*` as a regular expression. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z0-9_]+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}$`);
}
