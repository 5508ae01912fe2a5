import { businessWords, legalForms, titles } from './name-kinds.js';
import { nameWords } from './names.js';

/** Words for the kind of a holder, not for who it is. */
const kinds: ReadonlySet<string> = new Set([...titles, ...legalForms, ...businessWords]);

/**
 * From this score on, two names count as alike where a settlement account is registered. Whether money may go to an
 * account without anybody looking at it, src/domain/same-person.ts decides.
 */
export const sameName = 60;

/**
 * The part of one name that is found in the other, 0 to 100. Words may stand in any order; marks, titles and legal
 * forms are ignored. The shorter name counts, because banks cut long ones. The score is 0 when either name has no word
 * that identifies its holder.
 */
export function nameScore(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  if (left === undefined || right === undefined || left.length === 0) return 0;
  const rest = [...right];
  let letters = 0;
  for (const word of left) {
    const at = rest.findIndex((candidate) => isSameWord(word, candidate));
    const [match] = at === -1 ? [] : rest.splice(at, 1);
    if (match !== undefined) letters += Math.min(word.length, match.length);
  }
  const all = Math.min(left.join('').length, right.join('').length);
  return Math.min(Math.round((100 * letters) / all), 100);
}

/** A bank may cut a word short. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (short.length >= 4 && long.startsWith(short));
}

function wordsOf(name: string): string[] {
  const words = nameWords(name);
  const telling = words.filter((word) => !kinds.has(word));
  return telling.length > 0 ? telling : words;
}
