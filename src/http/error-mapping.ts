import { HttpException } from '@nestjs/common';
import type { Reason } from '../domain/result-code.js';
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

/** Node's and PostgreSQL's ways to say that the database cannot be reached or is too busy right now. */
const outageCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006', // read-only transaction: a standby answered
  '53300', // too many connections
  '57014', // statement timeout
  '55P03', // lock timeout
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
]);
/** What node-postgres says without a code. */
const outageMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whatever was thrown, as the answer it stands for. Anything unforeseen is INTERNAL_ERROR and is to be logged. */
export function toApiError(thrown: unknown, allow: () => string | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const code = codeOf(thrown) ?? (thrown instanceof Error ? codeOf(thrown.cause) : undefined);
  const reason = code === undefined ? undefined : fastifyReasons[code];
  if (reason !== undefined) return new ApiError(reason);
  if (thrown instanceof HttpException && thrown.getStatus() === 404) return noRoute(allow());
  if (isOutage(thrown, code)) return new ApiError('MAINTENANCE', { message: 'Try again shortly.' });
  return new ApiError('INTERNAL_ERROR');
}

function noRoute(allow: string | undefined): ApiError {
  if (allow === undefined) return new ApiError('ROUTE_NOT_FOUND');
  return new ApiError('METHOD_NOT_ALLOWED', { headers: { allow } });
}

function isOutage(thrown: unknown, code: string | undefined): boolean {
  if (code !== undefined && outageCodes.has(code)) return true;
  return thrown instanceof Error && outageMessages.test(thrown.message);
}

function codeOf(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
