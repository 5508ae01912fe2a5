import type { OpenFindings } from '../../activities/upkeep/contract.js';
import { lowerFirst, reasonWords } from '../../src/domain/case-words.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { type CasePage, failureTexts, type Rows, stepFailed } from '../platform/case-page.js';
import type { FailureType } from '../../activities/contract.js';

/** A decision that was taken and could not be carried out. */
export interface FailedDecision {
  readonly decision: string;
  readonly failure: FailureType;
}

/** Tells the findings, the money that is safe, and the next step. The text holds ids, amounts and times only. */
export function findingPage(
  kind: string,
  { total }: OpenFindings,
  failed?: FailedDecision,
): CasePage {
  const { what, todo, safe = unchanged } = texts[kind] ?? unknownKind;
  const words = lowerFirst(reasonWords(`FOUND: ${kind}`));
  const page = {
    title: total === 1 ? words : `${total} times: ${words}`,
    happened: what,
    safe,
    todo: `${todo} Close the case when the cause is put right; it is opened again while the problem is there.`,
  };
  if (failed === undefined) return page;
  const { decision, failure } = failed;
  return {
    ...page,
    happened: `${what} **The last decision could not be carried out.** ${stepFailed(decision, kind, failure)}`,
    todo: `${failureTexts[failure].todo} Then decide again. ${page.todo}`,
  };
}

/** The rows of the oldest findings, and how many findings there are. */
export function findingRows({ total, oldest }: OpenFindings): Rows {
  return [
    ...oldest.map(({ subject, detail, foundAt }): [string, string] => [
      `\`${subject}\``,
      `${inWords(detail)}; found ${readableMoment(foundAt)}`,
    ]),
    ...(total > oldest.length ? [['in all', String(total)] as const] : []),
  ];
}

function inWords(detail: Readonly<Record<string, string>>): string {
  const parts = Object.entries(detail).map(([name, value]) => `${name} \`${value}\``);
  return parts.join(', ') || '–';
}

const unchanged = 'Our books are unchanged, and no customer is affected by it.';

interface Text {
  readonly what: string;
  readonly safe?: string;
  readonly todo: string;
}

const unknownKind: Text = {
  what: 'Something stands otherwise than it should.',
  todo: 'Call engineering with the number of the case.',
};

const atTheBank =
  'Ask the bank what it is: the line of its statement stands under the facts. Money that is not ours to keep goes back by a transfer of the bank. If it stays as it is, book it as the bank has it; a second operator confirms that.';
const restored = 'If we have just restored a backup, wait 10 minutes: it may clear by itself.';

const texts: Readonly<Record<string, Text>> = {
  NOT_ON_STATEMENT: {
    what: 'The bank has told us of money that came, and its statement does not have it.',
    safe: 'In our books the money is there.',
    todo: 'Ask the bank. If the money appears on the statement later, this closes by itself. If it never came, book it as the bank has it; a second operator confirms that.',
  },
  AMOUNT_DIFFERS: {
    what: 'The bank’s statement has another amount for a payment than the bank had told us.',
    todo: atTheBank,
  },
  DEBIT_DIFFERS: {
    what: 'The bank has taken money for a transfer of ours twice, or another amount than we had sent. It may be a charge of the bank.',
    todo: `${atTheBank} The refund or payout stays as it was.`,
  },
  RETURNED_IN_PART: {
    what: 'A transfer that we had sent came back with another amount than was sent, or came back twice.',
    todo: `${atTheBank} The refund or payout stays as it was.`,
  },
  UNEXPLAINED_STAMP_DUTY: {
    what: 'The bank has charged stamp duty for a transfer that we have not sent, or has charged it twice.',
    todo: atTheBank,
  },
  UNEXPLAINED_DEBIT: {
    what: '**All refunds and payouts through this bank are stopped until this is decided.** Money left our account at the bank, and we have sent nothing like it.',
    safe: 'Our books are unchanged. No customer is affected, but nothing is being sent. What waits leaves by itself, once, when this is decided.',
    todo: `${restored} ${atTheBank}`,
  },
  UNEXPLAINED_CREDIT: {
    what: 'Money came to our account at the bank, and nobody has told us of it. Its line names no account number of ours, or has the session id of another payment.',
    todo: 'If a notice of the bank or of the card company is late, this closes by itself when the notice comes. Else ask the bank whose money it is. Finance books it by a journal.',
  },
  UNEXPLAINED_CREDIT_RECALLED: {
    what: 'The bank has taken back a payment that our books do not have.',
    todo: `If the payment is booked later, its recall is booked with it, and this closes by itself. ${atTheBank}`,
  },
  UNEXPLAINED_RETURN: {
    what: 'A transfer came back that we have never sent.',
    todo: `${restored} ${atTheBank}`,
  },
  NOT_AT_BANK: {
    what: 'The bank has no statement, so it is asked about each payment. It does not know this money any more, or knows another amount or account.',
    safe: 'In our books the money is there, as the bank had told it.',
    todo: 'Ask the bank for its own list of that day. If the money never came, finance corrects the books by a journal.',
  },
  PAID_BUT_DENIED: {
    what: 'The bank has no statement, so it is asked about each payment. It had confirmed this transfer, and says now that it failed or that there is none.',
    safe: 'Nothing is sent again by itself.',
    todo: 'Ask the bank with the session id. If the money came back to us, import the bank’s statement of that day as a file: the line with this session id gives the money back to the refund or payout.',
  },
  FAILED_BUT_DEBITED: {
    what: 'The bank had refused a transfer for certain, and its statement has it all the same.',
    todo: 'Its refund or payout waits as a case of its own; decide there first.',
  },
  BOOKS_DISAGREE: {
    what: 'A rule of our books does not hold: they do not agree with themselves.',
    todo: 'Call engineering and finance at once. When money may be at stake, pause the payouts on the page Schedules. Engineering finds the rows by the rule’s query (src/ledger/proof/books.sql); finance corrects them. When the next check finds the rule right, this closes by itself.',
  },
  DISPUTE_DIFFERS: {
    what: 'A card company says that a dispute is lost, over another amount than was disputed. The disputed amount was booked.',
    todo: 'Ask the card company what it has taken, and compare its next statement. Finance corrects the difference with the shop.',
  },
  DISPUTE_EXCEEDS: {
    what: 'A card company wants more of a payment than is left of it: a part was taken back before. Only what is left was booked.',
    todo: 'Ask the card company what it has taken, and compare its next statement. Money that it has taken all the same is corrected by finance.',
  },
  DISPUTE_TURNED: {
    what: 'A card company says that a dispute is lost which it had said was won, or that one is won which was lost or which the shop had accepted.',
    safe: 'The first end stays booked, and nothing else is.',
    todo: 'Ask the card company which end holds, and compare its next statement. Finance corrects the amount with the shop.',
  },
  ERASURE_ASKED: {
    what: 'A shop asks to erase one of its customers. The case names the customer’s newest order, and says whether the customer is known by e-mail address or by phone number.',
    safe: 'Nothing is erased by itself.',
    todo: 'Look at the order, and erase its customer for this shop on the page “Forget a customer”. The audit has the shop’s reason. If the customer may not be erased yet, close it and tell the shop why.',
  },
  SUSPENSE_AGED: {
    what: 'Money has waited for an owner for more than seven days.',
    todo: 'Decide about each payment: it is a case of its own.',
  },
  RETURN_OVERDUE: {
    what: 'Money of nobody should have gone back by itself, and has not.',
    todo: 'Decide about each payment: it is a case of its own. When there is none, call engineering.',
  },
  CHARGE_STALLED: {
    what: 'Nobody has known for more than a day whether a customer’s card was charged.',
    safe: 'The card is not charged again.',
    todo: 'Ask the card company about the charge (its id stands under the facts). As soon as it answers our own question, the answer is booked by itself.',
  },
  FACT_STALLED: {
    what: 'Orders have not heard what happened to them for more than ten minutes.',
    safe: 'Everything that happened is written down. It is told as soon as it can be.',
    todo: 'Call engineering: the worker has to run and to reach Temporal.',
  },
  STATEMENT_LINE_ASIDE: {
    what: 'Lines of the bank’s statement could not be read. The other lines are in our books.',
    todo: 'Call engineering: the worker’s log says why. Each line is tried again by itself, at least every hour; then this closes by itself.',
  },
  NOTICE_UNREADABLE: {
    what: 'A bank has told us of something that we could not read. It is kept as it came, and money may be in it.',
    todo: 'Ask the bank what it has told us, and call engineering, who can see it as it came. Once it can be read, it is booked by itself, and this closes.',
  },
  NOTICE_NOT_CONFIRMED: {
    what: 'A bank has told us of money that came. When it was asked, it knew of none, or of another amount. Nothing was booked.',
    todo: 'The bank is asked again and again, and this closes by itself when it confirms the money. If it does not, ask it whether it has sent this notice: somebody else may be using its signature. Then call engineering.',
  },
  SETTLED_DIFFERS: {
    what: 'A bank pays us another amount than came, less its fee and VAT. The payment is booked whole, and the fee is not.',
    todo: 'Ask the bank what it has kept. Finance books the difference.',
  },
  SWEEP_FAILED: {
    what: 'A part of our own checks fails. The other parts are done.',
    todo: 'Call engineering: the worker’s log says why. The part is tried again by itself; twenty minutes after its last failure this closes by itself.',
  },
  SETTLEMENT_FAILED: {
    what: 'A payout run could not pay these shops, because the books of each did not allow it. The run has paid the others.',
    safe: 'Nothing was sent. The money is in the shops’ balances.',
    todo: 'Call engineering, who correct the books; what the database said stands beside each shop. The next run pays the shop, and this closes by itself then.',
  },
  PAYOUT_GIVEN_UP: {
    what: 'These shops were not paid, and were not paid the time before: the bank refused the money, or did not answer, until the time for sending was over.',
    safe: 'The money is in the shops’ balances, and the next run tries again.',
    todo: 'Ask the bank why; its last answer stands beside each shop. This closes by itself when they are paid.',
  },
  ENDPOINT_FAILING: {
    what: 'The shop’s address for webhooks has taken nothing for more than an hour. Each event is tried again by itself, for three days.',
    safe: 'Money is not affected. The shop does not hear of its payments by itself, and can still read them.',
    todo: 'Tell the shop. A webhook that arrives closes this by itself. When the shop has mended it, send the missed events now.',
  },
  ENDPOINT_SUPPRESSED: {
    what: 'The shop’s address for webhooks has taken nothing for five days, so nothing is sent to it any more. Its events are kept.',
    safe: 'Money is not affected. The shop does not hear of its payments by itself, and can still read them.',
    todo: 'Tell the shop. A test of theirs that arrives switches the address on again and closes this. When the shop has mended it, send the missed events now.',
  },
  NUMBER_POOL_LOW: {
    what: 'Account numbers of this beginning are used to 70 % and more. When none is left, shops that use them can take no transfers.',
    todo: 'Ask the bank for another beginning of numbers and have engineering add it, or have the shop let its numbers run out sooner.',
  },
  DELIVERY_STALLED: {
    what: 'Webhooks have not been tried for more than ten minutes.',
    safe: 'Money is not affected. Every event is kept.',
    todo: 'Call engineering: the worker has to run. The events then leave by themselves.',
  },
};
