import { describe, expect, it } from 'vitest';
import {
  reasons,
  resultCodes,
  success,
  type Reason,
  type ResultCode,
} from '../../../src/domain/result-code.js';

const rows = reasons.map((reason): [Reason, ResultCode] => [reason, resultCodes[reason]]);
const pendingCodes = ['01', '02', '09'];

describe('the catalogue of results', () => {
  it('has one success, "00" with 200', () => {
    expect(success).toEqual({ code: '00', httpStatus: 200, message: 'Successful' });
  });

  it('has a row for every reason and no other row', () => {
    expect(Object.keys(resultCodes).toSorted()).toEqual([...reasons].toSorted());
    expect(new Set(reasons).size).toBe(reasons.length);
  });

  it.each(rows)(
    '%s is never a success, in neither code nor HTTP status',
    (_reason, { code, httpStatus }) => {
      expect(code).toMatch(/^[0-9]{2}$/);
      expect(code).not.toBe('00');
      expect(httpStatus).not.toBe(200);
    },
  );

  it.each(rows)(
    '%s is 202 only with a pending code, else 4xx or 5xx',
    (_reason, { code, httpStatus }) => {
      if (httpStatus === 202) expect(pendingCodes).toContain(code);
      else expect(httpStatus).toBeGreaterThanOrEqual(400);
    },
  );

  it.each(rows)(
    '%s has an upper-snake name, a sentence and advice',
    (reason, { message, advice }) => {
      expect(reason).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(message.length).toBeGreaterThan(5);
      expect(advice).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('has a sentence for each reason of its own, in our words', () => {
    const refusals = reasons.filter((reason) => resultCodes[reason].httpStatus < 500);
    const texts = refusals.map((reason) => resultCodes[reason].message);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('lets what is pending or unavailable be asked again, and what is malformed not', () => {
    for (const [reason, { httpStatus, retryable }] of rows) {
      if ([202, 429, 500, 502, 503, 504].includes(httpStatus)) expect(retryable, reason).toBe(true);
      // What a rail may still deliver is not seen yet, and may be seen later.
      if ([400, 401, 404, 405, 406, 410, 413, 415, 422].includes(httpStatus))
        expect(retryable, reason).toBe(reason === 'TRANSFER_NOT_SEEN');
    }
  });

  it('answers declines with 402', () => {
    for (const reason of [
      'PAYMENT_DECLINED',
      'INSUFFICIENT_FUNDS',
      'CARD_EXPIRED',
      'AMOUNT_UNDERPAID',
    ] as const) {
      expect(resultCodes[reason].httpStatus).toBe(402);
    }
  });
});
