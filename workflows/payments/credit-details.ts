import type { FailureType } from '../../activities/contract.js';
import type { CreditStanding } from '../../activities/payments/contract.js';
import { calledOffCredit } from '../../src/domain/held-credit.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { formatNaira } from '../../src/domain/money.js';
import type { CreditResolution } from '../../src/payments/credits/credit-steps.js';
import { type CasePage, detailsTable, failureTexts, type Rows } from '../platform/case-page.js';

/** Markdown for the operator's page of a credit that is held. Nothing personal: ids, amounts, times. */

export function creditDetails(creditId: string, credit: CreditStanding): string {
  return `**${headlines[credit.resolution]}**\n\n${detailsTable(creditRows(creditId, credit))}`;
}

/** Tells which money arrived, why it is held, and what is safe. */
export function creditPage(
  creditId: string,
  credit: CreditStanding | undefined,
  failure: FailureType | undefined,
): CasePage {
  return {
    title: credit === undefined ? 'a credit cannot be resolved' : 'a credit waits for a decision',
    happened: happened(creditId, credit, failure),
    safe: `The money is in suspense and stays there until it is decided; deciding twice changes nothing.${unlessDecided(credit)}`,
    todo: todoFor(credit),
  };
}

function todoFor(credit: CreditStanding | undefined): string {
  if (credit?.hasMerchant === false) return ownerless;
  return credit?.isCalledOff === true ? calledOffCredit.todo : choices;
}

function happened(
  creditId: string,
  credit: CreditStanding | undefined,
  failure: FailureType | undefined,
): string {
  const arrived = credit === undefined ? [] : [`${arrivals[credit.outcome]}.`];
  const failed =
    failure === undefined
      ? []
      : [
          `The last step on \`${creditId}\` failed with \`${failure}\`. ${failureTexts[failure].what}`,
        ];
  return [...arrived, ...failed].join(' ');
}

function unlessDecided(credit: CreditStanding | undefined): string {
  if (credit === undefined || credit.returnAt === null) return '';
  return ` Unless somebody decides before, it is returned at ${readableMoment(credit.returnAt)}.`;
}

const choices =
  '`accept` takes it as payment of its checkout (or for the merchant, if that is paid). `return` sends it back to where it came from. `keep` leaves it in suspense for good. `retry` asks the policy again.';

const ownerless =
  'The number belongs to no merchant, so nobody can `accept` the money. `return` sends it back to where it came from. `keep` leaves it in suspense for good. `retry` asks the policy again.';

const arrivals: Readonly<Record<CreditStanding['outcome'], string>> = {
  LATE: 'A transfer came after the account’s time or the checkout’s end, and the policy `late: HOLD` leaves it to you',
  DUPLICATE: 'A second payment came for a checkout that is paid',
  UNMATCHED: 'A transfer came to a number that belongs to nobody now',
};

const headlines: Readonly<Record<CreditResolution, string>> = {
  ACCEPTED: 'Taken as payment',
  RETURNED: 'Goes back to where it came from',
  KEPT: 'Kept in suspense for good',
  HELD: 'Waits for a decision',
};

export function creditRows(creditId: string, credit: CreditStanding): Rows {
  return [
    ['Credit', `\`${creditId}\``],
    ['Amount', formatNaira(BigInt(credit.amountMinor))],
    ['Judged', `\`${credit.outcome}\``],
    ['Resolution', `\`${credit.resolution}\``],
    ['Returned at', readableMoment(credit.returnAt)],
  ];
}
