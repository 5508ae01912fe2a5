/** Cases in the words of somebody from support. The codes are for programs and engineers. */

const kinds: Readonly<Record<string, string>> = {
  CHECKOUT: 'Order',
  CREDIT: 'Money that came',
  REFUND: 'Refund',
  PAYOUT: 'Payout',
  CHARGE: 'Card charge',
  DISPUTE: 'Dispute',
  SETTLEMENT: 'Payout run',
  FINDING: 'Bank and books',
  ENDPOINT: 'Shop’s webhooks',
  PREFIX: 'Account numbers',
};

/** The words for the code behind the colon of a reason. */
const causes: Readonly<Record<string, string>> = {
  LATE: 'Customer paid after the deadline',
  DUPLICATE: 'Customer paid twice',
  UNMATCHED: 'Money came for an account number of nobody',
  UNDERPAID: 'Order is paid in part, and its account has closed',
  NAME_CHANGED: 'Payout is held: the bank account has another name now',
  ACCOUNT_REFUSED: 'Payout is held: the bank refuses the account',
  MERCHANT_INACTIVE: 'Payout is held: the shop is suspended',
  NEGATIVE_BALANCE: 'Payout is held: the shop owes us more than it gets',
  NEEDS_ACCOUNT: 'Refund has no account to go to',
  NOT_ON_STATEMENT: 'The bank told us of money that its statement does not have',
  AMOUNT_DIFFERS: 'The bank’s statement has another amount than the bank told us',
  DEBIT_DIFFERS: 'The bank took another amount for a transfer than we had sent',
  RETURNED_IN_PART: 'Another amount came back than we had sent',
  UNEXPLAINED_CREDIT: 'Money came to our bank account and we do not know whose it is',
  UNEXPLAINED_CREDIT_RECALLED: 'The bank took back money that our books do not have',
  UNEXPLAINED_DEBIT: 'Money left our bank account and we do not know why',
  UNEXPLAINED_RETURN: 'Money came back that we had never sent',
  UNEXPLAINED_STAMP_DUTY: 'The bank took stamp duty for a transfer that is not ours',
  NOT_AT_BANK: 'The bank does not know money of which it told us',
  PAID_BUT_DENIED: 'The bank denies a transfer that it had confirmed',
  FAILED_BUT_DEBITED: 'The bank paid out what it had refused',
  BOOKS_DISAGREE: 'Our books do not agree with themselves',
  DISPUTE_DIFFERS: 'A dispute was lost over another amount than was disputed',
  DISPUTE_EXCEEDS: 'The card company takes back more than was paid',
  DISPUTE_TURNED: 'A dispute is said to have ended the other way than we booked',
  ERASURE_ASKED: 'A shop asks to erase a customer',
  SUSPENSE_AGED: 'Money has waited for an owner for more than a week',
  RETURN_OVERDUE: 'Money of nobody should have gone back by now',
  CHARGE_STALLED: 'Nobody knows for a day whether a card was charged',
  FACT_STALLED: 'Orders do not hear what happened to them',
  STATEMENT_LINE_ASIDE: 'Lines of the bank’s statement cannot be read',
  NOTICE_UNREADABLE: 'A bank told us something that we could not read',
  NOTICE_NOT_CONFIRMED: 'A bank told us of money that it does not confirm',
  SETTLED_DIFFERS: 'A bank pays on another amount than it should',
  SWEEP_FAILED: 'A part of our own checks fails',
  SETTLEMENT_FAILED: 'Shops could not be settled',
  PAYOUT_GIVEN_UP: 'Shops were not paid twice in a row',
  REFUND_STALLED: 'Refunds stand still',
  PAYOUT_STALLED: 'Payouts stand still',
  ENDPOINT_FAILING: 'A shop has taken no webhook for an hour',
  ENDPOINT_SUPPRESSED: 'A shop has taken no webhook for five days',
  NUMBER_POOL_LOW: 'Account numbers run out',
  DELIVERY_STALLED: 'Webhooks are not sent',
  NO_ANSWER: 'Nobody knows whether the money has arrived',
  APPROVAL: 'The provider waits for a code or an approval of ours',
  WRONG_CODE: 'The provider says that the code was wrong',
  LEDGER_UNAVAILABLE: 'A step fails: the database does not answer',
  LEDGER_MISMATCH: 'A step fails: the database is of another version',
  LEDGER_REFUSED: 'A step fails: the books refuse it',
  INTERNAL: 'A step fails by a fault of ours',
};

/** The words for the part before the colon, where a bank's code or an id stands behind it. */
const beginnings: Readonly<Record<string, string>> = {
  ANSWER: 'Nobody knows whether the card company has the shop’s answer',
  FAILED: 'Refund cannot be sent: the bank refuses it',
  DEBITED: 'The bank paid out what it had refused',
};

/** The kind of a case, such as "Money that came". */
export function kindWords(kind: string): string {
  return kinds[kind] ?? readable(kind);
}

/** Explains a reason in one line without amounts and names: "Customer paid after the deadline". */
export function reasonWords(reason: string): string {
  const code = reason.slice(reason.indexOf(':') + 1).trim();
  return causes[code] ?? beginnings[reason.slice(0, reason.indexOf(':'))] ?? readable(code);
}

/** A code as words, for what has none of its own: `RETURN_ORDERED` is "Return ordered". */
export function readable(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase().trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Makes words fit into the middle of a sentence. */
export function lowerFirst(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
