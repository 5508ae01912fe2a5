import type { ChangePeriod } from '../../domain/slice.js';
import type { ChannelName } from '../../domain/channels.js';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { Checkout, Order } from './checkout.js';
import type { ShownTime } from '../../domain/shown-time.js';

/** A checkout as a list shows it: its terms and its state, without each payment and attempt. */
export interface ListedCheckout
  extends
    Omit<Order, 'merchantId' | 'feeMinor' | 'vatMinor' | 'feeBearer' | 'policies' | 'offers'>,
    Pick<
      Checkout,
      | 'statusReason'
      | 'exception'
      | 'exceptions'
      | 'paidMinor'
      | 'appliedMinor'
      | 'acceptedMinor'
      | 'refundedMinor'
      | 'takenBackMinor'
      | 'returnedMinor'
      | 'keptMinor'
      | 'paymentLinkId'
      | 'version'
    > {
  /** VIRTUAL_ACCOUNT: the checkout was made with a standalone dynamic account. */
  readonly origin: 'CHECKOUT' | 'VIRTUAL_ACCOUNT';
  /** The status by the clock, whether or not the timers have stored it yet. */
  readonly status: CheckoutStatus;
  /** Null until it is paid. */
  readonly paidBy: ChannelName | null;
  /** The number of its latest account; null when it has none. */
  readonly accountNumber: string | null;
  readonly description: string | null;
  readonly createdAt: ShownTime;
  readonly updatedAt: ShownTime;
  readonly expiresAt: ShownTime;
}

/** The filters of a list of checkouts; a checkout must match all of them. */
export interface CheckoutFilter extends Partial<ChangePeriod> {
  readonly status?: CheckoutStatus | undefined;
  readonly statusReason?: string | undefined;
  /** The exception happened to the checkout at some time, and may have been resolved since. */
  readonly exception?: string | undefined;
  readonly paidBy?: ChannelName | undefined;
  /** Case is ignored. */
  readonly email?: string | undefined;
  /** E.164 */
  readonly phoneNumber?: string | undefined;
  readonly paymentReference?: string | undefined;
  readonly paymentLinkId?: string | undefined;
  /** Bounds of the time at which the checkout was made. */
  readonly since: Date | null;
  readonly before: Date | null;
}
