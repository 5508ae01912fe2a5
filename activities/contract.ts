import type { ChannelName } from '../src/domain/channels.js';
import type { SettlementCounts } from '../src/domain/settlement-counts.js';
import type { CheckoutStatus } from '../src/domain/checkout-state.js';
import type { RailAnswer } from '../src/domain/ports/bank-rail.port.js';
import type { CaseStep } from '../src/domain/ports/cases.port.js';
import type { CardAttemptStatus } from '../src/domain/card-attempt-state.js';
import type { CardVerdict } from '../src/domain/ports/card-attempts.port.js';
import type { PartPaid } from '../src/domain/part-paid.js';
import type { CreditOutcome } from '../src/domain/ports/checkout-store.port.js';
import type {
  CreditDecision,
  CreditResolution,
  HeldCredit,
} from '../src/domain/ports/credit-steps.port.js';
import type { OutgoingHold } from '../src/domain/outgoing-hold.js';
import type { PayoutStep, SettlementStep } from '../src/domain/ports/payout-steps.port.js';
import type { MerchantSlice, SettlementCycle } from '../src/domain/ports/settlement-runs.port.js';
import type { HoldReason, PayoutStatus, SettlementStatus } from '../src/domain/payout-state.js';
import type {
  AnswerVerdict,
  DisputeAnswerKind,
  DisputeAnswerStatus,
} from '../src/domain/ports/dispute-answers.port.js';
import type { RefundStep } from '../src/domain/ports/refund-steps.port.js';
import type { RefundStatus } from '../src/domain/refund-state.js';
import type { ReplayProgress } from '../src/domain/ports/webhook-replay.port.js';
import type { AttemptReport } from '../src/domain/ports/delivery-attempts.port.js';
import type { Id } from '../src/domain/ids.js';

/**
 * What a workflow may ask of the outside: types only, and the single file of activities/ that workflows import.
 * Inputs and results are stored in histories: ids, enums, ISO 8601 times; money as decimal strings.
 */

/** Where the checkout stands after a step. */
export interface StepDone {
  readonly status: CheckoutStatus;
  /** The step came too early and has changed nothing: it is to be taken then. ISO 8601. */
  readonly openUntil?: string;
}

export interface CreditApplied extends StepDone {
  readonly outcome: CreditOutcome;
  /** Of a checkout that is paid in part. Histories from before it was told lack it. */
  readonly part?: PartPaid;
}

/** Each is one transaction, and safe to run again: what is done already is answered, not repeated. */
export interface CheckoutActivities {
  applyCredit(step: { readonly creditId: string }): Promise<CreditApplied>;
  /** `at`: the workflow's clock. */
  endAccountWindow(step: {
    readonly virtualAccountId: Id<'va'>;
    readonly at: string;
  }): Promise<StepDone>;
  /** A checkout with money on its way into the books is answered as PROCESSING and left open. */
  expireCheckout(step: { readonly checkoutId: Id<'chk'>; readonly at: string }): Promise<StepDone>;
  /** What a part-paid checkout has received counts as its whole payment; one that is not part-paid any more stays as it is. */
  acceptPart(step: { readonly checkoutId: Id<'chk'> }): Promise<StepDone>;
  cancelCheckout(step: {
    readonly checkoutId: Id<'chk'>;
    readonly statusReason: CancelReason;
  }): Promise<StepDone>;
}

export type CancelReason = 'MERCHANT_CANCELLED' | 'OPERATOR_CANCELLED';

/** What a failed step is called, in failures, search attributes and the operator's page. */
export type FailureType =
  /** The database cannot be reached, or is too busy: it heals when the database does. */
  | 'LEDGER_UNAVAILABLE'
  /** The database answers, but not with what this version of the code needs (schema, permissions). */
  | 'LEDGER_MISMATCH'
  /** The database refuses this very step; asking again will not help. */
  | 'LEDGER_REFUSED'
  /** The code failed. */
  | 'INTERNAL';

export interface NotificationActivities {
  /** Makes one attempt, 2 being the first of the schedule; one that was made already is answered, not repeated. */
  attemptDelivery(step: {
    readonly deliveryId: string;
    readonly attempt: number;
  }): Promise<AttemptReport>;
  /** Queues the next events of a replay; run again it goes on where the replay stands. */
  queueReplay(step: { readonly replayId: string }): Promise<ReplayProgress>;
}

/** What became of a held credit. */
export interface CreditStanding {
  readonly outcome: HeldCredit['outcome'];
  readonly resolution: CreditResolution;
  readonly amountMinor: string;
  /** When it is sent back unless somebody decides before; null: it waits for ever. ISO 8601. */
  readonly returnAt: string | null;
  /** False: the number belongs to no merchant, so nobody can accept the money. Histories from before it was told lack it. */
  readonly hasMerchant?: boolean;
  /** True: the order was called off, so nobody can accept the money. Histories from before it was told lack it. */
  readonly isCalledOff?: boolean;
}

/** How a held credit is resolved: by its checkout's policy, or by somebody's decision. */
export type CreditRuling =
  | { readonly by: 'POLICY' }
  | { readonly by: 'OPERATOR' | 'CLOCK'; readonly decision: CreditDecision };

/** One transaction, safe to run again: a credit that is resolved is answered as it stands. */
export interface CreditActivities {
  resolveCredit(step: {
    readonly creditId: string;
    readonly ruling: CreditRuling;
  }): Promise<CreditStanding>;
}

/** Of whatever is sent through a bank or an acquirer. */
export interface ByRail {
  /** The task queue of calls to that rail. In histories from before it was told they are on the workflow's own queue. */
  readonly railQueue?: string | undefined;
}

/** Where a refund stands, and what its workflow must know of the rail it goes out by. */
export interface RefundView extends ByRail {
  readonly status: RefundStatus;
  readonly channel: ChannelName;
  readonly provider: string;
  readonly amountMinor: string;
  /** Sendings so far. */
  readonly attempts: number;
  /** Of the next sending. Histories from before it was told mint one. */
  readonly nextSessionId?: string;
  /** Why the next sending may not leave now; null when it may. Histories from before it was told never wait for it. */
  readonly heldBy?: OutgoingHold | null;
  readonly hasAccount: boolean;
  /** How long another account waits before it is sent to; not in histories from before that. */
  readonly coolingMs?: number;
  /** The last sending, when what became of it is not known. Times in ISO 8601. */
  readonly openSending: { readonly sessionId: string; readonly sentAt: string } | null;
  /** What the session ids of the rail begin with; empty for a card. */
  readonly institutionCode: string;
  /** How long after sending the rail may still carry it out. */
  readonly cutOffMs: number;
}

/** Each is one transaction, and safe to run again. */
export interface RefundActivities {
  findRefund(step: { readonly refundId: string }): Promise<RefundView>;
  takeRefundStep(step: RefundStep): Promise<RefundView>;
}

/** What a rail said, or why it could not be understood. */
export type RailVerdict = RailAnswer;

export interface NameVerdict extends RailVerdict {
  /** Of the enquiry, to be named in the transfer. */
  readonly reference: string | null;
}

/** Calls that leave the house. None throws for what a bank can do wrong: that is UNKNOWN. */
export interface RailActivities {
  /** Asks whose account a refund goes to, and keeps the answer. */
  askDestination(call: { readonly refundId: string }): Promise<NameVerdict>;
  /** Sends a refund's money. NOT safe to run again: what came of it is asked, never tried out. */
  sendRefund(call: {
    readonly refundId: string;
    readonly sessionId: string;
    readonly nameEnquiryReference: string | null;
  }): Promise<RailVerdict>;
  querySending(call: {
    readonly channel: ChannelName;
    readonly provider: string;
    readonly sessionId: string;
  }): Promise<RailVerdict>;
}

/** Where a settlement and its payouts stand, and what its workflow must know of the rail they go out by. */
export interface SettlementView extends ByRail {
  readonly status: SettlementStatus;
  readonly holdReason: HoldReason | null;
  readonly netMinor: string;
  readonly provider: string;
  /** In the order in which they are sent. */
  readonly payouts: readonly PayoutView[];
  /** What the session ids of the rail begin with. */
  readonly institutionCode: string;
  /** How long after sending the rail may still carry it out. */
  readonly cutOffMs: number;
}

export interface PayoutView {
  readonly payoutId: Id<'pay'>;
  readonly part: number;
  readonly amountMinor: string;
  readonly status: PayoutStatus;
  readonly attempts: number;
  /** Of the next sending. Histories from before it was told mint one. */
  readonly nextSessionId?: string;
  /** Why the next sending may not leave now; null when it may. Histories from before it was told never wait for it. */
  readonly heldBy?: OutgoingHold | null;
  /** The last sending, when what became of it is not known. Times in ISO 8601. */
  readonly openSending: { readonly sessionId: string; readonly sentAt: string } | null;
}

/** Each is one transaction, and safe to run again. */
export interface PayoutActivities {
  findSettlement(step: { readonly settlementId: string }): Promise<SettlementView>;
  takePayoutStep(step: PayoutStep): Promise<SettlementView>;
  takeSettlementStep(step: SettlementStep): Promise<SettlementView>;
}

export interface HolderVerdict extends NameVerdict {
  /** Whether the bank names the holder that was registered; null when it names none. */
  readonly isSameHolder: boolean | null;
  /** ISO 8601, by the worker's clock: histories without `nextSessionId` mint from it. */
  readonly askedAt: string;
}

/** Calls that leave the house. None throws for what a bank can do wrong: that is UNKNOWN. */
export interface PayoutRailActivities {
  /** Asks whose account it is, compares it with what was registered, and keeps a name that differs. */
  askHolder(call: { readonly settlementId: string }): Promise<HolderVerdict>;
  /** Sends a payout's money. NOT safe to run again: what came of it is asked, never tried out. */
  sendPayout(call: {
    readonly payoutId: Id<'pay'>;
    readonly sessionId: string;
    readonly nameEnquiryReference: string | null;
  }): Promise<RailVerdict>;
}

/** One cycle of the schedule; the cut-off in ISO 8601. */
export interface CycleRun {
  readonly cycle: SettlementCycle;
  readonly cutOff: string;
}

/** At most `limit` merchants, those whose ids come after `after`. */
export type MerchantPage = CycleRun & { readonly after: string | null; readonly limit: number };

export interface SettledPage {
  /** Continue after this merchant; null: that was the last page. */
  readonly next: string | null;
  readonly counts: SettlementCounts;
}

/** Each may be run again: what is frozen stays as it is, and a workflow that runs is not started twice. */
export interface SettlementActivities {
  /**
   * In how many slices the merchants are settled; 0: no payouts on that day. Histories of 0.1.0 have true and false, which
   * count as 1 and 0.
   */
  openRun(run: CycleRun): Promise<number | boolean>;
  /** Freezes the settlements of a page of merchants, and starts their payouts. */
  settleMerchants(page: MerchantPage): Promise<SettledPage>;
  /** The same, of one slice. It has a name of its own because a worker of a release before would settle all merchants. */
  settleSlice(page: MerchantPage & { readonly slice: MerchantSlice }): Promise<SettledPage>;
  closeRun(run: CycleRun & { readonly counts: SettlementCounts }): Promise<void>;
}

/** Something a reconciliation or a sweep found. */
export interface FoundThing {
  /** E.g. MISSED_CREDIT: a row of `finding`. */
  readonly kind: string;
  /** Session id, credit, refund... */
  readonly subject: string;
  /** What was done about it; ATTENTION: nothing could be, a person must. */
  readonly action: string;
}

export interface StatementPulled {
  /** Lines that were not known before. */
  readonly lines: number;
  readonly hasMore: boolean;
  readonly findings: readonly FoundThing[];
}

/** All idempotent: a line is imported once, a finding is one row. */
export interface ReconciliationActivities {
  /** Imports the next lines of the bank's statement, and drives what they tell. */
  pullStatement(call: { readonly provider: string }): Promise<StatementPulled>;
  /** Once the statement is pulled to its end: what it lacks, and what our payout account owes the pool. */
  closeStatement(call: {
    readonly provider: string;
    /** Names the transfer between our own accounts, which is made once. */
    readonly runId: string;
  }): Promise<readonly FoundThing[]>;
  sweep(): Promise<readonly FoundThing[]>;
}

export interface BooksProofActivities {
  /** Looks at every claim about the books; answers those that do not hold. May be run again. */
  proveBooks(): Promise<readonly FoundThing[]>;
}

/** What is found of one kind and waits for a person. */
export interface OpenFindings {
  readonly total: number;
  /** Everything found up to then is in `total`; ISO 8601. */
  readonly until: string;
  /** The oldest of them. */
  readonly oldest: readonly {
    readonly subject: string;
    /** Amounts and ids. */
    readonly detail: Readonly<Record<string, string>>;
    readonly foundAt: string;
  }[];
}

/** Whose findings: of one subject, or (left out) all of a kind. */
export interface OfFinding {
  readonly kind: string;
  readonly subject?: string;
}

/** Who decided, and why. */
export interface DecidedBy {
  readonly operator: string;
  readonly reason: string;
  readonly partner?: string | undefined;
}

/** Each may be run again: what is done already is not done twice. */
export interface FindingActivities {
  openFindings(step: OfFinding): Promise<OpenFindings>;
  /** Those found up to `until` are put right. */
  resolveFindings(step: OfFinding & DecidedBy & { readonly until: string }): Promise<void>;
  /** Posts the journal by which the books say what the bank's statement says. */
  adjustFinding(step: OfFinding & DecidedBy): Promise<void>;
  /** Switches a merchant's endpoint on, and offers it what it has missed. */
  reviveEndpoint(step: { readonly merchantId: string }): Promise<void>;
}

/** The case as it stands, and whose money it is about. */
export interface CaseTaken {
  readonly caseNumber: string;
  /** Names the payer: it is encrypted wherever it is kept. */
  readonly headline: string;
  /** Of its page on the desk. */
  readonly url: string;
  readonly amountMinor: string | null;
  readonly accountNumber: string | null;
  readonly sessionId: string | null;
  readonly status: string | null;
}

export type { CaseStep };

export interface CaseActivities {
  takeCaseStep(step: CaseStep): Promise<CaseTaken>;
}

/** Where a checkout stands after a step of one of its card attempts, and where the attempt does. */
export interface CardStepDone extends StepDone, ByRail {
  readonly attemptStatus: CardAttemptStatus;
}

export type { CardVerdict };

/** Each is one transaction, and safe to run again. */
export interface CardStepActivities {
  /** From here on the acquirer may have heard of it; CANCELLED when there is nothing to charge any more. */
  startCardCharge(step: { readonly attemptId: string }): Promise<CardStepDone>;
  /** `isFinal`: what still waits is given up. */
  recordCardAnswer(step: {
    readonly attemptId: string;
    readonly verdict: CardVerdict;
    readonly isFinal: boolean;
  }): Promise<CardStepDone>;
}

/** Calls to an acquirer. None throws for what an acquirer can do wrong: that is UNKNOWN. */
export interface CardRailActivities {
  /** NOT safe to run again: what came of it is asked. ABSENT with NOT_SENT: nothing has left the house. */
  chargeCard(call: { readonly attemptId: string }): Promise<CardVerdict>;
  askCharge(call: { readonly attemptId: string }): Promise<CardVerdict>;
}

/** Where a merchant's answer to a chargeback stands. */
export interface DisputeAnswerView extends ByRail {
  readonly kind: DisputeAnswerKind;
  readonly status: DisputeAnswerStatus;
  readonly provider: string;
  /** When it left for the first time; null before that. ISO 8601. */
  readonly sentAt: string | null;
}

/** Safe to run again: the acquirer takes an answer once for its id. None throws for what an acquirer can do wrong: that is UNKNOWN. */
export interface DisputeActivities {
  findDisputeAnswer(step: { readonly answerId: string }): Promise<DisputeAnswerView>;
  /** Writes down that it leaves. */
  startDisputeAnswer(step: { readonly answerId: string }): Promise<DisputeAnswerView>;
  concludeDisputeAnswer(step: {
    readonly answerId: string;
    readonly verdict: AnswerVerdict;
  }): Promise<DisputeAnswerView>;
  sendDisputeAnswer(call: { readonly answerId: string }): Promise<RailVerdict>;
  askDisputeAnswer(call: {
    readonly answerId: string;
    readonly provider: string;
  }): Promise<RailVerdict>;
}
