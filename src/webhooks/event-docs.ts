import type { eventTypes, testEventType } from '../domain/event-type.js';

/** What each event tells, for the document: one sentence each. A new event type needs its line here. */
export const eventSummaries: Readonly<
  Record<(typeof eventTypes)[number] | typeof testEventType, string>
> = {
  'collection.received':
    'A payment for a checkout, or into a static account, is in the books, whatever its outcome',
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
  'webhook.test': 'You asked for it by POST /api/v1/webhooks/test; no money has moved',
};

/** The headers of every webhook (src/notifications/signer.ts, src/notifications/webhook-headers.ts), with an example. */
export const eventHeaders: Readonly<Record<string, { description: string; example: string }>> = {
  'webhook-id': {
    description: "The event's id: the same at every attempt and when it is sent again.",
    example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
  },
  'webhook-timestamp': {
    description: 'When this attempt was made, in seconds since 1970. Refuse more than 5 minutes.',
    example: '1795132800',
  },
  'webhook-signature': {
    description:
      '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two of them with a space between while a secret is changed.',
    example: 'v1,Li7QZ82JMoMzuGt4lSLWMTmLrnOPaQCSC3Mc3GnB8F0=',
  },
  'x-notification-signature': {
    description: 'The hex HMAC-SHA512 of the body alone, for code you have already.',
    example:
      '11e0247481f8c7c56b0e191ff219ecf89de965546d3faf6c30741dd600ea98989b167edf5f5627d8bcd2777337f2cb97f0acd3d721312b952d3814cea224b351',
  },
  'webhook-attempt': {
    description: 'Which attempt this is, from 1. The body is the same bytes at each.',
    example: '1',
  },
  'user-agent': { description: 'Who sends.', example: 'manilla-webhooks/1' },
};
