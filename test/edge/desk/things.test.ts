import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { disputedSale } from '../../support/disputed-sale.js';
import { newReference } from '../../support/api-client.js';
import {
  pagesOfThings,
  thingKinds,
  type ThingKind,
} from '../../../src/reports/things/thing-kinds.js';
import type { ThingView } from '../../../src/reports/things/things.dto.js';
import type { SumsData } from '../../../src/reports/sums/sums.dto.js';
import { formatMoney } from '../../../src/domain/money.js';
import { DeskWorld, type DeskClient } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { manilla } from '../../support/manilla-cli.js';

let world: DeskWorld<TestEdge>;
let viewer: DeskClient;
let merchantId: string;
let reference: string;
const ids = {} as Record<ThingKind, string>;
const payer = { accountNumber: '0123457503', accountName: 'TUNDE <BAKARE>', bankCode: '999998' };

beforeAll(async () => {
  world = await DeskWorld.edge();
  viewer = await world.operator('Looks Only', 'viewer');
  const { api } = world;
  ({ merchantId } = api.manilla.merchant);
  await api.paid();
  const order = await api.awaitingPayment({ firstName: 'Amaka', lastName: 'Obi' });
  ({ reference } = order);
  await api.bank.payInward({
    ...{ accountNumber: order.accountNumber, amount: order.amount + 300_000 },
    source: payer,
  });
  await api.until(reference, 'SUCCESSFUL');
  await vi.waitFor(
    async () => {
      const { data } = await world.ada.get(`/orders/${merchantId}/${reference}`);
      expect(data.refunds[0]?.status).toBe('SUCCESSFUL');
    },
    { timeout: 30_000, interval: 200 },
  );
  const { disputeId } = await disputedSale(api.merchant, api.manilla.simulatorUrl);
  const [row] = await api.query<Record<string, string>>(
    `select k.credit_id, r.refund_id, v.virtual_account_id, d.delivery_id,
            (select min(j.journal_id)::text from journal j where j.source_type = 'credit' and j.source_id = k.credit_id) as journal_id
       from checkout c join inward_credit k using (checkout_id) join refund r using (checkout_id)
       join virtual_account v on v.checkout_id = c.checkout_id
       join event e on e.checkout_id = c.checkout_id join webhook_delivery d using (event_id)
      where c.payment_reference = $1 limit 1`,
    [reference],
  );
  await api.query(
    `insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, bank_name, account_name, provider,
       status, usable_from) values ('sta_01KA0000000000000000000009', $1, '0123456789', '999998', 'Simulator Bank', 'ADA STORES',
       'simulator', 'ACTIVE', now()) on conflict do nothing`,
    [merchantId],
  );
  const [settlement] = await api.query<{ settlement_id: string }>(
    `insert into settlement (settlement_id, merchant_id, number, settlement_reference, type, cut_off, run_on, settlement_account_id,
       status, hold_reason, transaction_count, opening_minor, gross_minor, fee_minor, vat_minor, refund_minor, chargeback_minor,
       reversal_minor, duty_minor, payout_fee_minor, payout_duty_minor, net_minor, closing_minor)
     values (new_id('stl_'), $1, 900, 'S-900', 'ON_DEMAND', now(), current_date, 'sta_01KA0000000000000000000009', 'ON_HOLD',
       'NAME_CHANGED', 3, 0, 2500000, 20000, 1500, 0, 0, 0, 0, 5000, 5375, 2468125, 0) returning settlement_id`,
    [merchantId],
  );
  Object.assign(ids, {
    ...{ TRANSACTION: row?.['credit_id'], REFUND: row?.['refund_id'] },
    ...{ ACCOUNT: row?.['virtual_account_id'], DELIVERY: row?.['delivery_id'] },
    ...{ JOURNAL: row?.['journal_id'], DISPUTE: disputeId, MERCHANT: merchantId },
    SETTLEMENT: settlement?.settlement_id,
  });
});
afterAll(() => world?.stop());

const apiPath = (kind: ThingKind, id: string): string =>
  `/${pagesOfThings[kind].folder}/${id}${kind === 'MERCHANT' ? '/overview' : ''}`;

async function seen(kind: ThingKind, by = world.ada): Promise<ThingView> {
  const { status, data } = await by.get(apiPath(kind, ids[kind]));
  expect({ kind, status }).toEqual({ kind, status: 200 });
  return data as ThingView;
}

async function page(path: string, { cookie }: DeskClient = world.ada) {
  const reply = await fetch(`${world.desk.baseUrl}${path}`, { headers: { cookie } });
  return { status: reply.status, text: await reply.text() };
}

const valueOf = ({ facts }: ThingView, name: string) =>
  facts.find((fact) => fact.name === name)?.value;

/** Questions of callers, and the sentence that answers each. */
const answers: readonly (readonly [question: string, kind: ThingKind, words: RegExp])[] = [
  [
    'a payer: "I sent ₦13,000, where is it?"',
    'TRANSACTION',
    /^Received ₦13,000\.00, fees ₦107\.50/,
  ],
  [
    'a payer: "where are the ₦3,000 that were too much?"',
    'REFUND',
    /^Refund ₦3,000\.00 of ₦13,000\.00 that was paid by TUNDE <BAKARE>\./,
  ],
  [
    'a shop: "why have we not got our ₦24,681.25?"',
    'SETTLEMENT',
    /^Payout ₦24,681\.25: collected ₦25,000\.00, fees -₦265\.00/,
  ],
  [
    'a shop: "what of the chargeback?"',
    'DISPUTE',
    /^Chargeback of ₦10,000\.00 of ₦10,000\.00 that was paid/,
  ],
  [
    'a payer: "what has come to this number?"',
    'ACCOUNT',
    /^For ₦10,000\.00\. ₦13,000\.00 came to it in 1 payment\./,
  ],
  ['a shop: "did you tell our server?"', 'DELIVERY', /Attempts: \d/],
  [
    'a shop: "what is our balance, and when is the next payout?"',
    'MERCHANT',
    /^Balance ₦[\d,.]+: available /,
  ],
  ['finance: "what is journal … for?"', 'JOURNAL', /^₦13,[\d,.]+ is debited and credited\./],
];

describe('the page of a thing', () => {
  it.each(answers)('answers %s', async (_, kind, words) => {
    const view = await seen(kind);
    expect(view.amountsText).toMatch(words);
    const { status, text } = await page(`/desk/${pagesOfThings[kind].folder}/${ids[kind]}`);
    expect(status).toBe(200);
    expect(text).toContain(view.amountsText.replaceAll('<', '&lt;'));
    expect(text).not.toContain('TUNDE <');
  });

  it('is there for every kind', () => {
    expect(Object.keys(ids).toSorted()).toEqual([...thingKinds].toSorted());
  });

  it('says where the money is now', async () => {
    expect((await seen('TRANSACTION')).moneyText[0]).toMatch(
      /^₦13,000\.00 from TUNDE <BAKARE>: ₦9,892\.50 of it, after fees, in the merchant’s balance, due on /,
    );
    expect((await seen('REFUND')).moneyText).toEqual([
      expect.stringMatching(/^₦3,000\.00: arrived at .*0123457503\.$/),
    ]);
    expect((await seen('SETTLEMENT')).moneyText).toEqual([
      '₦24,681.25: set aside for this payout, which is held (NAME_CHANGED).',
    ]);
    expect((await seen('DISPUTE')).moneyText).toEqual([
      '₦10,000.00: put aside until the dispute ends.',
    ]);
    const { lists } = await seen('JOURNAL');
    expect(lists[0]?.rows.map(({ cells }) => cells[0])).toContain(
      'Collection pool at the partner bank',
    );
  });

  it('shows a merchant’s keys, plans, webhooks and what it has taken', async () => {
    const view = await seen('MERCHANT');
    const titles = view.lists.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining(['Keys', 'Fee plans', 'Prefixes', expect.stringMatching(/^Webhooks/)]),
    );
    expect(view.moneyText[1]).toMatch(/^In the last 30 days: \d+ payments of ₦/);
    const keys = view.lists.find(({ title }) => title === 'Keys');
    expect(keys?.rows[0]?.cells).toContain('ACTIVE');
    expect(JSON.stringify(view)).not.toMatch(/whsec_|sealed|hash/i);
  });

  it('masks account numbers for who lacks the right', async () => {
    expect(valueOf(await seen('TRANSACTION'), 'From')).toContain('0123457503');
    for (const kind of ['TRANSACTION', 'REFUND', 'SETTLEMENT', 'ACCOUNT', 'MERCHANT'] as const) {
      const view = await seen(kind, viewer);
      const { text } = await page(`/desk/${pagesOfThings[kind].folder}/${ids[kind]}`, viewer);
      for (const told of [JSON.stringify(view), text]) {
        expect({ kind, told: told.includes('0123457503') || told.includes('0123456789') }).toEqual({
          kind,
          told: false,
        });
      }
    }
    expect(valueOf(await seen('TRANSACTION', viewer), 'From')).toContain('******7503');
  });

  it('links things with each other, and the search with each', async () => {
    const order = `/desk/orders/${merchantId}/${reference}`;
    const { text } = await page(`/desk/transactions/${ids.TRANSACTION}`);
    for (const path of [order, `/desk/refunds/${ids.REFUND}`, `/desk/merchants/${merchantId}`])
      expect(text).toContain(`href="${path}"`);
    for (const kind of [
      'TRANSACTION',
      'REFUND',
      'DISPUTE',
      'ACCOUNT',
      'DELIVERY',
      'JOURNAL',
    ] as const) {
      const found = await page(`/desk/search?q=${ids[kind]}`);
      expect({
        kind,
        is: found.text.includes(`/desk/${pagesOfThings[kind].folder}/${ids[kind]}`),
      }).toEqual({
        kind,
        is: true,
      });
    }
  });

  it('lists the merchants, by a part of a name, an id or a status', async () => {
    const link = `href="/desk/merchants/${merchantId}"`;
    // Others of this Manilla have merchants as well, of any status.
    const listed = async (query: string) =>
      (await page(`/desk/merchants?q=${merchantId}${query}`)).text;
    for (const query of ['', '&status=ACTIVE', '&status=moon'])
      expect({ query, is: (await listed(query)).includes(link) }).toEqual({ query, is: true });
    expect(await listed('&status=CLOSED')).toContain('Nothing is found.');
    // Its status, and the choice of them, in words.
    const shown = await listed('');
    expect(shown).toContain('<td class="keep">takes payments</td>');
    expect(shown).toMatch(/<option value="CLOSED"[^>]*>closed for good<\/option>/);
    expect(shown).not.toMatch(/>(?:PENDING|ACTIVE|SUSPENDED|CLOSED)</);
    const { text } = await page('/desk/merchants?q=nobody%20has%20it');
    expect(text).toContain('Nothing is found.');
  });

  it('puts figures below a title that stands at the right as they do', async () => {
    const { text } = await page(`/desk/merchants/${merchantId}`);
    expect(text).toContain('<th scope="col" class="number">Amount</th>');
    expect(text).toMatch(/<td class="number"[^>]*>₦24,681\.25</);
    expect(text).toMatch(/<td[^>]*>active</);
    expect(text).toMatch(/<h1>Merchant [^<]+: takes payments<\/h1>/);
  });

  it.each(thingKinds)('tells of no %s that is not there, or of another kind', async (kind) => {
    const { prefix, folder } = pagesOfThings[kind];
    const nobodys = prefix === null ? '999999999' : `${prefix}_01KA0000000000000000000000`;
    expect((await world.ada.get(apiPath(kind, nobodys))).status).toBe(404);
    expect((await page(`/desk/${folder}/${nobodys}`)).status).toBe(404);
    for (const bad of ['x', `${prefix ?? ''}_`, '0', '-1', '99999999999999999999']) {
      expect((await world.ada.get(apiPath(kind, bad))).status).toBe(400);
      expect((await page(`/desk/${folder}/${bad}`)).status).toBe(404);
    }
  });

  it('is a command as well', { timeout: 60_000 }, async () => {
    const env = { MANILLA_OPERATOR_TOKEN: world.ada.token, MANILLA_DESK_URL: world.desk.baseUrl };
    const shown = await manilla(['show', ids.REFUND.toLowerCase()], env);
    expect(shown.stdout).toContain('Refund ₦3,000.00 of ₦13,000.00');
    expect((await manilla(['show', 'nothing_1'], env)).code).toBe(2);
    const sums = await manilla(['sums', '--by', 'channel'], env);
    const [titles = '', ...rows] = sums.stdout.trimEnd().split('\n');
    const cells = (line: string) => line.trim().split(/ {2,}/);
    const total = Object.fromEntries(
      cells(rows.at(-1) ?? '').map((cell, at) => [cells(titles)[at], cell]),
    );
    const { data } = await world.ada.get('/summaries?by=channel');
    const told = (data as SumsData).total;
    expect(told.refundAmount).not.toBe(told.disputeAmount);
    const naira = (kobo: number) => formatMoney(BigInt(kobo), 'NGN');
    expect(total).toMatchObject({
      ...{ CHANNEL: 'ALL', PAYMENTS: String(told.payments), GROSS: naira(told.grossAmount) },
      ...{ FEES: naira(told.feeAmount), REFUNDS: naira(told.refundAmount) },
      ...{ DISPUTES: naira(told.disputeAmount), NET: naira(told.netAmount) },
    });
  });
});

describe('sums', () => {
  it('are the same at both doors and at the desk', async () => {
    const { data } = await world.ada.get(`/summaries?merchantId=${merchantId}&by=channel`);
    const own = (await world.api.merchant.get('/api/v1/summaries?by=channel')).data as SumsData;
    expect(data).toEqual(own);
    expect(own.total.payments).toBeGreaterThan(1);
    const { status, text } = await page(`/desk/sums?merchantId=${merchantId}&by=channel`);
    expect(status).toBe(200);
    for (const tag of ['<caption', 'scope="row">transfer<', '<tfoot>']) expect(text).toContain(tag);
  });

  it('are refused for a period that is too long, in words', async () => {
    const path = '/api/v1/summaries?from=2024-01-01&to=2026-01-01';
    const { status, data } = await world.api.merchant.get(path);
    expect({ status, errors: data.errors }).toMatchObject({
      status: 400,
      errors: [{ field: 'to', rule: 'max' }],
    });
    const shown = await page('/desk/sums?from=2024-01-01&to=2026-01-01');
    expect(shown.text).toContain('the period must not be longer than 366 days');
    expect((await page('/desk/sums?by=moon&from=x')).status).toBe(200);
    const unknown = await page(`/desk/sums?merchantId=${newReference()}`);
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringContaining('There is no shop called'),
    ]);
  });
});

describe('the books', () => {
  it('are shown by code with names, and by account with whose it is', async () => {
    const { status, data } = await world.ada.get('/ledger?code=2100');
    expect(status).toBe(200);
    const codes = data.codes as { code: string; name: string; balance: number }[];
    expect(codes.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
    expect(codes.map(({ name }) => name)).not.toContain('Unknown account');
    const owners = (data.accounts as { owner: string }[]).map(({ owner }) => owner);
    expect(owners).toContain(merchantId);
    const shown = await page('/desk/ledger?code=2100');
    expect(shown.text).toContain(`href="/desk/merchants/${merchantId}"`);
    expect((await page('/desk/ledger?code=abc')).text).toContain('Merchant pending');
    expect((await world.ada.get('/ledger?code=9999')).status).toBe(400);
  });
});
