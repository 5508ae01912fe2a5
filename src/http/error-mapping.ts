import { HttpException } from '@nestjs/common';
import type { Reason } from '../domain/result-code.js';
import { isOutage } from '../platform/database/outage.js';
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
  // Only a request by the method QUERY gets this error, and no path has that method.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'ROUTE_NOT_FOUND',
};

/** Refusals of Fastify that the table does not name, by their status: none of them is a fault of ours. */
const statusReasons: Readonly<Record<number, Reason>> = {
  404: 'ROUTE_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'ROUTE_NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  431: 'HEADERS_TOO_LARGE',
};

/**
 * Turns whatever was thrown into the answer that it stands for. Anything unforeseen becomes INTERNAL_ERROR, and must be
 * logged.
 */
export function toApiError(thrown: unknown, allow: () => string | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const reason =
    fastifyReason(thrown) ?? (thrown instanceof Error ? fastifyReason(thrown.cause) : undefined);
  if (reason === 'ROUTE_NOT_FOUND') return noRoute(allow());
  if (reason !== undefined) return new ApiError(reason);
  if (thrown instanceof HttpException && thrown.getStatus() === 404) return noRoute(allow());
  if (outageOf(thrown) !== undefined) {
    return new ApiError('MAINTENANCE', { message: 'Try again shortly.' });
  }
  return new ApiError('INTERNAL_ERROR');
}

function noRoute(allow: string | undefined): ApiError {
  return allow === undefined ? new ApiError('ROUTE_NOT_FOUND') : methodNotAllowed(allow);
}

/** `allow`: the methods that the path has, such as "GET, HEAD". */
export function methodNotAllowed(allow: string): ApiError {
  return new ApiError('METHOD_NOT_ALLOWED', { headers: { allow } });
}

/** Undefined for an error that is not Fastify's. */
function fastifyReason(error: unknown): Reason | undefined {
  const code = codeOf(error);
  if (code?.startsWith('FST_') !== true) return undefined;
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode >= 500) return fastifyReasons[code];
  return fastifyReasons[code] ?? statusReasons[statusCode] ?? 'VALIDATION_FAILED';
}

/** The outage of the database that was thrown, itself or as the cause of another error. */
export function outageOf(thrown: unknown): Error | undefined {
  const errors = thrown instanceof Error ? [thrown, thrown.cause] : [];
  return errors.find(isOutage) as Error | undefined;
}

function codeOf(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
