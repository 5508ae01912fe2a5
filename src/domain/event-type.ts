/** The events that a merchant can be sent. The names are stored and sent; they never change. */
export const eventTypes = [
  /** A transfer or charge for one of the checkouts is in the books, whatever its outcome. */
  'collection.received',
  /** A transfer to a number that belongs to no checkout, under a prefix that is the merchant's alone. */
  'collection.unmatched',
  'checkout.successful',
  /** Less than is due has arrived. */
  'checkout.underpaid',
  /** More than is due has arrived. */
  'checkout.overpaid',
  /** Money was sent after the account's time, or for an order that has ended. */
  'checkout.late_payment',
  /** A second payment came for an order that is paid. */
  'checkout.duplicate_payment',
  'checkout.failed',
  'checkout.expired',
  'checkout.cancelled',
  /** An account's time is over, and the checkout goes on. */
  'virtual_account.expired',
  'refund.successful',
  'refund.failed',
  /** The account that the money came from takes no money: another account is asked for. */
  'refund.needs_account',
  /** The payer's bank or the card's issuer took a payment back. */
  'transaction.reversed',
  'dispute.opened',
  /** The acquirer has taken or refused the merchant's answer. */
  'dispute.updated',
  'dispute.won',
  'dispute.lost',
  /** All transfers of a settlement have arrived. */
  'settlement.successful',
  /** A transfer of the settlement could not be made; its money is available again. */
  'settlement.failed',
  /** A transfer of the settlement came back from the beneficiary's bank; its money is available again. */
  'settlement.reversed',
  /** A settlement is on hold: no money is sent until the cause is resolved. */
  'settlement.on_hold',
  /** An account that settlements are paid to was registered, chosen as the default, or removed. */
  'settlement.account_changed',
  /** An operator has changed a key, a right or the URL of events, or somebody has claimed a key. */
  'security.changed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent when a merchant asks for a test, whatever events the endpoint is set to. */
export const testEventType = 'webhook.test';
