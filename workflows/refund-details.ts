import type { FailureType, RefundView } from '../activities/contract.js';
import { formatNaira } from '../src/domain/money.js';
import type { RefundStatus } from '../src/domain/refund-state.js';
import { decisionCommand, detailsTable, failureTexts, healingTexts } from './attention.js';
import type { Pursuit } from './messages.js';

/** Where a refund stands, for the operator's page. Nothing personal. */
export interface RefundPicture {
  readonly refundId: string;
  /** Undefined until it was read for the first time. */
  readonly view: RefundView | undefined;
  /** Sendings that were refused for certain. */
  readonly refusals: number;
  /** How the last of them was refused: a NIP code or a named reason. */
  readonly lastRefusal: string | null;
  /** A sending that the bank's statement shows, though it was refused for certain. */
  readonly debited: string | null;
}

export function refundDetails(picture: RefundPicture, note?: string): string {
  const { view } = picture;
  const headline = view === undefined ? 'A refund that is being read' : headlines[view.status];
  return [`**${headline}**`, ...(note === undefined ? [] : [note]), table(picture)].join('\n\n');
}

export function pursuitDetails(
  picture: RefundPicture,
  pursuit: Pursuit,
  nextQueryAt: string,
): string {
  const { sessionId, sentAt, asked, absentSince } = pursuit;
  return refundDetails(
    picture,
    [
      `The sending \`${sessionId}\` left ${sentAt}, and what became of it is not known. The rail has been asked ${asked} times; next at ${nextQueryAt}.`,
      absentSince === null
        ? 'It is never sent again while that is so.'
        : `It says that it has no record since ${absentSince}; when it still does 15 minutes later, the money is sent again.`,
    ].join(' '),
  );
}

interface Address {
  readonly workflowId: string;
  readonly namespace: string;
}

export type RefundWait =
  | { readonly why: 'FAILED' | 'DEBITED' }
  | { readonly why: 'NEEDS_ACCOUNT' }
  | { readonly why: 'STEP'; readonly step: string; readonly failure: FailureType };

/** Markdown: what happened, what is safe, and the exact next step. */
export function refundAttention(
  picture: RefundPicture,
  wait: RefundWait,
  address: Address,
  heals = false,
): string {
  const { title, happened, safe, todo } = texts(picture, wait);
  const command = decisionCommand({ ...address, update: 'resolve', decision: 'retry' });
  return [
    `### Needs attention: ${title}`,
    `**What happened.** ${happened}`,
    ...healingTexts(heals, 'the refund'),
    `**What is safe.** ${safe}`,
    `**What to do.** ${todo} Send the update \`resolve\` to this workflow, here (*Send an Update*) or with\n\n${command}`,
    table(picture),
  ].join('\n\n');
}

function texts({ refundId, lastRefusal, debited }: RefundPicture, wait: RefundWait) {
  switch (wait.why) {
    case 'FAILED':
      return {
        title: 'a refund cannot be sent',
        happened: `The rail has refused it for certain, last with \`${lastRefusal ?? 'no code'}\`, and it is not tried again by itself.`,
        safe: 'No money has moved; it waits in 2300 (refunds payable).',
        todo: '`retry` sends it again under a new session id. `keep` leaves it FAILED, and the money in 2300.',
      };
    case 'DEBITED':
      return {
        title: 'the bank has paid out what it had refused',
        happened: `The bank's statement shows the sending \`${debited ?? '-'}\`, of which the bank had said that nothing moved.`,
        safe: 'Nothing is sent again until you decide. Our books still owe the money (2300).',
        todo: 'Ask the bank what became of the sending. If the money came back, `retry` sends it again under a new session id. If it has arrived, `keep` ends the refund here; correct the books by a reversing journal.',
      };
    case 'NEEDS_ACCOUNT':
      return {
        title: 'a refund has no account to go to',
        happened: `The account is missing, or its bank has refused it (\`${lastRefusal ?? 'none known'}\`). The merchant was told by the event refund.needs_account.`,
        safe: 'No money has moved, or it came back; it waits in 2300 (refunds payable).',
        todo: `The merchant names another account (POST /api/v1/refunds/{refundReference}/destination), and the refund goes on by itself. Or decide: \`retry\` tries the same account again, \`keep\` ends the refund FAILED.`,
      };
    case 'STEP':
      return {
        title: 'a step of a refund fails',
        happened: `\`${wait.step}\` of \`${refundId}\` failed with \`${wait.failure}\`. ${failureTexts[wait.failure].what}`,
        safe: 'Nothing is sent twice: a step may be run again, and a sending never is.',
        todo: `${failureTexts[wait.failure].todo} Then \`retry\` runs the step again.`,
      };
  }
}

const headlines: Readonly<Record<RefundStatus, string>> = {
  REQUESTED: 'Waits to be sent',
  NAME_ENQUIRY: 'The name of the account is being asked for',
  PROCESSING: 'On its way',
  UNKNOWN: 'Sent, and what became of it is not known',
  NEEDS_ACCOUNT: 'Waits for an account to send to',
  SUCCESSFUL: 'Sent back',
  FAILED: 'Could not be sent',
};

function table({ refundId, view, refusals, lastRefusal }: RefundPicture): string {
  const rows: [string, string][] = [['Refund', `\`${refundId}\``]];
  if (view !== undefined) {
    rows.push(
      ['Amount', formatNaira(BigInt(view.amountMinor))],
      ['Status', `\`${view.status}\``],
      ['Rail', `${view.channel} \`${view.provider}\``],
      ['Sendings', String(view.attempts)],
    );
  }
  if (lastRefusal !== null) rows.push(['Refusals', `${refusals}, last \`${lastRefusal}\``]);
  return detailsTable(rows);
}
