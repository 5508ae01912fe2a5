import type { StatementLine, UnreadLine } from './bank-rail.port.js';
import type { CardOutcome } from './card-rail.port.js';
import type { FactCheckout } from './fact-store.port.js';

/** By the id of the refund, payout or settlement. */
export interface FoundAbout {
  readonly purpose: 'REFUND' | 'PAYOUT' | 'SETTLEMENT';
  readonly id: string;
}

/** A difference between our records and the bank's. It keeps one row of `finding` however often it is found. */
export interface Found {
  /** MATCHED and CHARGED are none: the line is as it should be. */
  readonly kind: string;
  /** Session id, credit, refund, checkout... */
  readonly subject: string;
  /** The engine's answer to it; ATTENTION: a person must resolve it. */
  readonly action: string;
  /** The refund, payout or settlement that it concerns, if any. */
  readonly about: FoundAbout | null;
  readonly sessionId: string | null;
}

/** What was found and only a person can put right, by kind. */
export interface FindingStore {
  /** Kinds with findings that no case was opened for yet, and kinds whose case has not heard that some are put right. */
  withoutCase(): Promise<readonly string[]>;
  /** The kind's findings so far have a case, and it was told to look. */
  caseOpened(kind: string): Promise<void>;
  /** The oldest fifty, and how many there are. */
  open(kind: string): Promise<{
    readonly total: number;
    readonly until: Date;
    readonly oldest: readonly {
      readonly subject: string;
      readonly detail: Readonly<Record<string, string>>;
      readonly foundAt: Date;
    }[];
  }>;
  /** Waits for a person, once for each subject however often it is found. */
  record(kind: string, subject: string, detail: Readonly<Record<string, string>>): Promise<void>;
  /** What was not found again for twenty minutes is right by itself. */
  rightUnseen(kind: string): Promise<void>;
  /** Those found up to `until`. */
  resolve(
    kind: string,
    until: Date,
    by: { readonly operator: string; readonly reason: string },
  ): Promise<void>;
}

/** A line that was taken over and is not imported. */
export interface WaitingLine {
  /** Its own number, or a negative one that follows from its text when its own could not be read. */
  readonly keptAs: bigint;
  /** As the bank sent it, of a line that could not be read. */
  readonly line: StatementLine | Pick<UnreadLine, 'raw'>;
}

/** A search for one kind of standstill, in a transaction of its own: one that fails stops no other. */
export interface Search {
  readonly name: string;
  run(): Promise<readonly Found[]>;
}

/** Our books beside the bank's statement, on PostgreSQL. Everything may be run again. */
export interface ReconciliationStore {
  /** The last line taken over; 0 before the first. */
  lastLine(provider: string): Promise<bigint>;
  /** Takes over lines of the statement: imports those that ask for nothing, the others wait. */
  takeLines(provider: string, lines: readonly (StatementLine | UnreadLine)[]): Promise<void>;
  /** Takes them over without a look at them. */
  letWait(provider: string, lines: readonly (StatementLine | UnreadLine)[]): Promise<void>;
  /** Lines taken over and not imported whose time has come, in their order. */
  waiting(provider: string, limit: number): Promise<readonly WaitingLine[]>;
  /** A waiting line could be read now; it waits as any other. */
  nowRead(provider: string, keptAs: bigint, line: StatementLine): Promise<void>;
  /** Importing it has failed: it is shown, and waits for another try. */
  setAside(provider: string, keptAs: bigint, error: string): Promise<void>;
  /** What the line tells beside our books. */
  match(provider: string, line: StatementLine): Promise<Found>;
  /** Takes a line down that was matched and acted upon; false when it was imported before. */
  importLine(provider: string, line: StatementLine, found: Found): Promise<boolean>;
  /** All that the bank's statement had at that time was imported: what a restore holds back may leave. */
  statementRead(provider: string, at: Date): Promise<void>;
  missingOnStatement(provider: string): Promise<readonly Found[]>;
  /** Moves what the payout account owes the pool, once per run; answers how much. */
  sweepPool(provider: string, runId: string): Promise<bigint>;
  /** For checkouts past their deadline, refunds, settlements and credits that do not move, facts and deliveries that nobody takes... */
  readonly searches: readonly Search[];
}

/** A card attempt that is open and has not moved for a quarter of an hour at least. */
export interface StalledCharge {
  readonly attemptId: string;
  readonly provider: string;
  readonly checkout: FactCheckout;
  /** Of the finding: ASKED, or ATTENTION after a day. */
  readonly action: string;
  /** The acquirer had no record of it the last time, a quarter of an hour ago or more. */
  readonly wasAbsent: boolean;
}

export interface StalledCharges {
  /** Each at most every quarter of an hour. */
  stalled(): Promise<readonly StalledCharge[]>;
  /** What the acquirer said, for the next time. */
  answered(attemptId: string, outcome: CardOutcome): Promise<void>;
}
