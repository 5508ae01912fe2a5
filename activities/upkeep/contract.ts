/** Something a reconciliation or a sweep found. */
export interface FoundThing {
  /** E.g. MISSED_CREDIT: a row of `finding`. */
  readonly kind: string;
  /** Session id, credit, refund... */
  readonly subject: string;
  /** The engine's action on it; ATTENTION: nothing could be done, a person must act. */
  readonly action: string;
}

export interface StatementPulled {
  /** Lines that were not known before. */
  readonly lines: number;
  readonly hasMore: boolean;
  /** For a bank without a statement: the number of payments that it was asked about. */
  readonly asked?: number;
  readonly findings: readonly FoundThing[];
}

/** All steps are idempotent: a line is imported once, a finding is one row. */
export interface ReconciliationActivities {
  /** Imports the next lines of the bank's statement, and acts on them. */
  pullStatement(call: { readonly provider: string }): Promise<StatementPulled>;
  /**
   * Runs once the statement is pulled to its end: finds the lines that it lacks, and moves our payout account's debt to
   * the pool.
   */
  closeStatement(call: {
    readonly provider: string;
    /** Names the transfer between our own accounts, which is made once. */
    readonly runId: string;
  }): Promise<readonly FoundThing[]>;
  sweep(): Promise<readonly FoundThing[]>;
}

export interface BooksProofActivities {
  /** Checks every claim about the books, and returns those that do not hold. May be run again. */
  proveBooks(): Promise<readonly FoundThing[]>;
}

/** The findings of one kind that wait for a person. */
export interface OpenFindings {
  readonly total: number;
  /** `total` counts everything that was found up to this time; ISO 8601. */
  readonly until: string;
  /** The oldest of them. */
  readonly oldest: readonly {
    readonly subject: string;
    /** Amounts and ids. */
    readonly detail: Readonly<Record<string, string>>;
    readonly foundAt: string;
  }[];
}

/** The findings of one subject, or (subject left out) all of a kind. */
export interface OfFinding {
  readonly kind: string;
  readonly subject?: string;
}

/** The operator who decided, and the reason. */
export interface DecidedBy {
  readonly operator: string;
  readonly reason: string;
  readonly partner?: string | undefined;
}

/** Each step may be run again: a step that is done already is not done twice. */
export interface FindingActivities {
  openFindings(step: OfFinding): Promise<OpenFindings>;
  /** Marks the findings up to `until` as resolved. */
  resolveFindings(step: OfFinding & DecidedBy & { readonly until: string }): Promise<void>;
  /** Posts the journal that makes the books agree with the bank's statement. */
  adjustFinding(step: OfFinding & DecidedBy): Promise<void>;
  /** Switches a merchant's endpoint on, and starts a replay of the events that it has missed. */
  reviveEndpoint(step: { readonly merchantId: string }): Promise<void>;
}
