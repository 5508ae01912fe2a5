import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooks } from '../support/books.js';
import { Contract } from '../support/contract.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import {
  newReference,
  untilServed,
  type ApiClient,
  type ApiReply,
  type JsonBody,
} from '../support/api-client.js';
import { ApiWorld, mintSessionId } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

const base = '/api/v1/virtual-account';
const bvn = '22987654321';
const nin = '70123498765';
const soon = { timeout: 30_000, interval: 100 };

let world: ApiWorld<TestEdge>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [world, receiver] = await Promise.all([ApiWorld.ownEdge({}), WebhookReceiver.start()]);
  await world.merchant.post('/api/v1/webhooks/notification-url', { url: receiver.url });
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await world?.stop();
});

const request = (changes: JsonBody = {}): JsonBody & { reference: string } => ({
  reference: newReference(),
  prefix: world.prefix,
  accountName: 'Ada Obi',
  email: 'ada@example.ng',
  phoneNumber: '08031234567',
  bvn,
  ...changes,
});
const create = (changes: JsonBody = {}, by: ApiClient = world.merchant, headers = {}) =>
  by.post(`${base}/static`, request(changes), headers);
const change = (accountNumber: string, what: string, body: JsonBody = {}) =>
  world.merchant.post(`${base}/${accountNumber}/${what}`, body);

async function account(
  changes: JsonBody = {},
): Promise<{ number: string; data: ApiReply['data'] }> {
  const { data } = await create(changes);
  return { number: String(data.accountNumber), data };
}

async function paid(accountNumber: string, amount: number): Promise<string> {
  const reply = await world.merchant.pay({ accountNumber, amount });
  expect(reply).toMatchObject({ status: 200, code: '00' });
  return String(reply.data.transactionReference);
}

/** The events about a transaction that have arrived, each held against the document. */
async function told(transactionReference: string) {
  const contract = await Contract.of(world.manilla.baseUrl);
  return receiver.requests
    .filter(({ body }) => body.includes(`"transactionReference":"${transactionReference}"`))
    .map(({ body }) => {
      contract.checkEvent(body);
      return JSON.parse(body) as { type: string; data: Record<string, unknown> };
    });
}

describe('POST /api/v1/virtual-account/static', () => {
  it('gives a number under the merchant’s prefix, and the same again for the same request', async () => {
    const body = request({ metadata: { tier: 'gold' } });
    const first = await world.merchant.post(`${base}/static`, body);
    expect(first).toMatchObject({ status: 200, code: '00' });
    expect(first.data).toEqual({
      virtualAccountId: expect.stringMatching(/^va_/) as string,
      reference: body.reference,
      accountNumber: expect.stringMatching(new RegExp(`^${world.prefix}\\d{7}$`)) as string,
      accountName: 'SANDBOX SHOP-ADA OBI',
      bankCode: '50547',
      bankName: 'Simulator MFB',
      nipInstitutionCode: '090547',
      prefix: world.prefix,
      type: 'STATIC',
      status: 'ACTIVE',
      currency: 'NGN',
      createdAt: expect.any(String) as string,
    });
    const again = await Promise.all(
      Array.from({ length: 5 }, () => world.merchant.post(`${base}/static`, body)),
    );
    for (const reply of again) {
      expect(reply.data).toEqual(first.data);
      expect(reply.headers.get('idempotent-replayed')).toBe('true');
    }
    const other = await world.merchant.post(`${base}/static`, { ...body, accountName: 'Ada Obu' });
    expect(other).toMatchObject({ status: 409, code: '26' });
    const otherHolder = await world.merchant.post(`${base}/static`, {
      ...body,
      bvn: '22987654322',
    });
    expect(otherHolder).toMatchObject({ status: 409, code: '26' });
  });

  it('takes a first and a last name, a NIN, and an Idempotency-Key', async () => {
    const names = { accountName: null, firstName: 'Ngozi', lastName: 'Eze', bvn: null, nin };
    const key = { 'idempotency-key': newReference() };
    const body = request(names);
    const send = () => world.merchant.post(`${base}/static`, body, key);
    const { data } = await send();
    expect(data.accountName).toBe('SANDBOX SHOP-NGOZI EZE');
    const again = await send();
    expect(again.data).toEqual(data);
    const reused = await world.merchant.post(`${base}/static`, { ...body, nin: bvn }, key);
    expect(reused).toMatchObject({ status: 422, code: '26' });
    // whoever reads the table and knows the rest of the body cannot try out eleven digits
    const sorted = Object.fromEntries(
      Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    const plain = createHash('sha256')
      .update(`POST ${base}/static\n${JSON.stringify(sorted)}`)
      .digest();
    const [row] = await world.query<{ fingerprint: Buffer }>(
      'select fingerprint from idempotent_request where key = $1',
      [key['idempotency-key']],
    );
    expect(row?.fingerprint.equals(plain)).toBe(false);
  });

  it.each([
    [{ accountName: null }, 'accountName', 'required'],
    [{ accountName: null, firstName: 'Ada' }, 'accountName', 'required'],
    [{ accountName: 'A' }, 'accountName', 'pattern'],
    [{ accountName: '5060123412341234' }, 'accountName', 'pattern'],
    [{ bvn: null }, 'bvn', 'required'],
    [{ bvn, nin }, 'nin', 'unique'],
    [{ bvn: '2298765432' }, 'bvn', 'pattern'],
    [{ bvn: 22987654321 }, 'bvn', 'type'],
    [{ bvn: null, nin: `${nin}0` }, 'nin', 'pattern'],
    [{ phoneNumber: '+15551234567' }, 'phoneNumber', 'pattern'],
    [{ email: 'nobody' }, 'email', 'email'],
    [{ reference: 'a b' }, 'reference', 'pattern'],
    [{ metadata: { a: 1 } }, 'metadata.a', 'type'],
    [{ Bvn: bvn }, 'Bvn', 'unknown'],
  ])('refuses %j by name, and repeats no value', async (changes, field, rule) => {
    const reply = await create(changes as JsonBody);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors).toContainEqual(expect.objectContaining({ field, rule }));
    expect(reply.text).not.toMatch(/\d{10,}/);
  });

  it('gives no number of another’s prefix, or of none', async () => {
    expect(await create({ prefix: '000' })).toMatchObject({ status: 400, code: '16' });
    const other = await world.otherMerchant();
    expect(await create({}, other)).toMatchObject({ status: 403, code: '57' });
  });

  it('says when the prefix is used up', async () => {
    const other = await world.otherMerchant('Full Shop');
    const { prefix } = other.merchant;
    const body = request({ prefix });
    const first = await other.post(`${base}/static`, body);
    await world.query(`select setval('serial_${prefix}', 999999)`);
    await world.query('update number_prefix set swept_at = now() where prefix = $1', [prefix]);
    const rest = await Promise.all(
      Array.from({ length: 40 }, () => {
        const one = request({ prefix });
        return untilServed(() => other.post(`${base}/static`, one));
      }),
    );
    const refused = rest.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expect(reply).toMatchObject({ status: 503, code: '91' });
      expect(reply.data.reason).toBe('ACCOUNT_POOL_EXHAUSTED');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await other.post(`${base}/static`, body)).data).toEqual(first.data);
  });

  it('needs the scope, and a token', async () => {
    expect((await create({}, world.anonymous)).status).toBe(401);
  });
});

describe('a transfer into a static account', () => {
  it('is the merchant’s at once, and told, listed, asked for and sent back as any other', async () => {
    const { number, data } = await account({ metadata: { tier: 'gold' } });
    const before = (await world.merchant.get('/api/v1/wallet/balance')).data;
    const reference = await paid(number, 1_000_000);
    const transaction = await world.merchant.get(`/api/v1/transactions/${reference}`);
    expect(transaction.data).toMatchObject({
      status: 'SUCCESSFUL',
      paymentReference: null,
      checkoutId: null,
      amountExpected: null,
      amountReceived: 1_000_000,
      fee: 10_000,
      vat: 750,
      feeBearer: 'MERCHANT',
      settlementAmount: 989_250,
      settlementStatus: 'PENDING',
      settlementDueDate: expect.any(String) as string,
      virtualAccount: { accountNumber: number, type: 'STATIC', reference: data.reference },
      metadata: { tier: 'gold' },
    });
    const after = (await world.merchant.get('/api/v1/wallet/balance')).data;
    expect(after.balances?.[0]?.pending ?? after.pending).toBe(
      (before.balances?.[0]?.pending ?? before.pending) + 989_250,
    );

    const { sessionId } = transaction.data;
    const asked = await world.merchant.get(
      `/api/v1/inward/inward-transquery?sessionId=${sessionId}`,
    );
    expect(asked.data.items).toMatchObject([{ inwardStatus: 'APPLIED', responseCode: '00' }]);
    const listed = await world.merchant.get(`/api/v1/transactions?accountNumber=${number}`);
    expect(listed.data.items).toHaveLength(1);

    await expect.poll(async () => (await told(reference)).length, soon).toBe(1);
    expect((await told(reference))[0]).toMatchObject({
      type: 'collection.received',
      data: {
        checkoutId: null,
        status: 'SUCCESSFUL',
        responseCode: '00',
        amountAccepted: 1_000_000,
        settlementAmount: 989_250,
        virtualAccount: { accountNumber: number, type: 'STATIC', reference: data.reference },
        metadata: { tier: 'gold' },
      },
    });

    const refundReference = newReference();
    const refund = { refundReference, amount: 300_000, reason: 'Overcharged' };
    expect((await world.merchant.refund(reference, refund)).status).toBe(202);
    const refundStatus = async () =>
      (await world.merchant.get(`/api/v1/refunds/${refundReference}`)).data.status as string;
    await expect.poll(refundStatus, soon).toBe('SUCCESSFUL');
    await expect
      .poll(async () => (await told(reference)).at(-1), soon)
      .toMatchObject({
        type: 'refund.successful',
        data: { status: 'PARTIALLY_REFUNDED', refund: { amount: 300_000 } },
      });
    await assertBooks(world);
  });

  it('counts once, however often the bank tells of it', async () => {
    const { number } = await account();
    const reference = await paid(number, 50_000);
    const { data } = await world.merchant.get(`/api/v1/transactions/${reference}`);
    const again = await world.merchant.pay({
      accountNumber: number,
      amount: 50_000,
      sessionId: data.sessionId as string,
    });
    expect(again.data.transactionReference).toBe(reference);
    const { data: whole } = await world.merchant.get(`${base}/${number}`);
    expect(whole).toMatchObject({ creditCount: 1, totalReceived: 50_000 });
  });

  it('is found on the bank’s statement when nobody has told of it', async () => {
    const { number } = await account();
    const sessionId = mintSessionId();
    await world.bank.payInwardBatch([
      { sessionId, accountNumber: number, amount: 70_000, narration: 'Unheard' },
    ]);
    const query = `/api/v1/inward/inward-transquery?sessionId=${sessionId}`;
    expect((await world.merchant.get(query)).status).toBe(404);
    const found = await world.merchant.get(`${query}&refresh=true`);
    expect(found.data.items).toMatchObject([{ status: 'SUCCESSFUL', amountReceived: 70_000 }]);
  });
});

describe('an account that takes no money', () => {
  it('is nobody’s to payers, and what is sent all the same goes back', async () => {
    const { number } = await account();
    const suspended = await change(number, 'suspend', { reason: 'Under review' });
    expect(suspended).toMatchObject({ status: 200, data: { status: 'SUSPENDED' } });
    expect(suspended.data.history.at(-1)).toMatchObject({ reason: 'Under review' });
    const again = await change(number, 'suspend');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const refused = await world.merchant.pay({ accountNumber: number, amount: 10_000 });
    expect(refused).toMatchObject({ status: 404, code: '07' });

    // as when it was suspended a while ago
    await world.query(
      `update static_account set stopped_at = stopped_at - interval '1 hour' where reference = $1`,
      [String(suspended.data.reference)],
    );
    const forced = { accountNumber: number, amount: 10_000, nameEnquiry: false };
    const { data } = await world.merchant.pay(forced);
    const reference = String(data.transactionReference);
    const credit = async () =>
      (await world.merchant.get(`/api/v1/credits/${reference}`)).data.status as string;
    await expect.poll(credit, soon).toBe('RETURNED');
    await expect
      .poll(async () => (await told(reference)).map(({ type }) => type), soon)
      .toEqual(['collection.received', 'refund.successful']);

    expect((await change(number, 'reinstate')).data.status).toBe('ACTIVE');
    await paid(number, 20_000);
    const { data: whole } = await world.merchant.get(`${base}/${number}`);
    expect(whole).toMatchObject({ creditCount: 1, totalReceived: 20_000 });
    await assertBooks(world);
  });

  it('that is closed stays closed', async () => {
    const { number } = await account();
    const closed = await world.merchant.send('POST', `${base}/${number}/close`);
    expect(closed).toMatchObject({ status: 200, data: { status: 'CLOSED' } });
    expect((await change(number, 'close')).headers.get('idempotent-replayed')).toBe('true');
    for (const what of ['suspend', 'reinstate']) {
      expect(await change(number, what)).toMatchObject({
        status: 409,
        code: '06',
        data: { reason: 'VIRTUAL_ACCOUNT_INACTIVE' },
      });
    }
    expect(await world.merchant.pay({ accountNumber: number, amount: 1_000 })).toMatchObject({
      status: 404,
      code: '07',
    });
  });

  it('of another merchant is unknown', async () => {
    const { number } = await account();
    const other = await world.otherMerchant('Curious Shop');
    const unknown = await other.get(`${base}/${number}`);
    expect(unknown).toMatchObject({ status: 404, code: '25' });
    expect(await other.post(`${base}/${number}/close`, {})).toMatchObject({ status: 404 });
    expect(await other.post(`${base}/${number}/suspend`, {})).toMatchObject({ status: 404 });
    expect((await world.merchant.get(`${base}/5010`)).status).toBe(400);
  });
});

describe('GET /api/v1/virtual-account/static', () => {
  it('lists a merchant’s own, filtered and page by page', async () => {
    const shop = await world.otherMerchant('Listing Shop');
    const { prefix } = shop.merchant;
    const numbers: string[] = [];
    for (const accountName of ['Ada Obi', 'Bọ́lá Adé', 'Musa & Sons Ltd']) {
      const { data } = await create({ prefix, accountName }, shop);
      numbers.push(String(data.accountNumber));
    }
    await shop.post(`${base}/${numbers[2]}/suspend`, {});
    const list = async (query: Record<string, string>) => {
      const reply = await shop.get(`${base}/static?${new URLSearchParams(query).toString()}`);
      expect(reply).toMatchObject({ status: 200, code: '00' });
      return reply.data as { items: { accountNumber: string }[]; page: { nextCursor: string } };
    };
    const places = async (query: Record<string, string>) =>
      (await list(query)).items.map((each) => numbers.indexOf(each.accountNumber));
    expect(await places({})).toEqual([2, 1, 0]);
    expect(await places({ status: 'SUSPENDED' })).toEqual([2]);
    expect(await places({ prefix })).toEqual([2, 1, 0]);
    expect(await places({ q: 'ad' })).toEqual([1, 0]);
    expect(await places({ q: 'bola' })).toEqual([1]);
    expect(await places({ q: numbers[0] ?? '' })).toEqual([0]);
    const { page } = await list({ size: '1' });
    expect(await places({ size: '2', cursor: page.nextCursor })).toEqual([1, 0]);
    const bad = await shop.get(`${base}/static?status=OPEN`);
    expect(bad.data.errors[0]).toMatchObject({ field: 'status', rule: 'oneOf' });
  });
});

describe('identity numbers', () => {
  it('are shown and stored nowhere', async () => {
    const { number } = await account({ bvn: null, nin });
    await account();
    await create({ bvn: `${bvn}x` });
    await create({ [bvn]: bvn });
    await world.merchant.send('POST', `${base}/static`, {
      body: `{"bvn":"${bvn}",,}`,
      headers: { 'content-type': 'application/json' },
    });
    const whole = await world.merchant.get(`${base}/${number}`);
    expect(whole.data).toMatchObject({
      type: 'STATIC',
      owner: {
        email: 'a**@example.ng',
        phoneNumber: '**********4567',
        identity: { type: 'NIN', last4: '8765' },
      },
    });
    expect(whole.text).not.toContain(nin);

    const tables = await world.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name)).toContain('public.static_account');
    for (const { name } of tables) {
      const sql = `select count(*)::int as found from ${name} t where t::text ~ $1`;
      const [row] = await world.query<{ found: number }>(sql, [`${bvn}|${nin}`]);
      expect(row?.found, name).toBe(0);
    }
  });
});
