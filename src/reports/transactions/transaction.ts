import type { ChangePeriod } from '../../domain/slice.js';
import type { FeeBearer } from '../../domain/fee-bearer.js';
import type { ChannelName } from '../../domain/channels.js';
import type {
  CreditStatus,
  TransactionException,
  TransactionStatus,
  Resolution,
} from '../../domain/transaction-state.js';
import type { CreditOutcome } from '../../payments/checkouts/checkout.js';
import type { CreditSource } from '../../payments/credits/credit.js';
import type { SettlementStatus } from '../../domain/payout-state.js';
import type { RefundStatus, RefundOrigin } from '../../domain/refund-state.js';
import type { Id } from '../../domain/ids.js';
import type { ShownTime } from '../../domain/shown-time.js';

export interface TransactionAccount {
  /** Null for an account number that belonged to nobody. */
  readonly virtualAccountId: Id<'va'> | null;
  readonly accountNumber: string;
  readonly accountName: string | null;
  readonly bankCode: string | null;
  readonly bankName: string | null;
  readonly type: 'STATIC' | 'DYNAMIC' | null;
  /** The merchant's own name for a static account. */
  readonly reference: string | null;
}

export interface TransactionCard {
  readonly brand: string;
  readonly first6: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly issuer: string;
}

export interface TransactionRefund {
  readonly refundId: string;
  readonly refundReference: string;
  readonly origin: RefundOrigin;
  readonly reason: string;
  readonly amountMinor: bigint;
  readonly status: RefundStatus;
}

/** A credit that a merchant has received, with everything that belongs to it. */
export interface Transaction {
  readonly creditId: string;
  readonly checkoutId: Id<'chk'> | null;
  readonly paymentReference: string | null;
  readonly channel: ChannelName;
  readonly sessionId: string;
  readonly status: TransactionStatus;
  readonly creditStatus: CreditStatus;
  /** Null while it is not in the books. */
  readonly outcome: CreditOutcome | null;
  readonly policyApplied: string | null;
  readonly resolution: Resolution | null;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly expectedMinor: bigint | null;
  readonly appliedMinor: bigint;
  readonly excessMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly feeBearer: FeeBearer | null;
  /** The net amount of the credit's line in the settlement statement; 0 while nothing of it is the merchant's. */
  readonly settlementMinor: bigint;
  /** The amount that was sent back, or is being sent back, and never was the merchant's. */
  readonly returnedMinor: bigint;
  /** The amount that the merchant's refunds have sent back. */
  readonly refundedMinor: bigint;
  readonly takenBackMinor: bigint;
  readonly refundableMinor: bigint;
  /** Null while no settlement date is known. */
  readonly settlement: {
    readonly dueOn: string;
    readonly status: SettlementStatus | null;
    readonly reference: string | null;
  } | null;
  readonly account: TransactionAccount | null;
  readonly source: CreditSource;
  readonly card: TransactionCard | null;
  readonly refunds: readonly TransactionRefund[];
  readonly narration: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly initiatedAt: ShownTime | null;
  readonly sentAt: ShownTime | null;
  readonly receivedAt: ShownTime;
  readonly appliedAt: ShownTime | null;
  readonly updatedAt: ShownTime;
  readonly version: number;
}

/** The filters of a list of transactions; a transaction must match all of them. */
export interface TransactionFilter extends Partial<ChangePeriod> {
  readonly status?: TransactionStatus | undefined;
  readonly creditStatus?: CreditStatus | undefined;
  readonly exception?: TransactionException | undefined;
  readonly channel?: string | undefined;
  readonly since?: Date | null;
  readonly before?: Date | null;
  readonly minAmountMinor?: bigint | undefined;
  readonly maxAmountMinor?: bigint | undefined;
  readonly paymentReference?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The reference of a transaction, or of its order. */
  readonly reference?: string | undefined;
  /** A whole reference, account number or session id. */
  readonly text?: string | undefined;
}
