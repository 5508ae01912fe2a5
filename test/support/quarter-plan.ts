import { addDays, CalendarModel } from './calendar-model.js';
import { caseRandom } from './soak-random.js';

export interface QuarterSize {
  readonly seed: number;
  readonly merchants: number;
  readonly payments: number;
  readonly days: number;
}

export interface PlannedMerchant {
  readonly n: number;
  readonly schedule: string;
  readonly minimumMinor: bigint;
  readonly payoutFeeMinor: bigint;
}

export interface PlannedPayment {
  /** Place in the list of merchants. */
  readonly merchant: number;
  readonly channel: 'Bank' | 'Card';
  readonly amountMinor: bigint;
  /** The merchant sends (a part of) it back on the same day. */
  readonly refundMinor: bigint;
  /** Of a card: the payer disputes it. */
  readonly chargeback: 'LOST' | 'WON' | 'OPEN' | undefined;
}

export interface PlannedDay {
  /** YYYY-MM-DD, in Lagos. */
  readonly day: string;
  readonly payments: readonly PlannedPayment[];
  /** Holidays that ops declare on that day. */
  readonly declared: readonly string[];
  /** The worker is killed while the day's payouts are under way. */
  readonly isKilled: boolean;
}

export interface QuarterPlan {
  readonly size: QuarterSize;
  readonly merchants: readonly PlannedMerchant[];
  readonly days: readonly PlannedDay[];
  /** With all that ops declare. */
  readonly calendar: CalendarModel;
}

const schedules = [
  'T1',
  'T0_INSTANT',
  'T2',
  'WEEKLY:WED',
  'MONTHLY:7',
  'MANUAL',
  'T1',
  'WEEKLY:FRI',
  'MONTHLY:31',
  'T1',
] as const;

/** By the day on which they are declared: one that never was, and Id-el-Kabir of 2026. */
const lateHolidays: Readonly<Record<string, readonly string[]>> = {
  '2026-03-30': ['2026-04-01'],
  '2026-05-25': ['2026-05-27', '2026-05-28'],
};

/** Good Friday is 3 April, Easter Monday the 6th; 1 May and 12 June follow. */
const begins = '2026-03-30';

/** What happens on each day; nothing but the size and its seed decides it. */
export function planQuarter(size: QuarterSize): QuarterPlan {
  const random = caseRandom(size.seed, 0);
  const merchants = Array.from({ length: size.merchants }, (_, n) => ({
    n,
    schedule: schedules[n % schedules.length] ?? 'T1',
    minimumMinor: random.pick([0n, 0n, 500_000n]),
    payoutFeeMinor: random.pick([0n, 0n, 2_500n]),
  }));
  const days = Array.from({ length: size.days }, (_, i) => {
    const day = addDays(begins, i);
    const count =
      Math.floor(((i + 1) * size.payments) / size.days) -
      Math.floor((i * size.payments) / size.days);
    return {
      day,
      payments: Array.from({ length: count }, () => planPayment(random, size.merchants)),
      declared: lateHolidays[day] ?? [],
      isKilled: i % 5 === 2 || random.chance(0.1),
    };
  });
  const declared = days.flatMap((each) => each.declared);
  return {
    size,
    merchants,
    days,
    calendar: new CalendarModel(new Map(declared.map((day) => [day, true]))),
  };
}

function planPayment(random: ReturnType<typeof caseRandom>, merchants: number): PlannedPayment {
  const channel = random.chance(0.75) ? 'Bank' : 'Card';
  const amount = random.chance(0.05)
    ? random.int(5_000_000, 40_000_000)
    : random.int(20_000, 3_000_000);
  const refund = channel === 'Bank' && random.chance(0.04) ? random.int(10_000, amount) : 0;
  const chargeback =
    channel === 'Card' && random.chance(0.05)
      ? random.pick(['LOST', 'LOST', 'WON', 'OPEN'] as const)
      : undefined;
  return {
    merchant: random.int(0, merchants - 1),
    channel,
    amountMinor: BigInt(amount),
    refundMinor: BigInt(refund),
    chargeback,
  };
}
