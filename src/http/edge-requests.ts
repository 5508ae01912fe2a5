import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.js';
import { answerBareSocket, answerClientError } from './client-error.js';

/** The newest two replies of a connection. All earlier replies are written before these. */
const replies = new WeakMap<Socket, readonly [ServerResponse, ServerResponse | undefined]>();

/** Takes over the requests that Node answers by itself, without our envelope, or not at all. */
export function watchEdge(fastify: FastifyInstance): void {
  const server = fastify.server as Server;
  server.prependListener('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
    replies.set(socket, [reply, replies.get(socket)?.[0]]);
  });
  // A request with an expectation that Node does not know is treated as any other: the hook below refuses it.
  server.on('checkExpectation', (request: IncomingMessage, reply: ServerResponse) => {
    server.emit('request', request, reply);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    answerBareSocket(socket, new ApiError('METHOD_NOT_ALLOWED'));
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const fault = faultOf(request.raw);
    if (fault === undefined) return done();
    reply.header('connection', 'close');
    done(new ApiError('VALIDATION_FAILED', { message: fault }));
  });
}

/** Answers bytes that are no request, after the replies to the requests before them on the same connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  const [newest, before] = replies.get(socket) ?? [];
  // If the newest request has not come whole, it is itself the broken one, and the reply before its own is the last.
  const last = newest?.req.complete === false ? before : newest;
  if (last === undefined || last.writableFinished || last.destroyed || socket.destroyed) {
    return answerClientError(error, socket);
  }
  last.once('close', () => answerClientError(error, socket));
}

/** Returns the fault of a request whose meaning proxies and servers disagree on. */
function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'Send one Host header.';
  if (hosts === 0 && httpVersion === '1.1') return 'Send a Host header.';
  const { expect } = headers;
  if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined;
  return 'Expect can only be 100-continue.';
}
