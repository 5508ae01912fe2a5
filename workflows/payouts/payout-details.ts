import type { SettlementView } from '../../activities/payouts/contract.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { formatNaira } from '../../src/domain/money.js';
import type { HoldReason, SettlementStatus } from '../../src/domain/payout-state.js';
import { bankAnswerWords } from '../../src/domain/nip-code.js';
import type { PayoutDecision } from '../../src/domain/decisions.js';
import type { AttentionText, OutwardPage, OutwardPicture } from './outward-details.js';

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

const holds: Readonly<Record<HoldReason, { what: string; todo: string }>> = {
  NAME_CHANGED: {
    what: 'The bank names another holder of the account than when the shop registered it. Both names stand under the facts.',
    todo: 'Call the shop on a number that you know is theirs: is the account still theirs? If yes, pay it out; the new name is then taken as the account’s. If not, or in doubt, put the money back into the balance.',
  },
  ACCOUNT_REFUSED: {
    what: 'The shop’s bank refused the payout.',
    todo: 'Ask the bank and the shop. If the account works again, pay it out: the bank is asked again first. If not, put the money back into the balance; once the shop has registered another account, the next run pays it.',
  },
  MERCHANT_INACTIVE: {
    what: 'The shop was suspended before this payout had left.',
    todo: 'When the shop may be paid, pay it out. Otherwise put the money back into its balance.',
  },
  NEGATIVE_BALANCE: {
    what: 'More was taken from the shop than was due.',
    todo: 'Nothing: the next payments make up for it.',
  },
};

/** The page of a settlement's payouts. */
export const payoutPage: OutwardPage<SettlementView, PayoutDecision> = {
  noun: 'payout',
  headline: (view) =>
    view === undefined ? 'A settlement that is being read' : headlines[view.status],
  rows,
  whileSearched: 'Nothing else is sent while that is so.',
  onceLost: "the money is the merchant's again.",
  debited: {
    safe: 'Nothing is sent again until you decide.',
    todo: 'Ask the bank what became of the sending. If the money came back, send it again. If it has arrived, put it back into the balance, and ask finance to take it from there again: the shop has it.',
    allowed: ['retry', 'cancel'],
  },
};

/** The page of a settlement that is on hold. */
export function heldText(
  reason: HoldReason,
  refusal: string | null,
): AttentionText<PayoutDecision> {
  const { what, todo } = holds[reason];
  const code = refusal === null ? '' : ` The bank’s answer: ${bankAnswerWords(refusal)}.`;
  return {
    title: 'a payout is held',
    happened: `${what}${code} The shop was told.`,
    safe: 'The money is reserved for this payout. The shop has not got it and cannot use it. A part that was sent before stays as it is.',
    todo,
    allowed: ['release', 'cancel'],
  };
}

function rows({ id, view, refusals, lastRefusal, until }: OutwardPicture<SettlementView>) {
  const rows: [string, string][] = [['Settlement', `\`${id}\``]];
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
    rows.push([
      'Refusals',
      `${refusals}, last \`${lastRefusal}\`; tried until ${readableMoment(until)}`,
    ]);
  }
  return rows;
}
