import { idPrefixes } from './ids.js';
import { koboIn } from './naira.js';
import { nameWords } from './names.js';

/** The text that somebody searches for, in each of the forms in which something can be found. */
export interface SearchTerms {
  /** The text as it was written, without the spaces around it. */
  readonly text: string;
  /** An id of ours, in its own spelling. */
  readonly id?: string;
  /** In small letters. */
  readonly email?: string;
  /** E.164. */
  readonly phone?: string;
  /** Digits alone: an account number, without what people write between them. */
  readonly digits?: string;
  /** A number of a case or of a journal. */
  readonly number?: string;
  /** A query of words, as PostgreSQL reads a tsquery. */
  readonly words?: string;
}

/** So many words are looked for at most: who writes more has pasted something. */
const mostWords = 8;
/** With fewer letters and digits in all, a search would find half of everything. */
const fewestSigns = 3;

export interface SearchRights {
  /** Whether payers may be found by their account numbers. A beginning would tell digits that are masked elsewhere. */
  readonly seesAccounts: boolean;
  /** The number as E.164, if the text is one. */
  phoneOf(text: string): string | undefined;
}

export function searchTerms(written: string, rights: SearchRights): SearchTerms {
  const text = written.trim().replaceAll(/\s+/g, ' ');
  const id = idIn(text);
  const phone = rights.phoneOf(text);
  const digits = /^[\d .-]+$/.test(text) ? text.replaceAll(/\D/g, '') : undefined;
  const isEmail = text.includes('@');
  const words =
    isEmail || id !== undefined ? undefined : wordsQuery(digits ?? text, rights.seesAccounts);
  return {
    text,
    ...(id !== undefined && { id }),
    ...(isEmail && { email: text.toLowerCase() }),
    ...(phone !== undefined && { phone }),
    ...(digits !== undefined && { digits }),
    ...(/^#?\d{1,15}$/.test(text) && { number: text.replace('#', '') }),
    ...(words !== undefined && { words }),
  };
}

/** `TXN_01ka…` as it is kept; people and mail programs change the case. */
function idIn(text: string): string | undefined {
  const [, prefix = '', ulid = ''] = /^([a-z]{2,3})_([0-9a-hjkmnp-tv-z]{26})$/i.exec(text) ?? [];
  const known = prefix.toLowerCase();
  return Object.hasOwn(idPrefixes, known) ? `${known}_${ulid.toUpperCase()}` : undefined;
}

/** The whole as an amount, or all of its words. */
function wordsQuery(text: string, seesAccounts: boolean): string | undefined {
  if (nameWords(text).join('').length < fewestSigns) {
    return amountQuery(text).join(' | ') || undefined;
  }
  const parts = text.split(' ').slice(0, mostWords);
  const each = parts.map((part) => wordQuery(part, seesAccounts)).filter((part) => part !== '');
  const all = each.map((part) => `(${part})`).join(' & ');
  return (
    [...(parts.length > 1 ? amountQuery(text) : []), all].filter(Boolean).join(' | ') || undefined
  );
}

/** A word of a name, a part of a reference, an account number or an amount. */
function wordQuery(word: string, seesAccounts: boolean): string {
  const parts = nameWords(word);
  // Whole parts but for the last: a beginning that all of a merchant's references have would be read to its end.
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

/** Naira, and kobo when it is a whole number. */
function amountQuery(text: string): string[] {
  const naira = koboIn(text);
  if (naira === undefined) return [];
  return [`'=${naira}'`, ...(/^\d+$/.test(text) ? [`'=${BigInt(text)}'`] : [])];
}

/**
 * Matches words with this beginning. One or two signs match only themselves, because half of everything begins with one
 * of them.
 */
function begins(word: string): string {
  return word.length < fewestSigns ? `'${word}'` : `'${word}':*`;
}
