import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Position, Slice } from '../../../../src/domain/slice.js';
import {
  listQuery,
  PgDeliveryLog,
  type DeliveryFilter,
} from '../../../../src/notify/webhooks/delivery-log.store.js';
import { rowsOf, scansOf } from '../../../support/query-plan.js';
import { Shop } from '../../../support/shop.js';

const count = 4_000;
const perPage = 20;
const minuteMs = 60_000;
const everything: DeliveryFilter = {
  status: null,
  eventType: null,
  paymentReference: null,
  since: null,
  before: null,
};

let shop: Shop;
let log: PgDeliveryLog;
let reference: string;
/** Of the newest event; each other is a minute older than the next. */
let newest: Date;

beforeAll(async () => {
  shop = await Shop.open(3);
  log = new PgDeliveryLog(shop.pool);
  const checkout = await shop.initiate();
  reference = checkout.paymentReference;
  newest = new Date(Math.floor(Date.now() / 1_000) * 1_000 - minuteMs);
  // Of 100 one waits for its retry and one is given up; every tenth is of the one order.
  await shop.pool.query(
    `with made as materialized (
       select n, $4::timestamptz - n * interval '1 minute' as at from generate_series(0, $3::integer - 1) n)
     insert into event (event_id, merchant_id, checkout_id, sequence, type, body, created_at)
       select id_floor('evt_', m.at), $1, case when m.n % 10 = 0 then $2 end, $3::integer - m.n, 'checkout.expired', '{}', m.at
         from made m`,
    [shop.merchantId, checkout.checkoutId, count, newest],
  );
  await shop.pool.query(
    `insert into webhook_delivery (delivery_id, event_id, merchant_id, url, status, created_at)
       select 'dlv_' || substr(v.event_id, 5), v.event_id, v.merchant_id, 'https://shop.example.ng/hook',
              case v.sequence % 100 when 1 then 'RETRYING' when 2 then 'DEAD' else 'DELIVERED' end, v.created_at
         from event v`,
  );
  await shop.pool.query('vacuum analyze event, webhook_delivery, webhook_attempt');
});
afterAll(() => shop[Symbol.asyncDispose]());

const slice = (changes: Partial<Slice> = {}): Slice => ({
  limit: perPage,
  offset: 0,
  after: null,
  ...changes,
});

describe('the list of deliveries', () => {
  it('is read whole by cursor, each once, the latest event first', async () => {
    const seen: string[] = [];
    let after: Position | null = null;
    for (;;) {
      const page = await log.list(shop.merchantId, everything, slice({ limit: 500, after }));
      seen.push(...page.map(({ item }) => item.eventId));
      after = page.at(-1)?.position ?? null;
      if (page.length < 500) break;
    }
    expect(seen).toHaveLength(count);
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  });

  const at = (minutesAgo: number) => new Date(newest.getTime() - minutesAgo * minuteMs);

  /** What is asked for, and how many rows of events and deliveries it may look at. */
  const questions: Record<string, () => [Partial<DeliveryFilter>, Slice, number]> = {
    'the first page': () => [{}, slice(), 4 * perPage],
    'a deep cursor': () => [{}, slice({ after: ['evt_' + idAt(3_500), 'dlv_'] }), 4 * perPage],
    'what waits for its retry': () => [{ status: 'RETRYING' }, slice(), 5 * perPage],
    'what is given up, behind a cursor': () => [
      { status: 'DEAD' },
      slice({ after: ['evt_' + idAt(2_000), 'dlv_'] }),
      5 * perPage,
    ],
    'what is under way': () => [{ status: 'PENDING' }, slice(), 0],
    'one order': () => [{ paymentReference: reference }, slice(), count / 5 + perPage],
    'an hour of long ago': () => [{ since: at(3_060), before: at(3_000) }, slice(), 4 * perPage],
    'all that arrived': () => [{ status: 'DELIVERED' }, slice(), 4 * perPage],
  };

  /** As `id_floor` writes the moment of an event. */
  function idAt(minutesAgo: number): string {
    let ms = at(minutesAgo).getTime();
    let head = '';
    for (let n = 0; n < 10; n += 1) {
      head = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(ms % 32) + head;
      ms = Math.floor(ms / 32);
    }
    return head + '0'.repeat(16);
  }

  it.each(Object.entries(questions))('finds %s without reading the rest', async (_name, ask) => {
    const [filter, asked, mayRead] = ask();
    const scans = await scansOf(
      shop.pool,
      listQuery(shop.merchantId, { ...everything, ...filter }, asked),
    );
    expect(scans.some(({ table }) => table === 'event')).toBe(true);
    expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([]);
    expect(rowsOf(scans, ['event', 'webhook_delivery'])).toBeLessThanOrEqual(mayRead);
  });
});
