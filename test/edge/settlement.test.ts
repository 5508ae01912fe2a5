import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiClient,
  newReference,
  untilServed,
  type ApiReply,
  type JsonBody,
} from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import { addDays, lagosDay } from '../support/calendar-model.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const base = '/api/v1/settlement';
/** The period of a statement, up to today. */
const lastDays = () => `from=${addDays(lagosDay(new Date()), -30)}&to=${lagosDay(new Date())}`;
const settle = (body: JsonBody, merchant: ApiClient = world.merchant) =>
  merchant.post(`${base}/merchant-settlement`, body);
const status = (reference: string) =>
  world.merchant.get(`${base}/get-settlement-status/${reference}`);
const wallet = async (merchant: ApiClient = world.merchant) =>
  (await merchant.get('/api/v1/wallet/balance')).data.balances[0];

/** Money that is due already, as if it had come in long ago. */
async function fill(amount: number, merchantId = world.manilla.merchant.merchantId): Promise<void> {
  await world.query(
    `select post_journals(array[
       ('adjustment', new_id('adj_'), 'fill', 'pool', '1100', 'simulator', 'NGN', $2::bigint),
       ('adjustment', new_id('adj_'), 'fill', 'merchant', '2110', $1, 'NGN', -$2::bigint)]::leg[])`.replace(
      /new_id\('adj_'\)/g,
      `'adj_${newReference()}'`,
    ),
    [merchantId, amount],
  );
}

async function untilStatus(reference: string, wanted: string): Promise<ApiReply> {
  await expect
    .poll(async () => (await status(reference)).data.status, { timeout: 60_000, interval: 300 })
    .toBe(wanted);
  return status(reference);
}

describe('a settlement on demand', () => {
  it('is pending until the bank has it, and then told as paid, in the wallet and on its statement', async () => {
    await fill(3_000_000);
    const body = { settlementReference: newReference(), amount: 2_000_000, narration: 'Week 47' };
    const reply = await settle(body);
    expect(reply).toMatchObject({ status: 202, code: '00', isSuccessful: true });
    expect(reply.data).toMatchObject({
      status: expect.stringMatching(/^(SCHEDULED|PROCESSING)$/) as string,
      settlementReference: body.settlementReference,
      type: 'ON_DEMAND',
      amount: 2_000_000,
      stampDuty: 5_000,
      netAmount: 1_995_000,
      destination: { accountNumber: expect.stringMatching(/^\*{6}\d{4}$/) as string },
    });
    const done = await untilStatus(body.settlementReference, 'SUCCESSFUL');
    expect(done.data).toMatchObject({ paidAmount: 1_995_000, responseCode: '00' });
    expect(done.data.transfers).toMatchObject([
      { part: 1, status: 'SUCCESSFUL', attempts: [{ status: 'SUCCESSFUL' }] },
    ]);
    const again = await settle(body);
    expect(again).toMatchObject({ status: 200, code: '00' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await wallet()).toMatchObject({ available: 1_000_000, inTransit: 0, total: 1_000_000 });
    const refreshed = `${base}/get-settlement-status/${body.settlementReference}?refresh=true`;
    expect((await world.merchant.get(refreshed)).data.status).toBe('SUCCESSFUL');
    const often = await Promise.all(
      Array.from({ length: 12 }, () => world.merchant.get(refreshed)),
    );
    const refused = often.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);

    const path = `${base}/${body.settlementReference}`;
    const lines = await world.merchant.get(`${path}/transactions?size=1`);
    expect(lines.data).toMatchObject({
      openingBalance: 0,
      netAmount: 1_995_000,
      closingBalance: 1_000_000,
      items: [{ net: 3_000_000 }],
    });
    const next = `${path}/transactions?size=1&cursor=${lines.data.page.nextCursor}`;
    expect((await world.merchant.get(next)).data.items).toMatchObject([
      { type: 'SETTLEMENT', net: -2_000_000, balance: 1_000_000 },
    ]);
    const tooLarge = Buffer.from(`settlement-lines\n${'9'.repeat(19)}`).toString('base64url');
    expect(await world.merchant.get(`${path}/transactions?cursor=${tooLarge}`)).toMatchObject({
      ...{ status: 400, data: { errors: [{ field: 'cursor' }] } },
    });
    const statement = await world.merchant.get(`${path}/statement`);
    const sums = {
      adjustmentAmount: 3_000_000,
      payoutStampDutyAmount: 5_000,
      netAmount: 1_995_000,
    };
    expect(statement.data).toMatchObject(sums);
    expect(done.data).toMatchObject({ ...sums, openingBalance: 0, closingBalance: 1_000_000 });
    expect(statement.data.lines).toHaveLength(2);
    const csv = await world.merchant.file(`${path}/statement`, { accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.bytes.toString('utf8').split('\r\n')).toHaveLength(6);
    const pdf = await world.merchant.file(`${path}/statement?format=pdf`);
    expect(pdf.headers.get('content-disposition')).toMatch(/filename="statement-S-\d{6}\.pdf"/);
    expect((await getDocumentProxy(new Uint8Array(pdf.bytes))).numPages).toBe(1);
  });

  it('gives the money to one of twenty requests for it', async () => {
    // What is there already lies where duty leaves a kobo behind, which the next request would get.
    await fill(500_000);
    const { available } = await wallet();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => {
        const body = { settlementReference: newReference(), all: true };
        return untilServed(() => settle(body));
      }),
    );
    const taken = replies.filter(({ code }) => code === '00');
    expect(taken).toHaveLength(1);
    expect(taken[0]?.data.amount).toBe(available);
    for (const { status: http, data } of replies.filter(({ code }) => code !== '00')) {
      expect(['409 SETTLEMENT_IN_PROGRESS', '402 INSUFFICIENT_AVAILABLE_BALANCE']).toContain(
        `${http} ${data.reason}`,
      );
    }
    await untilStatus(taken[0]?.data.settlementReference, 'SUCCESSFUL');
    expect(await wallet()).toMatchObject({ available: 0, total: 0 });
  });

  it('is one settlement, however often the same request is made at once', async () => {
    await fill(500_000);
    const body = { settlementReference: newReference(), all: true };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => untilServed(() => settle(body))),
    );
    expect(new Set(replies.map(({ data }) => data.settlementId)).size).toBe(1);
    for (const change of [{ narration: 'Other' }, { all: undefined, amount: 500_000 }]) {
      expect(await settle({ ...body, ...change })).toMatchObject({
        status: 409,
        code: '26',
        data: { reason: 'DUPLICATE_REFERENCE' },
      });
    }
    await untilStatus(body.settlementReference, 'SUCCESSFUL');
  });

  it.each([
    ['nothing to settle', { all: true }, 402, '51', 'INSUFFICIENT_AVAILABLE_BALANCE'],
    ['neither amount nor all', {}, 400, '30', 'VALIDATION_FAILED'],
    ['both', { all: true, amount: 1 }, 400, '30', 'VALIDATION_FAILED'],
    ['all: false', { all: false }, 400, '30', 'VALIDATION_FAILED'],
    ['half a kobo', { amount: 1.5 }, 400, '13', 'AMOUNT_NOT_INTEGER'],
    ['no kobo', { amount: 0 }, 400, '13', 'AMOUNT_OUT_OF_RANGE'],
    ['a long narration', { all: true, narration: 'x'.repeat(101) }, 400, '30', 'VALIDATION_FAILED'],
    ['an unknown field', { all: true, ammount: 1 }, 400, '30', 'UNKNOWN_FIELD'],
    [
      'an unknown bank',
      { all: true, destination: { accountNumber: '0123456789', bankCode: '888888' } },
      400,
      '16',
      'UNKNOWN_BANK_CODE',
    ],
    [
      'an account that is not registered',
      { all: true, destination: { accountNumber: '0123456789', bankCode: '000013' } },
      400,
      '07',
      'DESTINATION_INVALID',
    ],
  ])('is refused: %s', async (_what, change, http, code, reason) => {
    const reply = await settle({ settlementReference: newReference(), ...change });
    expect(reply).toMatchObject({ status: http, code, data: { reason } });
  });

  it('is given again for the same request after its account was removed, and for no other', async () => {
    await fill(600_000);
    const { merchantId } = world.manilla.merchant;
    const [account] = await world.query<{ account_number: string; bank_code: string }>(
      `select account_number, bank_code from settlement_account where merchant_id = $1 and is_default and status = 'ACTIVE'`,
      [merchantId],
    );
    const destination = { accountNumber: account?.account_number, bankCode: account?.bank_code };
    const body = { settlementReference: newReference(), amount: 600_000, destination };
    expect(await settle(body)).toMatchObject({ status: 202 });
    await untilStatus(body.settlementReference, 'SUCCESSFUL');
    const becomes = (status: string) =>
      world.query(
        'update settlement_account set status = $3 where merchant_id = $1 and account_number = $2',
        [merchantId, destination.accountNumber, status],
      );
    await becomes('REMOVED');
    try {
      const again = await settle(body);
      expect(again).toMatchObject({ status: 200, data: { amount: 600_000 } });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await settle({ ...body, amount: 500_000 })).toMatchObject({
        data: { reason: 'DUPLICATE_REFERENCE' },
      });
      expect(await settle({ ...body, settlementReference: newReference() })).toMatchObject({
        data: { reason: 'DESTINATION_INVALID' },
      });
    } finally {
      await becomes('ACTIVE');
    }
  });

  it('is refused beyond what the merchant may have in a day', async () => {
    const other = await world.otherMerchant('Settled Shop');
    const { merchantId } = other.merchant;
    await fill(900_000, merchantId);
    await world.query(
      'update merchant set daily_settlement_limit_minor = 250000 where merchant_id = $1',
      [merchantId],
    );
    const asked = { settlementReference: newReference(), all: true };
    expect(await settle(asked, other)).toMatchObject({
      status: 403,
      code: '61',
      data: {
        reason: 'LIMIT_EXCEEDED',
        amountAvailable: 250_000,
        errors: [{ field: 'amount', rule: 'max' }],
      },
    });
    expect(await wallet(other)).toMatchObject({ available: 900_000, inTransit: 0 });
    expect(await settle({ ...asked, all: undefined, amount: 250_000 }, other)).toMatchObject({
      status: 202,
      data: { amount: 250_000 },
    });
  });

  it('is not there for a reference nobody has', async () => {
    expect(await status('nobody')).toMatchObject({ status: 404, code: '25' });
    for (const part of ['transactions', 'statement']) {
      expect(await world.merchant.get(`${base}/nobody/${part}`)).toMatchObject({ status: 404 });
    }
  });
});

describe('the history', () => {
  it('lists settlements by status, type and period, page by page', async () => {
    const all = await world.merchant.get(`${base}/get-settlement-history?type=ON_DEMAND`);
    expect(all.data.items.length).toBeGreaterThanOrEqual(3);
    const references: string[] = [];
    let query = '?size=1';
    while (query !== '') {
      const { data } = await world.merchant.get(`${base}/get-settlement-history${query}`);
      references.push(
        ...data.items.map((item: { settlementReference: string }) => item.settlementReference),
      );
      query = data.page.hasMore === true ? `?size=1&cursor=${data.page.nextCursor}` : '';
    }
    expect(references).toEqual(
      all.data.items.map((item: { settlementReference: string }) => item.settlementReference),
    );
    const none = await world.merchant.get(`${base}/get-settlement-history?status=FAILED`);
    expect(none.data.items).toEqual([]);
    const past = await world.merchant.get(`${base}/get-settlement-history?to=2020-01-01`);
    expect(past.data.items).toEqual([]);
    const bad = await world.merchant.get(`${base}/get-settlement-history?status=PAID`);
    expect(bad).toMatchObject({ status: 400, code: '30', data: { errors: [{ field: 'status' }] } });
  });
});

describe('a statement of a period', () => {
  it.each([
    ['?from=2026-11-01', 'to'],
    ['?from=2026-11-02&to=2026-11-01', 'to'],
    ['?from=2025-01-01&to=2026-11-01', 'to'],
    ['?from=2026-02-30&to=2026-03-01', 'from'],
    ['?from=2026-11-01&to=2026-11-02&format=xls', 'format'],
  ])('refuses %s', async (query, field) => {
    const reply = await world.merchant.get(`${base}/statement${query}`);
    expect(reply).toMatchObject({ status: 400, code: '30', data: { errors: [{ field }] } });
  });

  it('is not made as a picture', async () => {
    const path = `${base}/statement?from=2026-11-01&to=2026-11-02`;
    expect(await world.merchant.get(path, { accept: 'image/png' })).toMatchObject({
      status: 406,
      code: '30',
    });
  });

  it('is no PDF of more than 10,000 lines, but a CSV', async () => {
    const shop = await world.otherMerchant('Busy Shop');
    await world.query(
      `select post_journals(array_agg(l.leg))
         from generate_series(1, 10001) n
         cross join lateral (values
           (('adjustment', 'adj_busy' || n, 'fill', 'pool', '1100', 'simulator', 'NGN', 100)::leg),
           (('adjustment', 'adj_busy' || n, 'fill', 'merchant', '2110', $1, 'NGN', -100)::leg)) l(leg)`,
      [shop.merchant.merchantId],
    );
    await world.query(
      `update balance_transaction set created_at = created_at - interval '1 minute' where merchant_id = $1`,
      [shop.merchant.merchantId],
    );
    const path = `${base}/statement?${lastDays()}`;
    for (const ask of [
      shop.get(`${path}&format=pdf`),
      shop.get(path, { accept: 'application/pdf' }),
    ]) {
      expect(await ask).toMatchObject({
        status: 400,
        code: '30',
        data: { errors: [{ field: 'format', message: expect.stringContaining('csv') as string }] },
      });
    }
    const csv = await shop.file(`${path}&format=csv`);
    expect(csv.bytes.toString('utf8').split('\r\n')).toHaveLength(10_005);
  });

  it('closes with the wallet’s money', async () => {
    await world.query(
      `update balance_transaction set created_at = created_at - interval '10 seconds'`,
    );
    const { data } = await world.merchant.get(`${base}/statement?${lastDays()}`);
    const { available, pending } = await wallet();
    expect(data.closingBalance).toBe(available + pending);
    expect(data.lines.at(-1).balance).toBe(data.closingBalance);
  });
});

describe('a wallet', () => {
  it('tells what is pending, and what the next run will send; the early run sends just that', async () => {
    const shop = await world.otherMerchant('Early Shop');
    const reference = newReference();
    const order = { email: 'a@b.ng', phoneNumber: '08031234567', firstName: 'A', lastName: 'B' };
    await shop.initiate({
      ...order,
      amount: 400_000,
      paymentReference: reference,
      channels: ['Bank'],
    });
    const account = await shop.createAccount({
      paymentReference: reference,
      prefix: shop.merchant.prefix,
      validity: 30,
      amount: 400_000,
    });
    await shop.pay({ accountNumber: account.data.accountNumber, amount: 400_000 });
    await expect.poll(async () => (await wallet(shop)).pending, { timeout: 20_000 }).toBe(395_700);
    const before = await wallet(shop);
    expect(before).toMatchObject({
      available: 0,
      total: 395_700,
      nextSettlement: { amount: 395_700 },
    });
    const other = await shop.get('/api/v1/virtual-account/get-wallet-balance');
    expect(other.data.balances).toEqual([before]);
    const run = await shop.send('POST', '/api/v1/sandbox/settlement-run');
    expect(run.data).toMatchObject({
      outcome: 'SETTLED',
      settlement: { netAmount: 395_700, runDate: before.nextSettlement.date },
    });
    const { settlementReference } = run.data.settlement;
    const path = `${base}/get-settlement-status/${settlementReference}`;
    await expect
      .poll(async () => (await shop.get(path)).data.status, { timeout: 60_000, interval: 300 })
      .toBe('SUCCESSFUL');
    expect(await wallet(shop)).toMatchObject({ total: 0, nextSettlement: null });
    const second = await shop.send('POST', '/api/v1/sandbox/settlement-run');
    expect(second.data).toEqual({ outcome: 'NOTHING', settlement: null });
  });
});
