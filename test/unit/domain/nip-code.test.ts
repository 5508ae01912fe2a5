import { describe, expect, it } from 'vitest';
import { classifyNipCode, nipFault, nipMeaning } from '../../../src/domain/nip-code.js';

const failed = [
  ...['03', '05', '06', '07', '08', '12', '13', '14', '15', '16', '17', '18', '30', '34', '51'],
  ...['57', '58', '61', '63', '65', '69', '70', '71', '91', '92'],
];
const everyCode = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
const unknown = everyCode.filter((code) => !['00', '25', ...failed].includes(code));

describe('a NIP code', () => {
  it('00 is the only success', () => {
    const successes = everyCode.filter((code) => classifyNipCode(code, 'transfer') === 'SUCCESS');
    expect(successes).toEqual(['00']);
  });

  it.each(failed)('%s is a definite failure of a transfer', (code) => {
    expect(classifyNipCode(code, 'transfer')).toBe('FAILED');
    expect(nipMeaning(code)).not.toContain('not known');
  });

  it('answered to a query tells of the transfer only when it cannot be about the query', () => {
    const told = failed.filter((code) => classifyNipCode(code, 'query') === 'FAILED');
    expect(told).toEqual([
      ...['03', '05', '06', '07', '08', '13', '14', '34', '51', '57', '58', '61', '69', '70', '71'],
    ]);
    const doubtful = failed.filter((code) => !told.includes(code));
    expect(doubtful.map((code) => classifyNipCode(code, 'query'))).toEqual(
      doubtful.map(() => 'UNKNOWN'),
    );
  });

  it.each(unknown)('%s tells nothing', (code) => {
    expect([classifyNipCode(code, 'transfer'), classifyNipCode(code, 'query')]).toEqual([
      'UNKNOWN',
      'UNKNOWN',
    ]);
    expect(nipMeaning(code)).toContain(code);
  });

  it('25 is absence when a query is answered with it, and tells nothing of a transfer', () => {
    expect(classifyNipCode('25', 'query')).toBe('ABSENT');
    expect(classifyNipCode('25', 'transfer')).toBe('UNKNOWN');
  });

  it.each([null, '', '0', '000', ' 00', '100', '500', 'ERR', 'toString', '０0', '<html>'])(
    'that reads %j tells nothing',
    (code) => {
      expect(classifyNipCode(code, 'transfer')).toBe('UNKNOWN');
      expect(classifyNipCode(code, 'query')).toBe('UNKNOWN');
      expect(nipFault(code)).toBe('OTHER');
    },
  );

  it('blames the destination account, or tells of fraud, or neither', () => {
    const blaming = (fault: string): string[] =>
      everyCode.filter((code) => nipFault(code) === fault);
    expect(blaming('ACCOUNT')).toEqual(['06', '07', '08', '16', '57']);
    expect(blaming('FRAUD')).toEqual(['34', '63']);
    expect(blaming('OTHER')).toHaveLength(93);
  });
});
