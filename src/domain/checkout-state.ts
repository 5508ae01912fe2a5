/**
 * The life of a checkout as data: the one table of states and transitions.
 *
 * The migrator copies `checkoutTransitions` into the database, where the SQL functions look every status change up;
 * the diagram in docs/ is drawn from it; a test walks it. There is no other place where a status is decided.
 */

export const checkoutStatuses = [
  'INITIATED',
  'AWAITING_PAYMENT',
  'PROCESSING',
  'PARTIALLY_PAID',
  'SUCCESSFUL',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'REVERSED',
] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** The reasons for which a checkout ended without having been paid. */
export const statusReasons = [
  /** Nobody ever asked for an account. */
  'ABANDONED',
  /** An account was open, and no money came. */
  'UNPAID',
  'UNDERPAID',
  'MERCHANT_CANCELLED',
  'OPERATOR_CANCELLED',
  'CARD_DECLINED_MAX_ATTEMPTS',
  /** The card must not be tried again; these two are reasons of src/domain/card-code.ts. */
  'PAYMENT_DECLINED',
  'SUSPECTED_FRAUD',
] as const;

export const checkoutEvents = [
  /** A virtual account was given to the payer. */
  'ACCOUNT_ISSUED',
  /** The bank reported a credit that was sent in time and is not posted yet. */
  'CREDIT_SEEN',
  /** Money was posted, and the paid amount reaches the amount due. */
  'PAID_IN_FULL',
  /** Money was posted, and something is still outstanding. */
  'PAID_SHORT',
  /** The account's validity ended and the merchant lets the payer try again. */
  'WINDOW_ENDED',
  /** The account's validity ended and the policy is `onAccountExpiry: EXPIRE`. */
  'WINDOW_ENDED_FINAL',
  /** The session deadline has come. */
  'SESSION_ENDED',
  /** The merchant or an operator cancelled the checkout. */
  'CANCELLED',
  /** A card is being charged. */
  'CARD_CHARGING',
  /** Money went back, or a card was declined: the amount that was paid before still counts. */
  'BACK_TO_PARTLY_PAID',
  /** Money went back, or a card was declined, while an account is open to pay into. */
  'BACK_TO_WAITING',
  /** Money went back, or a card was declined, and the payer must choose again how to pay. */
  'BACK_TO_START',
  /** The card was declined for good, or too often. */
  'GIVEN_UP',
  /** A refund of the merchant has reached the payer, and something is left of the payment. */
  'REFUNDED_PART',
  /** A refund of the merchant has reached the payer, and nothing is left of the payment. */
  'REFUNDED_WHOLE',
  /** The sender's bank or the card's issuer took money back, and nothing is left of the payment. */
  'REVERSED',
] as const;
export type CheckoutEvent = (typeof checkoutEvents)[number];

export interface CheckoutTransition {
  readonly from: CheckoutStatus;
  readonly event: CheckoutEvent;
  readonly to: CheckoutStatus;
}

type Row = Readonly<Partial<Record<CheckoutEvent, CheckoutStatus>>>;

const table: Readonly<Record<CheckoutStatus, Row>> = {
  INITIATED: {
    ACCOUNT_ISSUED: 'AWAITING_PAYMENT',
    CARD_CHARGING: 'PROCESSING',
    CREDIT_SEEN: 'PROCESSING', // the credit was sent while a window was open, and reported after it closed
    PAID_IN_FULL: 'SUCCESSFUL', // a second credit was seen before the first one was sent back, or a late credit was accepted
    PAID_SHORT: 'PARTIALLY_PAID',
    BACK_TO_START: 'INITIATED',
    WINDOW_ENDED_FINAL: 'EXPIRED', // the window ended while a card was being charged, and the card was declined
    SESSION_ENDED: 'EXPIRED',
    CANCELLED: 'CANCELLED',
  },
  AWAITING_PAYMENT: {
    CARD_CHARGING: 'PROCESSING',
    CREDIT_SEEN: 'PROCESSING',
    PAID_IN_FULL: 'SUCCESSFUL',
    PAID_SHORT: 'PARTIALLY_PAID',
    BACK_TO_WAITING: 'AWAITING_PAYMENT',
    WINDOW_ENDED: 'INITIATED',
    WINDOW_ENDED_FINAL: 'EXPIRED',
    SESSION_ENDED: 'EXPIRED',
    CANCELLED: 'CANCELLED',
  },
  PROCESSING: {
    CREDIT_SEEN: 'PROCESSING',
    PAID_IN_FULL: 'SUCCESSFUL',
    PAID_SHORT: 'PARTIALLY_PAID',
    BACK_TO_PARTLY_PAID: 'PARTIALLY_PAID',
    BACK_TO_WAITING: 'AWAITING_PAYMENT',
    BACK_TO_START: 'INITIATED',
    GIVEN_UP: 'FAILED',
    WINDOW_ENDED: 'PROCESSING', // money is on its way into the books, and decides in place of the clock
  },
  PARTIALLY_PAID: {
    ACCOUNT_ISSUED: 'PARTIALLY_PAID', // a fresh account for what is outstanding
    CREDIT_SEEN: 'PROCESSING',
    PAID_IN_FULL: 'SUCCESSFUL', // a second credit was seen before the first one was posted
    PAID_SHORT: 'PARTIALLY_PAID',
    BACK_TO_PARTLY_PAID: 'PARTIALLY_PAID',
    BACK_TO_WAITING: 'AWAITING_PAYMENT', // the only part was recalled
    BACK_TO_START: 'INITIATED', // the same, and no account is open any more
    GIVEN_UP: 'FAILED',
    WINDOW_ENDED: 'PARTIALLY_PAID',
    WINDOW_ENDED_FINAL: 'EXPIRED',
    SESSION_ENDED: 'EXPIRED',
    CANCELLED: 'CANCELLED',
  },
  SUCCESSFUL: {
    REFUNDED_PART: 'PARTIALLY_REFUNDED',
    REFUNDED_WHOLE: 'REFUNDED',
    REVERSED: 'REVERSED',
  },
  FAILED: {},
  EXPIRED: { PAID_IN_FULL: 'SUCCESSFUL' }, // the credit was sent in time and reported late, or it was late and accepted
  CANCELLED: {},
  PARTIALLY_REFUNDED: {
    REFUNDED_PART: 'PARTIALLY_REFUNDED',
    REFUNDED_WHOLE: 'REFUNDED',
    REVERSED: 'REVERSED',
  },
  REFUNDED: { REVERSED: 'REVERSED' },
  REVERSED: {},
};

/** Every legal transition, one row each. */
export const checkoutTransitions: readonly CheckoutTransition[] = checkoutStatuses.flatMap((from) =>
  Object.entries(table[from]).map(([event, to]) => ({ from, event: event as CheckoutEvent, to })),
);

/** The status after `event`, or undefined when the event is not legal in `from`. */
export function nextStatus(from: CheckoutStatus, event: CheckoutEvent): CheckoutStatus | undefined {
  return table[from][event];
}

/** The statuses in which the order may still be paid. */
export const openStatuses = [
  'INITIATED',
  'AWAITING_PAYMENT',
  'PROCESSING',
  'PARTIALLY_PAID',
] as const;
/** The statuses of an order that was paid, whatever became of the money later. */
export const paidStatuses = ['SUCCESSFUL', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'] as const;
export type PaidStatus = (typeof paidStatuses)[number];

const isOpen: ReadonlySet<CheckoutStatus> = new Set(openStatuses);
const wasPaid: ReadonlySet<CheckoutStatus> = new Set(paidStatuses);

/** Tells whether the order has ended. Later events concern its money only. */
export function isTerminal(status: CheckoutStatus): boolean {
  return !isOpen.has(status);
}

export function isPaid(status: CheckoutStatus): boolean {
  return wasPaid.has(status);
}
