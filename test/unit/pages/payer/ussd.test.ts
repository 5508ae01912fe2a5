import { describe, expect, it } from 'vitest';
import { dialled, readUssdBanks, ussdBanksIn } from '../../../../src/pages/payer/ussd.js';

describe('the table of USSD strings', () => {
  it('that is shipped has a source on each line, and offers no bank whose string is not known', () => {
    const banks = ussdBanksIn('ops/ussd-banks.csv');
    expect(banks).toContainEqual({ bank: 'GTBank', string: '*737#' });
    expect(banks.map(({ bank }) => bank)).not.toContain('Providus Bank');
    expect(ussdBanksIn(null)).toEqual([]);
    expect(() => ussdBanksIn('nowhere.csv')).toThrow(/^MANILLA_USSD_BANKS: .*'nowhere.csv'$/);
  });

  it.each([
    ['GTBank,*737#,', 'no source'],
    [',*737#,the bank', 'no bank'],
    ['GTBank,737#,the bank', 'not a string to dial'],
    ['GTBank,*737*{sum}#,the bank', 'a hole that is not known'],
    ['GTBank,*737#;tel:1,the bank', 'another address'],
  ])('stops the start by its line: %s (%s)', (line) => {
    expect(() => readUssdBanks(`# banks\n${line}\n`, 'banks.csv')).toThrow('banks.csv, line 2');
  });

  it('is filled with whole naira, and offers nothing for kobo', () => {
    expect(dialled('*966*{amount}*{account}#', 1_000_000n, '5011234561')).toBe(
      '*966*10000*5011234561#',
    );
    expect(dialled('*966*{amount}*{account}#', 1_000_050n, '5011234561')).toBeUndefined();
    expect(dialled('*966#', 1_000_050n, '5011234561')).toBe('*966#');
  });
});
