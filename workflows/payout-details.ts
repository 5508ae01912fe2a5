import type { FailureType, SettlementView } from '../activities/contract.js';
import { formatNaira } from '../src/domain/money.js';
import type { HoldReason, SettlementStatus } from '../src/domain/payout-state.js';
import { decisionCommand, detailsTable, failureTexts, healingTexts } from './attention.js';
import type { PayoutDecision, Pursuit } from './messages.js';

/** Where a settlement's payouts stand, for the operator's page. Nothing personal. */
export interface PayoutPicture {
  readonly settlementId: string;
  /** Undefined until it was read for the first time. */
  readonly view: SettlementView | undefined;
  /** Sendings and enquiries that were refused for a passing reason. */
  readonly refusals: number;
  /** How the last of them was refused: a NIP code or a named reason. */
  readonly lastRefusal: string | null;
  /** A sending that the bank's statement shows, though it was refused for certain. */
  readonly debited: string | null;
  /** Until when what is refused for a passing reason is tried again; ISO 8601. */
  readonly until: string;
}

export function payoutDetails(picture: PayoutPicture, note?: string): string {
  const { view } = picture;
  const headline = view === undefined ? 'A settlement that is being read' : headlines[view.status];
  return [`**${headline}**`, ...(note === undefined ? [] : [note]), table(picture)].join('\n\n');
}

export function payoutPursuitDetails(
  picture: PayoutPicture,
  { sessionId, sentAt, asked, absentSince }: Pursuit,
  nextQueryAt: string,
): string {
  return payoutDetails(
    picture,
    [
      `The sending \`${sessionId}\` left ${sentAt}, and what became of it is not known. The bank has been asked ${asked} times; next at ${nextQueryAt}.`,
      absentSince === null
        ? 'Nothing else is sent while that is so.'
        : `It says that it has no record since ${absentSince}; when it still does 15 minutes later, the money is the merchant's again.`,
    ].join(' '),
  );
}

export type PayoutWait =
  | { readonly why: 'HELD'; readonly reason: HoldReason }
  | { readonly why: 'DEBITED' }
  | { readonly why: 'STEP'; readonly step: string; readonly failure: FailureType };

/** What may be decided about each kind of wait. */
export const payoutChoices: Readonly<Record<PayoutWait['why'], readonly PayoutDecision[]>> = {
  HELD: ['release', 'cancel'],
  DEBITED: ['retry', 'cancel'],
  STEP: ['retry'],
};

interface Desk {
  readonly workflowId: string;
  readonly namespace: string;
  readonly allowed: readonly PayoutDecision[];
}

/** Markdown: what happened, what is safe, and the exact next step. */
export function payoutAttention(
  picture: PayoutPicture,
  wait: PayoutWait,
  desk: Desk,
  heals = false,
): string {
  const { title, happened, safe, todo } = texts(picture, wait);
  const commands = desk.allowed.map((decision) =>
    decisionCommand({ ...desk, update: 'resolve', decision }),
  );
  return [
    `### Needs attention: ${title}`,
    `**What happened.** ${happened}`,
    ...healingTexts(heals, 'the payout'),
    `**What is safe.** ${safe}`,
    `**What to do.** ${todo} Send the update \`resolve\` to this workflow, here (*Send an Update*) or with`,
    ...commands,
    table(picture),
  ].join('\n\n');
}

const safeHere =
  "Nothing is on its way; a part that was sent before stays as it is. The money is set aside in 2320 (payouts in transit): it is neither paid nor in the merchant's balance.";

const holds: Readonly<Record<HoldReason, { what: string; todo: string }>> = {
  NAME_CHANGED: {
    what: 'The bank names another holder of the account than when the merchant registered it. The new name is in `settlement_account_change` and in the row of the settlement.',
    todo: "Ask the merchant, by a way you know is theirs, whether the account is still theirs. `release` takes the new name as the account's and sends. `cancel` gives the money back to the merchant's balance.",
  },
  ACCOUNT_REFUSED: {
    what: 'The bank does not know the account, takes nothing for it, or refuses it as suspicious.',
    todo: 'Ask the bank and the merchant. `release` asks the bank again and sends. `cancel` gives the money back to the balance; once the merchant has registered another account, the next run pays it.',
  },
  MERCHANT_INACTIVE: {
    what: 'The merchant was suspended when its settlement was made.',
    todo: 'When the merchant may be paid, `release` sends. `cancel` gives the money back to its balance.',
  },
  NEGATIVE_BALANCE: {
    what: 'More was taken from the merchant than was due.',
    todo: 'The next collections make up for it.',
  },
};

function texts({ settlementId, lastRefusal, debited }: PayoutPicture, wait: PayoutWait) {
  const code = lastRefusal === null ? '' : ` Last answer: \`${lastRefusal}\`.`;
  switch (wait.why) {
    case 'HELD':
      return {
        title: 'a settlement is on hold',
        happened: `${holds[wait.reason].what}${code} The merchant was told by the event settlement.on_hold.`,
        safe: safeHere,
        todo: holds[wait.reason].todo,
      };
    case 'DEBITED':
      return {
        title: 'the bank has paid out what it had refused',
        happened: `The bank's statement shows the sending \`${debited ?? '-'}\`, of which the bank had said that nothing moved.`,
        safe: 'Nothing is sent again until you decide.',
        todo: 'Ask the bank what became of the sending. If the money came back, `retry` sends it again under a new session id. If it has arrived, `cancel` gives the amount back to the balance; take it back from there by a reversing journal, because the merchant has it.',
      };
    case 'STEP':
      return {
        title: 'a step of a payout fails',
        happened: `\`${wait.step}\` of \`${settlementId}\` failed with \`${wait.failure}\`. ${failureTexts[wait.failure].what}`,
        safe: 'Nothing is sent twice: a step may be run again, and a sending never is.',
        todo: `${failureTexts[wait.failure].todo} Then \`retry\` runs the step again.`,
      };
  }
}

const headlines: Readonly<Record<SettlementStatus, string>> = {
  SCHEDULED: 'Waits to be sent',
  PROCESSING: 'On its way',
  UNKNOWN: 'Sent, and what became of it is not known',
  SUCCESSFUL: 'Paid out',
  FAILED: "Could not be sent; what was not is in the merchant's balance again",
  REVERSED: 'Came back',
  ON_HOLD: 'On hold',
  CANCELLED: "Called off; the money is in the merchant's balance again",
};

function table({ settlementId, view, refusals, lastRefusal, until }: PayoutPicture): string {
  const rows: [string, string][] = [['Settlement', `\`${settlementId}\``]];
  if (view !== undefined) {
    rows.push(
      ['Amount', formatNaira(BigInt(view.netMinor))],
      ['Status', `\`${view.status}\``],
      ['Rail', `\`${view.provider}\``],
      ...view.payouts.map(({ payoutId, part, amountMinor, status, attempts }): [string, string] => [
        `Part ${part}`,
        `${formatNaira(BigInt(amountMinor))} \`${status}\`, ${attempts} sendings, \`${payoutId}\``,
      ]),
    );
  }
  if (lastRefusal !== null) {
    rows.push(['Refusals', `${refusals}, last \`${lastRefusal}\`; tried until ${until}`]);
  }
  return detailsTable(rows);
}
