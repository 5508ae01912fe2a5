import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leastDaysKept, PgRetention } from '../../../../src/upkeep/retention/retention.store.js';
import { manilla } from '../../../support/manilla-cli.js';
import { type OpenOrder, Shop } from '../../../support/shop.js';

let shop: Shop;
let retention: PgRetention;
beforeAll(async () => {
  shop = await Shop.open(4);
  retention = new PgRetention(shop.pool, 40);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(() => shop.pool.query('truncate event, webhook_delivery, webhook_attempt, fact'));

const drop = (atOnce?: number) =>
  retention.drop({ forMs: Number.POSITIVE_INFINITY, ...(atOnce === undefined ? {} : { atOnce }) });

/** As if all there is had happened so many days ago: ids bear their time. */
async function age(days: number): Promise<void> {
  const aged = (column: string, prefix: string) =>
    `${column} = substr(id_floor('${prefix}', now() - interval '${days} days'), 1, 14) || substr(${column}, 15)`;
  await shop.pool.query(`
    update webhook_attempt set ${aged('delivery_id', 'dlv_')};
    update webhook_delivery set ${aged('delivery_id', 'dlv_')}, ${aged('event_id', 'evt_')},
      created_at = now() - interval '${days} days';
    update event set ${aged('event_id', 'evt_')}, created_at = now() - interval '${days} days';
    update fact set created_at = now() - interval '${days} days',
      applied_at = case when applied_at is not null then now() - interval '${days} days' end`);
}

/** As if the workflows had been told and the webhooks had arrived. */
async function comeToRest(): Promise<void> {
  await shop.pool.query(`
    update fact set applied_at = now(), due_at = null where applied_at is null;
    update webhook_delivery set status = 'DELIVERED', finished_at = now(), attempts = 1;
    insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, http_status)
      select delivery_id, 1, now(), 1, 200 from webhook_delivery on conflict do nothing`);
}

async function paid(): Promise<OpenOrder & { readonly creditId: string }> {
  const order = await shop.order();
  const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
  await shop.steps.applyCredit({ creditId });
  return { ...order, creditId };
}

const counts = async () => {
  const { rows } = await shop.pool.query<Record<string, number>>(
    `select (select count(*)::int from event) as events, (select count(*)::int from webhook_delivery) as deliveries,
            (select count(*)::int from webhook_attempt) as attempts, (select count(*)::int from fact) as facts`,
  );
  return rows[0];
};
const nothing = { events: 0, deliveries: 0, attempts: 0, facts: 0 };
const held = async () =>
  Object.fromEntries((await retention.standing()).map(({ what, heldBy }) => [what, heldBy]));
const faults = async () =>
  (await shop.pool.query(`select claim from books_proof where faults <> 0`)).rows;

describe('what is old', () => {
  it('is dropped, batch by batch, and the books stay proven', async () => {
    for (let n = 0; n < 7; n += 1) await paid();
    await comeToRest();
    const before = await counts();
    expect(before?.['events']).toBeGreaterThanOrEqual(7);
    await age(41);
    expect(await drop(3)).toEqual({
      events: before?.['events'],
      facts: before?.['facts'],
      others: 0,
    });
    expect(await counts()).toEqual(nothing);
    expect(await faults()).toEqual([]);
  });

  it('is dropped to the last ended replay of webhooks', async () => {
    await shop.pool.query(
      `insert into webhook_replay (replay_id, merchant_id, since, before, only_failed, status, finished_at)
         select id_floor('rpl_', now() - interval '42 days') || n, $1, now(), now(), false, 'DONE', now() - interval '41 days'
           from generate_series(1, 5) n`,
      [shop.merchantId],
    );
    expect(await drop(2)).toEqual({ events: 0, facts: 0, others: 5 });
  });

  it('is not what happened since', async () => {
    await paid();
    await comeToRest();
    await age(39);
    const before = await counts();
    expect(await drop()).toEqual({ events: 0, facts: 0, others: 0 });
    expect(await counts()).toEqual(before);
  });

  it('goes while a payment of a day before and one of today stand side by side', async () => {
    await paid();
    await comeToRest();
    await age(41);
    await paid();
    await comeToRest();
    const before = await counts();
    const { events, facts } = await drop(1);
    const after = await counts();
    expect(events).toBeGreaterThan(0);
    expect(after?.['events']).toBe((before?.['events'] ?? 0) - events);
    expect(after?.['facts']).toBe((before?.['facts'] ?? 0) - facts);
    expect(after?.['attempts']).toBe(after?.['deliveries']);
    expect(await drop()).toEqual({ events: 0, facts: 0, others: 0 });
  });

  it('is kept for ever where the settings say so, and never less than merchants may ask for', async () => {
    await paid();
    await comeToRest();
    await age(4_000);
    const before = await counts();
    await new PgRetention(shop.pool, null).drop({ forMs: 1_000 });
    expect(await counts()).toEqual(before);
    expect(leastDaysKept).toBe(34);
    expect(() => new PgRetention(shop.pool, 33)).toThrow(RangeError);
  });
});

describe('what is not finished', () => {
  it.each(['PENDING', 'DELIVERING', 'RETRYING'])(
    'is kept: a delivery that is %s',
    async (status) => {
      await paid();
      await comeToRest();
      await age(41);
      await shop.pool.query(
        `update webhook_delivery set status = $1 where delivery_id = (select max(delivery_id) from webhook_delivery)`,
        [status],
      );
      await drop();
      expect(await counts()).toEqual({ events: 1, deliveries: 1, attempts: 1, facts: 0 });
      expect(await held()).toMatchObject({ events: { WEBHOOK_UNDER_WAY: 1 } });
      await comeToRest();
      await drop();
      expect(await counts()).toEqual(nothing);
    },
  );

  it('is kept: an event that was sent once more, until that is old', async () => {
    await paid();
    await comeToRest();
    await age(41);
    await shop.pool.query(
      `insert into webhook_delivery (delivery_id, event_id, merchant_id, status, finished_at, redelivery_of)
         select new_id('dlv_'), event_id, merchant_id, 'DELIVERED', now(), delivery_id
           from webhook_delivery order by event_id limit 1`,
    );
    await drop();
    expect(await counts()).toMatchObject({ events: 1, deliveries: 2 });
    expect(await held()).toMatchObject({ events: { SENT_AGAIN: 1 } });
  });

  it('is kept: what a replay that still runs has before it', async () => {
    await paid();
    await comeToRest();
    await age(41);
    const before = await counts();
    await shop.pool.query(
      `insert into webhook_replay (replay_id, merchant_id, since, before, only_failed)
         values (new_id('rpl_'), $1, now() - interval '42 days', now(), false)`,
      [shop.merchantId],
    );
    await drop();
    expect(await counts()).toMatchObject({ events: before?.['events'], facts: 0 });
    expect(await held()).toMatchObject({ events: { REPLAY_RUNS: before?.['events'] } });
    await shop.pool.query(`update webhook_replay set status = 'DONE', finished_at = now()`);
    await drop();
    expect(await counts()).toEqual(nothing);
  });

  it('is kept: a fact that its workflow was not told', async () => {
    await paid();
    await comeToRest();
    await shop.order();
    const { rows } = await shop.pool.query('select fact_id from fact where applied_at is null');
    await age(400);
    await drop(1);
    expect(await shop.database.query('select fact_id::text from fact')).toEqual(
      rows.map(({ fact_id }) => ({ fact_id: String(fact_id) })),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(await held()).toMatchObject({ facts: { WORKFLOW_RUNS: rows.length } });
  });

  it('is kept: the fact by which money that waits for a decision is found', async () => {
    await shop.pay('5019999999', 700_000n);
    await comeToRest();
    await age(60);
    await drop();
    expect(await shop.database.query('select kind from fact')).toEqual([{ kind: 'CREDIT_HELD' }]);
    expect(await held()).toMatchObject({ facts: { TRANSFER_HELD: 1 } });
    await shop.pool.query(
      `update inward_credit set resolution = 'RETURNED' where account_number = '5019999999'`,
    );
    await drop();
    expect(await counts()).toEqual(nothing);
  });

  it('is left alone while somebody else has it, and asks nobody to wait', async () => {
    await paid();
    await comeToRest();
    await age(41);
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(
        'select event_id from event order by event_id limit 1 for no key update',
      );
      await drop();
      expect(await shop.database.query('select event_id from event')).toEqual(rows);
      await client.query('commit');
    } finally {
      client.release();
    }
    await drop();
    expect(await counts()).toEqual(nothing);
  });

  it('is not sent once more when it has just been dropped', async () => {
    await paid();
    await comeToRest();
    await shop.pool.query(
      `insert into webhook_endpoint (merchant_id, url, secret_sealed) values ($1, 'https://shop.example.ng', '\\x00')
         on conflict do nothing`,
      [shop.merchantId],
    );
    await age(41);
    const [delivery] = await shop.database.query<{ delivery_id: string }>(
      'select delivery_id from webhook_delivery order by 1 limit 1',
    );
    const dropping = await shop.pool.connect();
    try {
      await dropping.query('begin');
      await dropping.query(`select * from drop_old_events(now() - interval '40 days', '', 100)`);
      const asked = shop.pool.query('select outcome from redeliver($1, $2)', [
        shop.merchantId,
        delivery?.delivery_id,
      ]);
      await expect
        .poll(
          async () =>
            (
              await shop.database.query(
                `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%redeliver%'`,
              )
            ).length,
          { timeout: 20_000 },
        )
        .toBe(1);
      await dropping.query('commit');
      expect((await asked).rows).toEqual([{ outcome: 'UNKNOWN' }]);
    } finally {
      dropping.release();
    }
    expect(await counts()).toMatchObject({ events: 0, deliveries: 0 });
  });
});

describe('npx manilla retention', () => {
  const run = (...args: string[]) =>
    manilla(['retention', ...args], { DATABASE_URL: shop.database.appUrl });

  it('shows what stands and what keeps it, and drops it only when it is told to', async () => {
    await paid();
    await comeToRest();
    await paid();
    await shop.order();
    await age(50);
    const before = await counts();
    const seen = await run();
    expect(seen).toMatchObject({ code: 0, stderr: '' });
    expect(seen.stdout).toMatch(/^WHAT +MB +SINCE +OLD +KEPT$/m);
    expect(seen.stdout).toMatch(/^events +\d+\.\d +20\d\d-\d\d-\d\d +\d+ +\d+ WEBHOOK_UNDER_WAY$/m);
    expect(seen.stdout).toMatch(/^facts .* \d+ WORKFLOW_RUNS/m);
    expect(seen.stdout).toContain('Nothing was changed');
    for (const line of seen.stdout.split('\n').slice(0, 5))
      expect(line.length).toBeLessThanOrEqual(80);
    expect(await counts()).toEqual(before);

    const applied = await run('--apply', '--json');
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    const { dropped } = JSON.parse(applied.stdout) as { dropped: { events: number } };
    expect(dropped.events).toBeGreaterThan(0);
    expect(await counts()).toMatchObject({ events: (before?.['events'] ?? 0) - dropped.events });
    expect(
      await shop.database.query(
        `select actor_kind, after ->> 'events' as events from audit_entry where action = 'retention.drop'`,
      ),
    ).toEqual([{ actor_kind: 'COMMAND', events: String(dropped.events) }]);
  });

  it('refuses to drop what merchants may still ask for', async () => {
    const refused = await run('--days', '33', '--apply');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('at least 34');
  });
});
