/** The totals of one run of the schedule. Amounts are decimal strings of minor units. */
export interface SettlementCounts {
  readonly merchants: number;
  /** Settlements with a payout. */
  readonly settled: number;
  readonly amountMinor: string;
  readonly belowMinimum: number;
  readonly onHold: number;
  readonly withoutAccount: number;
  /** Merchants that could not be settled; each is a finding. */
  readonly failed: number;
  /** Merchants whose books were locked until the run ended: the next run settles them. Left out: none. */
  readonly locked?: number;
  /** Payout workflows that could not be started; the relay starts them. */
  readonly untold: number;
}

export const noSettlements: SettlementCounts = {
  merchants: 0,
  settled: 0,
  amountMinor: '0',
  belowMinimum: 0,
  onHold: 0,
  withoutAccount: 0,
  failed: 0,
  untold: 0,
};

export function addCounts(one: SettlementCounts, other: SettlementCounts): SettlementCounts {
  const locked = (one.locked ?? 0) + (other.locked ?? 0);
  return {
    merchants: one.merchants + other.merchants,
    settled: one.settled + other.settled,
    amountMinor: String(BigInt(one.amountMinor) + BigInt(other.amountMinor)),
    belowMinimum: one.belowMinimum + other.belowMinimum,
    onHold: one.onHold + other.onHold,
    withoutAccount: one.withoutAccount + other.withoutAccount,
    failed: one.failed + other.failed,
    ...(locked > 0 && { locked }),
    untold: one.untold + other.untold,
  };
}
