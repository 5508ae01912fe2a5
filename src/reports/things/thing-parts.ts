import type { DisputeEvidence } from '../../domain/card-rail.port.js';
import type { ThingKind } from './thing-kinds.js';

/** The types of what the functions of things.sql return. Amounts are kobo, times RFC 3339. */

export interface CaseSummary {
  readonly caseNumber: number;
  readonly reason: string;
  readonly status: string;
  readonly openedAt: string;
}

export interface JournalSummary {
  readonly journalId: number;
  readonly purpose: string;
  readonly postedAt: string;
  readonly amount: number;
}

export interface SendingSummary {
  readonly sessionId: string;
  readonly provider: string;
  readonly amount: number;
  readonly status: string;
  readonly answer: string | null;
  readonly sentAt: string;
  readonly settledAt: string | null;
}

interface Belonging {
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  readonly paymentReference: string | null;
  readonly currency: string;
}

interface StatusSummary {
  readonly status: string;
  readonly at: string;
  readonly amount: number;
}

export interface TransactionParts extends Belonging {
  readonly status: string;
  readonly amount: number;
  readonly exception: string | null;
  readonly channel: string;
  /** The fees including VAT. */
  readonly fees: number;
  readonly toMerchant: number;
  readonly refunded: number;
  readonly returned: number;
  readonly takenBack: number;
  readonly provider: string;
  readonly sessionId: string;
  readonly accountNumber: string | null;
  readonly accountName: string | null;
  readonly virtualAccountId: string | null;
  readonly senderName: string | null;
  readonly senderAccount: string | null;
  readonly senderBank: string | null;
  readonly narration: string | null;
  readonly sentAt: string | null;
  readonly receivedAt: string;
  readonly settlementDueOn: string | null;
  readonly settlementStatus: string | null;
  readonly settlementReference: string | null;
  readonly settlementId: string | null;
  readonly refunds: readonly (StatusSummary & {
    readonly refundId: string;
    readonly reference: string;
  })[];
  readonly disputes: readonly (StatusSummary & {
    readonly disputeId: string;
    readonly kind: string;
  })[];
  readonly journals: readonly JournalSummary[];
  readonly cases: readonly CaseSummary[];
}

export interface RefundParts extends Belonging {
  readonly status: string;
  readonly amount: number;
  readonly reference: string;
  readonly cause: string;
  readonly origin: string;
  readonly note: string | null;
  readonly channel: string;
  readonly provider: string;
  readonly duty: number;
  readonly dutyBearer: string;
  readonly receiverName: string | null;
  readonly receiverAccount: string | null;
  readonly receiverBank: string | null;
  readonly answer: string | null;
  readonly transactionReference: string;
  readonly paidAmount: number;
  readonly payerName: string | null;
  readonly requestedAt: string;
  readonly redirectedAt: string | null;
  readonly completedAt: string | null;
  readonly sendings: readonly SendingSummary[];
  readonly journals: readonly JournalSummary[];
  readonly cases: readonly CaseSummary[];
}

export interface SettlementParts extends Belonging {
  readonly status: string;
  readonly amount: number;
  readonly reference: string;
  readonly type: string;
  readonly holdReason: string | null;
  readonly answer: string | null;
  readonly payments: number;
  readonly opening: number;
  readonly gross: number;
  readonly fees: number;
  readonly refunds: number;
  readonly disputes: number;
  readonly reversals: number;
  readonly duty: number;
  readonly adjustments: number;
  readonly closing: number;
  readonly paid: number;
  readonly cutOff: string;
  readonly runOn: string;
  readonly madeAt: string;
  readonly completedAt: string | null;
  readonly notedName: string | null;
  readonly holderName: string | null;
  readonly accountNumber: string | null;
  readonly bankName: string | null;
  readonly payouts: readonly {
    readonly payoutId: string;
    readonly part: number;
    readonly amount: number;
    readonly status: string;
    readonly provider: string;
    readonly answer: string | null;
  }[];
  readonly sendings: readonly SendingSummary[];
  readonly journals: readonly JournalSummary[];
  readonly cases: readonly CaseSummary[];
}

export interface DisputeParts extends Belonging {
  readonly status: string;
  readonly amount: number;
  readonly kind: string;
  readonly provider: string;
  readonly reference: string;
  readonly cause: string | null;
  readonly fromMerchant: number;
  readonly fromHeld: number;
  readonly transactionReference: string;
  readonly paidAmount: number;
  readonly payerName: string | null;
  readonly openedAt: string;
  readonly evidenceDueAt: string | null;
  readonly closedAt: string | null;
  readonly answers: readonly {
    readonly kind: string;
    readonly status: string;
    readonly answer: string | null;
    readonly at: string;
    readonly sentAt: string | null;
  }[];
  /** The evidence of the last answer that has evidence. */
  readonly evidence: DisputeEvidence | null;
  readonly files: readonly {
    readonly fileId: string;
    readonly mediaType: string;
    readonly bytes: number;
    readonly at: string;
  }[];
  readonly journals: readonly JournalSummary[];
  readonly cases: readonly CaseSummary[];
}

export interface AccountParts extends Belonging {
  readonly status: string;
  /** Null for a static account. */
  readonly amount: number | null;
  readonly type: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly madeAt: string;
  readonly expiresAt: string | null;
  readonly releasedAt: string | null;
  readonly bankName: string | null;
  readonly reference: string | null;
  readonly identity: string | null;
  readonly stoppedAt: string | null;
  readonly count: number;
  readonly received: number;
  readonly credits: readonly (StatusSummary & {
    readonly transactionReference: string;
    readonly senderName: string | null;
    readonly senderAccount: string | null;
  })[];
}

export interface DeliveryParts extends Belonging {
  readonly status: string;
  /** The type of the event. */
  readonly type: string | null;
  readonly eventId: string;
  readonly url: string | null;
  readonly count: number;
  readonly writtenAt: string | null;
  readonly finishedAt: string | null;
  readonly redeliveryOf: string | null;
  readonly replayId: string | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly at: string;
    readonly tookMs: number;
    readonly httpStatus: number | null;
    readonly failure: string | null;
    readonly response: string | null;
  }[];
  readonly cases: readonly CaseSummary[];
}

export interface JournalParts {
  readonly currency: string;
  readonly source: string;
  readonly sourceId: string;
  readonly purpose: string;
  readonly postedAt: string;
  /** The settlement that the payout belongs to. */
  readonly settlementId: string | null;
  readonly legs: readonly {
    readonly leg: string;
    readonly account: string;
    readonly ownerName: string | null;
    readonly amount: number;
    /** The present balance of the account; debits are positive. */
    readonly balance: number;
  }[];
}

export interface MerchantParts {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly name: string;
  readonly status: string;
  readonly statusReason: string | null;
  readonly madeAt: string;
  readonly schedule: string;
  readonly minimumPayout: number;
  readonly payoutFee: number;
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly dailyLimit: number | null;
  readonly dailySettlementLimit: number | null;
  readonly openAccountLimit: number;
  readonly scopes: readonly string[];
  readonly channels: readonly {
    readonly channel: string;
    readonly feeBearer: string;
    readonly feePlanId: string | null;
    readonly next: readonly { readonly feePlanId: string; readonly from: string }[];
  }[];
  readonly prefixes: readonly {
    readonly prefix: string;
    readonly status: string;
    readonly isDefault: boolean;
  }[];
  readonly checklist: readonly { readonly item: string; readonly done: boolean }[] | null;
  readonly contacts: Readonly<
    Partial<
      Record<
        string,
        { readonly name: string; readonly email: string; readonly phoneNumber: string }
      >
    >
  > | null;
  readonly currency: string;
  readonly available: number;
  readonly pending: number;
  readonly reserved: number;
  readonly inTransit: number;
  readonly total: number;
  readonly nextOn: string | null;
  readonly nextAmount: number | null;
  /** The number of the payments of the last thirty days. `gross` is their sum. */
  readonly payments: number;
  readonly gross: number;
  readonly feesOf: number;
  readonly refunds: number;
  readonly initiated: number;
  readonly paid: number;
  readonly keys: readonly {
    readonly clientId: string;
    readonly name: string;
    readonly groups: readonly string[];
    readonly isLive: boolean;
    readonly madeAt: string;
    readonly lastUsedAt: string | null;
    readonly expiresAt: string | null;
  }[];
  readonly endpoints: readonly {
    readonly url: string;
    readonly status: string;
    readonly failingSince: string | null;
  }[];
  readonly deliveries: readonly {
    readonly status: string;
    readonly count: number;
    readonly oldest: string;
  }[];
  readonly accounts: readonly {
    readonly bankName: string;
    readonly accountNumber: string;
    readonly accountName: string;
    readonly isDefault: boolean;
    readonly usableFrom: string;
  }[];
  readonly settlements: readonly (StatusSummary & {
    readonly settlementId: string;
    readonly reference: string;
  })[];
  readonly cases: readonly CaseSummary[];
}

/** The parts of a thing, by kind. */
export interface ThingParts extends Record<ThingKind, object> {
  readonly TRANSACTION: TransactionParts;
  readonly REFUND: RefundParts;
  readonly SETTLEMENT: SettlementParts;
  readonly DISPUTE: DisputeParts;
  readonly ACCOUNT: AccountParts;
  readonly DELIVERY: DeliveryParts;
  readonly MERCHANT: MerchantParts;
  readonly JOURNAL: JournalParts;
}
