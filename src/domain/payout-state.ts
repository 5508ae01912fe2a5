/**
 * The life of a payout (one transfer of a settlement) as data. The migrator copies the table into the database, where every
 * change of a payout's status is looked up. A settlement's own status follows from its payouts.
 */
export const payoutStatuses = [
  'SCHEDULED',
  'PROCESSING',
  'UNKNOWN',
  'SUCCESSFUL',
  'FAILED',
  'REVERSED',
  'CANCELLED',
] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutEvents = [
  /** The money is on its way: a session id is written down, and from here on only the bank knows the outcome. */
  'SENT',
  /** No believable answer has come; only a status query moves the payout. */
  'LOST_SIGHT',
  'CONFIRMED',
  /** It is certain that nothing has moved. The payout may be sent again. */
  'REFUSED',
  /** The payout is not sent (any more): the money is the merchant's again. */
  'GIVEN_UP',
  /** The beneficiary's bank sent the money back: it is the merchant's again. */
  'RETURNED',
  /** An operator cancels the payout before it is sent: the money is the merchant's again. */
  'CALLED_OFF',
] as const;
export type PayoutEvent = (typeof payoutEvents)[number];

export interface PayoutTransition {
  readonly from: PayoutStatus;
  readonly event: PayoutEvent;
  readonly to: PayoutStatus;
}

type Row = Readonly<Partial<Record<PayoutEvent, PayoutStatus>>>;

const table: Readonly<Record<PayoutStatus, Row>> = {
  SCHEDULED: { SENT: 'PROCESSING', GIVEN_UP: 'FAILED', CALLED_OFF: 'CANCELLED' },
  PROCESSING: { LOST_SIGHT: 'UNKNOWN', CONFIRMED: 'SUCCESSFUL', REFUSED: 'SCHEDULED' },
  UNKNOWN: { LOST_SIGHT: 'UNKNOWN', CONFIRMED: 'SUCCESSFUL', REFUSED: 'SCHEDULED' },
  SUCCESSFUL: { RETURNED: 'REVERSED' },
  FAILED: {},
  REVERSED: {},
  CANCELLED: {},
};

/** Every legal transition, one row each. */
export const payoutTransitions: readonly PayoutTransition[] = payoutStatuses.flatMap((from) =>
  Object.entries(table[from]).map(([event, to]) => ({ from, event: event as PayoutEvent, to })),
);

/** Tells whether the payout has no final outcome yet. */
export function isOpenPayout(status: PayoutStatus): boolean {
  return status === 'SCHEDULED' || status === 'PROCESSING' || status === 'UNKNOWN';
}

export const settlementStatuses = [...payoutStatuses, 'ON_HOLD'] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

/** The reasons for which a settlement is ON_HOLD. */
export const holdReasons = [
  /** More was taken from the merchant than was due. The next collections make up for it, and there is no payout. */
  'NEGATIVE_BALANCE',
  /** The account's bank names another holder than when the account was registered. */
  'NAME_CHANGED',
  /** The bank does not know the account, or takes no money for it. */
  'ACCOUNT_REFUSED',
  'MERCHANT_INACTIVE',
] as const;
export type HoldReason = (typeof holdReasons)[number];
