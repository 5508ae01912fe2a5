import { feeBearers } from '../domain/fee-bearer.js';
import { channelNames } from '../domain/channels.js';
import { amountRules } from '../domain/amount-rule.js';
import { checkoutStatuses } from '../domain/checkout-state.js';
import { eventTypes } from '../domain/event-type.js';
import { holdReasons, payoutStatuses, settlementStatuses } from '../domain/payout-state.js';
import {
  disputeAnswerKinds,
  disputeAnswerStatuses,
  disputeKinds,
  disputeStatuses,
} from '../domain/dispute-state.js';
import { refundStatuses, refundOrigins } from '../domain/refund-state.js';
import {
  creditStatuses,
  transactionExceptions,
  transactionStatuses,
  resolutions,
} from '../domain/transaction-state.js';
import { sendFailures } from '../domain/send-failure.js';

interface NamedEnum {
  readonly name: string;
  readonly description: string;
  readonly values: readonly string[];
}

/** Choices that several schemas have: one schema with a name becomes one type in a generated client. */
export const namedEnums: readonly NamedEnum[] = [
  {
    name: 'PaymentChannel',
    description: 'Way to pay: bank transfer or card.',
    values: channelNames,
  },
  {
    name: 'CheckoutStatus',
    description:
      'INITIATED: no account and no card yet. AWAITING_PAYMENT: an account takes money. PROCESSING: a payment is being booked, or a card is being charged. PARTIALLY_PAID: less than the amount due has come. SUCCESSFUL: paid. FAILED: the payment was declined for good. EXPIRED: the time is over and it is not paid. CANCELLED: you cancelled it. PARTIALLY_REFUNDED and REFUNDED: it was paid, and you refunded a part or all. REVERSED: the bank of the payer or the card issuer took the money back, and nothing is left.',
    values: checkoutStatuses,
  },
  {
    name: 'PaymentException',
    description:
      'How a payment differs from the amount due. UNDERPAID: too little. OVERPAID: too much. LATE: sent after the end. DUPLICATE: a second payment. UNMATCHED: to an account number without a checkout.',
    values: transactionExceptions,
  },
  {
    name: 'TransactionStatus',
    description:
      'PENDING: a part payment that waits for the rest. PROCESSING: received and not booked yet. SUCCESSFUL: booked and yours, whatever a policy sends back of it. FAILED: brought no money. HELD: waits for a decision. REFUND_PENDING: a refund of yours is on its way, or all of it is going back. PARTIALLY_REFUNDED and REFUNDED: a part or all was refunded. REVERSED: the bank of the payer or the card issuer took it back, and nothing is left. DISPUTED: a dispute is open.',
    values: transactionStatuses,
  },
  {
    name: 'CreditStatus',
    description:
      'RECEIVED: not booked yet. UNMATCHED: it belongs to no checkout. APPLIED: booked. HELD: waits for a decision. RETURN_PENDING: it is being sent back. RETURNED: it was sent back. RETURN_FAILED: it could not be sent back. RECALLED: the bank of the payer took it back.',
    values: creditStatuses,
  },
  {
    name: 'RefundStatus',
    description:
      'REQUESTED: taken in. NAME_ENQUIRY: the destination is being checked. PROCESSING: sent to the bank. UNKNOWN: the bank has not confirmed it yet. NEEDS_ACCOUNT: the account takes no money, give another one. SUCCESSFUL: the payer has the money. FAILED: an operator looks into it.',
    values: refundStatuses,
  },
  {
    name: 'RefundOrigin',
    description: 'Who decided the refund: a policy, you (MERCHANT), or an operator.',
    values: refundOrigins,
  },
  {
    name: 'DisputeKind',
    description:
      'CHARGEBACK: the card holder disputes a card payment, and the card acquirer decides. RECALL: the bank of the payer, or the card acquirer, took a payment back; nobody decides about it.',
    values: disputeKinds,
  },
  {
    name: 'DisputeStatus',
    description:
      'OPENED: not decided yet; the amount is put aside. WON: the amount is yours again. LOST: the amount is gone.',
    values: disputeStatuses,
  },
  {
    name: 'DisputeAnswerType',
    description: 'ACCEPT: you accepted the dispute. EVIDENCE: you sent evidence.',
    values: disputeAnswerKinds,
  },
  {
    name: 'DisputeAnswerStatus',
    description:
      'PENDING: on its way to the card acquirer. DELIVERED: the card acquirer has it. REFUSED: the card acquirer did not take it; `failure` says why.',
    values: disputeAnswerStatuses,
  },
  {
    name: 'DeliveryFailure',
    description:
      'HTTP_STATUS: your server answered with another status than 2xx. REDIRECT_REFUSED: it answered 3xx; redirects are not followed. ENDPOINT_GONE: 410; nothing more is sent. THROTTLED: 429. SERVER_UNAVAILABLE: 502, 503 or 504. TIMEOUT: it did not answer in time. CONNECT_TIMEOUT, CONNECTION_FAILED: no connection. TLS_FAILED: the certificate is not valid. ADDRESS_NOT_PUBLIC: the host has an address that is not public. ENDPOINT_BUSY: earlier deliveries were not answered yet. URL_REFUSED: the URL is not allowed. SECRET_UNREADABLE: contact your operator. NO_ENDPOINT: no URL is set, or it is off.',
    values: sendFailures,
  },
  {
    name: 'FeeBearer',
    description: 'Who pays the fee: you (MERCHANT) or the payer (CUSTOMER).',
    values: feeBearers,
  },
  {
    name: 'DutyBearer',
    description: 'Who pays the stamp duty: the operator of the engine (PLATFORM) or you.',
    values: ['PLATFORM', 'MERCHANT'],
  },
  {
    name: 'Resolution',
    description:
      'What became of a held payment. ACCEPTED: it counts as payment. RETURNED: it was sent back. KEPT: it is yours.',
    values: resolutions,
  },
  {
    name: 'AmountRule',
    description:
      'Which amounts complete the payment: EXACT the amount due, AT_LEAST that or more, AT_MOST that or less, ANY every amount.',
    values: amountRules,
  },
  {
    name: 'DynamicAccountStatus',
    description:
      'ACTIVE: takes money. EXPIRED: its time is over. USED: paid in full. CLOSED: closed before its time. RELEASED: the number may be given to another payer.',
    values: ['ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED'],
  },
  {
    name: 'StaticAccountStatus',
    description:
      'ACTIVE: takes money. SUSPENDED: takes none until you reinstate it. CLOSED: takes none for ever.',
    values: ['ACTIVE', 'SUSPENDED', 'CLOSED'],
  },
  {
    name: 'SettlementStatus',
    description:
      'SCHEDULED: not sent yet. PROCESSING: sent to the bank. UNKNOWN: the bank has not confirmed it yet. SUCCESSFUL: you have the money. FAILED: a transfer could not be made. REVERSED: a transfer came back. CANCELLED: called off before it was sent. ON_HOLD: not sent until the cause in `holdReason` is resolved.',
    values: settlementStatuses,
  },
  {
    name: 'PayoutStatus',
    description:
      'Status of one transfer of a settlement, in the words of a settlement; ON_HOLD does not occur.',
    values: payoutStatuses,
  },
  {
    name: 'HoldReason',
    description:
      'NEGATIVE_BALANCE: more was taken from you than was due; the next collections make up for it. NAME_CHANGED: the bank gives another account name than before. ACCOUNT_REFUSED: the bank takes no money for the account. MERCHANT_INACTIVE: you are not active.',
    values: holdReasons,
  },
  {
    name: 'SettlementType',
    description: 'SCHEDULED: paid by your schedule. ON_DEMAND: you asked for it.',
    values: ['SCHEDULED', 'ON_DEMAND'],
  },
  {
    name: 'EventType',
    description: 'Type of a webhook event.',
    values: eventTypes,
  },
  {
    name: 'DeliveryStatus',
    description:
      'PENDING: not sent yet. DELIVERING: being sent. DELIVERED: your endpoint took it. RETRYING: an attempt failed, and another follows. DEAD: the last attempt failed. SUPPRESSED: not sent, because there was no endpoint or it was switched off.',
    values: ['PENDING', 'DELIVERING', 'DELIVERED', 'RETRYING', 'DEAD', 'SUPPRESSED'],
  },
];
