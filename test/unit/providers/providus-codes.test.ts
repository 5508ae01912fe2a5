import { describe, expect, it } from 'vitest';
import {
  classifyProvidus,
  providusCodes,
  providusFault,
} from '../../../src/providers/providus/codes.js';
import { creditIn } from '../../../src/providers/providus/notice.js';

const none = new Map<string, 'FAILED'>();
/** What every source calls a failure of a transfer. Of a query some of them may speak of the query itself. */
const certain = ['03', '05', '07', '08', '13', '16', '30', '57', '58', '61', '65'].concat(
  ...['7701', '7702', '7703', '7704', '7708', '8005', '8888'],
);
const ofTheQuery = ['03', '05', '12', '13', '14', '15', '16', '17', '18', '30', '57', '58'].concat(
  ...['63', '65', '91', '92', '8005'],
);
/** Every code that a source names, those of NIP that its sources disagree about, and texts that are none. */
const named = [...providusCodes, '00', '06', '09', '12', '14', '15', '17', '18', '21', '26', '32'];
const all = [
  ...new Set([...named, ...certain, '34', '35', '36', '51', '69', '70', '91', '92']),
].concat(...['94', '95', '96', '97', '0', '000', '', 'null', '77019']);

describe('each code of Providus', () => {
  it.each(all)('%j means what its sources agree upon', (code) => {
    const isDone = code === '00';
    const transfer = isDone ? 'SUCCESS' : certain.includes(code) ? 'FAILED' : 'UNKNOWN';
    expect(classifyProvidus(code, 'transfer', none)).toBe(transfer);
    expect(classifyProvidus(code, 'enquiry', none)).toBe(transfer);
    const isAbsent = code === '01' || code === '25';
    const query = isAbsent ? 'ABSENT' : ofTheQuery.includes(code) ? 'UNKNOWN' : transfer;
    expect(classifyProvidus(code, 'query', none)).toBe(query);
    const isOfAccount = ['7702', '7703', '8888'].includes(code);
    expect(providusFault(code)).toBe(isOfAccount ? 'ACCOUNT' : undefined);
  });

  it('may be certain by a contract, and never for 00, an absence or a fault of the query', () => {
    const agreed = new Map(['00', '01', '05', '12', '51'].map((code) => [code, 'FAILED' as const]));
    expect(classifyProvidus('51', 'transfer', agreed)).toBe('FAILED');
    expect(classifyProvidus('51', 'query', agreed)).toBe('FAILED');
    expect(classifyProvidus('00', 'transfer', agreed)).toBe('SUCCESS');
    expect(classifyProvidus('01', 'query', agreed)).toBe('ABSENT');
    expect(classifyProvidus('05', 'query', agreed)).toBe('UNKNOWN');
    expect(classifyProvidus('12', 'transfer', agreed)).toBe('FAILED');
    expect(classifyProvidus('12', 'query', agreed)).toBe('UNKNOWN');
  });
});

describe('a credit', () => {
  const told = {
    ...{ settlementId: '202210301006807600001432', sessionId: '100006211026140659995551234567' },
    ...{ accountNumber: '9900000001', transactionAmount: '1000.50', currency: 'NGN' },
    ...{ feeAmount: '10.00', vatAmount: '0.75', settledAmount: '989.75' },
    ...{ sourceAccountNumber: '0123456789', sourceBankName: 'Access Bank' },
    tranDateTime: '2026-12-31 23:59:59',
  };
  const banks = new Map([['access bank', '000014']]);

  it('has each amount, time and bank in its place', () => {
    expect(creditIn(told, banks)).toMatchObject({
      ...{ key: told.settlementId, sessionId: told.sessionId, amountMinor: 100_050n },
      ...{ feeMinor: 1_000n, vatMinor: 75n, settledMinor: 98_975n, currency: 'NGN' },
      source: { bankCode: '000014', accountNumber: '0123456789' },
      sentAt: new Date('2026-12-31T22:59:59Z'),
    });
  });

  it.each([
    [{ currency: '1' }, { currency: 'NGN' }],
    [{ currency: 'ngn' }, { currency: 'NGN' }],
    [{ currency: 'USD' }, { wrong: ['currency'] }],
    [{ transactionAmount: '0.00' }, { wrong: ['transactionAmount'] }],
    [{ transactionAmount: '-1.00' }, { wrong: ['transactionAmount'] }],
    [{ settlementId: '' }, { wrong: ['settlementId'] }],
    [{ accountNumber: '990000000' }, { wrong: ['accountNumber'] }],
    [{ sourceBankName: 'ACCESS BANK' }, { source: { bankCode: '000014' } }],
    [{ sourceBankName: 'eTRANZACT' }, { source: { bankCode: null } }],
    [{ sourceBankCode: '000013' }, { source: { bankCode: '000013' } }],
    [{ sourceBankCode: '044', sourceBankName: 'ACCESS BANK' }, { source: { bankCode: '000014' } }],
    [{ sourceBankCode: '044', sourceBankName: 'eTRANZACT' }, { source: { bankCode: null } }],
    [{ sessionId: 'null' }, { sessionId: null, key: told.settlementId }],
  ])('with %j is %j', (changed, expected) => {
    expect(creditIn({ ...told, ...changed }, banks)).toMatchObject(expected);
  });
});
