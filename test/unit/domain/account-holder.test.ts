import { expect, test } from 'vitest';
import { isSameHolder } from '../../../src/domain/account-holder.js';

test.each([
  ['ADA OBI LIMITED', 'Ada  Obi Limited'],
  ['ADA OBI LTD.', 'ada obi ltd'],
  ['O’Connor & Sons', "O'CONNOR SONS"],
  ['ADÉ STORES', 'ADE STORES'],
])('%s and %s are one holder', (one, other) => {
  expect(isSameHolder(one, other)).toBe(true);
});

test.each([
  ['ADA OBI', 'OBI ADA'],
  ['ADA OBI', 'ADA OBI LIMITED'],
  ['ADA OBI', 'ADAOBI'],
  ['ADA OBI', ''],
])('%s and %s are two, for a person to look at', (one, other) => {
  expect(isSameHolder(one, other)).toBe(false);
});
