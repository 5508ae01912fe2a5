import type { eventTypes, testEventType } from '../../domain/event-type.js';

/** The meaning of each event in one sentence, for the document. A new event type needs its sentence here. */
export const eventSummaries: Readonly<
  Record<(typeof eventTypes)[number] | typeof testEventType, string>
> = {
  'collection.received':
    'A payment for a checkout or into a static account was booked, whatever its outcome',
  'collection.unmatched':
    'A transfer came to an account number without a checkout, under a prefix that only you use',
  'checkout.successful': 'The checkout is paid',
  'checkout.underpaid': 'Less than the amount due was received',
  'checkout.overpaid': 'More than the amount due was received',
  'checkout.late_payment': 'A payment was sent after the account expired or the checkout ended',
  'checkout.duplicate_payment': 'A second payment came for a paid checkout',
  'checkout.failed': 'The payment was declined for good, or too often',
  'checkout.expired': 'The checkout expired and is not fully paid',
  'checkout.cancelled': 'The checkout was cancelled',
  'virtual_account.expired': 'An account expired, and the checkout is still open',
  'refund.successful': 'The payer has the refunded money',
  'refund.failed': 'The money could not be sent back, and an operator looks into it',
  'refund.needs_account': 'The account that the money came from accepts none: give another account',
  'transaction.reversed': 'The bank of the payer or the card issuer took a payment back',
  'dispute.opened': 'A card payment is disputed',
  'dispute.updated': 'The card acquirer took or refused your answer to a dispute',
  'dispute.won': 'The dispute was decided for you',
  'dispute.lost': 'The dispute was decided against you',
  'settlement.successful': 'All transfers of a settlement have arrived at your bank',
  'settlement.failed':
    'A transfer of a settlement could not be made, and its money is available again',
  'settlement.reversed': 'A transfer of a settlement came back, and its money is available again',
  'settlement.on_hold': 'A settlement is on hold: no money is sent until the cause is resolved',
  'settlement.account_changed': 'A settlement account was registered, made the default, or removed',
  'security.changed':
    'Your operator changed a key, a right, a limit, your policies, your contacts or the URL of your events, or a key was claimed',
  'webhook.test': 'The test that you asked for with POST /api/v1/webhooks/test; no money has moved',
};

/**
 * The headers of every webhook, each with an example (src/notify/delivery/signer.ts,
 * src/notify/delivery/webhook-headers.ts).
 */
export const eventHeaders: Readonly<Record<string, { description: string; example: string }>> = {
  'webhook-id': {
    description:
      'Id of the event. It is the same at every attempt and when the event is sent again.',
    example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V',
  },
  'webhook-timestamp': {
    description:
      'Time of this attempt, in seconds since 1970. Refuse a time that is more than 5 minutes away.',
    example: '1795132800',
  },
  'webhook-signature': {
    description:
      '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. While a secret is being changed there are two, with a space between them.',
    example: 'v1,Li7QZ82JMoMzuGt4lSLWMTmLrnOPaQCSC3Mc3GnB8F0=',
  },
  'x-notification-signature': {
    description: 'The hex HMAC-SHA512 of the body alone, for code that you already have.',
    example:
      '11e0247481f8c7c56b0e191ff219ecf89de965546d3faf6c30741dd600ea98989b167edf5f5627d8bcd2777337f2cb97f0acd3d721312b952d3814cea224b351',
  },
  'webhook-attempt': {
    description: 'Number of the attempt, from 1. The body has the same bytes at each.',
    example: '1',
  },
  'user-agent': { description: 'Name of the sender.', example: 'manilla-webhooks/1' },
};
