import type { FastifyInstance } from 'fastify';
import { hashOf } from '../../people/session-secret.js';
import { ownActor } from '../people/operator-door.js';
import { messageDocument } from './desk-page.js';
import type { DeskRoom } from './desk-room.js';
import { type FormBody, refuse, textOf } from '../../pages/parts/forms.js';
import { ownPath } from './page-guard.js';
import { joinDocument, joinedDocument } from './pages/join.js';
import { signInDocument } from './pages/sign-in.js';
import type { SessionCookie } from '../../pages/parts/session-cookie.js';
import { fromOf } from './session.js';

interface SignInRequest {
  Body: FormBody | null;
}

interface JoinRequest {
  Params: { readonly link: string };
  Body: FormBody | null;
}

/** Pages for people who are not signed in: signing in and out, and signing up by a link. */
export function addSignInPages(room: FastifyInstance, desk: DeskRoom, cookie: SessionCookie): void {
  const { signIns, operators, people } = desk.ports;
  room.get('/sign-in', (request, reply) =>
    desk.html(reply, signInDocument(desk.frame(request), { to: '/desk', name: '', fault: null })),
  );
  room.post<SignInRequest>('/sign-in', async (request, reply) => {
    const { body } = request;
    const name = textOf(body, 'name');
    const to = ownPath(textOf(body, 'to'));
    try {
      const typed = { login: name, password: textOf(body, 'password'), code: textOf(body, 'code') };
      const signedIn = await signIns.signIn(typed, fromOf(request));
      if (signedIn.outcome === 'ENROL') return reply.redirect(`/desk/join/${signedIn.link}`, 303);
      cookie.give(reply, signedIn.secret);
      return reply.redirect(to, 303);
    } catch (error) {
      const fault = refuse(request, reply, error);
      return desk.html(reply, signInDocument(desk.frame(request), { to, name, fault }));
    }
  });
  room.post('/sign-out', async (request, reply) => {
    const secret = cookie.read(request.headers.cookie);
    const found = secret === undefined ? 'UNKNOWN' : await operators.bySession(hashOf(secret));
    if (typeof found !== 'string') {
      const by = ownActor(found, request.ip);
      await people.endSession(by, found.doorId, found.operatorId);
    }
    cookie.takeBack(reply);
    return reply.redirect('/desk/sign-in', 303);
  });
  addJoinPages(room, desk, cookie);
}

function addJoinPages(room: FastifyInstance, desk: DeskRoom, cookie: SessionCookie): void {
  const { invitations, signIns } = desk.ports;
  const gone = {
    title: 'This link is over',
    text: 'It was used, or its time has passed. Ask an administrator for another one.',
    to: { path: '/desk/sign-in', words: 'Sign in' },
  };
  room.get<JoinRequest>('/join/:link', async (request, reply) => {
    const { link } = request.params;
    const shown = await invitations.show(link);
    const frame = desk.frame(request);
    if (shown !== undefined) return desk.html(reply, joinDocument(frame, link, shown, null));
    return desk.html(reply.code(404), messageDocument(frame, gone.title, gone.text, gone.to));
  });
  room.post<JoinRequest>('/join/:link', async (request, reply) => {
    const { link } = request.params;
    const frame = desk.frame(request);
    try {
      const { body } = request;
      const [password, again, code] = ['password', 'again', 'code'].map((each) =>
        textOf(body, each),
      ) as [string, string, string];
      const joined = await invitations.take(link, { password, again, code }, request.ip);
      cookie.give(reply, await signIns.open(joined, fromOf(request)));
      return desk.html(reply, joinedDocument(frame, joined.codes));
    } catch (error) {
      const fault = refuse(request, reply, error);
      const shown = await invitations.show(link);
      const document =
        shown === undefined
          ? messageDocument(frame, gone.title, gone.text, gone.to)
          : joinDocument(frame, link, shown, fault);
      return desk.html(reply, document);
    }
  });
}
