import { plainName } from './texts.js';

/** The comparison of names. PostgreSQL folds names in the same way, by `fold_name`; a test compares the two. */

const apostrophes = /['’‘‛ʼʻʽʹʾʿˈ´`′‵＇Ꞌꞌ׳]/gu;
/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters, and those that stand by themselves. */
const marks = new RegExp(
  [
    String.raw`[\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF]`,
    String.raw`[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]`,
    String.raw`[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]`,
    String.raw`[\uFE00-\uFE0F\uFE20-\uFE2F]`,
  ].join('|'),
  'gu',
);
/** Latin letters that Unicode does not take apart: letters of Hausa, Ewe, Akan and Kanuri, and of Europe. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ Ɓ: 'B', Ɗ: 'D', Ƙ: 'K', Ƴ: 'Y', Ɖ: 'D', Ɛ: 'E', Ɔ: 'O', Ǝ: 'E', Ə: 'E', Ɣ: 'G', Ƒ: 'F' },
  ...{ Ɩ: 'I', Ɨ: 'I', Ʋ: 'V', Ʉ: 'U', Ɲ: 'N', Ŋ: 'N', Ƭ: 'T', Ŧ: 'T', Ɠ: 'G', Ǥ: 'G', Ƈ: 'C' },
  ...{ Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Ħ: 'H', Ƶ: 'Z', Ƀ: 'B', Ʒ: 'Z' },
  ...{ Æ: 'AE', Œ: 'OE', Þ: 'TH', ẞ: 'SS' },
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/** Letters in capitals, without marks and apostrophes; all other signs stay. */
function plainCapitals(text: string): string {
  return text
    .replaceAll(apostrophes, '')
    .normalize('NFKD')
    .replaceAll(apostrophes, '')
    .replaceAll(marks, '')
    .toUpperCase()
    .replaceAll(special, (letter) => plainLetters[letter] ?? letter);
}

/** A name in capitals, without marks and apostrophes; whatever is neither letter nor digit is one space. */
export function foldName(name: string): string {
  return plainCapitals(name)
    .replaceAll(/[^\p{Alphabetic}\p{Nd}]+/gu, ' ')
    .trim();
}

/** The words of a folded name. */
export function nameWords(name: string): string[] {
  return foldName(name).split(' ').filter(Boolean);
}

/** Tells whether a bank's two answers name the same holder. Banks change case, spacing and signs from one day to the next. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}

/**
 * Returns the same form for two names that people take for one: besides case, marks and spacing, 0 and O are equal, and
 * so are 1, I and L. The form is for a unique key.
 */
export function lookAlikeName(name: string): string {
  return foldName(name).replaceAll('0', 'O').replaceAll(/[1L]/g, 'I');
}

/** Tells whether a name is of Latin letters, with marks or without, so that it has no letter of another alphabet that looks alike. */
export function isLatinName(name: string): boolean {
  return /^[A-Z0-9 ]*[A-Z][A-Z0-9 ]*$/.test(foldName(name));
}

const specialOfBoth = new RegExp(
  `[${Object.keys(plainLetters).join('')}${Object.keys(plainLetters).join('').toLowerCase()}]`,
  'gu',
);

/** A narration as NIP takes it: at most 100 signs that a typewriter has, small letters too. */
export function nipNarration(text: string): string {
  return plainName(text)
    .replaceAll('₦', 'N')
    .normalize('NFKD')
    .replaceAll(marks, '')
    .replaceAll(specialOfBoth, (letter) => {
      const plain = plainLetters[letter.toUpperCase()] ?? '';
      return letter === letter.toUpperCase() ? plain : plain.toLowerCase();
    })
    .replaceAll(/[^ -~]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 100)
    .trim();
}

/** A name as NIP takes it: at most 100 capitals without marks, digits, spaces and the signs . & / - */
export function nipText(text: string): string {
  return plainCapitals(text)
    .replaceAll(/[‐-―−]/gu, '-')
    .replaceAll(/[^A-Z0-9.&/-]+/g, ' ')
    .trim()
    .slice(0, 100)
    .trim();
}
