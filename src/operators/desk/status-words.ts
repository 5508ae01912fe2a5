import { commonWords, plainWords, wordsIn, type Words } from '../../pages/parts/words.js';

const endings: Words = {
  ABANDONED: 'the customer never asked for an account',
  UNPAID: 'there was an account, and no money came',
  UNDERPAID: 'less came than was due',
  MERCHANT_CANCELLED: 'the shop cancelled it',
  OPERATOR_CANCELLED: 'an operator cancelled it',
  CARD_DECLINED_MAX_ATTEMPTS: 'the card was declined too often',
  PAYMENT_DECLINED: 'the card was declined',
  SUSPECTED_FRAUD: 'the card’s issuer suspects fraud',
};

const refundCauses: Words = {
  MERCHANT_REQUEST: 'the shop asked for it',
  UNDERPAID: 'less than due was paid',
  OVERPAID: 'more than due was paid',
  LATE: 'paid too late',
  DUPLICATE: 'paid twice',
  UNMATCHED: 'for no order',
  CANCELLED: 'the order was cancelled',
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

/** How things stand that are not final. */
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

const sets = { ...commonWords, endings, refundCauses, merchants, answers, cases, doubts } as const;

/** The words of a name of the API, for operators. */
export const deskWords = wordsIn(sets);
export type WordSet = keyof typeof sets;

const someCodes = /^[A-Z][A-Z_]{3,}(?:, [A-Z][A-Z_]{3,})*$/;

/** A text that is a code, or several, in words; any other text as it is. `set`: where the codes are from, if that is known. */
export function inWords(text: string, set?: WordSet): string {
  if (!someCodes.test(text)) return text;
  return text
    .split(', ')
    .map((code) => (set === undefined ? plainWords(code) : deskWords(set, code)))
    .join(', ');
}
