import type { FailureType } from '../../activities/contract.js';
import type { CreditStanding } from '../../activities/payments/contract.js';
import { lowerFirst, reasonWords } from '../../src/domain/case-words.js';
import { calledOffCredit } from '../../src/domain/held-credit.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { formatNaira } from '../../src/domain/money.js';
import type { CreditResolution } from '../../src/payments/credits/credit-steps.js';
import {
  type CasePage,
  detailsTable,
  failureTexts,
  type Rows,
  stepFailed,
} from '../platform/case-page.js';

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
    title: titleOf(credit),
    happened: happened(creditId, credit, failure),
    safe: `The money is with us and belongs to nobody yet. It stays where it is until somebody decides.${unlessDecided(credit)}`,
    todo: [failure && failureTexts[failure].todo, todoFor(credit)].filter(Boolean).join(' '),
  };
}

function titleOf(credit: CreditStanding | undefined): string {
  return credit === undefined
    ? 'money that came cannot be dealt with'
    : lowerFirst(reasonWords(`HELD: ${credit.outcome}`));
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
  const failed = failure === undefined ? [] : [stepFailed('a step', creditId, failure)];
  return [...arrived, ...failed].join(' ');
}

function unlessDecided(credit: CreditStanding | undefined): string {
  if (credit === undefined || credit.returnAt === null) return '';
  return ` If nobody decides, it goes back by itself at ${readableMoment(credit.returnAt)}.`;
}

const choices =
  'Ask the shop: does it still want the money, and will it deliver? If yes, give it to the shop. If not, send it back. Check again after the shop has changed its setting for such payments.';

const ownerless = 'The number belongs to no shop, so no shop can get the money. Send it back.';

const arrivals: Readonly<Record<CreditStanding['outcome'], string>> = {
  LATE: 'The customer paid after the deadline of the account or of the order, and the shop has asked us to hold such money',
  DUPLICATE: 'A second payment came for an order that is paid',
  UNMATCHED: 'Money came to an account number that is nobody’s now',
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
