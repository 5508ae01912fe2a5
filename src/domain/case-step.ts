import type { CaseKind } from './case-kind.js';

/** A case in words, in Markdown. Nothing personal: ids, amounts, times. */
export interface CasePage {
  readonly title: string;
  readonly happened: string;
  readonly safe: string;
  readonly todo: string;
}

/** A workflow's report about its case. */
export interface CaseStep {
  /** The number of this step within the run. A step that was already taken writes nothing. */
  readonly stepId: string;
  readonly event: 'OPENED' | 'DECIDED' | 'HEALED' | 'DONE';
  readonly case: {
    readonly kind: CaseKind;
    readonly subject: string;
    readonly workflowId: string;
    readonly update: string;
    readonly reason: string;
    readonly decisions: readonly string[];
    readonly page: CasePage;
  };
  readonly decision?: {
    readonly decision: string;
    readonly operator: string;
    readonly reason: string;
    readonly partner?: string;
    readonly door?: string;
  };
}

/** The current state of a case's subject. */
export interface CaseFacts {
  readonly accountNumber: string | null;
  readonly sessionId: string | null;
  readonly amountMinor: bigint | null;
  readonly dueMinor: bigint | null;
  readonly paidMinor: bigint | null;
  readonly status: string | null;
  readonly merchantName: string | null;
  /** The payer's account, or the account that the money goes to; personal. */
  readonly payer: {
    readonly accountName?: string;
    readonly accountNumber?: string;
    readonly bankName?: string;
    /** The payer's name, when the money goes to another account. */
    readonly payerName?: string;
    /** For a payout: the name that the bank now gives the holder. */
    readonly notedName?: string;
  };
  /** The time at which the money came, or was to go. */
  readonly since: Date | null;
}
