import type { OpenFindings } from '../../activities/upkeep/contract.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import type { CasePage, Rows } from '../platform/case-page.js';

/** Tells the findings, the money that is safe, and the next step. The text holds ids, amounts and times only. */
export function findingPage(kind: string, { total }: OpenFindings): CasePage {
  const { what, todo, safe = unchanged } = texts[kind] ?? unknownKind;
  return {
    title: total === 1 ? `\`${kind}\`` : `${total} × \`${kind}\``,
    happened: what,
    safe,
    todo: `${todo} Then \`resolved\` closes the case; it is opened again while the difference is there.`,
  };
}

/** The oldest of them, and how many there are. */
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

const unchanged = 'Nothing was changed because of it. It is written down in the table `finding`.';

interface Text {
  readonly what: string;
  readonly safe?: string;
  readonly todo: string;
}

const unknownKind: Text = {
  what: 'Something stands otherwise than it should.',
  todo: 'Find the subject in the database and in the worker log, and correct the cause.',
};

const atTheBank =
  'Ask the bank what it is. Money that is not ours to keep goes back by a transfer of the bank. `adjust` posts the journal by which the books say what the statement says, against 5300 (write-off); a second operator confirms it.';

const texts: Readonly<Record<string, Text>> = {
  NOT_ON_STATEMENT: {
    what: 'The bank has told us of a credit, and its statement does not have it.',
    todo: 'Ask the bank. A credit that appears later resolves this by itself. `adjust` takes one that never came off our money at the bank, against 5300 (write-off); a second operator confirms it.',
  },
  AMOUNT_DIFFERS: {
    what: 'The bank’s statement has another amount for a credit than it had told us.',
    todo: atTheBank,
  },
  RETURNED_IN_PART: {
    what: 'A part of a transfer that we had sent came back: another amount than was sent.',
    todo: `${atTheBank} The refund or payout stays as it was.`,
  },
  UNEXPLAINED_STAMP_DUTY: {
    what: 'The bank has charged stamp duty for a transfer that we have not sent.',
    todo: atTheBank,
  },
  UNEXPLAINED_DEBIT: {
    what: '**No refund and no payout is sent through this bank until this is decided.** Money left our account at the bank, and we have sent nothing under that session id: after a restore it may be a sending that the books have forgotten.',
    safe: 'Our books are unchanged, and nobody’s money is lost. What is to be sent waits, and leaves by itself, once, when this is decided.',
    todo: `${atTheBank} What is sent again under the same id after a restore resolves this by itself; what has another amount now is booked to its merchant by \`npm run recover\` (docs/backup-and-restore.md).`,
  },
  UNEXPLAINED_RETURN: {
    what: 'A transfer came back that we have never sent.',
    todo: atTheBank,
  },
  FAILED_BUT_DEBITED: {
    what: 'The bank had refused a transfer for certain, and its statement has it all the same.',
    todo: 'Its refund waits as a case of its own; decide there first.',
  },
  BOOKS_DISAGREE: {
    what: 'A claim about the books (the subject) does not hold: so many rows break it.',
    todo: 'Stop settlements (pause the Schedules) when money may be at stake. Find the rows with the query of the claim in src/ledger/proof/books.sql, and correct them by a reversing journal. When the next proof finds the claim right, this is resolved by itself (trigger the Schedule `prove-books`).',
  },
  DISPUTE_EXCEEDS: {
    what: 'An acquirer wants more of a payment than the payment still holds: it was taken back before, wholly or in part. Only what is left was booked.',
    todo: 'Ask the acquirer what it has taken, and compare its next settlement. Money that it has taken all the same is corrected by a journal.',
  },
  SUSPENSE_AGED: {
    what: 'Money has been in suspense for more than seven days.',
    todo: 'Decide about each credit: it is a case of its own (workflow `credit/{subject}`).',
  },
  CHARGE_STALLED: {
    what: 'Nobody knows for more than a day what became of a card charge.',
    todo: 'Ask the acquirer for the charge (its id is the subject). As soon as the acquirer answers our own question it is booked by itself; never charge the card again before.',
  },
  FACT_STALLED: {
    what: 'Facts have not been told to their workflows for more than ten minutes.',
    todo: 'See that the worker runs and reaches Temporal; the relay tells them again by itself.',
  },
  STATEMENT_LINE_ASIDE: {
    what: 'Lines of a bank’s statement could not be imported. The other lines are.',
    todo: 'See in the worker log why. A line that the adapter could not read (UnreadableLineError) stands as the bank sent it in the table `statement_line_waiting`: correct the adapter. Each line is tried again by itself, at least every hour; once it is imported, this is resolved by itself.',
  },
  NOTICE_UNREADABLE: {
    what: 'A bank has told of something that its dialect could not read. It is kept as it came, and money may be in it.',
    todo: 'See it with `npx manilla providers notices --raw`, and ask the bank. Once the dialect can read it, it is booked by itself with the next reconciliation, and this is resolved.',
  },
  NOTICE_NOT_CONFIRMED: {
    what: 'A bank has told of a credit, and when it was asked it knew none such, or another one. Nothing was booked.',
    todo: 'See it with `npx manilla providers notices`. The bank is asked again with each reconciliation, and this is resolved when it confirms the credit. If it does not, ask it whether it has sent this: its signature may be in other hands.',
  },
  SETTLED_DIFFERS: {
    what: 'A bank pays on another amount than the credit less its fee and VAT. The credit is booked whole, and the fee is not.',
    todo: 'Ask the bank what it has kept. A journal books the difference.',
  },
  SWEEP_FAILED: {
    what: 'The sweep could not do a part of its work (the subject). The other parts are done.',
    todo: 'See in the worker log why. The part is tried again by itself; twenty minutes after it has last failed, this is resolved by itself.',
  },
  ENDPOINT_FAILING: {
    what: 'The merchant’s endpoint (the subject is the merchant) has taken no webhook for more than an hour. Each event is tried again by itself, for three days.',
    todo: 'Tell the merchant. A webhook that arrives resolves this by itself. `replay` sends what was given up once more, now.',
  },
  ENDPOINT_SUPPRESSED: {
    what: 'The merchant’s endpoint (the subject is the merchant) has taken no webhook for five days, so nothing is sent to it any more. Its events are kept.',
    todo: 'Tell the merchant. A test of theirs that arrives turns the endpoint on again and resolves this. `replay` turns it on and sends what it has missed, now.',
  },
  NUMBER_POOL_LOW: {
    what: 'Prefixes (the subject) are used to 70 % and more. Once one is full, no account can be made under it (503/91) until a quarantine is over.',
    todo: 'Get another prefix from the bank and add it (docs/operations.md), or have the merchant make its accounts shorter.',
  },
  DELIVERY_STALLED: {
    what: 'Webhooks have not been tried for more than ten minutes.',
    todo: 'See that the worker runs; the dispatcher takes them up by itself.',
  },
};
