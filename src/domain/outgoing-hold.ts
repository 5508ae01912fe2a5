import { lagosMoment } from './lagos-day.js';
import { formatCount, formatNaira } from './money.js';

/** The reason that no money leaves through a bank: `bank_hold` of src/payouts/sending/sendings.sql. */
export type OutgoingHold =
  /** Our database was restored, and the bank's statement has not been read since. */
  | 'RECOVERY'
  /** The bank's statement shows money that left without our books knowing of it. */
  | 'UNEXPLAINED_DEBIT';

/**
 * The holds that stop everything that goes through a bank. `STALLED`: the money should have left, and the cause is
 * unknown.
 */
export const bankHolds = ['RECOVERY', 'UNEXPLAINED_DEBIT', 'STALLED'] as const;
export type BankHold = (typeof bankHolds)[number];

/**
 * A cause that keeps money from leaving, and the amount that waits for it. `outgoing_holds` of
 * src/payouts/sending/holds.sql returns them.
 */
export interface StandingHold {
  /**
   * One of `bankHolds`. A single refund or payout can also have CASE, NEEDS_ACCOUNT, COOLING or REFUSED; a settlement
   * has the reason of its hold.
   */
  readonly hold: string;
  readonly bankName: string;
  readonly since: Date;
  /** The cases in which the hold is decided; the oldest first. */
  readonly cases: readonly bigint[];
  readonly refunds: number;
  readonly payouts: number;
  readonly amountMinor: bigint;
}

export function isBankHold(hold: string | null): hold is BankHold {
  return (bankHolds as readonly (string | null)[]).includes(hold);
}

const bankTexts: Readonly<Record<BankHold, (found: StandingHold) => string>> = {
  UNEXPLAINED_DEBIT: ({ cases, ...found }) =>
    `${nothingLeaves(found)}${casesText(cases)}: its statement shows that money left of which our books know nothing.`,
  RECOVERY: (found) =>
    `${nothingLeaves(found)}: the database was restored, and the bank’s statement has to be read first. It goes on by itself.`,
  STALLED: ({ bankName, since }) =>
    `What should have left through ${bankName} waits since ${lagosMoment(since)}: the bank does not answer, or no worker serves it.`,
};

/** The words behind "waits" for one refund or payout, and behind "wait" for several. */
const ownTexts: Readonly<Record<string, readonly [one: string, several: string]>> = {
  CASE: ['for a decision in its own case', 'for decisions in their own cases'],
  NEEDS_ACCOUNT: ['for another account of the payer', 'for other accounts of the payers'],
  COOLING: ['until its new account is old enough', 'until their new accounts are old enough'],
  REFUSED: [
    'because the bank has refused it for now; it is tried again',
    'because the bank has refused them for now; they are tried again',
  ],
  NEGATIVE_BALANCE: [
    'because the shop owes more than is due to it',
    'because the shops owe more than is due to them',
  ],
  NAME_CHANGED: [
    'because the shop’s account has another name now',
    'because the shops’ accounts have other names now',
  ],
  ACCOUNT_REFUSED: [
    'because the bank refuses the shop’s account',
    'because the bank refuses the shops’ accounts',
  ],
  MERCHANT_INACTIVE: ['because the shop is suspended', 'because the shops are suspended'],
};

/** One or two sentences that say which money is held and why. The sentences contain nothing personal. */
export function holdText(found: StandingHold): string {
  const { hold, refunds, payouts } = found;
  const what = waiting(found);
  if (isBankHold(hold)) {
    return [bankTexts[hold](found), ...(what === undefined ? [] : [`${what}.`])].join(' ');
  }
  const [one, several] = ownTexts[hold] ?? [];
  const why = refunds + payouts === 1 ? one : several;
  return `${what ?? 'What is to be sent waits'}${why === undefined ? `: ${hold}` : ` ${why}`}.`;
}

function nothingLeaves({ bankName, since }: Pick<StandingHold, 'bankName' | 'since'>): string {
  return `Nothing is being sent through ${bankName} since ${lagosMoment(since)}`;
}

function casesText(cases: readonly bigint[]): string {
  if (cases.length === 0) return '';
  return ` (${cases.length === 1 ? 'case' : 'cases'} ${cases.join(', ')})`;
}

/** "10 refunds and 1 payout (₦24,681.25 together) wait each", or "1 refund (₦2,000.00) waits"; undefined: nothing does. */
function waiting({ refunds, payouts, amountMinor }: StandingHold): string | undefined {
  const many = (count: number, noun: string) =>
    count === 0 ? [] : [`${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`];
  const parts = [...many(refunds, 'refund'), ...many(payouts, 'payout')].join(' and ');
  if (parts === '') return undefined;
  const isOne = refunds + payouts === 1;
  return `${parts} (${formatNaira(amountMinor)}${isOne ? '' : ' together'}) ${isOne ? 'waits' : 'wait'}`;
}
