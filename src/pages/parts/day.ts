/** One day of Lagos. */
export interface Day {
  /** Such as `2026-11-20`. */
  readonly date: string;
  readonly payments: number;
  readonly grossMinor: bigint;
  readonly refundMinor: bigint;
  readonly disputeMinor: bigint;
  readonly initiated: number;
  readonly paid: number;
}

export interface Days {
  /** The days before today, the oldest first. */
  readonly days: readonly Day[];
  /** The number of days that are not added up yet; they are shown as empty days. */
  readonly missing: number;
}
