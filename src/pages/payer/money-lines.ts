import { isCharged } from '../../domain/channels.js';
import type { RefundStatus } from '../../domain/refund-state.js';
import type {
  Checkout,
  CreditOutcome,
  CreditRefund,
  CreditView,
} from '../../payments/checkouts/checkout.js';

/** Money that goes back to the payer. */
export interface MoneyBack {
  readonly amountMinor: bigint;
  readonly state: 'ON_ITS_WAY' | 'SENT' | 'STUCK';
  /** SHOP: the merchant asked for the refund, and may have named another account. */
  readonly to: 'ACCOUNT' | 'CARD' | 'SHOP';
}

/** A payment that did not fit, or of which something goes back. All figures are those of the books. */
export interface MoneyLine {
  readonly fit: 'SHORT' | 'OVER' | 'LATE' | 'DUPLICATE' | 'FITS';
  readonly receivedMinor: bigint;
  readonly excessMinor: bigint;
  readonly backs: readonly MoneyBack[];
  /** The use of money that does not go back; null: the page says nothing about it. */
  readonly rest: 'GOES_BACK' | 'HELD' | 'KEPT' | 'COUNTED' | null;
}

const fits = {
  EXACT: 'FITS',
  UNDERPAID: 'SHORT',
  OVERPAID: 'OVER',
  LATE: 'LATE',
  DUPLICATE: 'DUPLICATE',
  UNMATCHED: 'LATE',
} as const satisfies Record<CreditOutcome, MoneyLine['fit']>;

/** Returns the payments that a payer might ask about, oldest first. */
export function moneyLines({ credits }: Pick<Checkout, 'credits'>): MoneyLine[] {
  return credits.map(moneyLineOf).filter(({ fit, backs, rest }) => {
    // A part that counts needs no line, because the amount still due already shows it.
    return backs.length > 0 || rest !== null || (fit !== 'FITS' && fit !== 'SHORT');
  });
}

/** Describes one payment and its outcome. */
export function moneyLineOf(credit: CreditView): MoneyLine {
  const backs = credit.refunds.map((refund) => backOf(refund, credit));
  return {
    fit: credit.outcome === null ? 'FITS' : fits[credit.outcome],
    receivedMinor: credit.amountMinor,
    excessMinor: credit.excessMinor,
    backs,
    rest: backs.length > 0 ? null : restOf(credit),
  };
}

const stuck: ReadonlySet<RefundStatus> = new Set(['NEEDS_ACCOUNT', 'FAILED']);

function backOf({ amountMinor, status, origin }: CreditRefund, { channel }: CreditView): MoneyBack {
  const sent = status === 'SUCCESSFUL' ? 'SENT' : 'ON_ITS_WAY';
  const toWhom = origin === 'POLICY' ? 'ACCOUNT' : 'SHOP';
  return {
    amountMinor,
    state: stuck.has(status) ? 'STUCK' : sent,
    to: isCharged(channel) ? 'CARD' : toWhom,
  };
}

function restOf({ outcome, resolution, policyApplied, appliedMinor }: CreditView) {
  switch (outcome) {
    case 'LATE':
    case 'DUPLICATE':
    case 'UNMATCHED':
      if (appliedMinor > 0n) return 'COUNTED';
      if (resolution === 'ACCEPTED' || resolution === 'KEPT') return 'KEPT';
      return policyApplied === 'REFUND' || resolution === 'RETURNED' ? 'GOES_BACK' : 'HELD';
    case 'OVERPAID':
      return 'KEPT';
    case 'UNDERPAID':
    case 'EXACT':
    case null:
      return null;
  }
}

/** Tells whether some of the money still moves. */
export function movesStill(lines: readonly MoneyLine[]): boolean {
  return lines.some(
    ({ rest, backs }) =>
      rest === 'GOES_BACK' || rest === 'HELD' || backs.some(({ state }) => state !== 'SENT'),
  );
}
