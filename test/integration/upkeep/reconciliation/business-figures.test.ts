import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgFigureStore } from '../../../../src/upkeep/reconciliation/figure.store.js';
import { Shop } from '../../../support/shop.js';

/** One order that is paid, one that is paid too much, and one that waits. */
let shop: Shop;
let checkoutId: string;
let creditId: string;
beforeAll(async () => {
  shop = await Shop.open();
  const { checkout } = await shop.order();
  checkoutId = checkout.checkoutId;
  ({ creditId } = await shop.payAndPost(await shop.order(), 1_000_000n));
  await shop.payAndPost(await shop.order(), 1_000_100n);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A figure's rows after a change, of which nothing is left: the values by their labels, which are joined by blanks. */
async function figureAfter(name: string, change = '', values: readonly unknown[] = []) {
  const client = await shop.pool.connect();
  try {
    await client.query('begin');
    if (change !== '') await client.query(change, [...values]);
    // All that is read goes through the one connection that sees the change.
    const store = new PgFigureStore(client as unknown as pg.Pool);
    const rows = [...(await store.read()), ...(await store.readSuspense())];
    const named = rows.filter((row) => row.name === `manilla_${name}`);
    return Object.fromEntries(
      named.map(({ labels, value }) => [Object.values(labels).toSorted().join(' '), value]),
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('the payments of the hour', () => {
  it('are counted and added up by how they fitted, with their fees and VAT', async () => {
    expect(await figureAfter('payments_hour')).toEqual({
      ...{ 'Bank EXACT sandbox': 1, 'Bank OVERPAID sandbox': 1 },
    });
    expect(await figureAfter('payments_hour_minor')).toEqual({
      ...{ 'Bank EXACT sandbox': 1_000_000, 'Bank OVERPAID sandbox': 1_000_100 },
    });
    // 1 % and 7.5 % of that, of two payments.
    expect(await figureAfter('fees_hour_minor')).toEqual({ 'Bank sandbox': 2 * 10_750 });
    expect(await figureAfter('refunds_hour_minor')).toEqual({ '': 100 });
    expect(await figureAfter('orders_hour')).toEqual({ AWAITING_PAYMENT: 1, SUCCESSFUL: 2 });
  });

  it('are those that came within it', async () => {
    const old = `update inward_credit set received_at = now() - interval '30 seconds' where credit_id = $1`;
    const { '': at = 0 } = await figureAfter('last_payment_timestamp_seconds', old, [creditId]);
    expect(Math.abs(Date.now() / 1_000 - at)).toBeLessThan(60);
  });
});

it.each([
  ['a weekend', '2026-11-20', '2026-11-22'],
  ['a public holiday', '2026-12-24', '2026-12-25'],
])('the last daily run is that of the business day before %s', async (_, paid, after) => {
  const runs = `insert into settlement_run (cycle, cut_off, finished_at, result)
    select 'DAILY', lagos_midnight(day::date), now(), jsonb_build_object('amountMinor', amount, 'withoutAccount', amount)
      from (values ('${paid}', '500'), ('${after}', '0')) r (day, amount)`;
  expect(await figureAfter('settlement_run_amount_minor', runs)).toEqual({ DAILY: 500 });
  expect(await figureAfter('settlement_run_merchants', runs)).toEqual({ withoutAccount: 500 });
});

describe('disputes that their merchant has not answered', () => {
  const disputed = (due: string, status: string, answer: string | null) =>
    figureAfter(
      'disputes_unanswered',
      `with made as (
         insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, merchant_id, amount_minor, status, evidence_due_at)
           values ('dsp_1', 'sandbox', '1', 'CHARGEBACK', $1, $2, 500, $4, now() + $3::interval) returning dispute_id)
       insert into dispute_answer (answer_id, dispute_id, kind, request_hash, status, completed_at)
         select 'ans_1', dispute_id, 'ACCEPT', '', $5::text, case when $5::text <> 'PENDING' then now() end from made where $5::text is not null`,
      [creditId, shop.merchantId, due, status, answer],
    );

  it.each([
    ['23 hours', 'OPENED', null, 1],
    ['25 hours', 'OPENED', null, 0],
    ['-1 minute', 'OPENED', null, 0],
    ['23 hours', 'WON', null, 0],
    ['23 hours', 'OPENED', 'PENDING', 0],
    ['23 hours', 'OPENED', 'DELIVERED', 0],
    ['23 hours', 'OPENED', 'REFUSED', 1],
  ])('end in %s, are %s, and their answer is %s: %i', async (due, status, answer, value) => {
    expect(await disputed(due, status, answer)).toEqual({ '': value });
  });

  it('are counted when they are opened', async () => {
    const opened = `insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, amount_minor, status)
      values ($1, 'sandbox', '1', 'CHARGEBACK', $2, 500, 'OPENED')`;
    const values = [newId('dsp'), creditId];
    expect(await figureAfter('disputes_hour', opened, values)).toEqual({ '': 1 });
  });
});

describe('cards of which nobody knows whether they were charged', () => {
  it.each([
    ['PROCESSING', 61, 1],
    ['UNKNOWN', 61, 1],
    ['UNKNOWN', 50, 0],
    ['REQUIRES_ACTION', 61, 0],
    ['PENDING', 61, 0],
    ['SUCCEEDED', 61, 0],
    ['FAILED', 61, 0],
  ])('are %s for %i s: %i', async (status, seconds, value) => {
    const charged = `insert into card_attempt (attempt_id, checkout_id, merchant_id, provider, token_sealed, token_hash, amount_minor,
                               status, created_at)
      values ('att_1', $1, $2, 'sandbox', '', '', 500, $3, now() - make_interval(secs => $4))`;
    const values = [checkoutId, shop.merchantId, status, seconds];
    expect(await figureAfter('charges_unknown', charged, values)).toEqual({ '': value });
  });
});

describe('webhooks', () => {
  const deliveries = (failing: string) => `
    truncate webhook_delivery;
    insert into webhook_endpoint (merchant_id, url, secret_sealed, status, failing_since)
      values ('${shop.merchantId}', 'https://shop.example', '', 'ACTIVE', now() - interval '${failing}');
    insert into webhook_delivery (delivery_id, event_id, merchant_id, status, attempts, created_at)
      select 'dlv_' || d.status, 'evt_' || d.status, '${shop.merchantId}', d.status, d.attempts, now() - d.age
        from (values ('PENDING', 0, interval '1 minute'), ('DELIVERING', 1, interval '9 minutes'),
                     ('RETRYING', 2, interval '9 minutes')) d (status, attempts, age)`;

  it('that nobody has tried are as old as the oldest of them', async () => {
    const found = await figureAfter('webhook_oldest_unsent_seconds', deliveries('1 second'));
    expect(Math.round(found[''] ?? 0)).toBe(60);
  });

  it.each([
    ['9 minutes', []],
    ['11 minutes', [1]],
  ])('of an endpoint that has failed for %s are those tried again', async (failing, counts) => {
    const found = await figureAfter('endpoint_failing_waiting', deliveries(failing));
    expect(Object.values(found)).toEqual(counts);
  });
});

describe('what is set aside', () => {
  it('is money in suspense, which is told as more than nothing', async () => {
    await shop.pay('5019999999', 300_000n);
    const found = await figureAfter('suspense_minor');
    expect(Object.values(found).reduce((sum, each) => sum + each, 0)).toBe(300_000);
  });

  it('are lines of a statement, by bank, but not those that wait for the outcome of a sending', async () => {
    const waiting = `with sent as (
        insert into outward_transfer (session_id, provider, purpose, purpose_id, attempt, amount_minor)
          values ('on-its-way', 'sandbox', 'PAYOUT', 'pay_1', 1, 500))
      insert into statement_line_waiting (provider, line_id, line)
        values ('sandbox', 1, '{}'), ('sandbox', 2, '{}'), ('other', 1, '{}'), ('sandbox', 3, '{"sessionId": "on-its-way"}')`;
    expect(await figureAfter('statement_lines_waiting', waiting)).toEqual({ sandbox: 2, other: 1 });
  });

  it('are numbers in use and in quarantine, of all that a prefix has', async () => {
    const counted = `insert into prefix_usage values ('501', 300000, 200000, now(), '1 s')
      on conflict (prefix) do update set in_use = 300000, quarantined = 200000`;
    expect(await figureAfter('number_pool_used_ratio', counted)).toEqual({ 501: 0.5 });
  });

  it('are refunds that are not final', async () => {
    expect(await figureAfter('refunds_open')).toEqual({ REQUESTED: 1 });
    for (const status of ['SUCCESSFUL', 'FAILED']) {
      expect(await figureAfter('refunds_open', 'update refund set status = $1', [status])).toEqual(
        {},
      );
    }
  });

  it('are cases, of which the oldest that is open is named', async () => {
    const opened = `insert into attention_case (case_number, kind, subject, workflow_id, update_name, reason, decisions, page, amount_minor, opened_at, status, closed_at)
      overriding system value
      values (901, 'CREDIT', 'a', 'w', 'decide', 'HELD', '{keep}', '{}', 5, now() - interval '3 hours', 'CLOSED', now()),
             (903, 'CREDIT', 'b', 'w', 'decide', 'HELD', '{keep}', '{}', 7, now() - interval '2 hours', 'OPEN', null),
             (902, 'CREDIT', 'c', 'w', 'decide', 'HELD', '{keep}', '{}', 9, now() - interval '1 hour', 'OPEN', null)`;
    expect(await figureAfter('attention_oldest_case', opened)).toMatchObject({
      ...{ CREDIT: 903, PAYOUT: 0 },
    });
    expect(await figureAfter('attention_oldest_case_minor', opened)).toMatchObject({ CREDIT: 7 });
  });
});
