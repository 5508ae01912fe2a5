import { createHash } from 'node:crypto';
import type { StatementLine } from '../../domain/bank-rail.port.js';

/** A line of a bank's file, as its format has it. */
export interface FileLine {
  /** The line's place in the file. */
  readonly row: number;
  readonly way: 'CREDIT' | 'DEBIT';
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly at: Date;
  /** Null: the line names none. */
  readonly sessionId: string | null;
  /** Ours, that a credit came to. */
  readonly accountNumber: string | null;
  readonly narration: string;
  /** The balance after the line; null: the file has none. */
  readonly balanceMinor: bigint | null;
}

export interface StatementFile {
  /** The number of our account, as the file has it; null: the file does not name it. */
  readonly account: string | null;
  readonly lines: readonly FileLine[];
}

/** A file of which nothing is taken over. `row` 0: the file as a whole. */
export class StatementFault extends Error {
  override readonly name = 'StatementFault';

  constructor(
    readonly row: number,
    why: string,
  ) {
    super(row === 0 ? why : `line ${row}: ${why}`);
  }
}

/** A longer text is not a bank's. */
const longestField = 2_000;
/** Characters that reverse a text, or cannot be seen. */
const unseen = /[\p{Cc}\p{Cf}]/gu;

export function plainField(text: string, row: number): string {
  if (text.length > longestField) throw new StatementFault(row, 'a field is too long');
  return text.replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** The session id of NIP in a text: 30 digits that no other digit touches. */
export function sessionIn(text: string): string | null {
  return /(?<!\d)\d{30}(?!\d)/.exec(text)?.[0] ?? null;
}

/** @throws StatementFault where a balance does not follow from the one before it. */
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
 * The lines in the terms of a statement. Each has a number that follows from what it says and, for lines that say the same, from which of them it
 * is: the same line of another file, which may overlap or come before, has the same number.
 */
export function toStatementLines(account: string, lines: readonly FileLine[]): StatementLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { way, amountMinor, at, sessionId, narration, balanceMinor } = line;
    const says = JSON.stringify([
      ...[account, way, String(amountMinor), at.toISOString(), sessionId, narration],
      balanceMinor === null ? null : String(balanceMinor),
    ]);
    const nth = (seen.get(says) ?? 0) + 1;
    seen.set(says, nth);
    return {
      lineId: numberOf(`${says}#${nth}`),
      kind: way,
      ...{ sessionId, amountMinor, at, narration },
      currency: line.currency,
      accountNumber: line.accountNumber,
      counterpart: { accountNumber: null, accountName: null, bankCode: null, bankName: null },
      balanceMinor: balanceMinor ?? 0n,
    };
  });
}

/** 62 bits: ten million lines have the same number with a chance of one in a hundred thousand. */
function numberOf(text: string): bigint {
  const bits = createHash('sha256').update(text).digest().readBigUInt64BE(0) >> 2n;
  return bits === 0n ? 1n : bits;
}
