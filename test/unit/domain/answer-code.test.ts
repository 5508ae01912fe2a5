import { describe, expect, it } from 'vitest';
import { cardAnswerWords } from '../../../src/domain/card-code.js';
import { bankAnswerWords } from '../../../src/domain/nip-code.js';

describe('an answer', () => {
  it.each([
    ['00', 'approved (code 00)'],
    ['07', 'invalid account (code 07)'],
    ['09', 'still being processed (code 09)'],
    ['25', 'no record (code 25)'],
    ['96', 'system malfunction (code 96)'],
    ['4', 'code 4'],
    ['x9', 'code x9'],
    ['NO_ANSWER', 'no answer'],
    ['toString', 'tostring'],
    [null, 'no reason given'],
  ])('of a bank, %s, says %s', (code, words) => {
    expect(bankAnswerWords(code)).toBe(words);
  });

  it.each([
    ['00', 'approved (code 00)'],
    ['02', 'the customer must act (code 02)'],
    ['09', 'still being processed (code 09)'],
    ['54', 'expired card (code 54)'],
    ['99', 'code 99'],
    ['DEADLINE_PASSED', 'deadline passed'],
  ])('of an acquirer, %s, says %s', (code, words) => {
    expect(cardAnswerWords(code)).toBe(words);
  });
});
