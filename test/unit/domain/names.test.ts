import { describe, expect, it } from 'vitest';
import {
  foldName,
  isLatinName,
  isSameName,
  lookAlikeName,
  nameWords,
  nipText,
} from '../../../src/domain/names.js';

describe('a folded name', () => {
  it.each([
    ['Ada Obi', 'ADA OBI'],
    ['Ọládélé  Adébáyọ̀', 'OLADELE ADEBAYO'],
    ['Ɗanjuma Ƙasim Ɓala Ƴaya', 'DANJUMA KASIM BALA YAYA'],
    ['Łukasz Sørensen Đorđe Ædis Œuf Þór ßen ıI', 'LUKASZ SORENSEN DORDE AEDIS OEUF THOR SSEN II'],
    ['Kɔfi Ɛsi Ŋnaa', 'KOFI ESI NNAA'],
    ["O'Brien", 'OBRIEN'],
    ["D'Angelo & Sons (Lagos)-2", 'DANGELO SONS LAGOS 2'],
    ['Ｆｕｌｌ ﬁnn', 'FULL FINN'],
    [`") | & !:*`, ''],
  ])('of %s is %s', (name, folded) => {
    expect(foldName(name)).toBe(folded);
    expect(nameWords(name)).toEqual(folded.split(' ').filter(Boolean));
  });

  it.each([..."'’‘‛ʼʻʽˈ´`′‵＇Ꞌꞌ"])('has no apostrophe, also not %s', (sign) => {
    expect(foldName(`${sign}Yar${sign}Adua`)).toBe('YARADUA');
  });
});

it.each([
  ['ADA OBI LIMITED', 'Ada  Obi Limited', true],
  ['ADA OBI LTD.', 'ada obi ltd', true],
  ['O’Connor & Sons', "O'CONNOR SONS", true],
  ['Ɗan Adé Stores', 'DAN ADE STORES', true],
  ['ADA OBI', 'OBI ADA', false],
  ['ADA OBI', 'ADA OBI LIMITED', false],
  ['ADA OBI', 'ADAOBI', false],
  ['ADA OBI', '', false],
])('%s and %s are one answer of a bank: %s', (one, other, isSame) => {
  expect(isSameName(one, other)).toBe(isSame);
});

it.each([
  ['SANDBOX SHOP-Ọláwálé Obi', 'SANDBOX SHOP-OLAWALE OBI'],
  ["Ada's O’Brien – Sons", 'ADAS OBRIEN - SONS'],
  ['Order\t₦5,000 “x” (a/b & c.)', 'ORDER 5 000 X A/B & C.'],
  ['商店 Ada', 'ADA'],
  ['a'.repeat(120), 'A'.repeat(100)],
  [`${'a'.repeat(99)} b`, 'A'.repeat(99)],
])('NIP takes %s as %s', (text, sent) => {
  expect(nipText(text)).toBe(sent);
});

it.each([
  ['Sec finance', 'SEC  FINANCE'],
  ['Tolu Bello', 'To1u Be11o'],
  ['Ọla', '0la'],
  ['O’Brien', 'OBrien'],
])('%s and %s look alike', (one, other) => {
  expect(lookAlikeName(one)).toBe(lookAlikeName(other));
});

it.each([
  ['Ọlá Stores 24', true],
  ['Ɗan & Co.', true],
  ['Аda Stores', false], // a Cyrillic А
  ['Αda', false], // a Greek Α
  ['ɑda', false], // a Latin alpha, which is no letter of a name
  ['商店', false],
  ['24', false],
])('%s is of Latin letters: %s', (name, isLatin) => {
  expect(isLatinName(name)).toBe(isLatin);
});
