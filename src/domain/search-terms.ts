import { idPrefixes } from './ids.js';
import { koboIn } from './naira.js';
import { nameWords } from './names.js';

/** The text that somebody searches for, in each of the forms in which something can be found. */
export interface SearchTerms {
  /** The text without the spaces around it, and without `sayings`, the words that only lead to what is meant. */
  readonly text: string;
  /** The text with the words that `text` leaves out, if there were any: a merchant's name may have them. */
  readonly said?: string;
  /** An id of ours, in its own spelling. */
  readonly id?: string;
  /** An e-mail address in small letters. */
  readonly email?: string;
  /** E.164. */
  readonly phone?: string;
  /** Digits alone: an account number, without what people write between them. */
  readonly digits?: string;
  /** The last four digits of an account number. Everybody may see these digits of every account. */
  readonly ending?: string;
  /** A number of a case or of a journal. */
  readonly number?: string;
  /** A query of words, as PostgreSQL reads a tsquery. */
  readonly words?: string;
}

/** Words that people say around what they look for. The search ignores them when there are others. */
const sayings: ReadonlySet<string> = new Set(
  (
    'a account acct amount and by customer email ending ends for from has is last mail mobile money my name named naira no number of on order paid payment phone please pls ref ' +
    'reference sent session shop the to transaction transfer was with alhaja alhaji chief dr hajia malam mallam miss mr mrs ms'
  ).split(' '),
);
/** Signs that end a sentence or a clause, and brackets and stars around what is meant. */
const around = /^[(<*"“'…]+|[)>,;:!?."”'…]+$/gu;

/**
 * Particles of names such as `Yar Adua` and `O Brien`. A kept name has no space here if it was written with an apostrophe
 * or as one word.
 */
const particles = /(?<![^ ])(al|d|dan|el|mac|mc|o|yar) (?=\p{L})/giu;

/** The most words that are looked for: a longer text was pasted. */
const mostWords = 8;
/** The fewest letters and digits: a search with fewer would find half of everything. */
const fewestSigns = 3;

export interface SearchRights {
  /**
   * Whether payers may be found by their account numbers. A search by first digits would reveal digits that are masked
   * elsewhere.
   */
  readonly seesAccounts: boolean;
  /** The number as E.164, if the text is one. */
  phoneOf(text: string): string | undefined;
}

export function searchTerms(written: string, rights: SearchRights): SearchTerms {
  const said = written.trim().replaceAll(/\s+/g, ' ');
  const text = meant(said.split(' ')).join(' ') || said;
  const id = idIn(text);
  const phone = rights.phoneOf(text);
  const digits = /^[\d .-]*\d[\d .-]*$/.test(text) ? text.replaceAll(/\D/g, '') : undefined;
  const isEmail = text.includes('@');
  const words =
    isEmail || id !== undefined ? undefined : wordsQuery(digits ?? text, rights.seesAccounts);
  return {
    text,
    ...(text !== said && { said }),
    ...(id !== undefined && { id }),
    ...(isEmail && { email: text.toLowerCase() }),
    ...(phone !== undefined && { phone }),
    ...(digits !== undefined && { digits }),
    ...(/^\d{4}$/.test(text) && { ending: text }),
    ...(/^#?\d{1,15}$/.test(text) && { number: text.replace('#', '') }),
    ...(words !== undefined && { words }),
  };
}

/** Reads an id such as `TXN_01ka…` as it is kept, because people and mail programs change the case. */
function idIn(text: string): string | undefined {
  const [, prefix = '', ulid = ''] = /^([a-z]{2,3})_([0-9a-hjkmnp-tv-z]{26})$/i.exec(text) ?? [];
  const known = prefix.toLowerCase();
  return Object.hasOwn(idPrefixes, known) ? `${known}_${ulid.toUpperCase()}` : undefined;
}

/** Queries the whole text as an amount, or all of its words. */
function wordsQuery(text: string, seesAccounts: boolean): string | undefined {
  if (nameWords(text).join('').length < fewestSigns) {
    return amountQuery(text).join(' | ') || undefined;
  }
  const joined = text.replaceAll(particles, '$1');
  const all = [...new Set([text, joined])].map((each) => allWords(each, seesAccounts));
  return (
    [...(text.includes(' ') ? amountQuery(text) : []), ...all].filter(Boolean).join(' | ') ||
    undefined
  );
}

function allWords(text: string, seesAccounts: boolean): string {
  const parts = text.split(' ').slice(0, mostWords);
  const each = parts.map((part) => wordQuery(part, seesAccounts)).filter((part) => part !== '');
  return each.map((part) => `(${part})`).join(' & ');
}

/** The words without the `sayings` around them, or all words when nothing else is left. */
function meant(words: readonly string[]): readonly string[] {
  const bare = words.map((word) => word.replaceAll(around, '')).filter((word) => word !== '');
  const said = bare.filter((word) => !sayings.has(word.toLowerCase()));
  return said.length > 0 ? said : bare;
}

/** Queries one word: a word of a name, a part of a reference, an account number or an amount. */
function wordQuery(word: string, seesAccounts: boolean): string {
  const parts = nameWords(word);
  // Only the last part may be a beginning. Querying a beginning that all of a merchant's references share would read all of
  // them.
  const names = /\p{L}/u.test(word)
    ? [parts.map((part, at) => (at < parts.length - 1 ? `'${part}'` : begins(part))).join(' & ')]
    : [];
  const accounts = seesAccounts && /^\d{4,10}$/.test(word) ? [begins(`@${word}`)] : [];
  return [...new Set([...names, ...referenceQuery(word), ...amountQuery(word), ...accounts])].join(
    ' | ',
  );
}

/**
 * Queries the whole reference, and the reference without the zeros at its beginning: the parts of a reference are kept
 * without them.
 */
function referenceQuery(text: string): string[] {
  if (!/^[a-z0-9][a-z0-9._:-]*$/i.test(text)) return [];
  return [text.toUpperCase(), text.toUpperCase().replace(/^0+(?=.)/, '')].map(begins);
}

/** Queries an amount of so many naira; a whole number may also be kobo. */
function amountQuery(text: string): string[] {
  const naira = roundIn(text) ?? koboIn(text);
  if (naira === undefined) return [];
  return [`'=${naira}'`, ...(/^\d+$/.test(text) ? [`'=${BigInt(text)}'`] : [])];
}

/** Reads thousands and millions as people say them: `2k`, `₦1.5m`. */
function roundIn(text: string): bigint | undefined {
  const found = /^(?:₦|ngn|n|#)?\s*(\d{1,6})(?:\.(\d{1,2}))?\s?([km])$/i.exec(text);
  if (found === null) return undefined;
  const [, whole = '', part = '', step = ''] = found;
  const hundredths = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return hundredths * (step.toLowerCase() === 'k' ? 1_000n : 1_000_000n);
}

/**
 * Matches words with this beginning. One or two signs match only themselves, because half of everything begins with one
 * of them.
 */
function begins(word: string): string {
  return word.length < fewestSigns ? `'${word}'` : `'${word}':*`;
}
