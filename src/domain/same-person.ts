import { businessWords, legalForms, railWords, titles, tradeWords } from './name-kinds.js';
import { nameWords } from './names.js';

const empty: ReadonlySet<string> = new Set([...titles, ...legalForms, ...railWords]);
const common: ReadonlySet<string> = new Set([...businessWords, ...tradeWords]);
const wordsAtLeast = 2;

/**
 * Tells, by the names that banks give, whether money of one holder may go to the other without anybody looking at it. Each
 * telling word of the shorter name, and two at least, must be in the other name, in any order. An initial may stand for a
 * word, and two words may be written as one. Banks' names for one person never differ in more. Two words of three do not
 * suffice, because a sister has them too.
 */
export function isSamePerson(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  return isWhole(left, right) || isWithin(left, right) || isWithin(right, left);
}

interface Parts {
  /** The words that are no title, no legal form and no word of a rail. */
  readonly rest: readonly string[];
  /** The words of these that fewer than half of all firms have. */
  readonly telling: readonly string[];
  readonly initials: readonly string[];
}

function partsOf(name: string): Parts {
  const rest = nameWords(name).filter((word) => !empty.has(word) && !/^\d+$/.test(word));
  const words = rest.filter(({ length }) => length > 1);
  return {
    rest,
    telling: words.filter((word) => !common.has(word)),
    initials: rest.filter(({ length }) => length === 1),
  };
}

/** Tells whether two names are the same word for word. Then one telling word suffices, as in "Ada Stores". */
function isWhole(one: Parts, other: Parts): boolean {
  const words = one.rest.filter(({ length }) => length > 1);
  const [left, right] = [one, other].map(({ rest }) => rest.toSorted().join(' '));
  return words.length >= wordsAtLeast && one.telling.length > 0 && left === right;
}

function isWithin(shorter: Parts, longer: Parts): boolean {
  // Within a longer name, a word that is written twice tells no more than once.
  if (new Set(shorter.telling).size < wordsAtLeast) return false;
  const free = [...longer.telling];
  let found = 0;
  for (let at = 0; at < shorter.telling.length; found += 1) {
    const word = shorter.telling[at] ?? '';
    const next = shorter.telling[at + 1];
    if (take(free, word)) at += 1;
    else if (next !== undefined && take(free, word + next)) at += 2;
    else return false;
  }
  return found >= wordsAtLeast && agree(shorter.initials, [...free, ...longer.initials]);
}

/** Takes the word out of `free`, or two words that make it together. */
function take(free: string[], word: string): boolean {
  const at = free.indexOf(word);
  if (at !== -1) return free.splice(at, 1).length > 0;
  const first = free.findIndex((each, index) => each + (free[index + 1] ?? '') === word);
  return first !== -1 && free.splice(first, 2).length > 0;
}

/** Tells whether each initial begins one of the words that are left. Without words left, the name is only shorter. */
function agree(initials: readonly string[], words: readonly string[]): boolean {
  const free = [...words];
  return (
    words.length === 0 ||
    initials.every((initial) => {
      const at = free.findIndex((word) => word.startsWith(initial));
      return at !== -1 && free.splice(at, 1).length > 0;
    })
  );
}
