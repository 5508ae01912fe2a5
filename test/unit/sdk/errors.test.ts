import { describe, expect, it } from 'vitest';
import * as sdk from '../../../sdk/src/index.ts';
import { errorOf } from '../../../sdk/src/errors.ts';
import { reasons, resultCodes } from '../../../src/domain/result-code.js';

const replied = (httpStatus: number, code: string, data: object, headers = {}) =>
  errorOf(
    httpStatus,
    JSON.stringify({ isSuccessful: false, code, message: 'Said so', data }),
    new Headers({ 'x-request-id': 'req_1', ...headers }),
  );

describe('a failure', () => {
  const failures = reasons.filter((reason) => resultCodes[reason].httpStatus !== 202);

  it.each(failures)('of the reason %s has a class of its own family', (reason) => {
    const { httpStatus, code, retryable } = resultCodes[reason];
    const error = replied(httpStatus, code, { reason, retryable });
    expect(error).toMatchObject({ reason, code, httpStatus, retryable, requestId: 'req_1' });
    expect(error).toBeInstanceOf(sdk.ManillaError);
    expect(error).not.toBeInstanceOf(sdk.ConnectionError);
    expect(error.constructor).not.toBe(sdk.ManillaError);
    expect(error.name).toBe(error.constructor.name);
  });

  it.each([
    ['TOKEN_EXPIRED', sdk.AuthenticationError],
    ['INVALID_ACCESS_CODE', sdk.InvalidRequestError],
    ['PAYMENT_DECLINED', sdk.PaymentDeclinedError],
    ['LIMIT_EXCEEDED', sdk.PermissionError],
    ['TRANSFER_NOT_SEEN', sdk.NotFoundError],
    ['DUPLICATE_REFERENCE', sdk.ConflictError],
    ['CHECKOUT_EXPIRED', sdk.ConflictError],
    ['IDEMPOTENCY_KEY_REUSED', sdk.ConflictError],
    // The same request is still under way, so nothing is refused yet.
    ['REQUEST_IN_FLIGHT', sdk.UnavailableError],
    ['RATE_LIMITED', sdk.RateLimitError],
    ['INTERNAL_ERROR', sdk.UnavailableError],
    ['VALIDATION_FAILED', sdk.InvalidRequestError],
  ] as const)('of the reason %s is a %o', (reason, family) => {
    const { httpStatus, code } = resultCodes[reason];
    expect(replied(httpStatus, code, { reason, retryable: false })).toBeInstanceOf(family);
  });

  it('names the fields in its message, and what it carries', () => {
    const errors = [{ field: 'amount', rule: 'max', message: 'amount must be at most 5' }];
    const data = { reason: 'VALIDATION_FAILED', retryable: false, errors, limit: 5 };
    const error = replied(400, '30', data, { 'retry-after': '7' });
    expect(error.message).toBe('VALIDATION_FAILED: amount must be at most 5.');
    expect(error).toMatchObject({ errors, data: { limit: 5 }, retryAfterSeconds: 7 });
  });

  it.each([
    [502, '<html>', true],
    [200, '<html>', true],
    [403, '{"error":"blocked"}', false],
    [429, '<html>', true],
    [500, 'null', true],
  ])('of HTTP %i with %j is not the engine’s', (httpStatus, text, retryable) => {
    const error = errorOf(httpStatus, text, new Headers());
    expect(error).toBeInstanceOf(sdk.ConnectionError);
    expect(error).toMatchObject({ reason: 'UNREACHABLE', httpStatus, retryable, errors: [] });
  });
});
