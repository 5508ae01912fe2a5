import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.js';
import { toApiError } from '../http/error-mapping.js';
import { asShortStyle, styleHashOf } from '../http/page-style.js';
import { resultCodes } from '../domain/result-code.js';
import { addCasePages } from './case-routes.js';
import type { DeskPorts } from './desk-ports.js';
import { messageDocument } from './desk-page.js';
import type { DeskRoom } from './desk-room.js';
import { addJournalPages } from './journal-routes.js';
import { addListPages } from './list-routes.js';
import { signInDocument } from './pages/sign-in.js';
import { isFromOwnPage, Sessions } from './session.js';

/** Nothing from elsewhere, no script, no frame, and one style that is named by its hash. */
function policyOf(style: string): string {
  return [
    ...["default-src 'none'", `style-src ${styleHashOf(style)}`, 'img-src data:'],
    ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; ');
}

function readStyle(): string {
  const files = [
    join(import.meta.dirname, '..', 'pay', 'assets', 'page.css'),
    join(import.meta.dirname, 'assets', 'desk.css'),
  ];
  return asShortStyle(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
}

/** Pages for operators, under /desk: drawn here, without a script. */
export function addDeskRoutes(fastify: FastifyInstance, ports: DeskPorts): void {
  const style = readStyle();
  const policy = policyOf(style);
  const sessions = new Sessions(ports.operators, ports.https);
  const desk: DeskRoom = {
    ports,
    frame: ({ note }) => ({
      style,
      operator: note.operator?.name ?? null,
      isSandbox: ports.isSandbox,
    }),
    html: (reply, document) => reply.type('text/html; charset=utf-8').send(document),
  };
  fastify.get('/', (_request, reply) => reply.redirect('/desk', 303));
  fastify.register(
    async (room) => {
      await room.register(formbody, { bodyLimit: 8_192 });
      room.setErrorHandler((error, request, reply) => sayProblem(desk, error, request, reply));
      room.setNotFoundHandler((request, reply) =>
        sayProblem(desk, new ApiError('ROUTE_NOT_FOUND'), request, reply),
      );
      room.addHook('onRequest', (request, reply, done) => {
        reply.header('content-security-policy', policy);
        // Not "no-referrer": with it browsers do not say which page has sent a form.
        reply.header('referrer-policy', 'same-origin');
        reply.header('cross-origin-opener-policy', 'same-origin');
        reply.header('x-frame-options', 'DENY');
        const isForm = request.method === 'POST';
        done(isForm && !isFromOwnPage(request) ? notOwnPage() : undefined);
      });
      addSignIn(room, desk, sessions);
      room.register((inner, _options, done) => {
        inner.addHook('preHandler', async (request, reply) => {
          const operator = await sessions.operatorOf(request);
          if (operator === undefined) return askToSignIn(desk, request, reply);
          request.note.operator = operator;
        });
        addListPages(inner, desk);
        addCasePages(inner, desk);
        addJournalPages(inner, desk);
        done();
      });
    },
    { prefix: '/desk' },
  );
}

function notOwnPage(): ApiError {
  return new ApiError('OPERATION_NOT_PERMITTED', {
    message: 'This form was not sent by a page of the desk. Nothing was done.',
  });
}

interface SignIn {
  Body: { readonly token?: unknown; readonly to?: unknown } | null;
}

function addSignIn(room: FastifyInstance, desk: DeskRoom, sessions: Sessions): void {
  room.get('/sign-in', (request, reply) =>
    desk.html(reply, signInDocument(desk.frame(request), '/desk', null)),
  );
  room.post<SignIn>('/sign-in', async (request, reply) => {
    const { token, to } = request.body ?? {};
    const path = ownPath(to);
    if (typeof token === 'string' && (await sessions.open(token.trim(), reply))) {
      return reply.redirect(path, 303);
    }
    const fault = 'This is no token, or it is not valid any more.';
    return desk.html(reply.code(401), signInDocument(desk.frame(request), path, fault));
  });
  room.post('/sign-out', async (request, reply) => {
    await sessions.close(request, reply);
    return reply.redirect('/desk/sign-in', 303);
  });
}

/** A form that nobody is signed in for is not kept: the page it stood on is shown again. */
function askToSignIn(desk: DeskRoom, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const to = request.method === 'GET' ? ownPath(request.url) : '/desk';
  return desk.html(reply.code(401), signInDocument(desk.frame(request), to, null));
}

/** Only a path of the desk: a link must not lead a person who signs in elsewhere. */
function ownPath(to: unknown): string {
  return typeof to === 'string' && /^\/desk(?:[/?][\w/?=&%.+*:-]*)?$/.test(to) ? to : '/desk';
}

const queue = { path: '/desk', words: 'Back to the queue' } as const;

function sayProblem(
  desk: DeskRoom,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = toApiError(thrown, () => undefined);
  request.note.reason = error.reason;
  if (error.reason === 'INTERNAL_ERROR') {
    desk.ports.logger.error({ requestId: request.id, err: thrown }, 'request failed');
  }
  const { httpStatus } = resultCodes[error.reason];
  const document = messageDocument(desk.frame(request), 'It did not work', error.message, queue);
  void desk.html(reply.code(httpStatus), document);
}
