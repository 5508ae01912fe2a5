import type { SettlementView } from '../../activities/payouts/contract.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { formatNaira } from '../../src/domain/money.js';
import type { HoldReason, SettlementStatus } from '../../src/domain/payout-state.js';
import type { PayoutDecision } from '../messages.js';
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
    todo: 'Ask the bank what became of the sending. If the money came back, `retry` sends it again under a new session id. If it has arrived, `cancel` gives the amount back to the balance; take it back from there by a reversing journal, because the merchant has it.',
    allowed: ['retry', 'cancel'],
  },
};

/** The settlement is on hold. */
export function heldText(
  reason: HoldReason,
  refusal: string | null,
): AttentionText<PayoutDecision> {
  const { what, todo } = holds[reason];
  const code = refusal === null ? '' : ` Last answer: \`${refusal}\`.`;
  return {
    title: 'a settlement is on hold',
    happened: `${what}${code} The merchant was told by the event settlement.on_hold.`,
    safe: "Nothing is on its way; a part that was sent before stays as it is. The money is set aside in 2320 (payouts in transit): it is neither paid nor in the merchant's balance.",
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
