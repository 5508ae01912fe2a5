import type { FastifyInstance } from 'fastify';
import { messagePage } from './message-page.js';
import { ownPath } from './portal-guard.js';
import type { PortalRoom } from './portal-room.js';
import type { PortalRoute } from './portal-route.js';

const open = { config: { isOpen: true } } as const;

/** Pages for people who are not signed in. */
export function addSignInPages(pages: FastifyInstance, room: PortalRoom): void {
  const { sandboxLink } = room.ports;
  pages.get('/sign-in', open, (request, reply) =>
    room.show(
      request,
      reply,
      messagePage('Sign in', 'Ask for a link: npm start prints one.', 200, {
        path: '/sign-in',
        words: 'Try again',
      }),
    ),
  );
  pages.get<{ Params: { readonly link: string }; Querystring: { readonly to?: unknown } }>(
    '/sandbox/:link',
    open,
    async (request, reply) => {
      const from = { address: request.ip, agent: request.headers['user-agent'] ?? null };
      const secret = await sandboxLink?.signIn(request.params.link, from);
      if (secret === undefined) {
        const gone = 'It was used, or another one was made since. npm start prints a new one.';
        const to = { path: '/sign-in', words: 'Sign in' };
        return room.show(request, reply, messagePage('This link is over', gone, 404, to));
      }
      room.cookie.give(reply, secret);
      return reply.redirect(ownPath(request.query.to), 303);
    },
  );
}

/** What everybody who is signed in may do about the own session. */
export function sessionRoutes(room: Pick<PortalRoom, 'ports'>): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'POST', path: '/sign-out', right: 'self', whileSuspended: true },
      handler: async ({ viewer, actor }) => {
        await room.ports.members.endSession(actor, viewer.personId, viewer.sessionId);
        return { to: '/sign-in' };
      },
    },
  ];
}
