import type { PayoutStatus, SettlementStatus } from '../../domain/payout-state.js';
import type { Listed, Slice } from '../../domain/slice.js';
import type { Settlement } from './settlement-requests.port.js';
import type { StatementLine } from '../statements/statement-store.port.js';
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

/** Reads settlements for merchants. */
export interface SettlementReader {
  find(merchantId: string, settlementReference: string): Promise<Settlement | undefined>;
  transfers(settlementId: string): Promise<readonly SettlementTransfer[]>;
  /** The newest first. */
  list(
    merchantId: string,
    filter: SettlementFilter,
    slice: Slice,
  ): Promise<readonly Listed<Settlement>[]>;
  /** In the order in which they were booked, each with the balance after it. */
  lines(
    settlement: Settlement,
    slice: Slice,
  ): Promise<readonly Listed<StatementLine & { readonly balanceMinor: bigint }>[]>;
}
