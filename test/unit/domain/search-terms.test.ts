import { describe, expect, it } from 'vitest';
import { searchTerms } from '../../../src/domain/search-terms.js';

const terms = (text: string, seesAccounts = true) =>
  searchTerms(text, {
    seesAccounts,
    phoneOf: (given) => (given.startsWith('08') ? '+2348' : undefined),
  });

describe('what somebody says', () => {
  it.each([
    ['  Amaka   Obi ', { text: 'Amaka Obi', words: `('AMAKA':*) & ('OBI':*)` }],
    ['Ọlá', { text: 'Ọlá', words: `('OLA':*)` }],
    ["O'Brien", { text: "O'Brien", words: `('OBRIEN':*)` }],
    ['rfunk-1', { text: 'rfunk-1', words: `('RFUNK' & '1' | 'RFUNK-1':*)` }],
    ['0b18', { text: '0b18', words: `('0B18':* | 'B18':*)` }],
    ['₦2,000', { text: '₦2,000', words: `('=200000')` }],
    ['Ada@Example.NG', { text: 'Ada@Example.NG', email: 'ada@example.ng' }],
    [
      'txn_01ka0000000000000000000000',
      {
        ...{ text: 'txn_01ka0000000000000000000000', id: 'txn_01KA0000000000000000000000' },
      },
    ],
    [
      '0000471',
      {
        text: '0000471',
        digits: '0000471',
        number: '0000471',
        words: `('0000471':* | '471':* | '=47100' | '=471' | '@0000471':*)`,
      },
    ],
    [
      '0803 1',
      {
        text: '0803 1',
        phone: '+2348',
        digits: '08031',
        words: `('08031':* | '8031':* | '=803100' | '=8031' | '@08031':*)`,
      },
    ],
    ['#12', { text: '#12', number: '12', words: `'=1200'` }],
    ['₦50', { text: '₦50', words: `'=5000'` }],
    ['ab', { text: 'ab' }],
    ['₦2k', { text: '₦2k', words: `'=200000'` }],
    ['₦2K', { text: '₦2K', words: `'=200000'` }],
    ['1.5M', { text: '1.5M', words: `('1' & '5M' | '1.5M':* | '=150000000')` }],
    ['1.25m', { text: '1.25m', words: `('1' & '25M':* | '1.25M':* | '=125000000')` }],
    ['my ₦2,000.', { text: '₦2,000', said: 'my ₦2,000.', words: `('=200000')` }],
    [
      'my order RFUNK-1,',
      {
        ...{ text: 'RFUNK-1', said: 'my order RFUNK-1,' },
        words: `('RFUNK' & '1' | 'RFUNK-1':*)`,
      },
    ],
    ['Money Order', { text: 'Money Order', words: `('MONEY':*) & ('ORDER':*)` }],
    [
      '(Money Order)',
      { text: 'Money Order', said: '(Money Order)', words: `('MONEY':*) & ('ORDER':*)` },
    ],
    [
      'Mrs. Amaka Obi',
      { text: 'Amaka Obi', said: 'Mrs. Amaka Obi', words: `('AMAKA':*) & ('OBI':*)` },
    ],
    [
      '<Ada@Example.NG>',
      { text: 'Ada@Example.NG', said: '<Ada@Example.NG>', email: 'ada@example.ng' },
    ],
    [
      'transaction txn_01ka0000000000000000000000',
      {
        text: 'txn_01ka0000000000000000000000',
        said: 'transaction txn_01ka0000000000000000000000',
        id: 'txn_01KA0000000000000000000000',
      },
    ],
    ['yar adua', { text: 'yar adua', words: `('YAR':*) & ('ADUA':*) | ('YARADUA':*)` }],
    ['Dayo Obi', { text: 'Dayo Obi', words: `('DAYO':*) & ('OBI':*)` }],
    ['money order', { text: 'money order', words: `('MONEY':*) & ('ORDER':*)` }],
    ['order', { text: 'order', words: `('ORDER':*)` }],
    ['...', { text: '...' }],
  ])('is looked for as it is meant: %s', (said, found) => {
    expect(terms(said)).toEqual(found);
  });

  it('is no query of its own: what a query would be made of is left out', () => {
    expect(terms(`ada' & 'bola:* | !chi\\`).words).toBe(`('ADA':*) & ('BOLA':*) & ('CHI':*)`);
  });

  it('finds nobody by account number who may not see account numbers', () => {
    expect(terms('0123456789').words).toContain('@0123456789');
    expect(terms('0123456789', false).words).not.toContain('@');
  });
});
