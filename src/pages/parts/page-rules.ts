import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import { toApiError } from '../../http/error-mapping.js';
import { styleHashOf } from '../../http/page-style.js';
import type { Logger } from '../../platform/observability/logger.js';
import { isFromOwnPage } from './session-cookie.js';

interface PolicyParts {
  readonly style: string;
  readonly script: string;
  /** The sources of pictures, such as `data:`. */
  readonly pictures: string;
}

/**
 * Returns the policy of a page: nothing from elsewhere, no frame, one style and one script that are named by their
 * hashes.
 */
export function policyOf({ style, script, pictures }: PolicyParts): string {
  return [
    ...["default-src 'none'", `style-src ${styleHashOf(style)}`, `img-src ${pictures}`],
    ...[`script-src ${styleHashOf(script)}`, "connect-src 'self'"],
    ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; ');
}

/** Sets the headers that keep other sites away from a page. */
export function shieldPage(reply: FastifyReply, policy: string): void {
  reply.header('content-security-policy', policy);
  // The value is not "no-referrer": with it browsers do not say which page has sent a form.
  reply.header('referrer-policy', 'same-origin');
  reply.header('cross-origin-opener-policy', 'same-origin');
  reply.header('x-frame-options', 'DENY');
}

/** Returns the refusal of a form that no page of ours has sent. */
export function foreignForm(
  request: FastifyRequest,
  pagesOf: 'the desk' | 'the portal',
): ApiError | undefined {
  if (request.method !== 'POST' || isFromOwnPage(request)) return undefined;
  return new ApiError('OPERATION_NOT_PERMITTED', {
    message: `This form was not sent by a page of ${pagesOf}. Nothing was done.`,
  });
}

/** Returns the error that a page shows for something that was thrown. Notes its reason, and logs it if unexpected. */
export function thrownProblem(
  thrown: unknown,
  request: FastifyRequest,
  logger: Pick<Logger, 'error'>,
): ApiError {
  const error = toApiError(thrown, () => undefined);
  request.note.reason = error.reason;
  if (error.reason === 'INTERNAL_ERROR') {
    logger.error({ requestId: request.id, err: thrown }, 'request failed');
  }
  return error;
}
