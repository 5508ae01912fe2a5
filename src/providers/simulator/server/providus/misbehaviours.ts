/**
 * The misbehaviours that the bank's public pages, its clients' recorded answers and integrators report. Every rule can
 * play more: codes (05, 32, 51, 7709, 909...), time-outs, broken answers, with and without effect. The names are values of
 * a rule's `as`.
 */
export const misbehaviours = {
  // account numbers
  AGAIN: 'gives the number that it gave last, though its time is not over',
  REUSED: 'gives the number whose time has been over the longest',
  NAME_CHANGED: 'puts words of its own before the name, and cuts it',
  // notices
  TWICE: 'tells of a credit twice at once',
  OTHER_SESSION: 'tells again under the same settlement id and another session id',
  OTHER_SETTLEMENT: 'has two credits under one session id',
  SESSION_46: 'makes a session id of 46 digits',
  SESSION_23: 'makes a session id of 23 digits',
  AMOUNT_PLAIN: 'writes 1000',
  AMOUNT_ONE_DECIMAL: 'writes 1000.5',
  AMOUNT_COMMAS: 'writes 1,000.00',
  AMOUNT_NUMBER: 'writes the amount as a JSON number',
  AMOUNT_ZERO: 'tells an amount of 0',
  AMOUNT_FRACTION: 'tells a part of a kobo',
  SETTLED_ZERO: 'says that nothing was settled',
  SETTLED_SHORT: 'keeps a fee and VAT, and settles the rest',
  REFERENCE_NULL: 'writes the word "null" for no reference',
  REFERENCE_OLD: 'names the account of an older tenant of the number',
  DATE_FRACTION: 'writes 2021-03-01 18:06:20.0',
  DATE_AMERICAN: 'writes 3/1/2021 6:06:20 PM',
  DATE_SHORT: 'writes 01-Mar-21',
  DATE_ISO: 'writes 2021-03-01T18:06:20+01:00',
  REMARKS_NUL: 'writes a NUL into the remarks',
  ALTERED: 'tells another amount than was paid, rightly signed',
  OTHER_ACCOUNT: 'tells another account than was paid, rightly signed',
  OTHER_DETAILS: 'tells another payer, time and fee than the bank has, rightly signed',
  SIGNATURE_CAPITALS: 'signs in capitals',
  SIGNATURE_WRONG: 'signs with a secret that nobody has',
  SIGNATURE_MISSING: 'does not sign',
  SIGNATURE_OLD: 'signs with the secret before',
  NO_JSON: 'sends a body that is no JSON',
  FOREIGN_MEMBERS: 'adds members, nulls and escapes that nobody knows',
  // verify, and status of transfers
  NOT_YET: 'knows nothing of it yet',
  OTHER_AMOUNT: 'knows it with another amount',
  // anywhere
  SPRING_500: 'answers with the error page of its server',
  MESSAGE_404: 'answers 404 with a Message',
} as const;
export type Misbehaviour = keyof typeof misbehaviours;
