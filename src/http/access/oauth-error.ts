import type { Reason } from '../../domain/reason.js';
import { ApiError } from '../api-error.js';

/** The names of failures of RFC 6749, 5.2; the last two, of 4.1.2.1, are for what is no fault of the client. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  temporarily_unavailable: 503,
  server_error: 500,
} as const;
type OAuthFault = keyof typeof statuses;

/** A failure of `POST /oauth/token`. Its text is ASCII without quotes, as the RFC wants it. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly fault: OAuthFault,
    message = 'Client id and client secret do not fit.',
    readonly status: number = statuses[fault],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

const faults: Readonly<Partial<Record<Reason, OAuthFault>>> = {
  INVALID_CREDENTIALS: 'invalid_client',
  ADDRESS_NOT_ALLOWED: 'unauthorized_client',
  MERCHANT_INACTIVE: 'unauthorized_client',
  RATE_LIMITED: 'temporarily_unavailable',
  MAINTENANCE: 'temporarily_unavailable',
  INTERNAL_ERROR: 'server_error',
};
const texts: Readonly<Partial<Record<Reason, string>>> = {
  ADDRESS_NOT_ALLOWED: 'The key may not be used from this network.',
  MERCHANT_INACTIVE: 'The merchant is not active.',
  RATE_LIMITED: 'Too many requests. Retry-After says when to try again.',
  MAINTENANCE: 'Try again shortly.',
  INTERNAL_ERROR: 'Something went wrong.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'Send application/x-www-form-urlencoded in UTF-8, not compressed.',
};

/** Names the engine's refusal as the RFC does. A limit keeps its status, which clients know how to wait for. */
export function oauthErrorOf({ reason, details }: ApiError): OAuthError {
  const fault = faults[reason] ?? 'invalid_request';
  const status = reason === 'RATE_LIMITED' ? 429 : undefined;
  const text = texts[reason] ?? 'The request is not well-formed.';
  return reason === 'INVALID_CREDENTIALS'
    ? new OAuthError(fault)
    : new OAuthError(fault, text, status, details.headers);
}
