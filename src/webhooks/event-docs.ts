import type { eventTypes } from '../domain/event-type.js';

/** What each event tells, for the document: one sentence each. A new event type needs its line here. */
export const eventSummaries: Readonly<Record<(typeof eventTypes)[number], string>> = {
  'collection.received': 'A payment for a checkout is in the books, whatever its outcome',
  'collection.unmatched': 'A transfer to a number of no checkout, under a prefix of yours alone',
  'checkout.successful': 'The checkout is paid',
  'checkout.underpaid': 'Less than is due has arrived',
  'checkout.overpaid': 'More than is due has arrived',
  'checkout.late_payment': "Money sent after the account's time, or for what has ended",
  'checkout.duplicate_payment': 'A second payment of a checkout that is paid',
  'checkout.failed': 'The payment was declined for good, or too often',
  'checkout.expired': 'The checkout ended unpaid, or not fully paid',
  'checkout.cancelled': 'The checkout was called off',
  'virtual_account.expired': "An account's time is over, and the checkout goes on",
  'refund.successful': 'Money has reached the payer',
  'refund.failed': 'Money could not be sent back; an operator looks into it',
  'refund.needs_account': 'The account the money came from takes none: give another',
  'transaction.reversed': "The payer's bank or the card's issuer has taken a payment back",
  'dispute.opened': 'A card payment is disputed',
  'dispute.won': 'The dispute was decided for you',
  'dispute.lost': 'The dispute was decided against you',
  'settlement.successful': 'All transfers of a settlement have arrived',
  'settlement.failed': 'A transfer of it could not be made; its money is available again',
  'settlement.reversed': 'A transfer of it came back; its money is available again',
  'settlement.on_hold': 'Nothing of it is sent until what holds it is put right',
  'settlement.account_changed': 'An account that you are paid to was registered, chosen or removed',
};
