import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { From } from '../../people/sign-ins.js';
import { type FormBody, refuse, textOf } from '../parts/forms.js';
import { messagePage } from './message-page.js';
import { codesPage, invitationPage, signInPage } from './pages/sign-in.js';
import { ownPath } from './portal-guard.js';
import type { PortalRoom } from './portal-room.js';

const open = { config: { isOpen: true } } as const;

interface FormRequest {
  Body: FormBody | null;
  Querystring: { readonly to?: unknown };
}

interface LinkRequest extends FormRequest {
  Params: { readonly link: string };
}

const gone = {
  title: 'This link is over',
  text: 'It was used, or its time has passed. Ask an owner or an admin for another one.',
  to: { path: '/sign-in', words: 'Sign in' },
} as const;

/** Returns the origin of a request, for the audit and the list of sessions. */
export function fromOf({ ip, headers }: FastifyRequest): From {
  return { address: ip, agent: headers['user-agent'] ?? null };
}

/** Pages for people who are not signed in: signing in, and signing up by a link. */
export function addSignInPages(pages: FastifyInstance, room: PortalRoom): void {
  const { signIns, passkeys } = room.ports;
  pages.get<FormRequest>('/sign-in', open, (request, reply) => {
    const to = ownPath(request.query.to);
    return room.show(request, reply, signInPage({ to, email: '', fault: null }));
  });
  pages.post<FormRequest>('/sign-in', open, async (request, reply) => {
    const { body } = request;
    const [email, to] = [textOf(body, 'email').toLowerCase(), ownPath(textOf(body, 'to'))];
    try {
      const typed = {
        login: email,
        password: textOf(body, 'password'),
        code: textOf(body, 'code'),
      };
      const signedIn = await signIns.signIn(typed, fromOf(request));
      if (signedIn.outcome === 'ENROL') return reply.redirect(`/invitation/${signedIn.link}`, 303);
      room.cookie.give(reply, signedIn.secret);
      return reply.redirect(to, 303);
    } catch (error) {
      return refuseSignIn(room, request, reply, { error, email, to });
    }
  });
  pages.post('/sign-in/passkey/ask', open, async (_request, reply) =>
    reply.type('application/json').send(await passkeys.ask(null)),
  );
  pages.post<FormRequest>('/sign-in/passkey', open, async (request, reply) => {
    const to = ownPath(textOf(request.body, 'to'));
    try {
      const answer = textOf(request.body, 'passkey');
      room.cookie.give(reply, await passkeys.signIn(answer, fromOf(request)));
      return reply.redirect(to, 303);
    } catch (error) {
      return refuseSignIn(room, request, reply, { error, email: '', to });
    }
  });
  addInvitationPages(pages, room);
  addSandboxLink(pages, room);
}

function refuseSignIn(
  room: PortalRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  { error, email, to }: { error: unknown; email: string; to: string },
): FastifyReply {
  const fault = refuse(request, reply, error);
  return room.show(request, reply, signInPage({ to, email, fault }, reply.statusCode));
}

function addInvitationPages(pages: FastifyInstance, room: PortalRoom): void {
  const { invitations, signIns, environment } = room.ports;
  const isSandbox = environment === 'sandbox';
  pages.get<LinkRequest>('/invitation/:link', open, async (request, reply) => {
    const { link } = request.params;
    const shown = await invitations.show(link);
    if (shown === undefined) return showGone(room, request, reply);
    return room.show(request, reply, invitationPage(link, shown, isSandbox, null));
  });
  pages.post<LinkRequest>('/invitation/:link', open, async (request, reply) => {
    const { link } = request.params;
    const [password, again, code] = ['password', 'again', 'code'].map((each) =>
      textOf(request.body, each),
    ) as [string, string, string];
    try {
      const joined = await invitations.take(link, { password, again, code }, request.ip);
      room.cookie.give(reply, await signIns.open(joined, fromOf(request)));
      return room.show(request, reply, codesPage(joined.codes, '/', 'To the portal'));
    } catch (error) {
      const fault = refuse(request, reply, error);
      const shown = await invitations.show(link);
      if (shown === undefined) return showGone(room, request, reply);
      const page = invitationPage(link, shown, isSandbox, fault, reply.statusCode);
      return room.show(request, reply, page);
    }
  });
}

function showGone(room: PortalRoom, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return room.show(request, reply, messagePage(gone.title, gone.text, 404, gone.to));
}

function addSandboxLink(pages: FastifyInstance, room: PortalRoom): void {
  pages.get<LinkRequest>('/sandbox/:link', open, async (request, reply) => {
    const secret = await room.ports.sandboxLink?.signIn(request.params.link, fromOf(request));
    if (secret === undefined) {
      const text = 'It was used, or another one was made since. npm start prints a new one.';
      return room.show(request, reply, messagePage(gone.title, text, 404, gone.to));
    }
    room.cookie.give(reply, secret);
    return reply.redirect(ownPath(request.query.to), 303);
  });
}
