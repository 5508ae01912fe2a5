import { withClient } from '../stack/postgres.ts';
import { percentiles, round, row, type Percentiles } from './figures.ts';

/** The use of time: by a credit on its way to the merchant, and by the processors. */
export interface Split {
  /** Milliseconds. */
  readonly creditMs: Readonly<Record<Leg, Percentiles>>;
  /**
   * The CPU time of each thread's name and each database, the dearest first; a thread that has ended meanwhile is
   * missing.
   */
  readonly cpuMsPerCheckout: Readonly<Record<string, number>>;
}

const legs = {
  receivedToApplied: 'recorded, until applied',
  appliedToAttempt: 'until the first webhook is sent',
  attemptToDelivered: 'until the last is answered',
} as const;
type Leg = keyof typeof legs;

/** Measures by PostgreSQL's own times, except the times of the attempts, which are the dispatcher's. */
const wayOfCredits = `
  select extract(epoch from k.applied_at - k.received_at)::float * 1000 as "receivedToApplied",
         extract(epoch from min(a.started_at) - k.applied_at)::float * 1000 as "appliedToAttempt",
         extract(epoch from max(a.started_at + a.duration_ms * interval '1 ms') - min(a.started_at))::float * 1000
           as "attemptToDelivered"
    from checkout c
    join inward_credit k using (checkout_id)
    join event v using (checkout_id)
    join webhook_delivery d using (event_id)
    join webhook_attempt a using (delivery_id)
   where c.payment_reference = any ($1)
   group by k.credit_id`;

/** A part that costs less in all is not worth a line. */
const worthMs = 0.02;

export async function splitOf(
  databaseUrl: string,
  references: readonly string[],
  cpu: { readonly before: Map<string, number>; readonly after: Map<string, number> },
): Promise<Split> {
  const rows = await withClient(databaseUrl, async (client) => {
    const found = await client.query<Record<Leg, number>>(wayOfCredits, [references]);
    return found.rows;
  });
  const creditMs = Object.fromEntries(
    Object.keys(legs).map((leg) => [leg, percentiles(rows.map((each) => each[leg as Leg]))]),
  ) as Record<Leg, Percentiles>;
  return { creditMs, cpuMsPerCheckout: cpuByThread(cpu.before, cpu.after, references.length) };
}

export function cpuByThread(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  checkouts: number,
): Record<string, number> {
  const spent = [...after].map(
    ([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / checkouts] as const,
  );
  return Object.fromEntries(
    spent
      .filter(([, ms]) => ms >= worthMs)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, ms]) => [name, round(ms)]),
  );
}

export function describeSplit({ creditMs, cpuMsPerCheckout }: Split): string {
  return [
    row(['a credit, once it is', 'p50 ms', 'p95 ms', 'p99 ms']),
    ...Object.entries(legs).map(([leg, label]) => {
      const { p50, p95, p99 } = creditMs[leg as Leg];
      return row([label, p50.toFixed(1), p95.toFixed(1), p99.toFixed(1)]);
    }),
    '',
    row(['thread, or database', 'CPU-ms per checkout']),
    ...Object.entries(cpuMsPerCheckout).map(([name, ms]) => row([name, ms.toFixed(2)])),
  ].join('\n');
}
