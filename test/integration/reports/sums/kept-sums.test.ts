import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgKeptSums, sumFiling } from '../../../../src/reports/sums/kept-sums.store.js';
import { PgSums } from '../../../../src/reports/sums/sums.store.js';
import { drawCases } from '../../../support/model-play.js';
import { OrderPlayer, randomOrder, Reached } from '../../../support/random-orders.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

/** Sums of hours that are kept are the sums of the same hours that are added up anew, whatever happened in them. */
let world: SettlementWorld;
let sums: PgSums;
let kept: PgKeptSums;
const merchants: string[] = [];
const hourMs = 3_600_000;
/** Half past the last hour, so that the bounds of hours lie on both sides, and the clock is nowhere ahead. */
const now = new Date(Math.floor(Date.now() / hourMs) * hourMs - hourMs / 2);
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  world.shop.pool.query<Row>(text, values).then(({ rows }) => rows);

beforeAll(async () => {
  world = await SettlementWorld.open(8);
  [sums, kept] = [new PgSums(world.shop.pool), new PgKeptSums(world.shop.pool)];
  const orders = drawCases('kept sums', randomOrder, 90, 60);
  for (let nth = 0; nth < 3; nth += 1) {
    const merchantId = await world.merchant({ payoutFeeMinor: 2_500n });
    merchants.push(merchantId);
    await query(
      `insert into merchant_channel (merchant_id, channel, fee_plan_id, place) values ($1, 'Card', 'card', 2)`,
      [merchantId],
    );
    const player = new OrderPlayer(world, merchantId, new Reached());
    for (const order of orders.filter((_, at) => at % 3 === nth)) await player.play(order);
    await world.settleAll(merchantId);
  }
  // Over two days, to the microsecond, and some of it exactly at the beginning of an hour.
  const moved = (column: string, key: string) =>
    `${column} - make_interval(secs => case when hashtext(${key}) % 7 = 0
       then extract(epoch from ${column} - date_trunc('hour', ${column})) else 0 end)
     - make_interval(secs => abs(hashtext(${key})) % 170000)`;
  await query(`update balance_transaction set created_at = ${moved('created_at', 'source_id')}`);
  await query(`update checkout set created_at = ${moved('created_at', 'checkout_id')}`);
});
afterAll(() => world[Symbol.asyncDispose]());

const forgetKept = async () => {
  await query('delete from kept_sum');
  await query('update kept_sum_state set since = null, kept_until = null, seen_until = null');
};
const keepAll = async (at = now, hours = 7) => {
  while ((await kept.keep(at, hours)) > 0);
};

/** By day and by hour, of each merchant and of all, of periods whose ends lie in and between hours; by channel and bank of two of these. */
async function everySum() {
  const ends = [0, hourMs, 26.5 * hourMs, 49 * hourMs, 300 * hourMs];
  const found: unknown[] = [];
  for (const by of ['day', 'hour', 'channel', 'provider'] as const)
    for (const merchantId of [...merchants, null])
      for (const end of ends)
        for (const start of ends.filter((each) => each > end)) {
          const isOfTwo = start === ends[2] || (start === ends[4] && end === 0);
          if ((by === 'channel' || by === 'provider') && !isOfTwo) continue;
          const ago = (ms: number) => new Date(now.getTime() - ms);
          const wish = { by, merchantId, since: ago(start), before: ago(end), currency: 'NGN' };
          found.push([wish, await sums.of(wish)]);
        }
  return found;
}

describe('sums of kept hours', () => {
  it('are those that are added up anew', async () => {
    await forgetKept();
    const anew = await everySum();
    await keepAll();
    const [state] = await query<{ hours: number; rows: number }>(
      `select extract(epoch from kept_until - since)::integer / 3600 as hours, (select count(*)::integer from kept_sum) as rows
         from kept_sum_state`,
    );
    expect(state?.hours).toBeGreaterThan(40);
    expect(state?.rows).toBeGreaterThan(60);
    expect(await everySum()).toEqual(anew);
    const total = (rows: readonly { isTotal: boolean; payments: bigint }[]) =>
      rows.find(({ isTotal }) => isTotal)?.payments ?? 0n;
    const whole = { by: 'day', merchantId: null, since: new Date(0), before: now } as const;
    expect(total(await sums.of({ ...whole, currency: 'NGN' }))).toBeGreaterThan(20n);
  });

  it('are read from what is kept, and what is kept adds up to the ledger', async () => {
    const [sum] = await query<{ kept: bigint; booked: bigint }>(
      `select (select sum(change_minor) from kept_sum where merchant_id = '' and split = '')::bigint as kept,
              (select sum(net_minor) from balance_transaction b, kept_sum_state s
                where b.created_at >= s.since and b.created_at < s.kept_until)::bigint as booked`,
    );
    expect(sum?.kept).toBe(sum?.booked);
    await query(`update kept_sum set payments = payments + 1000 where merchant_id = ''`);
    const rows = await sums.of({
      ...{ by: 'day', merchantId: null, since: new Date(0), before: now, currency: 'NGN' },
    });
    expect(rows.at(-1)?.payments).toBeGreaterThan(1_000n);
    await query(`update kept_sum set payments = payments - 1000 where merchant_id = ''`);
  });

  it.each([
    ['the same day', 5],
    ['weeks later', 24 * 30],
  ])('follow an order that is paid %s, after its hour was kept', async (_when, hours) => {
    const made = new Date(now.getTime() - hours * hourMs);
    const [order] = await query<{ id: string; merchant: string }>(
      `update checkout set created_at = $1, updated_at = $1 where checkout_id =
         (select checkout_id from checkout where accepted_minor = 0 order by checkout_id limit 1)
       returning checkout_id as id, merchant_id as merchant`,
      [made],
    );
    if (order === undefined) throw new Error('every order is paid');
    await forgetKept();
    await keepAll(now, 200);
    const paid = async () => (await sums.of(wholeOf(order.merchant))).at(-1)?.paid ?? 0n;
    const before = await paid();
    await query('update checkout set accepted_minor = 1, updated_at = $2 where checkout_id = $1', [
      ...[order.id, now],
    ]);
    // Each call has time for one hour, and the next one goes on.
    let calls = 1;
    while (calls < 100 && (await kept.remake(new Date(now.getTime() + 120_000), 0))) calls += 1;
    expect(calls).toBeGreaterThan(20);
    expect(await paid()).toBe(before + 1n);
    const inKept = await everySum();
    await forgetKept();
    expect(inKept).toEqual(await everySum());
  });

  const wholeOf = (merchantId: string) =>
    ({ by: 'day', merchantId, since: new Date(0), before: now, currency: 'NGN' }) as const;

  it('are kept of new hours although those of a changed order cannot be made again', async () => {
    await forgetKept();
    const before = new Date(now.getTime() - 3 * hourMs);
    await keepAll(before, 200);
    const [order] = await query<{ hour: string }>(
      `update checkout set updated_at = $1 where checkout_id =
         (select checkout_id from checkout where accepted_minor > 0 and created_at < $2 order by created_at desc limit 1)
       returning date_trunc('hour', created_at)::text as hour`,
      [now, new Date(before.getTime() - 2 * hourMs)],
    );
    await query(
      `alter table kept_sum add constraint poisoned check (hour <> '${order?.hour}') not valid`,
    );
    await expect(sumFiling(kept, () => now).file()).rejects.toThrow('poisoned');
    await query('alter table kept_sum drop constraint poisoned');
    const [state] = await query<{ at: Date }>('select kept_until as at from kept_sum_state');
    expect(state?.at).toEqual(new Date(now.getTime() - hourMs / 2));
  });

  it('are not kept of an hour to come, although the worker’s clock is ahead', async () => {
    await forgetKept();
    await keepAll(new Date(Date.now() + 5 * hourMs), 100);
    const [state] = await query<{ is_over: boolean }>(
      `select kept_until <= now() and seen_until <= now() as is_over from kept_sum_state`,
    );
    expect(state).toEqual({ is_over: true });
  });

  it('are not kept while an hour may still be booked in, nor by two at once', async () => {
    await forgetKept();
    const early = new Date(Math.floor(now.getTime() / hourMs) * hourMs + 9 * 60_000);
    await keepAll(early, 100);
    const until = async () =>
      (await query<{ at: Date }>('select kept_until as at from kept_sum_state'))[0]?.at.getTime();
    expect(await until()).toBe(Math.floor(now.getTime() / hourMs) * hourMs - hourMs);
    await Promise.all(Array.from({ length: 4 }, () => kept.keep(now, 100)));
    expect(await until()).toBe(Math.floor(now.getTime() / hourMs) * hourMs);
    const twice = await query(
      'select 1 from kept_sum group by merchant_id, currency, split, hour, key having count(*) > 1',
    );
    expect(twice).toEqual([]);
  });
});
