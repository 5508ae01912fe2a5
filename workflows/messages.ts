/**
 * The messages that workflows take, and the attributes that operators search by. Every name here is a durable public
 * API: open workflows and recorded histories hold it.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { defineSignal, defineUpdate } from '@temporalio/workflow';
import type {
  CheckoutDecision,
  CreditChoice,
  DisputeAnswerDecision,
  FindingAct,
  PayoutDecision,
  RefundDecision,
  SearchDecision,
  SettlementDecision,
} from '../src/domain/decisions.js';
import type { Door } from '../src/domain/actor.js';
import type { SettlementCounts } from '../src/domain/settlement-counts.js';
import type { MerchantSlice, SettlementCycle } from '../src/domain/settlement-cycle.js';
import type { Id } from '../src/domain/ids.js';
import type { PartPaid } from '../src/domain/part-paid.js';
import type { CheckoutStatus } from '../src/domain/checkout-state.js';

/**
 * `rails`: all work with a bank or an acquirer, so that it never keeps a checkout waiting. The calls themselves are on
 * a queue for each of them (`railQueue` of src/domain/ids.ts), except the statement, which is pulled once at a time.
 * `messages`: messages to people, so that a mail server that hangs keeps nobody's money waiting.
 */
export const taskQueues = {
  checkout: 'checkout',
  webhooks: 'webhooks',
  rails: 'rails',
  messages: 'messages',
} as const;

/** Starts a checkout's workflow. Ids, amounts and times only: whatever is personal stays in PostgreSQL. */
export interface CheckoutInput {
  readonly checkoutId: Id<'chk'>;
  readonly merchantId: string;
  /** The amount that the payer owes, in minor units. */
  readonly amountMinor: string;
  readonly currency: string;
  /** The session's deadline, ISO 8601. */
  readonly expiresAt: string;
  /** The time for which a failing step is retried before the checkout is parked for an operator. */
  readonly parkAfterMs: number;
  /** The standalone account of this checkout: it is open from the start and ends with the session. */
  readonly virtualAccountId?: Id<'va'>;
  /**
   * The account that was issued before the workflow was started. The workflow's first task then comes with the first
   * message that needs one, or when this account closes. Timers are set once the workflow waits.
   */
  readonly account?: AccountIssued;
  /** The amounts of a checkout that is paid in part already, when Temporal has lost the workflow that knew them. */
  readonly part?: PartPaid;
}

/**
 * A number was given to the payer and takes money until `endsAt` (ISO 8601). If the account is known already, the fact
 * changes its amount or its end.
 */
export interface AccountIssued {
  readonly factId: string;
  readonly virtualAccountId: Id<'va'>;
  readonly endsAt: string;
  /** The amount that the payer owes now, in minor units. */
  readonly amountMinor?: string;
}

/** A transfer was recorded. */
export interface CreditReceived {
  readonly factId: string;
  readonly creditId: string;
  /** The status of the checkout since the transfer was posted; left out: the transfer waits to be posted. */
  readonly status?: CheckoutStatus;
}

/** The merchant cancelled the checkout. */
export interface CancelRequested {
  readonly factId: string;
}

/** In the sandbox: the deadlines of the checkout were moved nearer. Times are ISO 8601. */
export interface ClockMoved {
  readonly factId: string;
  readonly sessionEndsAt: string;
  /** The account that takes money. */
  readonly account: Omit<AccountIssued, 'factId'> | null;
}

export const accountIssued = defineSignal<[AccountIssued]>('accountIssued');
export const creditReceived = defineSignal<[CreditReceived]>('creditReceived');
export const cancelRequested = defineSignal<[CancelRequested]>('cancelRequested');
export const clockMoved = defineSignal<[ClockMoved]>('clockMoved');

/** A card is to be charged: the attempt says which, and the update's id is the attempt's. */
export interface ChargeCard {
  readonly attemptId: string;
}

export interface CardCharged {
  readonly attemptId: string;
  /** The status of the row in `card_attempt`. */
  readonly status: string;
}

/** The acquirer reports that something has happened to a charge: the workflow asks the acquirer for it at once. */
export const cardReported = defineSignal<[ChargeCard]>('cardReported');

export const chargeCard = defineUpdate<CardCharged, [ChargeCard]>('chargeCard');

/** The sweep has found no case of a workflow that waits: the database was restored to a time before the case. */
export const caseWanted = defineSignal('caseWanted');

/** An operator's decision about a workflow that waits for one, with the operator's name and the reason. */
export interface OperatorDecision<Decision extends string> {
  readonly decision: Decision;
  /** The operator, by the name in the operators' own system. */
  readonly operator: string;
  /** The reason, for those who read it later. */
  readonly reason: string;
  /** The second operator, of a decision that takes two. */
  readonly partner?: string;
  /** The door by which it was decided; left out: a program that holds the key of the codec decided. */
  readonly door?: Door;
  /** The case that was decided about; the decision is refused when another case waits now. */
  readonly caseNumber?: string;
}

/** An operator's decision about a checkout that waits. */
export type Resolution = OperatorDecision<CheckoutDecision>;

/** The step that is taken up again, and the decision that it is taken up with. */
export interface Resolved<Decision extends string = Resolution['decision']> {
  readonly step: string;
  readonly decision: Decision;
}

/** Refused (and not written to the history) unless the checkout is parked and the resolution is complete. */
export const resolve = defineUpdate<Resolved, [Resolution]>('resolve');

/** Starts the workflow of a credit that is held: late, a duplicate, or sent to a number of nobody. */
export interface CreditInput {
  readonly creditId: string;
  readonly parkAfterMs: number;
}

/** Refused unless the credit waits for a decision, and this decision is possible. */
export const decide = defineUpdate<
  { readonly creditId: string; readonly decision: CreditChoice },
  [OperatorDecision<CreditChoice>]
>('decide');

/** Starts the workflow of a refund; one that was started before goes on where the refund stands. */
export interface RefundInput {
  readonly refundId: string;
  readonly parkAfterMs: number;
  /** Carried over from the run before, when the history had become too long. */
  readonly carried?: RefundCarried;
  /** Events after which a search goes on in a new run; well below the server's limit unless a test wants to see it. */
  readonly longHistory?: number;
}

export interface RefundCarried {
  /** Sendings that were refused for certain since the refund was requested or taken up again. */
  readonly refusals: number;
  readonly pursuit: Pursuit;
}

/** The search for the outcome of one sending. */
export interface Pursuit {
  /** The id by which the rail knows the sending. */
  readonly sessionId: string;
  /** ISO 8601. */
  readonly sentAt: string;
  /** Status queries so far. */
  readonly asked: number;
  /** The first time, too late for the sending to come after all, at which the rail had no record of it; ISO 8601. */
  readonly absentSince: string | null;
}

/** The merchant named an account to send to; the account itself stays in PostgreSQL. */
export const accountProvided = defineSignal('accountProvided');

/** The bank's statement shows this sending: ask the bank for it at once. */
export const bankReported = defineSignal<[{ readonly sessionId: string }]>('bankReported');

/**
 * The update has the same name as a checkout's. `keep` leaves a refund that failed as it is; the money stays with us.
 */
export const resolveRefund = defineUpdate<
  Resolved<RefundDecision | SearchDecision>,
  [OperatorDecision<RefundDecision | SearchDecision>]
>('resolve');

/** Starts the workflow that carries a merchant's answer to the acquirer; one that was started before goes on where it stands. */
export interface DisputeAnswerInput {
  readonly answerId: string;
  readonly parkAfterMs: number;
  /**
   * Carried over from the run before, when the history had become too long: the number of questions to the acquirer.
   */
  readonly asked?: number;
  /** Events after which it goes on in a new run. */
  readonly longHistory?: number;
}

/** The update has the same name as a checkout's. `retry` takes the step up again, or asks the acquirer at once. */
export const resolveDisputeAnswer = defineUpdate<
  Resolved<DisputeAnswerDecision>,
  [OperatorDecision<DisputeAnswerDecision>]
>('resolve');

/** Compares our books with the statement of one bank. */
export interface ReconciliationInput {
  readonly provider: string;
}

/** Starts the case of all findings of one kind that only a person can put right. */
export interface FindingInput {
  /** The kind of the rows of `finding`, e.g. UNEXPLAINED_DEBIT. */
  readonly kind: string;
  /** The subject of one row; left out: all open findings of the kind. */
  readonly subject?: string;
}

/** Signals that there are new findings of the kind. */
export const foundMore = defineSignal('foundMore');

export type FindingDecision = 'resolved' | FindingAct;

/**
 * The update has the same name as a checkout's. `resolved`: everything that the case shows is resolved. `adjust`: a
 * journal makes the books agree with the bank's statement. `replay`: the endpoint is switched on, and gets the events
 * that it has missed.
 */
export const resolveFindings = defineUpdate<
  { readonly kind: string; readonly decision: FindingDecision },
  [OperatorDecision<FindingDecision>]
>('resolve');

/** The paging over the merchants of a settlement run. Left out: the values of settlement-pages.ts. */
export interface SettlementPaging {
  /** Merchants settled by one activity. */
  readonly pageSize?: number;
  /** The time for which a failing page is retried before it waits for an operator. */
  readonly parkAfterMs?: number;
  /** Events after which it goes on in a new run. */
  readonly longHistory?: number;
}

/** Starts one cycle of the settlement schedule; the schedule's own time says which. */
export interface SettlementInput extends SettlementPaging {
  readonly cycle: SettlementCycle;
  /** The cut-off of a run that is taken up again after it has lost its workflow; ISO 8601. */
  readonly cutOff?: string;
  /** Carried over from the run before, when the history had become too long. ISO 8601. */
  readonly carried?: CarriedPages & { readonly cutOff: string };
}

/** Settles one slice of the merchants of a run. */
export interface SettlementSliceInput extends SettlementPaging {
  readonly cycle: SettlementCycle;
  /** ISO 8601. */
  readonly cutOff: string;
  readonly slice: MerchantSlice;
  readonly carried?: CarriedPages;
}

export interface CarriedPages {
  /** Merchants up to this one are done, but for those in `locked`. */
  readonly after: string;
  readonly tally: SettlementCounts;
  /** Merchants up to that one that were locked, and are not done. */
  readonly locked?: readonly string[];
}

/** Resolves a run, or a slice of one, that waits: `retry` takes the page up again. */
export const resolveSettlement = defineUpdate<
  Resolved<SettlementDecision>,
  [OperatorDecision<SettlementDecision>]
>('resolve');

/** Starts the payouts of one settlement; a workflow that was started before goes on where they stand. */
export interface PayoutInput {
  readonly settlementId: string;
  readonly parkAfterMs: number;
  /** Carried over from the run before, when the history had become too long. */
  readonly carried?: PayoutCarried;
  /** Events after which a search goes on in a new run. */
  readonly longHistory?: number;
}

export interface PayoutCarried {
  /** Refusals for a passing reason since the payout was begun or released. */
  readonly refusals: number;
  /** The time until which such a refusal is tried again; ISO 8601. */
  readonly until: string;
  readonly pursuit: Pursuit;
}

/** The update has the same name as a checkout's. */
export const resolvePayout = defineUpdate<
  Resolved<PayoutDecision | SearchDecision>,
  [OperatorDecision<PayoutDecision | SearchDecision>]
>('resolve');

/**
 * The kind of case. A checkout has none: most checkouts never become a case, and their workflow type tells them apart.
 */
export type CaseType =
  | 'CREDIT'
  | 'REFUND'
  | 'DISPUTE'
  | 'RECONCILIATION'
  | 'FINDING'
  | 'SETTLEMENT'
  | 'PAYOUT';

export const searchAttributes = {
  merchantId: defineSearchAttributeKey('MerchantId', SearchAttributeType.KEYWORD),
  paymentReference: defineSearchAttributeKey('PaymentReference', SearchAttributeType.KEYWORD),
  /** `NEEDS_ATTENTION` while it waits for an operator, or nothing. */
  checkoutPhase: defineSearchAttributeKey('CheckoutPhase', SearchAttributeType.KEYWORD),
  /** `STEP: FAILURE` of a parked checkout, e.g. `applyCredit: LEDGER_UNAVAILABLE`. */
  attentionReason: defineSearchAttributeKey('AttentionReason', SearchAttributeType.KEYWORD),
  amountMinor: defineSearchAttributeKey('AmountMinor', SearchAttributeType.INT),
  expiresAt: defineSearchAttributeKey('ExpiresAt', SearchAttributeType.DATETIME),
  caseType: defineSearchAttributeKey('CaseType', SearchAttributeType.KEYWORD),
  /** The next three are there only while a case waits: our number, the bank's session id, and the status of the case's subject. */
  accountNumber: defineSearchAttributeKey('AccountNumber', SearchAttributeType.KEYWORD),
  sessionId: defineSearchAttributeKey('SessionId', SearchAttributeType.KEYWORD),
  caseStatus: defineSearchAttributeKey('CaseStatus', SearchAttributeType.KEYWORD),
};

/** The server's own: when the schedule wanted the run, however late it was started. */
export const scheduledStartTime = defineSearchAttributeKey(
  'TemporalScheduledStartTime',
  SearchAttributeType.DATETIME,
);

/** Statuses are results: a checkout that ends unpaid has run as it should. */
export interface CheckoutResult {
  readonly status: CheckoutStatus;
}
