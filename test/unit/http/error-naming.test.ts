import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { reasonWords } from '../../../src/domain/reason-words.js';
import { reasons, resultCodes } from '../../../src/domain/result-code.js';
import { ApiError } from '../../../src/http/api-error.js';
import { withField } from '../../../src/http/error-naming.js';

const requestOf = (url: string, body?: unknown) =>
  ({ routeOptions: { url }, body, query: {} }) as unknown as FastifyRequest;
const order = requestOf('/api/v1/checkout/create-account', {
  prefix: '501',
  paymentReference: 'O',
});
const refusals = reasons.filter((reason) => {
  const { httpStatus } = resultCodes[reason];
  return httpStatus >= 400 && httpStatus < 500;
});
/** The bank network's words, which say nothing of the request. */
const bankWords =
  /Unable to locate|Invalid transaction|Security violation|Format error|Wrong method|Unknown bank or prefix|No action taken|Duplicate (record|transaction)|Not permitted to sender/;
/** What is wrong with these is no field: the sentence names it. */
const fieldless = [
  'MERCHANT_INACTIVE',
  'WEBHOOK_ENDPOINT_INACTIVE',
  'REPLAY_IN_PROGRESS',
  'PAN_NOT_ACCEPTED',
  'METHOD_NOT_ALLOWED',
  'ROUTE_NOT_FOUND',
  'VALIDATION_FAILED',
  'MALFORMED_JSON',
  'UNKNOWN_FIELD',
  'PAYLOAD_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'RATE_LIMITED',
];

describe('a refusal', () => {
  it.each(refusals)('says what is wrong and what to do: %s', (reason) => {
    const { message } = withField(new ApiError(reason), order);
    expect(message).toBe(`${reasonWords[reason].says}. ${plain(resultCodes[reason].advice)}`);
    expect(message).not.toMatch(bankWords);
  });

  it.each(refusals.filter((reason) => !fieldless.includes(reason)))(
    'names a field: %s',
    (reason) => {
      const { details } = withField(new ApiError(reason), order);
      const [error] = details.errors ?? [];
      expect(error?.field).toMatch(/^[A-Za-z-]+$/);
      expect(error?.message).toBe(`${error?.field}: ${reasonWords[reason].says}`);
    },
  );

  it('names what the path names, and all of it when nothing is found', () => {
    const path = requestOf('/ops/v1/merchants/:merchantId/keys/:clientId/rotate');
    const fieldsOf = (reason: 'RESOURCE_NOT_FOUND' | 'DECISION_REFUSED') =>
      withField(new ApiError(reason), path).details.errors?.map(({ field }) => field);
    expect(fieldsOf('RESOURCE_NOT_FOUND')).toEqual(['merchantId', 'clientId']);
    expect(fieldsOf('DECISION_REFUSED')).toEqual(['clientId']);
  });

  it('keeps what it has named itself', () => {
    const errors = [{ field: 'amount', rule: 'max', message: 'amount must be at most 5' }] as const;
    const error = new ApiError('AMOUNT_OUT_OF_RANGE', { message: 'Too much.', errors });
    expect(withField(error, order)).toBe(error);
  });
});

function plain(advice: string): string {
  return advice.replaceAll('`', '');
}
