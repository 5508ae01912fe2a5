import type { PayoutStatus, SettlementStatus } from '../../domain/payout-state.js';
import type { Settlement } from './settlement-requests.js';
import type { Id } from '../../domain/ids.js';

export interface SettlementFilter {
  readonly status: SettlementStatus | null;
  readonly type: Settlement['type'] | null;
  /** Bounds of the time at which the settlement was made; `since` itself is included, `before` is not. */
  readonly since: Date | null;
  readonly before: Date | null;
}

/** One transfer of a settlement, and each sending of it. */
export interface SettlementTransfer {
  readonly payoutId: Id<'pay'>;
  readonly part: number;
  readonly amountMinor: bigint;
  readonly status: PayoutStatus;
  readonly responseCode: string | null;
  /** The oldest first. */
  readonly sendings: readonly TransferSending[];
}

export interface TransferSending {
  readonly sessionId: string;
  readonly status: 'SENT' | 'UNKNOWN' | 'SUCCESSFUL' | 'FAILED' | 'RETURNED';
  readonly responseCode: string | null;
  readonly sentAt: Date;
  readonly settledAt: Date | null;
}
