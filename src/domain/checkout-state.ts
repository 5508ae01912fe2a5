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
  'EXPIRED',
  'CANCELLED',
] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

export const checkoutEvents = [
  /** A virtual account was given to the payer. */
  'ACCOUNT_ISSUED',
  /** The bank told us of an in-time credit that is not posted yet. */
  'CREDIT_SEEN',
  /** Posted, and what was paid reaches what is due. */
  'PAID_IN_FULL',
  /** Posted, and something is still outstanding. */
  'PAID_SHORT',
  /** The account's validity ended and the merchant lets the payer try again. */
  'WINDOW_ENDED',
  /** The account's validity ended and the policy is `onAccountExpiry: EXPIRE`. */
  'WINDOW_ENDED_FINAL',
  /** The session deadline has come. */
  'SESSION_ENDED',
  /** The merchant or an operator called it off. */
  'CANCELLED',
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
    CREDIT_SEEN: 'PROCESSING', // sent while a window was open, heard of after it closed
    SESSION_ENDED: 'EXPIRED',
    CANCELLED: 'CANCELLED',
  },
  AWAITING_PAYMENT: {
    CREDIT_SEEN: 'PROCESSING',
    WINDOW_ENDED: 'INITIATED',
    WINDOW_ENDED_FINAL: 'EXPIRED',
    SESSION_ENDED: 'EXPIRED',
    CANCELLED: 'CANCELLED',
  },
  PROCESSING: {
    CREDIT_SEEN: 'PROCESSING',
    PAID_IN_FULL: 'SUCCESSFUL',
    PAID_SHORT: 'PARTIALLY_PAID',
    WINDOW_ENDED: 'PROCESSING', // money is on its way into the books: it decides, not the clock
  },
  PARTIALLY_PAID: {
    ACCOUNT_ISSUED: 'PARTIALLY_PAID', // a fresh account for what is outstanding
    CREDIT_SEEN: 'PROCESSING',
    PAID_IN_FULL: 'SUCCESSFUL', // a second credit that was seen before the first one was posted
    PAID_SHORT: 'PARTIALLY_PAID',
    WINDOW_ENDED: 'PARTIALLY_PAID',
    WINDOW_ENDED_FINAL: 'EXPIRED',
    SESSION_ENDED: 'EXPIRED',
    CANCELLED: 'CANCELLED',
  },
  SUCCESSFUL: {},
  EXPIRED: {},
  CANCELLED: {},
};

/** Every legal transition, one row each. */
export const checkoutTransitions: readonly CheckoutTransition[] = checkoutStatuses.flatMap((from) =>
  Object.entries(table[from]).map(([event, to]) => ({ from, event: event as CheckoutEvent, to })),
);

/** The status after `event`, or undefined when the event is not legal in `from`. */
export function nextStatus(from: CheckoutStatus, event: CheckoutEvent): CheckoutStatus | undefined {
  return table[from][event];
}

/** A terminal checkout takes no further event. */
export function isTerminal(status: CheckoutStatus): boolean {
  return Object.keys(table[status]).length === 0;
}
