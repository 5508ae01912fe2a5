import { currencies, homeCurrency } from '../domain/currency.js';
import { accountChannel } from '../domain/channels.js';

interface Entry {
  readonly description: string;
  readonly example?: unknown;
}

/**
 * The meaning of a name wherever it stands, for properties and parameters that have no description of their own. A
 * property that differs in one place has its own description there.
 */
export const glossary: Readonly<Record<string, Entry>> = {
  data: { description: 'The answer.' },
  items: { description: 'The items of this page.' },
  page: { description: 'Position of this page in the list.' },

  checkoutId: { description: 'Id of the checkout.', example: 'chk_01KA0000000000000000000000' },
  merchantId: { description: 'Your id.', example: 'mch_01KA0000000000000000000000' },
  paymentReference: { description: 'Your reference for the order.', example: 'ORD-1001' },
  transactionReference: {
    description: 'Reference of the transaction.',
    example: 'txn_01KA0000000000000000000000',
  },
  refundReference: { description: 'Your reference for the refund.', example: 'RFD-1001' },
  refundId: { description: 'Id of the refund.', example: 'rfd_01KA0000000000000000000000' },
  settlementId: { description: 'Id of the settlement.', example: 'stl_01KA0000000000000000000000' },
  settlementReference: {
    description: 'Your reference for the settlement, or the `settlementId` of a scheduled one.',
    example: 'PAY-1001',
  },
  settlementAccountId: {
    description: 'Id of the settlement account.',
    example: 'sta_01KA0000000000000000000000',
  },
  virtualAccountId: {
    description: 'Id of the virtual account.',
    example: 'va_01KA0000000000000000000000',
  },
  deliveryId: { description: 'Id of the delivery.', example: 'dlv_01KAJ3Y5T2QH7M8N9P0R1S2T3V' },
  eventId: { description: 'Id of the event.', example: 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V' },
  eventType: { description: 'Type of the event.', example: 'checkout.successful' },
  replayId: { description: 'Id of the replay.', example: 'rpl_01KAJ3Y5T2QH7M8N9P0R1S2T3V' },
  sessionId: {
    description: 'Id of the payment at the bank (NIP session id) or at the card acquirer.',
    example: '000013261120151233000000000001',
  },
  paymentLinkId: {
    description: 'Id of the payment link. Null when the checkout began without one.',
    example: 'lnk_01KA0000000000000000000000',
  },
  version: { description: 'Goes up by one or more with each change.', example: 4 },

  accountNumber: { description: 'Account number of ten digits.', example: '5011234561' },
  accountName: { description: 'Name of the account.', example: 'SHOP-ADA OBI' },
  bankCode: { description: 'Code of the bank.', example: '50547' },
  bankName: { description: 'Name of the bank.', example: 'Example MFB' },
  nipInstitutionCode: { description: 'NIP code of the bank.', example: '090547' },
  prefix: { description: 'First three digits of the account number.', example: '501' },
  virtualAccount: { description: 'The virtual account. Null for a card payment.' },
  source: { description: 'The account that the money came from. Null for a card payment.' },
  destination: { description: 'The account that the money goes to.' },
  card: { description: 'The card. Null for a transfer.' },
  brand: { description: 'Brand of the card.', example: 'Visa' },
  first6: { description: 'First six digits of the card number.', example: '411111' },
  last4: { description: 'Last four digits.', example: '1111' },
  expMonth: { description: 'Month in which the card expires.', example: 12 },
  expYear: { description: 'Year in which the card expires.', example: 2030 },
  issuer: { description: 'Bank that issued the card.', example: 'GTBank' },
  action: { description: 'What the customer must do now. Null when there is nothing to do.' },

  email: { description: 'E-mail address.', example: 'ada@example.ng' },
  phoneNumber: { description: 'Phone number.', example: '+2348031234567' },
  firstName: { description: 'First name.', example: 'Ada' },
  lastName: { description: 'Last name.', example: 'Obi' },
  owner: { description: 'The holder of the account.' },
  customer: { description: 'The customer.' },
  metadata: { description: 'Your notes, as you sent them.', example: { cart: 'c-1' } },

  amount: { description: 'Amount in kobo.', example: 1_000_000 },
  amountFormatted: { description: 'The amount in naira, for people.', example: '₦10,000.00' },
  amountExpected: {
    description: 'Amount that the customer has to pay, in kobo.',
    example: 1_000_000,
  },
  amountPaid: { description: 'Amount that has been received, in kobo.', example: 1_000_000 },
  amountAccepted: {
    description: 'Amount that you can deliver goods or services for, in kobo.',
    example: 1_000_000,
  },
  amountOutstanding: {
    description: 'Amount that is still to be paid, in kobo. 0 once the checkout has ended.',
    example: 0,
  },
  amountHeld: {
    description:
      'Amount that is held, in kobo. `amountPaid` = `amountAccepted` + `amountKept` + `amountHeld` + `amountReturned`.',
    example: 0,
  },
  amountKept: {
    description: 'Amount that came when the checkout was paid already, and is yours, in kobo.',
    example: 0,
  },
  amountReturned: {
    description:
      'Amount that never was yours and went back, or is going back, in kobo: by a policy, by an operator, or by a recall while it was held.',
    example: 0,
  },
  amountTakenBack: {
    description:
      'Amount that was yours and that the bank of the payer or the card issuer took back, in kobo.',
    example: 0,
  },
  amountRefundable: {
    description: 'Amount that you can still refund, in kobo.',
    example: 1_000_000,
  },
  amountApplied: {
    description: 'Part of the payment that counts towards the order, in kobo.',
    example: 1_000_000,
  },
  excessAmount: {
    description: 'Part of the payment that is more than was due, in kobo.',
    example: 0,
  },
  amountRefunded: { description: 'Amount that your refunds have sent back, in kobo.', example: 0 },
  amountPayableByChannel: { description: 'Amount that the customer pays with each channel.' },
  currency: { description: `Always ${currencies.join(' or ')}.`, example: homeCurrency },
  fee: { description: 'Our fee on the transaction, in kobo.', example: 10_000 },
  vat: { description: 'VAT on the fee, in kobo.', example: 750 },
  feeBearer: { description: 'Who pays the fee.' },
  stampDuty: { description: 'Stamp duty, in kobo.', example: 0 },
  settlementAmount: {
    description:
      'Amount that you receive of the transaction after fee and VAT, in kobo. It is the `net` of its line in the statement.',
    example: 989_250,
  },
  settlementDueDate: {
    description:
      'First day, in Lagos, on which the money of the transaction can be paid out to you. Null while none of it is yours.',
    example: '2026-11-23',
  },
  channels: { description: 'Ways in which the customer can pay.', example: [accountChannel] },
  paymentChannel: { description: 'Way in which it was paid.' },
  policies: { description: 'What happens to payments that do not fit.' },
  refunds: { description: 'Refunds of the payment.' },
  transactions: { description: 'All payments that were received.' },
  gatewayResponse: { description: 'Answer of the bank or the card acquirer.' },
  responseCode: {
    description: 'Last result code of the bank or the card acquirer. Null when there is none yet.',
    example: '00',
  },
  responseMessage: { description: 'The result code in words.', example: 'Successful' },
  narration: { description: 'Text of the transfer.', example: 'Order 1001' },
  origin: { description: 'Who decided the refund.' },
  amountRule: { description: 'Which amounts complete the payment.' },
  exception: { description: 'How the payment differs from the amount due. Null when it fits.' },
  policyApplied: {
    description: 'The policy that decided about the payment. Null when it fits.',
    example: null,
  },
  resolution: {
    description: 'What became of the payment after it was held. Null when it was not held.',
  },

  status: { description: 'Status.' },
  type: { description: 'Type.' },
  createdAt: { description: 'Time at which it was made.', example: '2026-11-20T14:00:00.000Z' },
  updatedAt: { description: 'Time of the last change.', example: '2026-11-20T14:12:34.150Z' },
  expiresAt: { description: 'Time at which it expires.', example: '2026-11-20T14:30:00.000Z' },
  completedAt: {
    description: 'Time at which it was finished. Null until then.',
    example: '2026-11-20T14:12:34.150Z',
  },
  finishedAt: {
    description: 'Time at which it was finished. Null until then.',
    example: '2026-11-20T14:12:34.310Z',
  },
  initiatedAt: {
    description: 'Time at which the checkout was initiated.',
    example: '2026-11-20T14:00:00.000Z',
  },
  paidAt: {
    description: 'Time at which the customer paid, as far as it is known.',
    example: '2026-11-20T14:12:33.000Z',
  },
  sentAt: {
    description: 'Time at which it was sent, as far as it is known.',
    example: '2026-11-20T14:12:33.000Z',
  },
  receivedAt: {
    description: 'Time at which we received the payment.',
    example: '2026-11-20T14:12:34.120Z',
  },
  secondsRemaining: {
    description: 'Seconds until it expires; 0 when it has ended.',
    example: 1_800,
  },
  validity: { description: 'Minutes from the creation of the account to its end.', example: 30 },

  clientId: {
    description: 'Client id of your credentials.',
    example: 'mid_c2FuZGJveC1tZXJjaGFudA',
  },
  accessCode: {
    description: 'Code that completes the checkout.',
    example: 'ac_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C',
  },
  accessCodeExpiresAt: {
    description: 'Time at which the access code expires.',
    example: '2026-11-20T15:00:00.000Z',
  },
  exceptions: {
    description: 'All ways in which payments differed from the amount due, the first one first.',
    example: [],
  },
  statusReason: {
    description:
      'Why the checkout ended, such as UNPAID, UNDERPAID or MERCHANT_CANCELLED. Null while it is open or when it is paid.',
    example: null,
  },
  attempts: { description: 'Attempts, the newest first.' },
  transaction: { description: 'The payment that completed the order. Null until then.' },
  refund: { description: 'The refund.' },
  dispute: { description: 'The dispute.' },
  answer: { description: 'Your answer.' },
  disputeId: { description: 'Id of the dispute.', example: 'dsp_01KA0000000000000000000000' },
  cause: {
    description:
      'Why money is sent back, such as UNDERPAID, OVERPAID, LATE, DUPLICATE or MERCHANT_REQUEST.',
    example: 'MERCHANT_REQUEST',
  },
  warnings: { description: 'Names of things that you may not have meant.', example: [] },
  nextActions: {
    description: 'Operations that you can call next.',
    example: ['create-account', 'query'],
  },
  retryAfterSeconds: { description: 'Seconds to wait before you ask again.', example: 5 },
  at: { description: 'Time at which it happened.', example: '2026-11-20T14:12:34.120Z' },
  kind: { description: 'Kind of thing that happened.', example: 'CREDIT' },
  lastCreditAt: {
    description: 'Time of the last payment into the account. Null when there was none.',
    example: null,
  },
  asOf: { description: 'Time for which the figures hold.', example: '2026-11-20T14:12:34.150Z' },
  direction: { description: 'CREDIT: your balance grew. DEBIT: it shrank.', example: 'CREDIT' },

  settlement: { description: 'The settlement.' },
  transfers: { description: 'The bank transfers of the settlement.' },
  failure: { description: 'Why the last attempt failed. Null when it did not.', example: null },
  holdReason: { description: 'Why the settlement is on hold. Null when it is not.' },
  cutOff: {
    description: 'Payments that were received before this time can be in the settlement.',
    example: '2026-11-20T22:59:59.999Z',
  },
  runDate: { description: 'Day, in Lagos, on which the settlement runs.', example: '2026-11-23' },
  transactionCount: { description: 'Number of transactions.', example: 1 },

  url: {
    description: 'Address of your endpoint.',
    example: 'https://shop.example.ng/webhooks/manilla',
  },
  httpStatus: { description: 'HTTP status. Null when there was no answer.', example: 200 },
  startedAt: { description: 'Time at which it began.', example: '2026-11-20T14:12:34.190Z' },
  durationMs: { description: 'Milliseconds that it took.', example: 118 },
  eventCreatedAt: {
    description: 'Time at which the event happened.',
    example: '2026-11-20T14:12:34.120Z',
  },
  environment: { description: 'Environment that sent the event.', example: 'sandbox' },
  apiVersion: { description: 'Version of the event format.', example: 'v1' },
  timestamp: {
    description: 'Time at which the event happened.',
    example: '2026-11-20T14:12:34.120Z',
  },
  sequence: {
    description: 'Number of the event within its checkout or settlement: 1, 2, 3 and so on.',
    example: 2,
  },
  secretVersion: { description: 'Number of the secret: 1 for the first one.', example: 1 },
  replay: { description: 'The replay.' },

  provider: { description: 'Name of the bank or the card acquirer.', example: 'simulator' },
  code: { description: 'Result code.', example: '00' },
  message: { description: 'A sentence for people.', example: 'Approved' },
};
