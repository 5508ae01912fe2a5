import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import type { Forgetful } from '../../people/forgotten-password.store.js';
import { type FormBody, refuse, textOf } from '../parts/forms.js';
import { messagePage } from './message-page.js';
import { forgottenPage, otherPasswordPage } from './pages/forgotten.js';
import type { PortalRoom } from './portal-room.js';

const path = '/forgot-password';
const open = { config: { isOpen: true } } as const;
const sent = {
  title: 'Look into your mail',
  text: 'If somebody has signed up with this address, a link is on its way there. It works once, within half an hour, together with a code of the app. If no mail comes, look into your spam, or ask an owner or an admin of your team.',
  to: { path: '/sign-in', words: 'Sign in' },
} as const;
const gone = {
  title: 'This link is over',
  text: 'It was used, a newer one was asked for, or its half hour has passed.',
  to: { path, words: 'Ask for another link' },
} as const;
const done = {
  title: 'Your password is set',
  text: 'All your sessions have ended. Sign in with the new password and the next code of your app.',
  to: { path: '/sign-in', words: 'Sign in' },
} as const;

interface Asked {
  Body: FormBody | null;
  Params: { readonly link: string };
}

/** Adds the pages for people who have forgotten their password. */
export function addPasswordPages(pages: FastifyInstance, room: PortalRoom): void {
  const { forgotten } = room.ports;
  pages.get<Asked>(path, open, (request, reply) =>
    room.show(request, reply, forgottenPage('', null)),
  );
  pages.post<Asked>(path, open, async (request, reply) => {
    const email = textOf(request.body, 'email').toLowerCase();
    try {
      await forgotten.ask(email, { address: request.ip });
      return room.show(request, reply, messagePage(sent.title, sent.text, 200, sent.to));
    } catch (error) {
      const fault = refuse(request, reply, error);
      return room.show(request, reply, forgottenPage(email, fault, reply.statusCode));
    }
  });
  const showGone = messagePage(gone.title, gone.text, 404, gone.to);
  pages.get<Asked>(`${path}/:link`, open, async (request, reply) => {
    const { link } = request.params;
    const who = await forgotten.show(link);
    return room.show(request, reply, who === undefined ? showGone : pageOf(link, who));
  });
  pages.post<Asked>(`${path}/:link`, open, async (request, reply) => {
    const { link } = request.params;
    const { body } = request;
    const typed = {
      ...{ password: textOf(body, 'password'), again: textOf(body, 'again') },
      code: textOf(body, 'code'),
    };
    try {
      await forgotten.reset(link, typed, { address: request.ip });
      return room.show(request, reply, messagePage(done.title, done.text, 200, done.to));
    } catch (error) {
      const who = await forgotten.show(link);
      if (who === undefined && error instanceof ApiError)
        return room.show(request, reply, showGone);
      const fault = refuse(request, reply, error);
      return room.show(request, reply, pageOf(link, who, fault, reply.statusCode));
    }
  });
}

const pageOf = (
  link: string,
  who: Forgetful | undefined,
  fault: string | null = null,
  status = 200,
) => otherPasswordPage({ link, who, fault }, status);
