import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { resultCodes } from '../domain/result-code.js';
import type { Logger } from '../platform/observability/logger.js';
import { ApiError } from './api-error.js';
import { failure } from './envelope.js';
import { withField } from './error-naming.js';
import { outageOf, toApiError } from './error-mapping.js';
import type { RouteTable } from './route-table.js';

/** The headers that HTTP requires with a status, where the error itself does not set them. */
const defaultHeaders: Readonly<Partial<Record<number, readonly (readonly [string, string])[]>>> = {
  202: [['retry-after', '5']],
  401: [['www-authenticate', 'Bearer realm="manilla"']],
  503: [['retry-after', '5']],
};

/** Answers whatever was thrown, anywhere, in the envelope. */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(
    private readonly routes: RouteTable,
    private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const found = toApiError(thrown, () => this.routes.allow(request.url));
    const error = withField(withLimit(found, request), request);
    if (request.note) {
      request.note.reason = error.reason;
      // An outage is noted in the request's own log line: a stack for every request would fill the disk.
      request.note.failure = outageOf(thrown)?.message;
    }
    if (found !== thrown && error.reason === 'INTERNAL_ERROR') {
      this.logger.error(
        { requestId: request.id, reason: error.reason, err: thrown },
        'request failed',
      );
    }
    if (!reply.sent) sendFailure(reply, error);
  }
}

/** A request with a picture may be larger than any other, so each refusal names the limit of its own route. */
function withLimit(error: ApiError, request: FastifyRequest): ApiError {
  if (error.reason !== 'PAYLOAD_TOO_LARGE' || error.details.message !== undefined) return error;
  const { bodyLimit } = request.routeOptions;
  const message = `The body is too large. Send at most ${Math.floor(bodyLimit / 1_024)} KB.`;
  return new ApiError(error.reason, { ...error.details, message });
}

function sendFailure(reply: FastifyReply, error: ApiError): void {
  const { httpStatus } = resultCodes[error.reason];
  for (const [name, value] of defaultHeaders[httpStatus] ?? []) reply.header(name, value);
  for (const [name, value] of Object.entries(error.details.headers ?? {})) {
    reply.header(name, value);
  }
  void reply
    .code(httpStatus)
    .header('content-type', 'application/json; charset=utf-8')
    .send(failure(error));
}
