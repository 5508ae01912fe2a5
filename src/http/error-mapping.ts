import { HttpException } from '@nestjs/common';
import type { Reason } from '../domain/result-code.js';
import { isOutage } from '../persistence/outage.js';
import { ApiError } from './api-error.js';

/** Fastify's own refusals, by its error codes. */
const fastifyReasons: Readonly<Record<string, Reason>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_BAD_URL: 'ROUTE_NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'ROUTE_NOT_FOUND',
  FST_ERR_NOT_FOUND: 'ROUTE_NOT_FOUND',
};

/** Whatever was thrown, as the answer it stands for. Anything unforeseen is INTERNAL_ERROR and is to be logged. */
export function toApiError(thrown: unknown, allow: () => string | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const code = codeOf(thrown) ?? (thrown instanceof Error ? codeOf(thrown.cause) : undefined);
  const reason = code === undefined ? undefined : fastifyReasons[code];
  if (reason !== undefined) return new ApiError(reason);
  if (thrown instanceof HttpException && thrown.getStatus() === 404) return noRoute(allow());
  if (outageOf(thrown) !== undefined) {
    return new ApiError('MAINTENANCE', { message: 'Try again shortly.' });
  }
  return new ApiError('INTERNAL_ERROR');
}

function noRoute(allow: string | undefined): ApiError {
  if (allow === undefined) return new ApiError('ROUTE_NOT_FOUND');
  return new ApiError('METHOD_NOT_ALLOWED', { headers: { allow } });
}

/** The outage of the database that was thrown, as it was or as a cause. */
export function outageOf(thrown: unknown): Error | undefined {
  const errors = thrown instanceof Error ? [thrown, thrown.cause] : [];
  return errors.find(isOutage) as Error | undefined;
}

function codeOf(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
