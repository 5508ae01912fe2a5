import { Readable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { asShortStyle } from '../../http/page-style.js';
import { takeForms } from '../../http/page-forms.js';
import { memberActor } from '../../people/member-actor.js';
import { isMerchantRight } from '../../people/rights.js';
import { sessionMs } from '../../people/sign-ins.js';
import { type FormBody, refusalText } from '../parts/forms.js';
import { foreignForm, policyOf, shieldPage, thrownProblem } from '../parts/page-rules.js';
import { SessionCookie } from '../parts/session-cookie.js';
import { takeFormFiles } from './form-file.js';
import { addPasswordPages } from './password-routes.js';
import { guard } from './portal-guard.js';
import { messagePage } from './message-page.js';
import type { PortalPorts } from './portal-ports.js';
import { PortalRoom } from './portal-room.js';
import { unmarked } from './reference-paths.js';
import type { PortalAnswer, PortalRoute } from './portal-route.js';
import type { PortalViewer } from './portal-viewer.js';
import { addSignInPages } from './sign-in-routes.js';
import { auditedAddress } from './audited-address.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the portal's table that the route was made from. */
    readonly portalRoute?: PortalRoute;
    /** Whether people who are not signed in may use the route. */
    readonly isOpen?: boolean;
  }
}

/** Maximum size of a form without a file, in bytes. No such form needs as much. */
const formLimit = 65_536;

const asset = (...path: string[]): string =>
  readFileSync(join(import.meta.dirname, '..', ...path), 'utf8');

/** Adds the portal of merchants. `table` has everything that signed-in people can use. */
export function addPortalRoutes(
  fastify: FastifyInstance,
  ports: PortalPorts,
  table: readonly PortalRoute[],
): void {
  const style = asShortStyle(
    [
      asset('payer', 'assets', 'page.css'),
      asset('parts', 'assets', 'office.css'),
      asset('portal', 'assets', 'portal.css'),
    ].join('\n'),
  );
  const script = asset('portal', 'assets', 'portal.js');
  const policy = policyOf({ style, script, pictures: "'self' data:" });
  const cookie = new SessionCookie('manilla-portal', ports.https, sessionMs);
  const room = new PortalRoom(ports, cookie, { style, script });
  fastify.register(async (pages) => {
    await takeForms(pages, formLimit);
    takeFormFiles(pages);
    pages.setErrorHandler((error, request, reply) => sayProblem(room, error, request, reply));
    pages.addHook('onRoute', ({ url, config }) => {
      if (config?.portalRoute === undefined && config?.isOpen !== true) {
        throw new Error(`${url} is no row of the portal's table`);
      }
    });
    pages.addHook('onRequest', (request, reply, done) => {
      shieldPage(reply, policy);
      reply.header('cache-control', 'no-store');
      done(foreignForm(request, 'the portal'));
    });
    addSignInPages(pages, room);
    addPasswordPages(pages, room);
    for (const route of table) addRoute(pages, room, route);
    // Answers all paths that no other route handles, with a page instead of the API's envelope.
    pages.route({
      ...{ method: ['GET', 'POST'], url: '/*', config: { isOpen: true } },
      handler: () => Promise.reject(new ApiError('ROUTE_NOT_FOUND')),
    });
  });
}

function addRoute(pages: FastifyInstance, room: PortalRoom, route: PortalRoute): void {
  if (route.right !== 'self' && !isMerchantRight(route.right)) {
    throw new Error(`${route.path} names no right`);
  }
  pages.route({
    method: route.method,
    url: route.path,
    config: { portalRoute: route },
    handler: async (request, reply) => {
      const viewer = await guard(room, route, request, reply);
      if (viewer === undefined) return reply;
      const answer = await route.handler({
        ...{ viewer, request, reply, actor: memberActor(viewer, request.ip) },
        params: unmarked(request.params as Readonly<Record<string, string>>),
        query: request.query as Readonly<Record<string, unknown>>,
        body: (request.body ?? {}) as FormBody,
      });
      return send(room, viewer, request, reply, answer);
    },
  });
}

async function send(
  room: PortalRoom,
  viewer: PortalViewer,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PortalAnswer,
): Promise<FastifyReply> {
  if ('page' in answer) return room.show(request, reply, answer.page);
  if ('to' in answer) return reply.redirect(answer.to, 303);
  if ('json' in answer) return reply.type('application/json').send(answer.json);
  const { name, type, content } = answer.file;
  try {
    await room.ports.notes.note(memberActor(viewer, request.ip), viewer.merchantId, {
      ...{ action: 'file.export', subjectKind: 'file', subject: name },
      facts: { address: auditedAddress(request.url) },
    });
  } catch (error) {
    // A file that nobody reads would keep its place among those that are sent.
    if (content instanceof Readable) content.destroy();
    throw error;
  }
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content);
}

function sayProblem(
  room: PortalRoom,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = thrownProblem(thrown, request, room.ports.logger);
  void reply.headers(error.details.headers ?? {});
  const { httpStatus: status } = resultCodes[error.reason];
  void room.show(request, reply, messagePage('It did not work', refusalText(error), status));
}
