import type { OpenFindings } from '../activities/contract.js';
import { decisionCommand } from './attention.js';

/** Markdown for the operator's page: what was found, what is safe, and what to do. Ids, amounts and times only. */
export function findingAttention(finding: {
  readonly kind: string;
  readonly open: OpenFindings;
  readonly workflowId: string;
  readonly namespace: string;
}): string {
  const { kind, open, workflowId, namespace } = finding;
  const { what, todo } = texts[kind] ?? unknownKind;
  const command = decisionCommand({
    workflowId,
    namespace,
    update: 'resolve',
    decision: 'resolved',
  });
  const rows = open.oldest.map(
    ({ subject, detail, foundAt }) => `| \`${subject}\` | ${inWords(detail)} | ${foundAt} |`,
  );
  return [
    `### Needs attention: ${open.total} × \`${kind}\``,
    `**What happened.** ${what}`,
    '**What is safe.** Nothing was changed because of it. It is written down in the table `finding`.',
    `**What to do.** ${todo} Then send the update \`resolve\` to this workflow, here (*Send an Update*) or with\n\n${command}`,
    ['| subject | detail | found |', '| --- | --- | --- |', ...rows].join('\n'),
    ...(open.total > rows.length ? [`The oldest ${rows.length} of ${open.total}.`] : []),
  ].join('\n\n');
}

function inWords(detail: Readonly<Record<string, string>>): string {
  const parts = Object.entries(detail).map(([name, value]) => `${name} \`${value}\``);
  return parts.join(', ') || '–';
}

interface Text {
  readonly what: string;
  readonly todo: string;
}

const unknownKind: Text = {
  what: 'Something stands otherwise than it should.',
  todo: 'Find the subject in the database and in the worker log, and correct the cause.',
};

const atTheBank =
  'Ask the bank what it is. Money that is not ours to keep goes back by a transfer of the bank; the books are corrected by a reversing journal.';

const texts: Readonly<Record<string, Text>> = {
  NOT_ON_STATEMENT: {
    what: 'The bank has told us of a credit, and its statement does not have it.',
    todo: 'Ask the bank. A credit that never came is corrected by a reversing journal; one that appears later resolves this by itself.',
  },
  AMOUNT_DIFFERS: {
    what: 'The bank’s statement has another amount for a credit than it had told us.',
    todo: atTheBank,
  },
  UNEXPLAINED_DEBIT: {
    what: 'Money left our account at the bank, and we have sent nothing under that session id. No refund and no payout is sent through that bank while this is open: after a restore it may be a sending that the books have forgotten.',
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
    todo: 'Stop settlements (pause the Schedules) when money may be at stake. Find the rows with the query of the claim in src/persistence/functions/proof/books.sql, and correct them by a reversing journal. When the next proof finds the claim right, this is resolved by itself (trigger the Schedule `prove-books`).',
  },
  DISPUTE_EXCEEDS: {
    what: 'An acquirer wants more of a payment than the payment still holds: it was taken back before, wholly or in part. Only what is left was booked.',
    todo: 'Ask the acquirer what it has taken, and compare its next settlement. Money that it has taken all the same is corrected by a journal.',
  },
  SUSPENSE_AGED: {
    what: 'Money has been in suspense for more than seven days.',
    todo: 'Decide about each credit (workflow `credit/{subject}`).',
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
  SWEEP_FAILED: {
    what: 'The sweep could not do a part of its work (the subject). The other parts are done.',
    todo: 'See in the worker log why. The part is tried again by itself; twenty minutes after it has last failed, this is resolved by itself.',
  },
  ENDPOINT_SUPPRESSED: {
    what: 'Merchants’ endpoints have taken no webhook for five days, so nothing is sent to them any more. Their events are kept.',
    todo: 'Tell the merchant (the subject). A test of theirs that arrives turns the endpoint on again, offers what was missed, and resolves this.',
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
