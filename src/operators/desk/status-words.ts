import { commonWords, plainWords, wordsIn, type Words } from '../../pages/parts/words.js';

const endings: Words = {
  ...commonWords.endings,
  MERCHANT_CANCELLED: 'the shop cancelled it',
  OPERATOR_CANCELLED: 'an operator cancelled it',
};

const refundCauses: Words = {
  ...commonWords.refundCauses,
  MERCHANT_REQUEST: 'the shop asked for it',
};

const merchants: Words = {
  PENDING: 'not taken in yet',
  ACTIVE: 'takes payments',
  SUSPENDED: 'suspended',
  CLOSED: 'closed for good',
};

const answers: Words = {
  ACCEPT: 'accepted',
  EVIDENCE: 'contested',
  PENDING: 'on its way',
  DELIVERED: 'the card company has it',
  REFUSED: 'the card company refused it',
};

const cases: Words = { OPEN: 'waits', CLOSED: 'closed' };

/** The words for what a refund or payout waits for. */
const holds: Words = {
  CASE: 'a decision',
  NEEDS_ACCOUNT: 'another account of the payer',
  COOLING: 'its new account, which is less than a day old',
  REFUSED: 'the bank, which has refused it for now',
  NEGATIVE_BALANCE: 'the shop, which owes us more than it gets',
  NAME_CHANGED: 'a decision: the account has another name now',
  ACCOUNT_REFUSED: 'another account: the bank refuses this one',
  MERCHANT_INACTIVE: 'the shop, which is suspended',
  RECOVERY: 'the bank’s statement, after a restored backup',
  UNEXPLAINED_DEBIT: 'money that left, and nobody knows why',
  STALLED: 'the bank: it should have left ten minutes ago',
};

/** The words for what was done with money that does not fit. */
const policies: Words = {
  HOLD_TOP_UP: 'kept until the rest comes',
  ACCEPT: 'taken as the payment',
  REFUND_NOW: 'sent back at once',
  REFUND_EXCESS: 'what is too much is sent back',
  KEEP: 'kept by the shop',
  REFUND_ALL: 'all of it is sent back',
  REFUND: 'sent back',
  ACCEPT_LATE: 'taken as the payment',
  HOLD: 'a person decides',
  KEEP_AS_CREDIT: 'kept by the shop',
};

/** The words for missing items of a new shop, and for who bears its fees. */
const terms: Words = {
  ...{
    CONTACTS: 'contacts',
    SETTLEMENT_ACCOUNT: 'account that it is paid to',
    FEE_PLAN: 'fee plan',
  },
  ...{ PREFIX: 'account numbers', KEY: 'key', WEBHOOK: 'webhooks' },
  ...{ MERCHANT: 'the shop', CUSTOMER: 'the customer' },
};

/** The words for statuses that are not final. */
const doubts: Words = {
  ...commonWords.attempts,
  SENT: 'sent, the bank has not answered yet',
  UNKNOWN: 'nobody knows what became of it',
  NOT_ANSWERED: 'the shop has not answered',
  ANSWER_PENDING: 'the answer is on its way',
  ANSWER_DELIVERED: 'answered',
  ANSWER_REFUSED: 'the card company refused the answer',
  RETRYING: 'the shop’s server does not take them',
};

const sets = {
  ...commonWords,
  endings,
  refundCauses,
  merchants,
  answers,
  cases,
  doubts,
  holds,
  policies,
  terms,
} as const;

/** Returns the operators' words for a name of the API. */
export const deskWords = wordsIn(sets);
export type WordSet = keyof typeof sets;

/** The set of words for the statuses of each kind of thing. */
export const setsOfThings: Readonly<Record<string, WordSet>> = {
  ...{ ORDER: 'orders', TRANSACTION: 'payments', REFUND: 'refunds', SETTLEMENT: 'settlements' },
  ...{ DISPUTE: 'disputes', ACCOUNT: 'accounts', DELIVERY: 'deliveries', MERCHANT: 'merchants' },
  CASE: 'cases',
};

/** The policies are left out, because "REFUND" and "KEEP" may also be a payer's own text. */
const known: ReadonlySet<string> = new Set(
  Object.entries(sets).flatMap(([name, set]) => (name === 'policies' ? [] : Object.keys(set))),
);

/**
 * Turns a text that consists of codes into words. Any other text stays unchanged, so that a name in capitals stays a
 * name. `set`: the codes' set, if it is known.
 */
export function inWords(text: string, set?: WordSet): string {
  const codes = text.split(', ');
  if (!codes.every((code) => known.has(code) && /^[A-Z_]+$/.test(code))) return text;
  return codes
    .map((code) => (set === undefined ? plainWords(code) : deskWords(set, code)))
    .join(', ');
}
