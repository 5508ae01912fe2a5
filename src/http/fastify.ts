import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { holdsPan } from '../domain/luhn.js';
import { ApiError } from './api-error.js';
import { answerBrokenRequest } from './edge-requests.js';
import { takeFiles } from './file-body.js';
import type { EnvelopeFilter } from './envelope.filter.js';
import { httpLimits } from './http-limits.js';
import { parseJsonBody } from './json-body.js';
import { replyBody } from './reply-body.js';
import { emptyNote } from './request-note.js';

/**
 * The request ids that callers may choose. Anything else, and a card's number, is replaced before it stands in a log
 * line.
 */
const requestIdPattern = /^[A-Za-z0-9._:-]{1,64}$/;

/** The hooks of banks and acquirers: src/payments/credits/provider-hooks.controller.ts, src/payments/cards/card-event.controller.ts. */
const hookRoutes = '/api/v1/providers/';
/**
 * The routes of providers' notices in their own words, which may be no JSON:
 * src/payments/credits/notices.controller.ts.
 */
const noticeRoute = /^\/api\/v1\/providers\/[^/?]+\/notice(?:[/?]|$)/;
const pictureRoutes: ReadonlySet<string> = new Set([
  '/api/v1/merchant/checkout-page/logo',
  '/api/v1/payment-links/:paymentLinkId/picture',
]);

type TimeLimit = 'requestTimeoutMs' | 'headersTimeoutMs' | 'checkSendersMs';

/** Fastify with our limits, our body reader and our answers; Nest adds the routes. */
export function createFastifyAdapter(
  filter: EnvelopeFilter,
  trustedProxies: readonly string[] = [],
  times: Readonly<Record<TimeLimit, number>> = httpLimits,
): FastifyAdapter {
  const adapter = new FastifyAdapter({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    skipMiddie: true,
    bodyLimit: httpLimits.bodyBytes,
    requestTimeout: times.requestTimeoutMs,
    keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
    forceCloseConnections: true,
    http: {
      // Node would answer a request without a Host header by itself, and without our envelope.
      requireHostHeader: false,
      maxHeaderSize: httpLimits.headerBytes,
      headersTimeout: times.headersTimeoutMs,
      connectionsCheckingInterval: times.checkSendersMs,
    },
    routerOptions: { maxParamLength: httpLimits.parameterLength },
    genReqId: requestIdOf,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      reply.header('x-request-id', request.id);
      filter.answer(error, request, reply);
    },
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  fastify.addHook('onRoute', (route) => {
    if (pictureRoutes.has(route.url)) route.bodyLimit = httpLimits.pictureBodyBytes;
  });
  // Fastify sends bytes as well, but its type knows of text only.
  fastify.setReplySerializer(replyBody as (payload: unknown) => string);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      try {
        done(null, readBody(request, body));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!noticeRoute.test(request.url)) return done(new ApiError('UNSUPPORTED_MEDIA_TYPE'));
    request.note.rawBody = body;
    return done(null, undefined);
  });
  takeFiles(fastify);
  return adapter;
}

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const isFit = typeof given === 'string' && requestIdPattern.test(given) && !holdsPan(given);
  return isFit ? given : randomUUID();
}

/** Undefined when there is no body. The pipe decides whether the operation can do without one. */
function readBody(request: FastifyRequest, body: Buffer): Record<string, unknown> | undefined {
  const { headers } = request;
  if (noticeRoute.test(request.url)) {
    request.note.rawBody = body;
    return undefined;
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body without compression.' });
  }
  if (!isUtf8Json(headers['content-type'])) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the JSON in UTF-8.' });
  }
  request.note.rawBody = body;
  if (body.length === 0) return undefined;
  return parseJsonBody(body, request.url.startsWith(hookRoutes));
}

function isUtf8Json(contentType: string | undefined): boolean {
  if (contentType === 'application/json' || contentType === undefined) return true;
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

/** Headers that every reply carries. */
export function addReplyHeaders(
  fastify: FastifyInstance,
  { https, shutdown }: { readonly https: boolean; readonly shutdown: AbortSignal },
): void {
  fastify.decorateRequest('note');
  fastify.addHook('onRequest', (request, reply, done) => {
    request.note = emptyNote();
    reply.header('x-request-id', request.id);
    reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    if (https) reply.header('strict-transport-security', 'max-age=31536000');
    if (shutdown.aborted) reply.header('connection', 'close');
    done();
  });
}
