import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from '../../../../src/platform/database/database.js';
import { figures, PgFigureStore } from '../../../../src/upkeep/reconciliation/figure.store.js';
import { registerFigures } from '../../../../src/upkeep/reconciliation/reconciliation-metrics.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
  await shop.payAndPost(await shop.order(), 1_000_000n);
});
afterAll(() => shop[Symbol.asyncDispose]());

function registryOn(pool: pg.Pool): Registry {
  const registry = new Registry();
  registerFigures(registry, new PgFigureStore(pool));
  return registry;
}
/** Read anew: nothing is kept from before. A busy machine that gave the figures up is asked again. */
const metrics = () =>
  vi.waitFor(async () => {
    const text = await registryOn(shop.pool).metrics();
    expect(text).toContain('manilla_figures_read 1');
    return text;
  }, 20_000);

async function openCase(kind: string, subject: string, amountMinor: bigint | null): Promise<void> {
  await shop.database.query(
    `insert into attention_case (kind, subject, workflow_id, update_name, reason, decisions, page, amount_minor, opened_at)
     values ($1, $2, 'w', 'decide', 'HELD: LATE', '{keep}', '{}', $3, now() - interval '2 hours')`,
    [kind, subject, amountMinor],
  );
}

/** They grow with the kinds of findings, with claims, endpoints and prefixes, and not with payments or merchants' accounts. */
const readWhole = ['finding', 'proven_claim', 'webhook_endpoint', 'number_prefix'];

describe('the figures of the database', () => {
  it('are read by indexes, whatever there is of payments and merchants', async () => {
    const pool = createPool(shop.database.url, { max: 1, applicationName: 'test-figures' });
    try {
      await pool.query('set enable_seqscan = off');
      await new PgFigureStore(pool).read();
      const { rows } = await pool.query<{ statement: string }>(
        `select statement from pg_prepared_statements where name = 'read_figures'`,
      );
      const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${rows[0]?.statement}`);
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain('ledger_account_pool');
      const whole = [...text.matchAll(/Seq Scan on (\w+)/g)].map(([, name]) => name ?? '');
      expect(whole.filter((name) => !readWhole.includes(name))).toEqual([]);
    } finally {
      await pool.end();
    }
  });

  it('tell what waits for a person, by kind and reason, since when and how much', async () => {
    await openCase('CREDIT', 'txn_1', 770_000n);
    await openCase('CREDIT', 'txn_2', 30_000n);
    await openCase('FINDING', 'BOOKS_DISAGREE', null);
    await shop.database.query(
      `update attention_case set status = 'CLOSED', closed_at = now() where subject = 'txn_2'`,
    );
    const text = await metrics();
    expect(text).toContain('manilla_attention_open{kind="CREDIT",reason="HELD: LATE"} 1');
    expect(text).toMatch(/manilla_attention_oldest_age_seconds\{kind="CREDIT"\} 72\d\d\./);
    expect(text).toContain('manilla_attention_amount_minor{kind="CREDIT",currency="NGN"} 770000');
    expect(text).toContain('manilla_attention_amount_minor{kind="FINDING",currency="NGN"} 0');
    expect(text).toContain('manilla_attention_oldest_age_seconds{kind="PAYOUT"} 0');
    const kinds = text.match(/(?<=manilla_attention_amount_minor\{kind=")\w+/g);
    const [{ allowed } = { allowed: '' }] = await shop.database.query<{ allowed: string }>(
      `select pg_get_constraintdef(oid) as allowed from pg_constraint where conname = 'attention_case_kind_check'`,
    );
    expect(allowed.match(/(?<=')[A-Z]+(?=')/g)?.toSorted()).toEqual(kinds?.toSorted());
  });

  it('tell of facts that no workflow has applied, and how far behind the relay is', async () => {
    expect(await metrics()).toContain('manilla_facts_oldest_overdue_seconds 0');
    await shop.database.query(
      `update fact set applied_at = null, due_at = now() - interval '90 seconds', created_at = now() - interval '5 minutes'
        where kind = 'CREDIT_RECEIVED'`,
    );
    const text = await metrics();
    expect(text).toContain('manilla_facts_overdue{kind="CREDIT_RECEIVED"} 1');
    expect(text).toMatch(/manilla_facts_oldest_overdue_seconds 30\d\./);
    expect(text).toMatch(/manilla_relay_lag_seconds 9\d\./);
  });

  it('tell of webhooks that are not delivered, and of endpoints that are given up', async () => {
    await shop.database.query(
      `insert into webhook_endpoint (merchant_id, url, secret_sealed, status, failing_since)
       select merchant_id, 'https://shop.example', '', 'SUPPRESSED', now() from merchant limit 1
       on conflict (merchant_id, endpoint) do update set status = 'SUPPRESSED'`,
    );
    await shop.database.query(
      `insert into webhook_delivery (delivery_id, event_id, merchant_id, status, attempts)
       values ('dlv_1', 'evt_1', 'mch_1', 'RETRYING', 3), ('dlv_2', 'evt_2', 'mch_1', 'DEAD', 14)`,
    );
    const text = await metrics();
    expect(text).toContain('manilla_webhook_endpoints{status="SUPPRESSED"} 1');
    expect(text).toContain('manilla_webhook_deliveries{status="RETRYING"} 1');
    expect(text).not.toContain('status="DEAD"');
  });

  it("tell by how much the books and the bank's own statement differ", async () => {
    await shop.database.query(
      `insert into statement_line (provider, line_id, kind, amount_minor, balance_minor, booked_at, matched)
       select provider, 1, 'CREDIT', minor, minor - 300000, now(), 'MATCHED' from pool_position`,
    );
    expect(await metrics()).toMatch(/manilla_bank_difference_minor\{provider="\w+"\} 300000/);
  });

  it('say nothing of a difference to a bank whose files have no balances', async () => {
    await shop.database.query(
      `insert into statement_line (provider, line_id, kind, amount_minor, balance_minor, booked_at, matched)
       select provider, -1, 'CREDIT', 1, null, now() + interval '1 minute', 'MATCHED' from pool_position`,
    );
    expect(await metrics()).not.toContain('manilla_bank_difference_minor{');
    const [row] = await shop.database.query(
      'select difference_to_bank(provider) as difference from pool_position',
    );
    expect(row).toEqual({ difference: null });
  });

  it('are read once for many who scrape', async () => {
    const store = new PgFigureStore(shop.pool);
    let reads = 0;
    const registry = new Registry();
    registerFigures(registry, {
      read: () => ((reads += 1), store.read()),
      readSuspense: () => store.readSuspense(),
    });
    await Promise.all([registry.metrics(), registry.metrics()]);
    await registry.metrics();
    expect(reads).toBe(1);
  });
});

describe('without a database', () => {
  const none = new RegExp(figures.map(({ name }) => `^${name}[ {]`).join('|'), 'm');

  it.each([
    ['that is away', 'postgres://127.0.0.1:9/none'],
    ['that does not answer', 'postgres://192.0.2.1:5432/none'],
  ])(
    'one %s, the others are told within seconds and the figures are missing',
    async (_how, url) => {
      const pool = createPool(url, { max: 1, applicationName: 'test' });
      const startedMs = performance.now();
      const text = await registryOn(pool).metrics();
      expect(performance.now() - startedMs).toBeLessThan(8_000);
      expect(text).toContain('manilla_figures_read 0');
      expect(text).not.toMatch(none);
      await pool.end();
    },
  );

  it('one that is locked is given up soon, and read again when it answers', async () => {
    const client = new pg.Client({ connectionString: shop.database.url });
    await client.connect();
    await client.query('begin; lock table fact in access exclusive mode');
    const registry = registryOn(shop.pool);
    expect(await registry.metrics()).toContain('manilla_figures_read 0');
    await client.query('rollback');
    await client.end();
    expect(await metrics()).toContain('manilla_figures_read 1');
  });

  it('one that never answers is not waited for', async () => {
    const registry = new Registry();
    const never = () => new Promise<never>(() => {});
    registerFigures(registry, { read: never, readSuspense: never });
    expect(await registry.metrics()).toContain('manilla_figures_read 0');
  });

  it('that cannot add up the suspense tells all other figures', async () => {
    const registry = new Registry();
    const store = new PgFigureStore(shop.pool);
    registerFigures(registry, {
      read: () => store.read(),
      readSuspense: () => Promise.reject(new Error('canceling statement due to statement timeout')),
    });
    const text = await registry.metrics();
    expect(text).toContain('manilla_figures_read 1');
    expect(text).toContain('manilla_relay_lag_seconds ');
    expect(text).not.toMatch(/^manilla_suspense_minor/m);
  });
});

describe('what keeps money from leaving', () => {
  it('is told by bank and cause, with how much waits for it', async () => {
    expect(await metrics()).toContain(
      'manilla_outgoing_hold{hold="UNEXPLAINED_DEBIT",provider="sandbox"} 0',
    );
    const order = await shop.order();
    await shop.payAndPost(order, 1_000_100n);
    await shop.database.query(
      `select record_finding('UNEXPLAINED_DEBIT', 's', '{"provider": "sandbox"}', 'ATTENTION')`,
    );
    const text = await metrics();
    expect(text).toContain('manilla_outgoing_hold{hold="UNEXPLAINED_DEBIT",provider="sandbox"} 1');
    expect(text).toContain('manilla_outgoing_hold{hold="RECOVERY",provider="sandbox"} 0');
    const waiting = '{hold="UNEXPLAINED_DEBIT",provider="sandbox"}';
    expect(text).toContain(`manilla_outgoing_waiting${waiting} 1`);
    expect(text).toContain(`manilla_outgoing_waiting_minor${waiting} 100`);
    await shop.database.query(`select clear_findings('{UNEXPLAINED_DEBIT}', '{s}')`);
  });
});
