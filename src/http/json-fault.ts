import type { FieldError } from './field-error.js';

/** Maximum depth of nesting. Deeper nesting has no use here, and costs every function that walks it. */
const maxDepth = 16;
/** Names by which an object reaches its prototype. */
const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const quote = 0x22;
const backslash = 0x5c;

/**
 * Finds the fault of a JSON text that `JSON.parse` accepts but silently changes: a key given twice, a number that a
 * double cannot hold exactly, text that is not Unicode or that PostgreSQL refuses, keys that touch prototypes, nesting
 * beyond 16. Undefined when `JSON.parse` changes nothing. `text` must be valid JSON.
 */
export function findJsonFault(text: string): FieldError | undefined {
  for (const { error } of new JsonScanner(text).scan()) return error;
  return undefined;
}

/** A fault, and the member of the body that it lies in. */
export interface JsonFault {
  readonly member: string;
  readonly error: FieldError;
}

/** Finds the first such fault of each member of the body, for callers that read only some of them. `text` must be valid JSON. */
export function findJsonFaults(text: string): JsonFault[] {
  return [...new JsonScanner(text).scan()];
}

interface Level {
  /** Keys seen so far; undefined in an array. */
  readonly keys: Set<string> | undefined;
  /** The key (or the array's position) whose value comes next. */
  at: string | number;
}

class JsonScanner {
  readonly #text: string;
  readonly #levels: Level[] = [];
  readonly #faulty = new Set<string>();
  #position = 0;
  #keyComesNext = false;

  constructor(text: string) {
    this.#text = text;
  }

  *scan(): Generator<JsonFault> {
    const text = this.#text;
    while (this.#position < text.length) {
      const error = this.#step(text.charCodeAt(this.#position));
      if (error !== undefined) yield { member: this.#member(), error };
    }
  }

  #member(): string {
    return String(this.#levels[0]?.at ?? '');
  }

  #step(character: number): FieldError | undefined {
    switch (character) {
      case 0x7b: // {
        return this.#open({ keys: new Set(), at: '' });
      case 0x5b: // [
        return this.#open({ keys: undefined, at: 0 });
      case 0x7d: // }
      case 0x5d: // ]
        this.#levels.pop();
        break;
      case 0x2c: // ,
        this.#nextMember();
        break;
      case 0x3a: // :
        this.#keyComesNext = false;
        break;
      case quote:
        return this.#string();
      default:
        if (character === 0x2d || (character >= 0x30 && character <= 0x39)) return this.#number();
    }
    this.#position += 1;
    return undefined;
  }

  #open(level: Level): FieldError | undefined {
    this.#position += 1;
    const fault =
      this.#levels.length === maxDepth
        ? this.#fault('depth', `must not be nested deeper than ${maxDepth} levels`)
        : undefined;
    this.#levels.push(level);
    this.#keyComesNext = level.keys !== undefined;
    return fault;
  }

  #nextMember(): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    this.#keyComesNext = level.keys !== undefined;
    if (typeof level.at === 'number') level.at += 1;
  }

  #string(): FieldError | undefined {
    const start = this.#position;
    const { end, escaped } = this.#endOfString(start + 1);
    this.#position = end + 1;
    let value = this.#text.slice(start + 1, end);
    if (escaped) {
      value = JSON.parse(this.#text.slice(start, end + 1)) as string;
      if (value.includes('\0') || !value.isWellFormed()) {
        return this.#fault('text', 'must not hold NUL or half of a surrogate pair');
      }
    }
    return this.#keyComesNext ? this.#key(value) : undefined;
  }

  #endOfString(from: number): { end: number; escaped: boolean } {
    let escaped = false;
    let position = from;
    for (;;) {
      const character = this.#text.charCodeAt(position);
      if (character === quote) return { end: position, escaped };
      if (character === backslash) {
        escaped = true;
        position += 1;
      }
      position += 1;
    }
  }

  #key(key: string): FieldError | undefined {
    const level = this.#levels.at(-1);
    if (level?.keys === undefined) return undefined;
    level.at = key;
    if (prototypeKeys.has(key)) return this.#prototypeKey();
    if (level.keys.has(key)) return this.#fault('duplicate', 'is given more than once');
    level.keys.add(key);
    return undefined;
  }

  /** A field of the request itself is unknown. Deeper down, names can be the caller's own, as in metadata. */
  #prototypeKey(): FieldError | undefined {
    return this.#levels.length === 1
      ? this.#fault('unknown', 'is not a field of this request')
      : this.#fault('pattern', 'must have another name: JavaScript reserves this one');
  }

  #number(): FieldError | undefined {
    const start = this.#position;
    let end = start + 1;
    while (isNumberCharacter(this.#text.charCodeAt(end))) end += 1;
    this.#position = end;
    return isExact(this.#text.slice(start, end))
      ? undefined
      : this.#fault(
          'integer',
          'must be a number that is exact: whole and at most 9007199254740991',
        );
  }

  /** Undefined after the first fault of a member, because a body that is all faults would cost the square of its length. */
  #fault(rule: FieldError['rule'], problem: string): FieldError | undefined {
    const member = this.#member();
    if (this.#faulty.has(member)) return undefined;
    this.#faulty.add(member);
    const field = this.#levels.map(({ at }) => at).join('.');
    return { field, rule, message: `${field === '' ? 'the body' : field} ${problem}` };
  }
}

/**
 * Accepts digits, and the other signs that a number may hold after its first character: + - . E e. NaN at the end of
 * the text is none.
 */
function isNumberCharacter(character: number): boolean {
  return (
    (character >= 0x30 && character <= 0x39) ||
    character === 0x2e ||
    character === 0x65 ||
    character === 0x45 ||
    character === 0x2b ||
    character === 0x2d
  );
}

/**
 * Tells whether the number read is the number written, as far as whole numbers go. The fields' own rules judge true
 * fractions.
 */
function isExact(literal: string): boolean {
  if (literal.length <= 15 && !/[.eE]/.test(literal)) return true;
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  if (!Number.isInteger(value)) return true;
  return Number.isSafeInteger(value) && isWhole(literal);
}

/** Tells whether the literal itself is whole: 1e3 and 1.50e1 are, 1.00000000000000000001 is not though it reads as 1. */
function isWhole(literal: string): boolean {
  const [mantissa = '', exponent = '0'] = literal.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const significant = `${whole}${fraction}`.replace(/^-?0*/, '').replace(/0+$/, '');
  if (significant === '') return true;
  const digits = `${whole}${fraction}`.length;
  const trailingZeros = digits - `${whole}${fraction}`.replace(/0+$/, '').length;
  return Number(exponent) - fraction.length + trailingZeros >= 0;
}
