import { type PayoutTerms, splitPayout } from './oracles/payout-split.js';
import { CalendarModel } from './calendar-model.js';

/** One change of what a merchant has. Amounts as in balance_transaction; days are YYYY-MM-DD. */
export interface ModelEntry {
  readonly type: 'COLLECTION' | 'REFUND' | 'CHARGEBACK' | 'SETTLEMENT_REVERSAL';
  readonly grossMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly netMinor: bigint;
  /** Of a collection; all else counts at once. */
  readonly dueOn: string | null;
}

export interface ModelSettlement {
  readonly opening_minor: bigint;
  readonly gross_minor: bigint;
  readonly fee_minor: bigint;
  readonly vat_minor: bigint;
  readonly refund_minor: bigint;
  readonly chargeback_minor: bigint;
  readonly reversal_minor: bigint;
  readonly net_minor: bigint;
  readonly payout_fee_minor: bigint;
  readonly payout_duty_minor: bigint;
  readonly closing_minor: bigint;
  readonly transaction_count: number;
}

export interface ModelTerms {
  readonly schedule: string;
  readonly minimumMinor: bigint;
  readonly payoutFeeMinor: bigint;
}

const limitMinor = 1_000_000_000n;

/** What a merchant is paid, by the rules and nothing else: no accounts, no locks, one list of what is on no statement yet. */
export class SettlementModel {
  readonly #calendar = new CalendarModel();
  #open: ModelEntry[] = [];
  #closing = 0n;

  constructor(readonly terms: ModelTerms) {}

  /** What the merchant has in all. */
  get total(): bigint {
    return this.#closing + sum(this.#open.map(({ netMinor }) => netMinor));
  }

  add(entry: ModelEntry): void {
    this.#open.push(entry);
  }

  standsAt(day: string): bigint {
    return this.#closing + sum(this.#due(day).map(({ netMinor }) => netMinor));
  }

  /** What the run of that day makes, and undefined when it makes nothing. */
  run(day: string): ModelSettlement | undefined {
    const { schedule, minimumMinor } = this.terms;
    const stands = this.standsAt(day);
    if (!this.#calendar.isPayoutDay(schedule, day)) return undefined;
    if (stands < 0n) return this.#due(day).length > 0 ? this.freeze(day, 0n) : undefined;
    if (stands < minimumMinor || this.parts(stands).length === 0) return undefined;
    return this.freeze(day, stands);
  }

  /** Puts all that is due on a statement, and pays out so much of it. */
  freeze(day: string, grossMinor: bigint): ModelSettlement {
    const due = this.#due(day);
    const parts = this.parts(grossMinor);
    const of = (type: ModelEntry['type'], pick: (entry: ModelEntry) => bigint) =>
      sum(due.filter((entry) => entry.type === type).map(pick));
    const charged = due.filter(({ type }) => type !== 'SETTLEMENT_REVERSAL');
    const settlement = {
      opening_minor: this.#closing,
      gross_minor: of('COLLECTION', ({ grossMinor: gross }) => gross),
      fee_minor: sum(charged.map(({ feeMinor }) => feeMinor)),
      vat_minor: sum(charged.map(({ vatMinor }) => vatMinor)),
      refund_minor: -of('REFUND', ({ grossMinor: gross }) => gross),
      chargeback_minor: -of('CHARGEBACK', ({ grossMinor: gross }) => gross),
      reversal_minor: of('SETTLEMENT_REVERSAL', ({ netMinor }) => netMinor),
      net_minor: sum(parts.map(({ amountMinor }) => amountMinor)),
      payout_fee_minor: this.#payoutTerms.feeMinor * BigInt(parts.length),
      payout_duty_minor: sum(parts.map(({ dutyMinor }) => dutyMinor)),
      transaction_count: due.length,
    };
    const paid = settlement.net_minor + settlement.payout_fee_minor + settlement.payout_duty_minor;
    const closing = this.standsAt(day) - paid;
    this.#open = this.#open.filter((entry) => !due.includes(entry));
    this.#closing = closing;
    return { ...settlement, closing_minor: closing };
  }

  parts(grossMinor: bigint) {
    return splitPayout(grossMinor, this.#payoutTerms);
  }

  get #payoutTerms(): PayoutTerms {
    const { payoutFeeMinor: fee } = this.terms;
    const feeMinor = fee + (fee * 750n + 5_000n) / 10_000n;
    return { limitMinor, feeMinor, thresholdMinor: 1_000_000n, dutyMinor: 5_000n };
  }

  #due(day: string): ModelEntry[] {
    return this.#open.filter(({ dueOn }) => dueOn === null || dueOn <= day);
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
