/** The words for statuses and causes, for the pages of merchants and of operators. A page shows no name of the API. */

export type Words = Readonly<Record<string, string>>;

const orders: Words = {
  INITIATED: 'begun',
  AWAITING_PAYMENT: 'waits for payment',
  PROCESSING: 'payment under way',
  PARTIALLY_PAID: 'paid in part',
  SUCCESSFUL: 'paid',
  FAILED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
  PARTIALLY_REFUNDED: 'refunded in part',
  REFUNDED: 'refunded',
  REVERSED: 'taken back',
};

/** The endings leave out who cancelled the order, because the portal and the desk name the same party differently. */
const endings: Words = {
  ABANDONED: 'the customer never asked for an account',
  UNPAID: 'there was an account, and no money came',
  UNDERPAID: 'less came than was due',
  CARD_DECLINED_MAX_ATTEMPTS: 'the card was declined too often',
  PAYMENT_DECLINED: 'the card was declined',
  SUSPECTED_FRAUD: 'the card’s issuer suspects fraud',
};

/** The causes leave out who asked for the refund, because the portal and the desk name the same party differently. */
const refundCauses: Words = {
  UNDERPAID: 'less than due was paid',
  OVERPAID: 'more than due was paid',
  LATE: 'paid too late',
  DUPLICATE: 'paid twice',
  UNMATCHED: 'for no order',
  CANCELLED: 'the order was cancelled',
};

const exceptions: Words = {
  UNDERPAID: 'less than due',
  OVERPAID: 'more than due',
  LATE: 'too late',
  DUPLICATE: 'paid twice',
  UNMATCHED: 'for no order',
};

const payments: Words = {
  PENDING: 'waits for the rest',
  PROCESSING: 'being booked',
  SUCCESSFUL: 'paid',
  FAILED: 'failed',
  HELD: 'held, nobody has decided yet',
  REFUND_PENDING: 'on its way back',
  PARTIALLY_REFUNDED: 'refunded in part',
  REFUNDED: 'refunded',
  REVERSED: 'taken back',
  DISPUTED: 'disputed',
};

const refunds: Words = {
  REQUESTED: 'asked for',
  NAME_ENQUIRY: 'being prepared',
  PROCESSING: 'on its way',
  UNKNOWN: 'sent, the bank has not said what became of it',
  NEEDS_ACCOUNT: 'needs another account',
  SUCCESSFUL: 'arrived',
  FAILED: 'failed',
};

const disputes: Words = { OPENED: 'open', WON: 'won', LOST: 'lost' };
const disputeKinds: Words = { CHARGEBACK: 'chargeback', RECALL: 'recall by a bank' };
const answerFailures: Words = {
  DEADLINE_PASSED: 'the deadline had passed',
  ALREADY_DECIDED: 'the dispute was decided already',
  ALREADY_ANSWERED: 'there was an answer already',
  NOT_ACCEPTED: 'it did not take the evidence',
};
const documents: Words = {
  RECEIPT: 'receipt',
  INVOICE: 'invoice',
  PROOF_OF_DELIVERY: 'proof of delivery',
  TERMS: 'terms of sale',
  MESSAGES: 'messages with the customer',
  OTHER: 'something else',
};

const channels: Words = { Bank: 'transfer', Card: 'card' };

const attempts: Words = {
  PENDING: 'begun',
  REQUIRES_ACTION: 'the customer must act',
  PROCESSING: 'being charged',
  SUCCEEDED: 'charged',
  FAILED: 'declined',
  EXPIRED: 'the customer did not act in time',
  CANCELLED: 'not sent',
  UNKNOWN: 'the acquirer has not answered yet',
};

const deliveries: Words = {
  PENDING: 'waits',
  DELIVERING: 'being sent',
  DELIVERED: 'received',
  RETRYING: 'failed, tried again',
  DEAD: 'failed for good',
  SUPPRESSED: 'not sent: the address is switched off',
};

const mails: Words = {
  RECEIPT: 'receipt',
  TOO_LITTLE: 'less than due has arrived',
  TOO_MUCH: 'more than due has arrived',
  LATE: 'paid too late',
  TWICE: 'paid twice',
  REFUND_STARTED: 'refund on its way',
  REFUND_DONE: 'refund arrived',
  REFUND_NEEDS_ACCOUNT: 'refund needs another account',
  DISPUTE_REFUND: 'disputed payment given back',
  DISPUTE_OPENED: 'dispute opened',
  DISPUTE_DUE_HALF: 'dispute: half of the time is over',
  DISPUTE_DUE_DAY: 'dispute: a day is left',
  DISPUTE_DUE_HOURS: 'dispute: hours are left',
};

const mailStandings: Words = {
  PENDING: 'waits',
  SENDING: 'being sent',
  ACCEPTED: 'sent',
  DELIVERED: 'arrived',
  REFUSED: 'refused',
  BOUNCED: 'came back',
  GIVEN_UP: 'given up',
  NOT_SENT: 'not sent',
};

const settlements: Words = {
  SCHEDULED: 'planned',
  PROCESSING: 'on its way',
  UNKNOWN: 'sent, the bank has not said what became of it',
  ON_HOLD: 'on hold',
  SUCCESSFUL: 'arrived',
  FAILED: 'failed',
  REVERSED: 'came back',
  CANCELLED: 'called off',
};

const accounts: Words = {
  ACTIVE: 'open',
  USED: 'paid',
  EXPIRED: 'expired',
  CLOSED: 'closed',
  SUSPENDED: 'suspended',
};

export const commonWords = {
  ...{ endings, refundCauses },
  ...{ orders, exceptions, payments, refunds, disputes, disputeKinds, answerFailures, documents },
  ...{ channels, attempts, deliveries, mails, mailStandings, settlements, accounts },
} as const;

/**
 * Returns a function that gives the words for the API's names in these sets. A name without words is shown in small
 * letters.
 */
export function wordsIn<Sets extends Readonly<Record<string, Words>>>(sets: Sets) {
  return (set: keyof Sets, name: string | null): string =>
    name === null ? '–' : (sets[set]?.[name] ?? plainWords(name));
}

/** `NEEDS_ACCOUNT` as "needs account". */
export function plainWords(name: string): string {
  return name.toLowerCase().replaceAll('_', ' ');
}

const weekdays: Words = {
  ...{ MON: 'Monday', TUE: 'Tuesday', WED: 'Wednesday', THU: 'Thursday', FRI: 'Friday' },
};

/** Says when a schedule pays. */
export function scheduleWords(schedule: string): string {
  const [kind = '', day = ''] = schedule.split(':');
  const known: Words = {
    T0_INSTANT: 'at once, every day',
    T1: 'one business day after a payment',
    T2: 'two business days after a payment',
    MANUAL: 'only when it is asked for',
    WEEKLY: `every week on ${weekdays[day] ?? day}`,
    MONTHLY: `every month on day ${day}`,
  };
  return known[kind] ?? schedule;
}

/** The colour of a status: money that has arrived, that waits, or that is gone. */
export type Tone = 'good' | 'late' | 'calm';

const good: ReadonlySet<string> = new Set(['SUCCESSFUL', 'WON', 'DELIVERED', 'SUCCEEDED']);
const bad: ReadonlySet<string> = new Set([
  ...['FAILED', 'NEEDS_ACCOUNT', 'REVERSED', 'LOST', 'HELD', 'DISPUTED', 'DEAD', 'BOUNCED'],
  ...['REFUSED', 'PARTIALLY_PAID', 'OPENED', 'SUPPRESSED', 'RETRYING', 'GIVEN_UP'],
]);

export function toneOf(status: string): Tone {
  if (good.has(status)) return 'good';
  return bad.has(status) ? 'late' : 'calm';
}
