import type { TransactionException } from '../../domain/transaction-state.js';
import type { ChannelName } from '../../domain/channels.js';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { Customer } from './checkout.js';
import type { ShownTime } from '../../domain/shown-time.js';
import type { Id } from '../../domain/ids.js';

/** A checkout as a list shows it: its terms and its state, without each payment and attempt. */
export interface ListedCheckout {
  readonly checkoutId: Id<'chk'>;
  readonly paymentReference: string;
  /** VIRTUAL_ACCOUNT: an account for one payment that was made by a call of its own. */
  readonly origin: 'CHECKOUT' | 'VIRTUAL_ACCOUNT';
  /** The status by the clock, whether or not the timers have stored it yet. */
  readonly status: CheckoutStatus;
  readonly statusReason: string | null;
  readonly exception: TransactionException | null;
  readonly exceptions: readonly TransactionException[];
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly expectedMinor: bigint;
  readonly paidMinor: bigint;
  readonly appliedMinor: bigint;
  readonly acceptedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly takenBackMinor: bigint;
  readonly returnedMinor: bigint;
  readonly keptMinor: bigint;
  readonly channels: readonly ChannelName[];
  /** Null until it is paid. */
  readonly paidBy: ChannelName | null;
  /** The number of its latest account; null when it has none. */
  readonly accountNumber: string | null;
  readonly customer: Customer;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: ShownTime;
  readonly updatedAt: ShownTime;
  readonly expiresAt: ShownTime;
  /** Null: not begun with a payment link. */
  readonly paymentLinkId: Id<'lnk'> | null;
  readonly version: number;
}

/** The filters of a list of checkouts; a checkout must match all of them. */
export interface CheckoutFilter {
  readonly status?: CheckoutStatus | undefined;
  readonly statusReason?: string | undefined;
  /** It happened to the checkout, and may have been put right since. */
  readonly exception?: string | undefined;
  readonly paidBy?: ChannelName | undefined;
  /** In any case. */
  readonly email?: string | undefined;
  /** E.164 */
  readonly phoneNumber?: string | undefined;
  readonly paymentReference?: string | undefined;
  readonly paymentLinkId?: string | undefined;
  /** Bounds of the time at which the checkout was made. */
  readonly since: Date | null;
  readonly before: Date | null;
}
