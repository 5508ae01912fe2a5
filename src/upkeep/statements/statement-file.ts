import { createHash } from 'node:crypto';
import type { StatementLine } from '../../domain/bank-rail.port.js';

/** A line of a bank's file, with the values that its format has. */
export interface FileLine {
  /** The line's place in the file. */
  readonly row: number;
  readonly way: 'CREDIT' | 'DEBIT';
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly at: Date;
  /** Null when the line has no session id. */
  readonly sessionId: string | null;
  /** Our account number that a credit came to. */
  readonly accountNumber: string | null;
  readonly narration: string;
  /** The balance after the line. Null when the file has none. */
  readonly balanceMinor: bigint | null;
}

export interface StatementFile {
  /** The number of our account. Null when the file does not name it. */
  readonly account: string | null;
  readonly lines: readonly FileLine[];
}

/** One statement of a file: its lines, and the balances before and after them. Null when the file does not give them. */
export interface FilePart {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly lines: readonly FileLine[];
}

/** A fault because of which nothing of a file is imported. `row` is 0 for a fault of the file as a whole. */
export class StatementFault extends Error {
  override readonly name = 'StatementFault';

  constructor(
    readonly row: number,
    why: string,
  ) {
    super(row === 0 ? why : `line ${row}: ${why}`);
  }
}

/** The most characters of a field. A bank's statement has no longer field. */
const longestField = 2_000;
/** Control and format characters, which cannot be seen or may reverse a text. */
const unseen = /[\p{Cc}\p{Cf}]/gu;

export function plainField(text: string, row: number): string {
  if (text.length > longestField) throw new StatementFault(row, 'a field is too long');
  return text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Finds a session id of NIP in a text: 30 digits with no other digit before or after them. */
export function sessionIn(text: string): string | null {
  return /(?<!\d)\d{30}(?!\d)/.exec(text)?.[0] ?? null;
}

/** Gives each line the balance after it. */
export function withBalances(lines: readonly FileLine[], openingMinor: bigint): FileLine[] {
  let balanceMinor = openingMinor;
  return lines.map((line) => {
    balanceMinor += line.way === 'CREDIT' ? line.amountMinor : -line.amountMinor;
    return { ...line, balanceMinor };
  });
}

/**
 * Refuses a file whose balances do not follow from each other. @throws StatementFault at the line where one does not
 */
export function refuseBrokenChain(lines: readonly FileLine[], openingMinor: bigint | null): void {
  let before = openingMinor;
  for (const { row, way, amountMinor, balanceMinor } of lines) {
    const expected =
      before === null ? null : before + (way === 'CREDIT' ? amountMinor : -amountMinor);
    if (balanceMinor !== null && expected !== null && balanceMinor !== expected) {
      throw new StatementFault(row, 'the balance does not follow from the line before it');
    }
    before = balanceMinor ?? expected;
  }
}

/**
 * Returns the lines of a file's statements. A statement with the balances and the lines of one before it is the same one,
 * which the bank has sent again.
 */
export function joined(parts: readonly FilePart[]): FileLine[] {
  const seen = new Set<string>();
  const isFirst = ({ opening, closing, lines }: FilePart): boolean => {
    if (opening === null || closing === null) return true;
    const key = JSON.stringify([String(opening), String(closing), lines.map(contentOf)]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  };
  return parts.filter(isFirst).flatMap(({ lines }) => lines);
}

/**
 * Returns the lines of a file as lines of a statement. The number of a line is made from its content and, for lines
 * with the same content, from their position among these. So the same line of another file, which may overlap or come
 * before, has the same number. Many files name only the day: lines with the same time are set one millisecond apart, so
 * that the last of them still comes last.
 */
export function toStatementLines(account: string, lines: readonly FileLine[]): StatementLine[] {
  const seen = new Map<string, number>();
  const countNext = (says: string): number => {
    const nth = (seen.get(says) ?? 0) + 1;
    seen.set(says, nth);
    return nth;
  };
  return lines.map((line) => {
    const { way, amountMinor, at, sessionId, narration, balanceMinor } = line;
    const balance = balanceMinor === null ? null : String(balanceMinor);
    const says = JSON.stringify([account, ...contentOf(line), balance]);
    return {
      lineId: numberOf(`${says}#${countNext(says)}`),
      kind: way,
      ...{ sessionId, amountMinor, narration },
      at: new Date(at.getTime() + countNext(at.toISOString()) - 1),
      currency: line.currency,
      accountNumber: line.accountNumber,
      counterpart: { accountNumber: null, accountName: null, bankCode: null, bankName: null },
      balanceMinor,
    };
  });
}

/** By which two lines of one account are the same. */
function contentOf({ way, amountMinor, at, sessionId, narration }: FileLine) {
  return [way, String(amountMinor), at.toISOString(), sessionId, narration];
}

/**
 * The number is negative, so that no line of a file is taken for the last line that was fetched from the bank. It has 62
 * bits: among ten million lines, the chance that two have the same number is one in a hundred thousand.
 */
function numberOf(text: string): bigint {
  const bits = createHash('sha256').update(text).digest().readBigUInt64BE(0) >> 2n;
  return bits === 0n ? -1n : -bits;
}
