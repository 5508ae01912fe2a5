import { describe, expect, it } from 'vitest';
import { cardCodeMeaning, classifyCardCode, declineOf } from '../../../src/domain/card-code.js';
import { resultCodes } from '../../../src/domain/result-code.js';

const everyCode = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));

describe('a response code of a card acquirer', () => {
  it('approves with 00 alone', () => {
    expect(everyCode.filter((code) => classifyCardCode(code, 'charge') === 'APPROVED')).toEqual([
      '00',
    ]);
  });

  it('declines when no money can have moved', () => {
    for (const code of ['05', '34', '41', '43', '51', '54', '55', '61', '63', '65', '91']) {
      expect(classifyCardCode(code, 'charge')).toBe('DECLINED');
    }
  });

  it('leaves open what is in progress, a malfunction, unlisted or unreadable', () => {
    for (const code of ['01', '09', '68', '94', '96', '97', '99', '', '0', '000', 'xx', null]) {
      expect(classifyCardCode(code, 'charge')).toBe('UNKNOWN');
    }
    expect(classifyCardCode('constructor', 'charge')).toBe('UNKNOWN');
  });

  it('answered to a query tells of a decline only when it cannot be about the query', () => {
    const told = everyCode.filter((code) => classifyCardCode(code, 'query') === 'DECLINED');
    expect(told).toEqual([
      ...['04', '05', '33', '34', '36', '38', '41', '43', '51', '54', '55', '59', '61', '62', '75'],
    ]);
    expect(classifyCardCode('00', 'query')).toBe('APPROVED');
  });

  it('ends the checkout at once by a lost, stolen or fraudulent card', () => {
    const hard = everyCode.filter((code) => declineOf(code)?.hard);
    expect(hard).toEqual(['34', '41', '43', '59', '63']);
  });

  it('has a public reason for every decline, none of them retried as if nothing had been said', () => {
    for (const code of everyCode) {
      const decline = declineOf(code);
      if (decline === undefined) continue;
      expect([402, 403]).toContain(resultCodes[decline.reason].httpStatus);
    }
    expect(declineOf('51')?.reason).toBe('INSUFFICIENT_FUNDS');
    expect(declineOf('54')?.reason).toBe('CARD_EXPIRED');
    expect(declineOf('55')?.reason).toBe('CARD_PIN_OR_OTP_INVALID');
    expect(declineOf('61')?.reason).toBe('PAYMENT_DECLINED');
    expect(declineOf('34')?.reason).toBe('SUSPECTED_FRAUD');
    expect(declineOf('00')).toBeUndefined();
  });

  it('is put into words', () => {
    expect(cardCodeMeaning('00')).toBe('approved');
    expect(cardCodeMeaning('51')).toBe('no sufficient funds');
    expect(cardCodeMeaning('96')).toBe('not known (96)');
    expect(cardCodeMeaning(null)).toBe('not known (no code)');
  });
});
