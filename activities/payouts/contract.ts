import type { ChannelName } from '../../src/domain/channels.js';
import type { SettlementCounts } from '../../src/domain/settlement-counts.js';
import type { OutgoingHold } from '../../src/domain/outgoing-hold.js';
import type { PayoutStep, SettlementStep } from '../../src/payouts/settlement/payout-steps.js';
import type { MerchantSlice, SettlementCycle } from '../../src/domain/settlement-cycle.js';
import type { HoldReason, PayoutStatus, SettlementStatus } from '../../src/domain/payout-state.js';
import type { RefundStep } from '../../src/payouts/refunds/refund-steps.js';
import type { RefundStatus } from '../../src/domain/refund-state.js';
import type { Id } from '../../src/domain/ids.js';
import type { CodeAnswer } from '../../src/domain/bank-rail.port.js';
import type { ByRail, RailVerdict, NameVerdict } from '../contract.js';

/** The state of a refund, and the facts about its rail that its workflow needs. */
export interface RefundView extends ByRail {
  readonly status: RefundStatus;
  readonly channel: ChannelName;
  readonly provider: string;
  readonly amountMinor: string;
  /** Sendings so far. */
  readonly attempts: number;
  /** The session id of the next sending; of a card, the id by which the acquirer will know the refund. */
  readonly nextSessionId: string;
  /** The reason that the next sending may not leave now; null when it may. */
  readonly heldBy: OutgoingHold | null;
  readonly hasAccount: boolean;
  /** Whether the provider itself gives the money back to whoever has paid. Then no account is asked for. */
  readonly byCall?: boolean;
  /** The time that must pass before money is sent to another account. */
  readonly coolingMs: number;
  /** The last sending, when its outcome is not known. Times in ISO 8601. */
  readonly openSending: { readonly sessionId: string; readonly sentAt: string } | null;
  /** The last sending, refused for certain, when the bank's statement shows that it was debited all the same. */
  readonly debited?: string;
  /** The time after sending in which the rail may still carry the transfer out. */
  readonly cutOffMs: number;
}

/** Each step is one transaction and safe to run again. */
export interface RefundActivities {
  findRefund(step: { readonly refundId: string }): Promise<RefundView>;
  takeRefundStep(step: RefundStep): Promise<RefundView>;
}

/** Calls to banks and acquirers. None throws for a bank's misbehaviour, which makes the outcome UNKNOWN. */
export interface RailActivities {
  /** Asks whose account a refund goes to, and keeps the answer. */
  askDestination(call: { readonly refundId: string }): Promise<NameVerdict>;
  /**
   * Sends a refund's money. NOT safe to run again: a lost outcome is asked for, and never found out by sending again.
   */
  sendRefund(call: {
    readonly refundId: string;
    readonly sessionId: string;
    readonly nameEnquiryReference: string | null;
  }): Promise<RailVerdict>;
  querySending(call: {
    readonly channel: ChannelName;
    readonly provider: string;
    readonly sessionId: string;
  }): Promise<SendingVerdict>;
  /**
   * Brings the provider the code that two operators have confirmed. NOT safe to run again: a code can be taken from the
   * database only once.
   */
  enterCode(call: {
    readonly kind: 'REFUND' | 'PAYOUT';
    readonly subject: string;
    readonly provider: string;
    readonly sessionId: string;
  }): Promise<CodeAnswer>;
}

/** `takesCode`: the provider waits for a code that can be typed at our desk. */
export interface SendingVerdict extends RailVerdict {
  readonly takesCode?: boolean;
}

/** The state of a settlement and its payouts, and the facts about their rail that its workflow needs. */
export interface SettlementView extends ByRail {
  readonly status: SettlementStatus;
  readonly holdReason: HoldReason | null;
  readonly netMinor: string;
  readonly provider: string;
  /** In the order in which they are sent. */
  readonly payouts: readonly PayoutView[];
  /** The time after sending in which the rail may still carry the transfer out. */
  readonly cutOffMs: number;
}

export interface PayoutView {
  readonly payoutId: Id<'pay'>;
  readonly part: number;
  readonly amountMinor: string;
  readonly status: PayoutStatus;
  readonly attempts: number;
  /** The session id of the next sending. */
  readonly nextSessionId: string;
  /** The reason that the next sending may not leave now; null when it may. */
  readonly heldBy: OutgoingHold | null;
  /** The last sending, when its outcome is not known. Times in ISO 8601. */
  readonly openSending: { readonly sessionId: string; readonly sentAt: string } | null;
  /** The last sending, refused for certain, when the bank's statement shows that it was debited all the same. */
  readonly debited?: string;
}

/** Each step is one transaction and safe to run again. */
export interface PayoutActivities {
  findSettlement(step: { readonly settlementId: string }): Promise<SettlementView>;
  takePayoutStep(step: PayoutStep): Promise<SettlementView>;
  takeSettlementStep(step: SettlementStep): Promise<SettlementView>;
}

export interface HolderVerdict extends NameVerdict {
  /** Whether the bank names the holder that was registered; null when it names none. */
  readonly isSameHolder: boolean | null;
}

/** Calls to banks. None throws for a bank's misbehaviour, which makes the outcome UNKNOWN. */
export interface PayoutRailActivities {
  /** Asks for the account's holder, compares the name with the registered one, and keeps a name that differs. */
  askHolder(call: { readonly settlementId: string }): Promise<HolderVerdict>;
  /**
   * Sends a payout's money. NOT safe to run again: a lost outcome is asked for, and never found out by sending again.
   */
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

/** At most `limit` merchants of the slice, those whose ids come after `after`. */
export interface MerchantPage extends CycleRun {
  readonly after: string | null;
  readonly limit: number;
  readonly slice: MerchantSlice;
}

export interface SettledPage {
  /** Continue after this merchant; null: that was the last page. */
  readonly next: string | null;
  readonly counts: SettlementCounts;
  /** Merchants whose books somebody else held for too long; they are not in the counts. Left out: none. */
  readonly locked?: readonly string[];
}

/** Merchants of the slice that were locked when their page was settled. */
export interface LockedMerchants extends CycleRun {
  readonly merchants: readonly string[];
  readonly slice: MerchantSlice;
}

/**
 * Each step may be run again: a settlement that is frozen stays as it is, and a workflow that runs is not started
 * twice.
 */
export interface SettlementActivities {
  /** The number of slices in which the merchants are settled; 0: no payouts on that day. */
  openRun(run: CycleRun): Promise<number>;
  /** Freezes the settlements of a page of merchants, and starts their payouts. */
  settleMerchants(page: MerchantPage): Promise<SettledPage>;
  /** Does the same for merchants that were locked. Fails as long as one of them is; the others are settled then. */
  settleLocked(merchants: LockedMerchants): Promise<SettlementCounts>;
  closeRun(run: CycleRun & { readonly counts: SettlementCounts }): Promise<void>;
}
