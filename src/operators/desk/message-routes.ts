import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.js';
import { messageStatuses } from '../../domain/message-kinds.js';
import { ApiError } from '../../http/api-error.js';
import { rawMail } from '../../notify/senders/smtp/mail.js';
import type { OutgoingMessage } from '../../notify/senders/sender.port.js';
import type { DeskRoom } from './desk-room.js';
import { type FormBody, refuse, textOf } from '../../pages/parts/forms.js';
import { deskActor } from './forms.js';
import { needs } from './page-guard.js';
import { messageDocument as refusalDocument } from './desk-page.js';
import { messageDocument, messagesDocument, type MessagesWish } from './pages/messages.js';

type Query = Readonly<Record<string, unknown>>;
interface OneMessage {
  Params: { readonly id: string; readonly file: string };
  Querystring: Query;
  Body: FormBody | null;
}

const pageSize = 50;
const least = 5;
const doneWords: ReadonlyMap<string, string> = new Map([
  ['again', 'It is sent once more.'],
  ['lift', 'Its address gets messages again.'],
]);

/** The policy for showing a mail in a frame of the desk: a mail has its own style and pictures, and no script. */
const mailPolicy = [
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  "form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
].join('; ');

/** The pages of messages to people. In the sandbox they also show the message itself. */
export function addMessagePages(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  const { messages } = ports;
  room.get<{ Querystring: Query }>('/messages', needs('cases:read'), async (request, reply) => {
    const wish = wishOf(request.query);
    const { about, status, after } = wish;
    const filter = { about: about || null, status: status || null };
    const found = await messages.list(filter, after || null, pageSize + 1);
    const shown = found.slice(0, pageSize);
    const next = found.length > pageSize ? (shown.at(-1)?.messageId ?? null) : null;
    return html(reply, messagesDocument(frame(request), wish, shown, next));
  });
  const show = async (
    request: FastifyRequest<OneMessage>,
    reply: FastifyReply,
    fault: string | null,
  ): Promise<FastifyReply> => {
    const message = await messages.find(request.params.id);
    const copy = message.isKept ? await messages.copy(message.messageId) : null;
    if (copy?.html) allowOwnFrames(reply);
    const { done } = request.query;
    const said = { fault, done: doneWords.get(String(done)) ?? null };
    return html(reply, messageDocument(frame(request), message, copy, said));
  };
  room.get<OneMessage>('/messages/:id', needs('cases:read'), (request, reply) =>
    show(request, reply, null),
  );
  /** Carries out a form, and then shows the message that it returns. */
  const form = (action: string, act: (id: string, by: Actor) => Promise<string>): void => {
    room.post<OneMessage>(
      `/messages/:id/${action}`,
      needs('cases:note'),
      async (request, reply) => {
        const reason = textOf(request.body, 'reason').trim();
        try {
          if (reason.length < least) {
            throw new ApiError('VALIDATION_FAILED', { message: 'Say why, in a few words.' });
          }
          const id = await act(request.params.id, deskActor(request, reason));
          return await reply.redirect(`/desk/messages/${id}?done=${action}`, 303);
        } catch (error) {
          const words = refuse(request, reply, error);
          if (error instanceof ApiError && error.reason === 'RESOURCE_NOT_FOUND') {
            const back = { path: '/desk/messages', words: 'Back to the messages' };
            return html(reply, refusalDocument(frame(request), 'Not found', words, back));
          }
          return show(request, reply, words);
        }
      },
    );
  };
  form('again', (id, by) => messages.sendAgain(id, by));
  form('lift', async (id, by) => {
    await messages.lift(id, by);
    return id;
  });
  room.get<OneMessage>('/messages/:id/:file', needs('cases:read'), async (request, reply) => {
    const copy = await messages.copy(request.params.id);
    return sendPart(reply, copy, request.params.file);
  });
}

async function sendPart(
  reply: FastifyReply,
  copy: OutgoingMessage,
  file: string,
): Promise<FastifyReply> {
  if (file === 'page.html' && copy.html !== null) {
    reply.header('content-security-policy', mailPolicy);
    reply.header('x-frame-options', 'SAMEORIGIN');
    return reply.type('text/html; charset=utf-8').send(withPictures(copy, copy.html));
  }
  if (file === 'raw.txt' && copy.html !== null) {
    return reply.type('text/plain; charset=utf-8').send(await rawMail(copy));
  }
  const attachment = copy.attachments.find(({ name }) => name === file);
  if (attachment === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
  return reply.type(attachment.type).send(attachment.content);
}

/** Replaces `cid:` pictures by their data, because a browser does not find them in the mail. */
function withPictures({ attachments }: OutgoingMessage, page: string): string {
  return attachments.reduce(
    (text, { contentId, type, content }) =>
      contentId === undefined
        ? text
        : text.replaceAll(`cid:${contentId}`, `data:${type};base64,${content.toString('base64')}`),
    page,
  );
}

function allowOwnFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', `${policy}; frame-src 'self'`);
}

function wishOf(query: Query): MessagesWish {
  const text = (name: string): string => {
    const value = query[name];
    return typeof value === 'string' ? value.trim().slice(0, 254) : '';
  };
  const status = messageStatuses.find((each) => each === text('status')) ?? '';
  return { about: text('about'), status, after: text('after') };
}
