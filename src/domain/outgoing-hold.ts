import { lagosMoment } from './lagos-day.js';
import { formatNaira } from './money.js';

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

const ownTexts: Readonly<Record<string, string>> = {
  CASE: 'Wait for a decision in cases of their own.',
  NEEDS_ACCOUNT: 'Wait for another account of the payer.',
  COOLING: 'Wait until their new account is old enough.',
  REFUSED: 'The bank refused them for now; they are tried again.',
  NEGATIVE_BALANCE: 'Settlements that are held: the merchant owes more than is due.',
  NAME_CHANGED: 'Settlements that are held: the account has another name now.',
  ACCOUNT_REFUSED: 'Settlements that are held: the account’s bank refuses it.',
  MERCHANT_INACTIVE: 'Settlements that are held: the merchant is suspended.',
};

/** One or two sentences that say which money is held and why. The sentences contain nothing personal. */
export function holdText(found: StandingHold): string {
  const { hold } = found;
  const why = isBankHold(hold) ? bankTexts[hold](found) : (ownTexts[hold] ?? `Held: ${hold}.`);
  return [why, waitingText(found)].filter((part) => part !== '').join(' ');
}

function nothingLeaves({ bankName, since }: Pick<StandingHold, 'bankName' | 'since'>): string {
  return `Nothing is being sent through ${bankName} since ${lagosMoment(since)}`;
}

function casesText(cases: readonly bigint[]): string {
  if (cases.length === 0) return '';
  return ` (${cases.length === 1 ? 'case' : 'cases'} ${cases.join(', ')})`;
}

/** "10 refunds, 1 payout, ₦20,000.00 wait." */
export function waitingText({ refunds, payouts, amountMinor }: Waiting): string {
  const many = (count: number, noun: string) =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
  const parts = [...many(refunds, 'refund'), ...many(payouts, 'payout')];
  if (parts.length === 0) return '';
  return `${[...parts, formatNaira(amountMinor)].join(', ')} wait.`;
}

type Waiting = Pick<StandingHold, 'refunds' | 'payouts' | 'amountMinor'>;
