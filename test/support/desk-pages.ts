import { fastify } from 'fastify';
import type { DeskPorts } from '../../src/operators/desk/desk-ports.js';
import { addDeskRoutes } from '../../src/operators/desk/desk-routes.js';
import { type LookUps, lookUpPages } from '../../src/programs/desk-pages.js';

export interface DeskPage {
  readonly method: string;
  /** As Fastify has it, such as /desk/cases/:number. */
  readonly path: string;
  /** Undefined: whoever is not signed in may ask for it. */
  readonly permission: string | undefined;
}

/** Every page and form of the desk, as it makes them itself. */
export async function deskPages(): Promise<readonly DeskPage[]> {
  const app = fastify();
  const pages: DeskPage[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) {
      if (each !== 'HEAD') pages.push({ method: each, path: url, permission: config?.permission });
    }
  });
  // Ports are asked for when a page is, and none is.
  const room = new Proxy({}, { get: () => () => undefined });
  const ports = new Proxy({}, { get: () => room });
  addDeskRoutes(app, ports as DeskPorts, lookUpPages(ports as LookUps));
  await app.ready();
  await app.close();
  return pages;
}
