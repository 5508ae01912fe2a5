import { commonWords, wordsIn, type Words } from '../parts/words.js';

/** What is said to the merchant: "you" is who reads. */
const endings: Words = {
  ABANDONED: 'the customer never asked for an account',
  UNPAID: 'there was an account, and no money came',
  UNDERPAID: 'less came than was due',
  MERCHANT_CANCELLED: 'you cancelled it',
  OPERATOR_CANCELLED: 'the operator cancelled it',
  CARD_DECLINED_MAX_ATTEMPTS: 'the card was declined too often',
  PAYMENT_DECLINED: 'the card was declined',
  SUSPECTED_FRAUD: 'the card’s issuer suspects fraud',
};

const refundCauses: Words = {
  MERCHANT_REQUEST: 'you asked for it',
  UNDERPAID: 'less than due was paid',
  OVERPAID: 'more than due was paid',
  LATE: 'paid too late',
  DUPLICATE: 'paid twice',
  UNMATCHED: 'for no order',
  CANCELLED: 'the order was cancelled',
};

const origins: Words = { POLICY: 'your settings', MERCHANT: 'you', OPERATOR: 'the operator' };

const answers: Words = {
  ACCEPT: 'You accepted the dispute',
  EVIDENCE: 'You contested the dispute',
};

const answerStandings: Words = {
  PENDING: 'your answer is on its way',
  DELIVERED: 'the card acquirer has your answer',
  REFUSED: 'the card acquirer refused your answer',
};

const recipients: Words = {
  PAYER: 'the customer',
  COPY: 'you, a copy',
  BUSINESS: 'your business contact',
  TECHNICAL: 'your technical contact',
  SETTLEMENT: 'your settlement contact',
  FORMER: 'a former contact',
  OPERATOR: 'the operator',
};

/** The words of a name of the API. */
export const wordsOf = wordsIn({
  ...commonWords,
  ...{ endings, refundCauses, origins, answers, answerStandings, recipients },
});
