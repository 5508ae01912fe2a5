import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../platform/observability/logger.js';
import { ApiError } from '../api-error.js';
import { outageOf, toApiError } from '../error-mapping.js';
import type { LoadShedding } from '../load-shedding.js';
import { AuthenticateService } from './authenticate.service.js';
import { OAuthError, oauthErrorOf } from './oauth-error.js';
import { tokenRequestOf } from './oauth-request.js';
import { scopes } from './scopes.js';

export const tokenPath = '/oauth/token';
const form = 'application/x-www-form-urlencoded';
const bodyLimit = 4_096;

/** The parts that the routes of OAuth need. */
export class OAuthPorts {
  constructor(
    readonly service: AuthenticateService,
    readonly load: LoadShedding,
    readonly logger: Logger,
    readonly baseUrl: string,
  ) {}
}

/**
 * OAuth2 client credentials (RFC 6749, 4.4), so that clients which nobody wrote for us can fetch tokens. The route stands
 * beside the API: it takes a form and answers as the RFC says, without the envelope. The tokens and limits are those of
 * `authenticate`.
 */
export function addOAuthRoutes(fastify: FastifyInstance, ports: OAuthPorts): void {
  fastify.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
      try {
        done(null, readForm(request, body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    });
    room.setErrorHandler((error, request, reply) => answerFault(error, request, reply, ports));
    room.post(tokenPath, (request, reply) => giveToken(request, reply, ports));
    room.get('/.well-known/oauth-authorization-server', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(metadataOf(ports.baseUrl)),
    );
  });
}

function readForm({ headers }: FastifyRequest, body: Buffer): URLSearchParams {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = headers;
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  if (encoding !== 'identity' || charset.toLowerCase() !== 'utf-8') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  }
  if (!isUtf8(body)) throw new ApiError('MALFORMED_JSON');
  return new URLSearchParams(body.toString('utf8'));
}

async function giveToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { service, load }: OAuthPorts,
): Promise<FastifyReply> {
  load.admit(request.ip);
  const { scopes: asked, ...credentials } = tokenRequestOf(request);
  const { merchantId, token } = await service.authenticate(credentials, request.ip, asked);
  request.note.merchantId = merchantId;
  return reply.header('pragma', 'no-cache').send(token);
}

/** RFC 8414, for clients that look for the address of the tokens by themselves. */
function metadataOf(baseUrl: string): object {
  return {
    issuer: baseUrl,
    token_endpoint: baseUrl + tokenPath,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: scopes,
    service_documentation: `${baseUrl}/docs`,
  };
}

function answerFault(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { logger }: OAuthPorts,
): void {
  const error = thrown instanceof OAuthError ? thrown : oauthErrorOf(noted(thrown, request));
  if (error.fault === 'server_error') {
    logger.error({ requestId: request.id, err: thrown }, 'request failed');
  }
  if (error.status === 401) reply.header('www-authenticate', 'Basic realm="manilla"');
  if (error.status === 503) reply.header('retry-after', '5');
  reply.headers(error.headers);
  void reply.code(error.status).send({ error: error.fault, error_description: error.message });
}

function noted(thrown: unknown, { note }: FastifyRequest): ApiError {
  const error = toApiError(thrown, () => undefined);
  note.reason = error.reason;
  note.failure = outageOf(thrown)?.message;
  return error;
}
