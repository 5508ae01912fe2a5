import type { FindingCase } from '../../domain/finding-kinds.js';

/** The refund, payout or settlement that a finding concerns. */
export interface FoundAbout {
  readonly purpose: 'REFUND' | 'PAYOUT' | 'SETTLEMENT';
  readonly id: string;
}

/** A difference between our records and the bank's. It keeps one row of `finding` however often it is found. */
export interface Found {
  /** MATCHED and CHARGED say that the line is as it should be; every other kind is a difference. */
  readonly kind: string;
  /** The id of the thing that differs: a session, credit, refund, checkout... */
  readonly subject: string;
  /** The engine's action on the difference. ATTENTION: a person must resolve it. */
  readonly action: string;
  /** The refund, payout or settlement that it concerns, if any. */
  readonly about: FoundAbout | null;
  readonly sessionId: string | null;
}

/** The operator who has resolved a finding, with the reason. */
export interface FindingRighted {
  readonly operator: string;
  readonly reason: string;
  /** The second operator of a decision that takes two. */
  readonly partner?: string | undefined;
}

/** Findings that only a person can resolve. */
export interface FindingStore {
  /**
   * Cases whose newest findings were not told yet, and cases that were not told that findings were resolved; at most 100. Each
   * subject of these kinds is a case of its own.
   */
  withoutCase(ownCases: readonly string[]): Promise<readonly FindingCase[]>;
  /** Notes that there is a case, which was told to look at all findings so far. */
  caseOpened(of: FindingCase): Promise<void>;
  /** The open findings of a case: the oldest fifty, and how many there are. */
  open(of: FindingCase): Promise<{
    readonly total: number;
    readonly until: Date;
    readonly oldest: readonly {
      readonly subject: string;
      readonly detail: Readonly<Record<string, string>>;
      readonly foundAt: Date;
    }[];
  }>;
  /** Writes a finding that waits for a person. The same subject again counts once more in its one row. */
  record(kind: string, subject: string, detail: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves the findings that were not found again for twenty minutes. */
  rightUnseen(kind: string): Promise<void>;
  /** Resolves the findings of a case up to `until`. */
  resolve(of: FindingCase, until: Date, by: FindingRighted): Promise<void>;
  /** Posts the journal that makes the books agree with the bank's statement, and resolves the finding; once. */
  adjust(of: FindingCase, by: FindingRighted): Promise<void>;
}
