import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WaitingCount } from '../cases/case-record.js';
import type { HoldView } from '../cases/holds.dto.js';
import type { NameOfProvider } from '../../providers/provider-names.store.js';
import { demandPermission } from '../people/operator.guard.js';
import { isPermission, type Permission } from '../people/permissions.js';
import type { DeskRoom } from './desk-room.js';
import { signInDocument } from './pages/sign-in.js';
import type { SessionCookie } from '../../pages/parts/session-cookie.js';
import { signedInBy } from './session.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that a page or form of the desk requires. */
    readonly permission?: Permission;
  }
  interface FastifyRequest {
    /** The holds that stop all sending through a bank. Set once an operator is signed in at the desk. */
    holds?: readonly HoldView[];
    /** The numbers of cases in the queue, counted once for everything that a page shows. */
    waiting?: WaitingCount;
    /** Returns the name of a bank or acquirer by its code. */
    nameOf?: NameOfProvider;
  }
}

/** Names the permission that a page or form requires. */
export function needs(permission: Permission) {
  return { config: { permission } };
}

/**
 * Requires a session, and the permission that each page names. A page that names none stops the start of the program.
 */
export function guardPages(room: FastifyInstance, desk: DeskRoom, cookie: SessionCookie): void {
  room.addHook('onRoute', ({ url, config }) => {
    if (!isPermission(config?.permission)) throw new Error(`${url} names no permission`);
  });
  room.addHook('preHandler', async (request, reply) => {
    const { operators } = desk.ports;
    const operator = await signedInBy(request.headers.cookie, cookie, operators);
    if (operator === undefined) return askToSignIn(desk, request, reply);
    request.note.operator = operator;
    const [holds, waiting, nameOf] = await Promise.all([
      desk.ports.holds.ofBanks(),
      desk.ports.cases.waiting(operator.name),
      desk.ports.providerNames.read(),
    ]);
    Object.assign(request, { holds, waiting, nameOf });
    const { permission } = request.routeOptions.config;
    // A path without a page names no permission, so there is none to demand.
    if (permission !== undefined) demandPermission(operator, permission);
  });
}

/**
 * Shows the page for signing in. A form that was sent without a session is not carried out later: only the path of a
 * page is remembered.
 */
function askToSignIn(desk: DeskRoom, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const to = request.method === 'GET' ? ownPath(request.url) : '/desk';
  const document = signInDocument(desk.frame(request), { to, name: '', fault: null });
  return desk.html(reply.code(401), document);
}

/** Returns the path if it is one of the desk: a link must not lead a person who signs in to another site. */
export function ownPath(to: unknown): string {
  return typeof to === 'string' && /^\/desk(?:[/?][\w/?=&%.+*:-]*)?$/.test(to) ? to : '/desk';
}
