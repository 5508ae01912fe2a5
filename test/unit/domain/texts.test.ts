import { describe, expect, it } from 'vitest';
import {
  hasUnseen,
  plainLine,
  plainLines,
  plainName,
  plainTexts,
  seenLength,
} from '../../../src/domain/texts.js';

/** By number: controls, soft hyphen, joiners, directions, isolates, fillers, tags, private use. */
const unseen = [
  ...[0x00, 0x07, 0x08, 0x0e, 0x1b, 0x7f, 0x80, 0x9f, 0xad, 0x34f, 0x61c, 0x115f, 0x180e],
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060],
  ...[0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x2800, 0x3164, 0xe000, 0xfeff, 0xffa0, 0xe0041],
];

describe('signs that nobody sees', () => {
  it.each(unseen.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
    'U+%s is taken out of every text',
    (_code, sign) => {
      expect(hasUnseen(`A${sign}B`)).toBe(true);
      expect(plainLines(`A${sign}B`)).toBe('AB');
      expect(plainLine(sign)).toBe('');
    },
  );

  it('are not those that join pictures', () => {
    const pictures = '👨‍👩‍👧 👍🏽 ❤️ 🏳️‍🌈';
    expect(plainLine(pictures)).toBe(pictures);
    expect(plainLine('a\u200Db')).toBe('ab');
  });

  it('are taken out of whatever a body holds', () => {
    const body = { a: 'X\u202EABC', b: [{ c: '\u200Bd' }, 5, null], e: true };
    expect(plainTexts(body)).toEqual({ a: 'XABC', b: [{ c: 'd' }, 5, null], e: true });
  });
});

it('makes one line of several, single-spaced', () => {
  expect(plainLine('  Mary\u00A0Ann\r\nObi\t \u2028 x ')).toBe('Mary Ann Obi x');
});

it('keeps lines where there may be several', () => {
  expect(plainLines('a\r\nb\rc\u2029d\u00A0e\tf')).toBe('a\nb\nc\nd e f');
});

it.each([
  ['O’Brien', "O'Brien"],
  ['O`Brien', "O'Brien"],
  ['ʼYar´Adua', "'Yar'Adua"],
  ['Ade–Bayo', 'Ade-Bayo'],
  ['Mary\u00A0Ann', 'Mary Ann'],
  ['Ada “Sugar” Obi', 'Ada "Sugar" Obi'],
  ['Ada （Mrs）', 'Ada (Mrs)'],
])('writes the name %s as %s', (typed, name) => {
  expect(plainName(typed)).toBe(name);
});

it('counts a letter and its marks as one character', () => {
  expect(seenLength('ọ́'.repeat(26))).toBe(26);
  expect(seenLength('Ada')).toBe(3);
});
