import type { StatementHead, StatementLine } from './statement.js';

/** A line with the merchant's balance after it. */
export interface BalancedLine extends StatementLine {
  readonly balanceMinor: bigint;
}

/** A statement while it is written: the head is known, and the lines come in pages. */
export interface OpenStatement {
  readonly head: StatementHead;
  readonly lines: AsyncIterable<readonly BalancedLine[]>;
  readonly issuedAt: Date;
  /** Whether no real money moved. The statement says so then. */
  readonly isSandbox: boolean;
}

/** A statement whose lines have all been read. */
export interface ReadStatement extends Omit<OpenStatement, 'lines'> {
  readonly lines: readonly BalancedLine[];
}

/** Reads all lines before the drawing begins, because a drawing must not wait for the database. */
export async function readWhole({ lines, ...statement }: OpenStatement): Promise<ReadStatement> {
  const all: BalancedLine[] = [];
  for await (const page of lines) all.push(...page);
  return { ...statement, lines: all };
}

/**
 * Adds the running balance.
 *
 * @throws Error after the last line when the lines do not sum to the head: a statement that does not add up is cut off
 * instead of ended.
 */
export async function* withBalances(
  { sums, lineCount }: StatementHead,
  pages: AsyncIterable<readonly StatementLine[]>,
): AsyncGenerator<readonly BalancedLine[]> {
  let balanceMinor = sums.openingMinor;
  let count = 0;
  for await (const page of pages) {
    yield page.map((line) => {
      balanceMinor += line.netMinor;
      return { ...line, balanceMinor };
    });
    count += page.length;
  }
  if (balanceMinor !== sums.closingMinor || count !== lineCount) {
    throw new Error(`a statement of ${lineCount} lines came to ${count}, or to another balance`);
  }
}

/** Lagos is an hour ahead of UTC all year. */
const lagosMs = 3_600_000;

/** A time in Lagos, such as `2026-11-20 15:12`. */
export function lagosMinute(at: Date): string {
  return new Date(at.getTime() + lagosMs).toISOString().slice(0, 16).replace('T', ' ');
}

export function lagosDate(at: Date): string {
  return lagosMinute(at).slice(0, 10);
}

/** The days of a period's statement, both included; null for a settlement's. */
export function daysOf({
  subject,
}: StatementHead): { readonly from: string; readonly to: string } | null {
  if (subject.kind === 'SETTLEMENT') return null;
  return { from: lagosDate(subject.since), to: lagosDate(new Date(subject.before.getTime() - 1)) };
}

/** `S-000012` for a merchant's twelfth settlement, `P-20261101-20261130` for a period. */
export function statementNumber(head: StatementHead): string {
  const days = daysOf(head);
  if (days === null) return `S-${String(head.number).padStart(6, '0')}`;
  return `P-${days.from.replaceAll('-', '')}-${days.to.replaceAll('-', '')}`;
}
