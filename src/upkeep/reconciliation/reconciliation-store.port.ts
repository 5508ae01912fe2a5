import type { StatementLine, UnreadLine } from '../../domain/bank-rail.port.js';
import type { CardOutcome } from '../../domain/card-rail.port.js';
import type { FactCheckout } from '../../platform/temporal/fact-store.port.js';
import type { Found } from '../../platform/findings/finding-store.port.js';

/** A line of the bank's statement that is stored and not imported yet. */
export interface WaitingLine {
  /** The line's number. A line whose number cannot be read has a negative one, made from its text. */
  readonly keptAs: bigint;
  /** The line, or the bank's own text of a line that cannot be read. */
  readonly line: StatementLine | Pick<UnreadLine, 'raw'>;
}

/** A search for one kind of standstill. Each runs in a transaction of its own, so one that fails stops no other. */
export interface Search {
  readonly name: string;
  run(): Promise<readonly Found[]>;
}

/** Compares our books with the bank's statement. Every method may be called again with the same values. */
export interface ReconciliationStore {
  /** Number of the last line that was stored; 0 before the first. */
  lastLine(provider: string): Promise<bigint>;
  /** Stores lines of the statement. Lines that need no action are imported at once; the others wait. */
  takeLines(provider: string, lines: readonly (StatementLine | UnreadLine)[]): Promise<void>;
  /** Stores lines of the statement without matching them. */
  letWait(provider: string, lines: readonly (StatementLine | UnreadLine)[]): Promise<void>;
  /** The waiting lines whose time has come, in the statement's order. */
  waiting(provider: string, limit: number): Promise<readonly WaitingLine[]>;
  /** Stores the content of a waiting line, once it can be read. The line still waits. */
  nowRead(provider: string, keptAs: bigint, line: StatementLine): Promise<void>;
  /** Notes that importing a line failed: operators see the line, and it waits for another try. */
  setAside(provider: string, keptAs: bigint, error: string): Promise<void>;
  /** Compares a line with our books. */
  match(provider: string, line: StatementLine): Promise<Found>;
  /** Imports a line that was matched and acted upon. False: it was imported before. */
  importLine(provider: string, line: StatementLine, found: Found): Promise<boolean>;
  /** Notes that the statement up to this time is imported, so that sendings which a restore holds back may leave. */
  statementRead(provider: string, at: Date): Promise<void>;
  missingOnStatement(provider: string): Promise<readonly Found[]>;
  /** Findings that a person has called put right, while the difference to the bank is still there: they wait again. */
  reopened(provider: string): Promise<readonly Found[]>;
  /** Moves money from the pool to the payout account, once per run. Returns the amount. */
  refillPayoutAccount(provider: string, runId: string): Promise<bigint>;
  /** The sweep's searches: checkouts past their deadline, refunds that do not move, facts that nobody takes... */
  readonly searches: readonly Search[];
}

/** A card attempt that is open and has not moved for a quarter of an hour at least. */
export interface StalledCharge {
  readonly attemptId: string;
  readonly provider: string;
  readonly checkout: FactCheckout;
  /** The finding's action: ASKED, or ATTENTION after a day. */
  readonly action: string;
  /** The acquirer had no record of the charge when it was last asked, a quarter of an hour ago or more. */
  readonly wasAbsent: boolean;
}

export interface StalledCharges {
  /** The stalled charges to ask about now. Each is returned at most every quarter of an hour. */
  stalled(): Promise<readonly StalledCharge[]>;
  /** Keeps the acquirer's answer, for the next time. */
  answered(attemptId: string, outcome: CardOutcome): Promise<void>;
}
