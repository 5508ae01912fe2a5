import type { FailureType } from '../../activities/contract.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { formatNaira } from '../../src/domain/money.js';
import type { PartPaid } from '../../src/domain/part-paid.js';
import type { CheckoutStatus } from '../../src/domain/checkout-state.js';
import {
  type CasePage,
  detailsTable,
  failureTexts,
  type Rows,
  stepFailed,
} from '../platform/case-page.js';
import type { StepName } from './checkout-steps.js';
import type { Id } from '../../src/domain/ids.js';

/** The state of a checkout, for the operator's page. The state holds nothing personal: ids, amounts, times. */
export interface Standing {
  readonly checkoutId: Id<'chk'>;
  readonly amountMinor: string;
  readonly status: CheckoutStatus;
  readonly account: { readonly virtualAccountId: Id<'va'>; readonly endsAt: string } | undefined;
  readonly sessionEndsAt: string;
  readonly part?: PartPaid | undefined;
  /** Transfers and card answers that wait to be booked. */
  readonly unbooked: number;
}

/** Markdown for the workflow's current details. */
export function standingDetails(standing: Standing): string {
  return `**${headlines[standing.status]}**\n\n${detailsTable(standingRows(standing))}`;
}

/** The page of a checkout's step that does not succeed. `subject`: the credit, account or checkout of the step. */
export function stepPage(step: StepName, subject: string, failure: FailureType): CasePage {
  const { what, safe, cancel } = stepTexts[step];
  return {
    title: what,
    happened: stepFailed(step, subject, failure),
    safe: `${safe} Trying again is safe: what is done already is not done twice.`,
    todo: `${failureTexts[failure].todo} Then try again. If the order is called off instead, ${cancel}`,
  };
}

/** Markdown: a card of which nobody knows whether it was charged. */
export function lostChargeDetails(standing: Standing, attemptId: string): string {
  return [
    '### Needs attention: nobody knows what became of a card charge',
    `**What happened.** The acquirer has not said for 24 hours whether it charged \`${attemptId}\`.`,
    '**What is safe.** The card is not charged again. The acquirer is asked every hour.',
    `**What to do.** Ask the acquirer about the charge \`${attemptId}\`, and have it answer a query about the charge. The checkout goes on within the hour then.`,
    detailsTable(standingRows(standing)),
  ].join('\n\n');
}

export function standingRows({
  checkoutId,
  amountMinor,
  status,
  account,
  sessionEndsAt,
  part,
  unbooked,
}: Standing): Rows {
  return [
    ['Checkout', `\`${checkoutId}\``],
    ['Amount', formatNaira(BigInt(amountMinor))],
    ['Status', `\`${status}\``],
    ...(part === undefined || status !== 'PARTIALLY_PAID' ? [] : partRows(part)),
    ['Account', account === undefined ? 'none open' : `\`${account.virtualAccountId}\``],
    ['Account open until', readableMoment(account?.endsAt)],
    ['Session ends', readableMoment(sessionEndsAt)],
    ...(unbooked === 0 ? [] : [['Payments that wait behind it', String(unbooked)] as const]),
  ];
}

function partRows({ paidMinor, dueMinor }: PartPaid): Rows {
  return [
    ['Paid so far', formatNaira(BigInt(paidMinor))],
    ['Still due', formatNaira(BigInt(dueMinor))],
  ];
}

const headlines: Readonly<Record<CheckoutStatus, string>> = {
  INITIATED: 'Waits for an account to be made',
  AWAITING_PAYMENT: 'Waits for the transfer',
  PROCESSING: 'A transfer has arrived and is being posted',
  PARTIALLY_PAID: 'Paid in part; waits for the rest',
  SUCCESSFUL: 'Paid',
  FAILED: 'Declined for good',
  EXPIRED: 'Ended unpaid at its deadline',
  CANCELLED: 'Called off',
  PARTIALLY_REFUNDED: 'Paid, and refunded in part',
  REFUNDED: 'Paid, and refunded',
  REVERSED: 'Paid, and taken back by the payer’s bank',
};

const stepTexts: Readonly<Record<StepName, { what: string; safe: string; cancel: string }>> = {
  applyCredit: {
    what: 'a received transfer is not posted',
    safe: 'The transfer is recorded, and is posted once and only once when this step succeeds.',
    cancel: 'the transfer is still posted first, and if it pays the order, the order is paid.',
  },
  startCardCharge: {
    what: 'a card is not charged',
    safe: 'The card company has not heard of it.',
    cancel: 'a card that is not charged yet is not charged any more.',
  },
  recordCardAnswer: {
    what: 'what the card company said of a card is not booked',
    safe: 'The card company keeps its answer, and it is booked once and only once when this step succeeds.',
    cancel: 'the answer is still booked first, and if it pays the order, the order is paid.',
  },
  endAccountWindow: {
    what: 'an account whose time is over is not closed',
    safe: 'No money is involved; a transfer that arrives now is judged by when it was sent.',
    cancel: 'money that arrives later waits for a decision.',
  },
  expireCheckout: {
    what: 'the order does not end at its deadline',
    safe: 'No money is involved; a transfer that arrives now is judged by when it was sent.',
    cancel: 'money that arrives later waits for a decision.',
  },
  acceptPart: {
    what: 'the part that was paid is not taken for the whole',
    safe: 'The money stays held for the order.',
    cancel: 'what was paid goes back.',
  },
  cancelCheckout: {
    what: 'the order cannot be called off',
    safe: 'No money is involved; a transfer that arrives now is still posted.',
    cancel: 'it comes to the same.',
  },
};
