import type { CaseKind } from '../../domain/case-kind.js';
import type { Door } from '../../domain/actor.js';
import type { CaseEnd } from '../../domain/case-endings.js';
import type { CaseFacts, CasePage } from '../../domain/case-step.js';

/** A case as PostgreSQL has it. Amounts are in kobo. */
export interface CaseRecord {
  readonly caseNumber: bigint;
  readonly kind: CaseKind;
  readonly subject: string;
  readonly workflowId: string;
  readonly updateName: string;
  /** `WHAT: WHY`. */
  readonly reason: string;
  readonly status: 'OPEN' | 'CLOSED';
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly paymentReference: string | null;
  readonly accountNumber: string | null;
  readonly sessionId: string | null;
  readonly provider: string | null;
  readonly providerName: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: string;
  readonly assignee: string | null;
  readonly proposal: Proposal | null;
  /** The payer's name, which is personal. */
  readonly payerName: string | null;
  readonly openedAt: Date;
  /** The time at which something happens automatically, or from which it can no longer be done. */
  readonly dueAt: Date | null;
  /** The time by which somebody should decide. */
  readonly decideBy: Date;
  /** The time until which the case is not in the queue. */
  readonly snoozedUntil: Date | null;
  readonly closedAt: Date | null;
  /** The title of the case's page. For a closed case, it is the case's ending. */
  readonly title: string;
  /** Whether this case stops all money from leaving through its bank while it is open. */
  readonly holdsSending: boolean;
  /**
   * The hold of its bank: it stops the case's money although the case is decided, or would stop it if the case were
   * decided.
   */
  readonly hold: string | null;
  /** The case in which that hold is decided. */
  readonly waitsForCase: number | null;
}

/** Name and value. */
export type ShownFact = readonly [string, string];

/** A decision that waits for a second operator. */
export interface Proposal {
  readonly decision: string;
  readonly operator: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly input: RedirectInput | CodeInput | null;
  /** The effect of the decision, as the second operator sees it. */
  readonly shown: readonly ShownFact[];
  readonly shownHash: string;
  readonly proposedAt: string;
  /** The operator who has confirmed the proposal; it is being carried out. */
  readonly partner?: string;
}

/** The account to which a refund shall go. */
export interface RedirectInput {
  readonly accountNumber: string;
  readonly bankCode: string;
}

/** The times of a code that was typed, in ISO 8601. The code itself is stored sealed elsewhere. */
export interface CodeInput {
  readonly typedAt: string;
  readonly endsAt: string;
}

/** The operators who give a refund another account. */
export interface RedirectDecision {
  readonly operator: string;
  readonly partner: string;
  readonly reason: string;
  readonly door: Door;
  readonly shownHash: string;
}

/** A case with everything that an operator needs to decide; the payer is personal. */
export interface WholeCase extends CaseRecord {
  readonly openedAtMicros: string;
  readonly decisions: readonly string[];
  readonly page: CasePage;
  /** Null when the case is not about a person. */
  readonly payer: CaseFacts['payer'] | null;
  readonly dueMinor: bigint | null;
  readonly paidMinor: bigint | null;
  /** The status of the subject, such as NEEDS_ACCOUNT of a refund. */
  readonly subjectStatus: string | null;
  /** For a held credit: whether its order was cancelled or has failed, so that nobody can accept the credit. */
  readonly isCalledOff: boolean;
  /** The customer who placed the order; personal. */
  readonly customer: Readonly<Partial<Record<'name' | 'email' | 'phoneNumber', string>>> | null;
  /** The line of the bank's statement that the finding is about; personal. */
  readonly statementLine: CaseStatementLine | null;
  /** The legs that `adjust` posts; in kobo, debits positive. */
  readonly legs: readonly { readonly account: string; readonly amountMinor: string }[];
  /** The time at which the money came, or should have left. */
  readonly since: Date | null;
  /** The number of other open cases of the same kind and reason, at the same bank. */
  readonly alike: number;
  /** Null while the case is open. */
  readonly ending: CaseEnd | null;
}

/** A line of the bank's statement. Amounts are kobo, as texts. */
export interface CaseStatementLine {
  readonly lineId: string;
  readonly kind: string;
  readonly bookedAt: string;
  readonly amountMinor: string;
  readonly balanceMinor: string | null;
  readonly sessionId: string | null;
  readonly narration: string | null;
  readonly counterpart: Readonly<
    Partial<Record<'accountName' | 'accountNumber' | 'bankName', string>>
  > | null;
}

/** Money that leaves because of a case: a refund, or a settlement's payouts. */
export interface CaseSending {
  readonly kind: 'REFUND' | 'PAYOUT';
  readonly subject: string;
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly status: string;
  /** The session id of its last sending. */
  readonly sessionId: string | null;
  readonly sentAt: Date | null;
  readonly arrivedAt: Date | null;
  /** The hold that it waits for, and the case in which the hold is decided. */
  readonly hold: string | null;
  readonly caseNumber: bigint | null;
  readonly sendsFrom: Date | null;
}

export type CaseEventType =
  | 'OPENED'
  | 'CHANGED'
  | 'PROPOSED'
  | 'WITHDRAWN'
  | 'DECIDED'
  | 'DONE'
  | 'HEALED'
  | 'NOTED'
  | 'ASSIGNED'
  | 'SNOOZED';

/** A line of a case's history. */
export interface CaseEvent {
  readonly eventId: bigint;
  readonly caseNumber: bigint;
  readonly type: CaseEventType;
  readonly at: Date;
  readonly operator: string | null;
  readonly partner: string | null;
  readonly decision: string | null;
  readonly reason: string | null;
  readonly door: Door | 'CLI' | 'TEMPORAL' | null;
  readonly before: Readonly<Record<string, string>> | null;
  readonly after: Readonly<Record<string, string>> | null;
  /** The facts that both operators were shown; null when one operator decided, or when the payer was erased. */
  readonly shown: readonly ShownFact[] | null;
}

/** A decision in the list of all decisions. */
export interface AuditedDecision extends CaseEvent {
  readonly kind: CaseKind;
  readonly merchantName: string | null;
  readonly paymentReference: string | null;
  readonly amountMinor: bigint | null;
}

export const caseSorts = ['URGENT', 'OLDEST', 'NEWEST', 'LARGEST'] as const;
export type CaseSort = (typeof caseSorts)[number];

export interface CaseFilter {
  readonly status: 'OPEN' | 'CLOSED' | null;
  readonly kind: string | null;
  readonly reason: string | null;
  readonly merchantId: string | null;
  readonly provider: string | null;
  /** The assigned operator; an empty text: cases that nobody is assigned to. */
  readonly assignee: string | null;
  /** A number, an account, a session id, a reference, or a part of the payer's name. */
  readonly search: string | null;
  /** True: only snoozed cases; false: only others; null: both. */
  readonly isSnoozed: boolean | null;
  /** True: only cases that stop all sending through a bank; false: only others; null: both. */
  readonly isHolding: boolean | null;
  /** Causes that are left out, as `causeOf` writes them. */
  readonly without: readonly string[];
}

/** Cases of one kind and reason at one bank most likely have the same cause. */
export function causeOf({
  kind,
  reason,
  provider,
}: Pick<OpenCount, 'kind' | 'reason' | 'provider'>): string {
  return `${kind}|${reason}|${provider ?? ''}`;
}

/** The numbers of cases in the queue, for the operator who looks at it. */
export interface WaitingCount {
  readonly waiting: number;
  readonly overdue: number;
  readonly mine: number;
}

/** A view of the queue that an operator has saved. */
export interface SavedView {
  readonly name: string;
  readonly query: string;
}

export type SnoozeOutcome = 'SNOOZED' | 'UNKNOWN' | 'CLOSED' | 'TOO_LATE' | 'HOLDS';

/** An operator, and the way by which the operator came in: the desk or the API. */
export interface Visitor {
  readonly name: string;
  readonly operatorId: string;
  readonly door: Door;
}

/** An operator who reads cases. */
export interface CaseReader extends Pick<Visitor, 'name' | 'door'> {
  /** Whether the operator has the permission `accounts:read`. */
  readonly seesAccounts: boolean;
}

/** Open cases of one kind and reason at one bank, and the decisions that are possible in one of them. */
export interface OpenCount {
  readonly kind: CaseKind;
  readonly reason: string;
  readonly provider: string | null;
  readonly providerName: string | null;
  /** Whether these cases stop all sending through the bank. */
  readonly isHolding: boolean;
  readonly count: number;
  readonly amountMinor: bigint | null;
  readonly decideBy: Date;
  readonly openedAt: Date;
  readonly decisions: readonly string[];
}

/** The result for one case among many that were decided together. */
export interface ManyAnswer {
  readonly caseNumber: bigint;
  readonly outcome: 'DECIDED' | 'PROPOSED' | 'REFUSED';
  readonly message: string;
}
