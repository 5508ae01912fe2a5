/**
 * The life of a refund as data. The migrator copies the table into the database, where every change of a refund's status
 * is looked up.
 */
export const refundStatuses = [
  'REQUESTED',
  'NAME_ENQUIRY',
  'PROCESSING',
  'UNKNOWN',
  'NEEDS_ACCOUNT',
  'SUCCESSFUL',
  'FAILED',
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** The party that decided a refund. */
export const refundOrigins = ['POLICY', 'MERCHANT', 'OPERATOR'] as const;
export type RefundOrigin = (typeof refundOrigins)[number];

export const refundEvents = [
  /** The destination's name is being asked for. */
  'NAME_ASKED',
  /** The money is on its way: a session id is written down, and from here on only the bank knows the outcome. */
  'SENT',
  /** No believable answer has come; only a status query moves the refund. */
  'LOST_SIGHT',
  'CONFIRMED',
  /** It is certain that nothing has moved. The refund will be tried again. */
  'REFUSED',
  /** It is certain that nothing has moved, and the account is the reason. */
  'ACCOUNT_REFUSED',
  'ACCOUNT_PROVIDED',
  /** It is certain that nothing has moved, and the refund is not tried again. */
  'GIVEN_UP',
  /** An operator orders another try. */
  'TAKEN_UP',
  /** The receiving bank sent the money back after all. */
  'RETURNED',
] as const;
export type RefundEvent = (typeof refundEvents)[number];

export interface RefundTransition {
  readonly from: RefundStatus;
  readonly event: RefundEvent;
  readonly to: RefundStatus;
}

type Row = Readonly<Partial<Record<RefundEvent, RefundStatus>>>;

const table: Readonly<Record<RefundStatus, Row>> = {
  REQUESTED: {
    NAME_ASKED: 'NAME_ENQUIRY',
    SENT: 'PROCESSING', // a card needs no name
    ACCOUNT_REFUSED: 'NEEDS_ACCOUNT', // there is no account to send to
    GIVEN_UP: 'FAILED',
  },
  NAME_ENQUIRY: {
    NAME_ASKED: 'NAME_ENQUIRY',
    SENT: 'PROCESSING',
    REFUSED: 'REQUESTED',
    ACCOUNT_REFUSED: 'NEEDS_ACCOUNT',
    GIVEN_UP: 'FAILED',
  },
  PROCESSING: {
    LOST_SIGHT: 'UNKNOWN',
    CONFIRMED: 'SUCCESSFUL',
    REFUSED: 'REQUESTED',
    ACCOUNT_REFUSED: 'NEEDS_ACCOUNT',
  },
  UNKNOWN: {
    LOST_SIGHT: 'UNKNOWN',
    CONFIRMED: 'SUCCESSFUL',
    REFUSED: 'REQUESTED',
    ACCOUNT_REFUSED: 'NEEDS_ACCOUNT',
  },
  NEEDS_ACCOUNT: { ACCOUNT_PROVIDED: 'REQUESTED', GIVEN_UP: 'FAILED' },
  SUCCESSFUL: { RETURNED: 'NEEDS_ACCOUNT' },
  FAILED: { TAKEN_UP: 'REQUESTED' },
};

/** Every legal transition, one row each. */
export const refundTransitions: readonly RefundTransition[] = refundStatuses.flatMap((from) =>
  Object.entries(table[from]).map(([event, to]) => ({ from, event: event as RefundEvent, to })),
);
