import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSamePerson } from '../../../src/domain/same-person.js';

describe('money goes to another account of the payer', () => {
  it.each([
    ['EMEKA CHUKWU', 'Emeka Chukwu'],
    ['EMEKA CHUKWU', 'CHUKWU EMEKA'],
    ['CHUKWU, EMEKA', 'EMEKA CHUKWU'],
    ['EMEKA CHUKWU', 'EMEKA CHUKWU OKORO'],
    ['ADEBAYO OLUWASEUN JOHN', 'JOHN OLUWASEUN ADEBAYO'],
    ['OLUWASEUN ADEBAYO', 'ADEBAYO OLUWASEUN JOHN'],
    ['ADEBAYO OLUWASEUN J', 'OLUWASEUN JOHN ADEBAYO'],
    ['ADEBAYO O. JOHN', 'OLUWASEUN JOHN ADEBAYO'],
    ['ADEBAYO JOHN O', 'ADEBAYO JOHN'],
    ['MR EMEKA CHUKWU', 'CHIEF (DR) EMEKA CHUKWU'],
    ['ALHAJI MUSA IBRAHIM', 'MUSA IBRAHIM'],
    ['MRS. ADA OBI', 'ADA OBI (MISS)'],
    ['Ọlá Adébáyọ̀', 'OLA ADEBAYO'],
    ['Ɗanjuma Ƙasim', 'DANJUMA KASIM'],
    ["ADA O'BRIEN", 'ADA OBRIEN'],
    ["SHEHU 'YAR’ADUA", 'YARADUA SHEHU'],
    ['ABDUL RAHMAN MUSA', 'ABDULRAHMAN MUSA'],
    ['ADA-MARY OBI', 'ADA MARY OBI'],
    ['FLUTTERWAVE/ADA OBI', 'ADA OBI'],
    ['TRANSFER FROM ADA OBI', 'OBI ADA'],
    ['FIP:MB:OPAY/08031234567/ADA OBI', 'ADA OBI'],
    ['POS TRF FRM ADA OBI', 'ADA OBI'],
    ['SANDBOX SHOP LTD', 'Sandbox Shop Limited'],
    ['ADA STORES', 'ADA STORES'],
    ['DANGOTE CEMENT PLC', 'DANGOTE CEMENT NIGERIA PLC'],
    ['MUSA MUSA', 'MUSA MUSA'],
  ])('%s and %s', (payer, holder) => {
    expect(isSamePerson(payer, holder)).toBe(true);
    expect(isSamePerson(holder, payer)).toBe(true);
  });
});

describe('somebody looks first when the names are', () => {
  it.each([
    // one name in common
    ['CHUKWU', 'EMEKA CHUKWU'],
    ['EMEKA', 'EMEKA CHUKWU'],
    ['MR EMEKA', 'EMEKA CHUKWU'],
    ['MR EMEKA', 'MR EMEKA'],
    ['E CHUKWU', 'EMEKA CHUKWU'],
    ['NGOZI EZE', 'EMEKA CHUKWU'],
    ['CHUKWU NGOZI', 'EMEKA CHUKWU'],
    ['EMEKA OKORO', 'EMEKA CHUKWU'],
    ['CHUKWU EMMANUEL', 'EMEKA CHUKWU'],
    ['ADA', 'ADA EVIL'],
    ['MUSA MUSA', 'MUSA IBRAHIM'],
    // a beginning of a word is another word
    ['EMEKA CHUKWUEMEKA OKORO', 'EMEKA CHUKWU'],
    ['ADA OBI', 'ADAOBI OKEKE'],
    // relatives
    ['MUSA IBRAHIM ABUBAKAR', 'MUSA IBRAHIM SANI'],
    ['OLUWASEUN JOHN ADEBAYO', 'OLUWASEUN MARY ADEBAYO'],
    ['OLUWASEUN J ADEBAYO', 'OLUWASEUN MARY ADEBAYO'],
    ['OLUWASEUN J ADEBAYO', 'OLUWASEUN M ADEBAYO'],
    ['ADEBAYO O J', 'ADEBAYO OLUWASEUN JOHN'],
    ['EMEKA OBI JR', 'EMEKA OBI SR'],
    // words of rails and titles
    ['FLUTTERWAVE/ADA OBI', 'FLUTTERWAVE EVIL'],
    ['FLUTTERWAVE TECHNOLOGIES', 'FLUTTERWAVE TECHNOLOGIES'],
    ['TRANSFER FROM ADA', 'TRANSFER FROM EVE'],
    ['TRANSFER FROM ADA', 'ADA EVE'],
    ['POS TRANSFER AGENT', 'POS TRANSFER AGENT'],
    ['ALHAJI MUSA', 'ALHAJI MUSA IBRAHIM'],
    ['CHIEF DR EMEKA', 'CHIEF DR OBI'],
    ['08031234567 ADA', '08031234567 EVE'],
    // firms
    ['ADA STORES', 'ADA STORES EVIL'],
    ['ADA VENTURES LTD', 'ADA SERVICES LTD'],
    ['GLOBAL SERVICES LTD', 'GLOBAL SERVICES LTD'],
    // nothing
    ['', 'EMEKA CHUKWU'],
    ['', ''],
    ['---', '---'],
  ])('%s and %s', (payer, holder) => {
    expect(isSamePerson(payer, holder)).toBe(false);
    expect(isSamePerson(holder, payer)).toBe(false);
  });
});

it('never says that of two names with less than two words in common', () => {
  const word = fc.constantFrom('ADA', 'OBI', 'EMEKA', 'CHUKWU', 'MR', 'LTD', 'A', 'POS', 'STORES');
  const name = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
  // A title, a legal form and a word of a rail are nobody's name: "Musa Musa" is "Mr Musa Musa".
  const wordsOf = (text: string) =>
    text.split(' ').filter((each) => !['MR', 'LTD', 'POS', ''].includes(each));
  fc.assert(
    fc.property(name, name, (one, other) => {
      const same = isSamePerson(one, other);
      expect(same).toBe(isSamePerson(other, one));
      const inBoth = new Set(one.split(' ').filter((each) => other.split(' ').includes(each)));
      const telling = wordsOf([...inBoth].join(' ')).filter((each) => each !== 'A');
      if (same && telling.length < 2)
        expect(wordsOf(one).toSorted()).toEqual(wordsOf(other).toSorted());
    }),
  );
});
