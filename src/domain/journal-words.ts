import { lowerFirst, readable } from './case-words.js';

/** What a journal was posted for, by its source; docs/ledger.md says what each one books. */
const sources: Readonly<Record<string, string>> = {
  credit: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  maturity: 'Money of payments',
  payout: 'Payout',
  settlement: 'Acquirer',
  statement: 'Statement of the bank',
  sweep: 'Between our own accounts',
  adjustment: 'Correction by hand',
  finding: 'Finding',
};

/** The words for a journal's purpose, without the number of its try. */
const purposes: Readonly<Record<string, string>> = {
  collection: 'it came',
  accepted: 'it was accepted',
  'part-accepted': 'a part was accepted',
  'rail-fee': 'what the bank takes for it',
  request: 'it was decided',
  sent: 'it was sent',
  confirmed: 'it arrived',
  refused: 'it was refused',
  account_refused: 'the account was refused',
  returned: 'it came back',
  'taken-back': 'the money was taken back',
  opened: 'the money was put aside',
  won: 'it was won',
  lost: 'it was lost',
  due: 'it became due',
  scheduled: 'it was set aside',
  given_up: 'it was given up',
  called_off: 'it was called off',
  received: 'it has paid us',
  charge: 'the bank’s charge',
  booked: 'a debit was booked to a shop',
  adjusted: 'the books follow the statement',
  out: 'it left the first account',
  in: 'it reached the second account',
};

/** "Payment: it came", "Refund: it was sent, try 2". */
export function postedFor(source: string, purpose: string): string {
  const what = purposeWords(purpose);
  const whose = sources[source] ?? readable(source);
  return what === '' ? whose : `${whose}: ${what}`;
}

/** The same beside the thing that it was posted for: "it was sent, try 2". */
export function purposeWords(purpose: string): string {
  const [name = '', number] = purpose.split('#');
  if (name === 'journal') return '';
  const words = purposes[name] ?? lowerFirst(readable(name));
  return number === undefined || number === '1' ? words : `${words}, try ${number}`;
}
