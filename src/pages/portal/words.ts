import { commonWords, wordsIn, type Words } from '../parts/words.js';

/** The words for merchants, who are addressed as "you". */
const endings: Words = {
  ...commonWords.endings,
  MERCHANT_CANCELLED: 'you cancelled it',
  OPERATOR_CANCELLED: 'the operator cancelled it',
};

const refundCauses: Words = { ...commonWords.refundCauses, MERCHANT_REQUEST: 'you asked for it' };

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

/** Returns the merchant's words for a name of the API. */
export const wordsOf = wordsIn({
  ...commonWords,
  ...{ endings, refundCauses, origins, answers, answerStandings, recipients },
});
