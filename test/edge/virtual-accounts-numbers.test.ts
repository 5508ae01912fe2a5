import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonBody, untilServed } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

const base = '/api/v1/virtual-account';

let world: ApiWorld<TestEdge>;
let count = 0;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const create = (changes: JsonBody = {}) =>
  world.merchant.post(`${base}/dynamic`, {
    paymentReference: `NUM-${process.pid}-${(count += 1)}`,
    prefix: world.prefix,
    amount: 1_000_000,
    validity: 60,
    ...changes,
  });
const close = (accountNumber: string) => world.merchant.post(`${base}/${accountNumber}/close`, {});

async function created() {
  const reply = await create();
  expect(reply).toMatchObject({ status: 200, code: '00' });
  const { accountNumber, paymentReference } = reply.data as Record<string, string>;
  return { reply, accountNumber: accountNumber ?? '', reference: paymentReference ?? '' };
}

describe('GET /api/v1/virtual-account/get-dynamic-virtual-accounts', () => {
  const list = (query: string) =>
    world.merchant.get(`${base}/get-dynamic-virtual-accounts?${query}`);

  it('has all accounts for one payment, those of checkouts too', async () => {
    const own = await created();
    const checkout = await world.awaitingPayment();
    const { data } = await list('status=ACTIVE&size=100');
    const numbers = data.items.map((each: { accountNumber: string }) => each.accountNumber);
    expect(numbers).toEqual(expect.arrayContaining([own.accountNumber, checkout.accountNumber]));
    const [item] = (await list(`paymentReference=${own.reference}`)).data.items;
    expect(item).toMatchObject({
      paymentReference: own.reference,
      accountNumber: own.accountNumber,
      amount: 1_000_000,
      amountPaid: 0,
      validity: 60,
      status: 'ACTIVE',
    });
  });

  it('is read page by page', async () => {
    await Promise.all([created(), created(), created()]);
    const first = await list('size=2');
    const cursor = encodeURIComponent(first.data.page.nextCursor as string);
    const second = await list(`size=2&cursor=${cursor}`);
    const ids = [...first.data.items, ...second.data.items].map(
      (each: { virtualAccountId: string }) => each.virtualAccountId,
    );
    expect(new Set(ids).size).toBe(4);
    expect(await list('status=OPEN')).toMatchObject({ status: 400, code: '30' });
  });
});

describe('POST /api/v1/virtual-account/validate-virtual-account', () => {
  const validate = (body: JsonBody) =>
    world.merchant.post(`${base}/validate-virtual-account`, body);

  it('tells of an own number what it takes, and until when', async () => {
    const { accountNumber, reply } = await created();
    expect((await validate({ accountNumber })).data).toMatchObject({
      accountNumber,
      accountName: 'SANDBOX SHOP',
      bankCode: '50547',
      isValid: true,
      isNubanValid: true,
      type: 'DYNAMIC',
      status: 'ACTIVE',
      acceptsPaymentsUntil: reply.data.expiresAt,
      expectedAmount: 1_000_000,
      amountRule: 'EXACT',
    });
    for (const [amount, isValid] of [
      [1_000_000, true],
      [999_999, false],
    ] as const) {
      expect((await validate({ accountNumber, amount, bankCode: '090547' })).data).toMatchObject({
        isValid,
      });
    }
    await close(accountNumber);
    expect(await validate({ accountNumber })).toMatchObject({
      status: 200,
      code: '00',
      data: { isValid: false, status: 'CLOSED', acceptsPaymentsUntil: null, expectedAmount: null },
    });
  });

  it('asks the bank about any other', async () => {
    const outside = { accountNumber: '0123456789', bankCode: '000013' };
    const known = await validate(outside);
    expect(known).toMatchObject({
      status: 200,
      data: {
        ...{ type: 'EXTERNAL', isValid: true, isNubanValid: null },
        ...{ bankCode: '000013', bankName: 'Guaranty Trust Bank' },
      },
    });
    expect(known.data.accountName.length).toBeGreaterThan(3);
    const byOtherCode = await validate({ accountNumber: '0123456789', bankCode: '058' });
    expect(byOtherCode.data).toEqual(known.data);
    for (const bankCode of ['999', '00999', '888888']) {
      const unknown = await validate({ accountNumber: '0123456789', bankCode });
      expect(unknown).toMatchObject({ status: 400, code: '16' });
      expect(unknown.data).toMatchObject({
        reason: 'UNKNOWN_BANK_CODE',
        errors: [{ field: 'bankCode', rule: 'oneOf' }],
      });
    }
  });

  it('says that the bank does not know a number, and that the bank is away', async () => {
    const asked = { accountNumber: '0123456780', bankCode: '000013' };
    try {
      await world.bank.behave({ rules: [{ on: 'name-enquiry', answer: '07' }] });
      expect(await validate(asked)).toMatchObject({
        status: 404,
        code: '07',
        data: { reason: 'ACCOUNT_NOT_FOUND' },
      });
      await world.bank.behave({ rules: [{ on: 'name-enquiry', answer: '91' }] });
      expect(await validate(asked)).toMatchObject({ status: 503, code: '91' });
    } finally {
      await world.bank.behaveWell();
    }
  });

  it.each([[{ accountNumber: '123' }], [{ accountNumber: '0123456789', bankCode: '12' }], [{}]])(
    'refuses %j',
    async (body) => {
      expect(await validate(body)).toMatchObject({ status: 400, code: '30' });
    },
  );
});

describe('GET /api/v1/virtual-account/get-prefixes', () => {
  const prefixes = async () => (await world.merchant.get(`${base}/get-prefixes`)).data.items;

  it('counts what is in use, in quarantine and left', async () => {
    const { accountNumber } = await created();
    const [before] = await prefixes();
    expect(before).toMatchObject({
      prefix: world.prefix,
      bankCode: '50547',
      nipInstitutionCode: '090547',
      types: ['STATIC', 'DYNAMIC'],
      status: 'ACTIVE',
      capacity: 1_000_000,
      default: true,
    });
    expect(before.inUse + before.quarantined + before.available).toBe(1_000_000);
    await created();
    await close(accountNumber);
    await expect.poll(prefixes).toMatchObject([
      {
        inUse: before.inUse,
        quarantined: before.quarantined + 1,
        available: before.available - 1,
      },
    ]);
  });
});

describe('a prefix with 100 numbers, of which others hold 64', () => {
  it('serves 100 of 200 that ask at once, none twice, and tells the others when to come again', async () => {
    const other = await world.otherMerchant('Small Prefix Shop');
    const prefix = '777';
    await world.query(
      `select add_prefix($1, 'simulator', '50547', 'Simulator MFB', '090547', 100)`,
      [prefix],
    );
    await world.query('insert into merchant_prefix (merchant_id, prefix) values ($1, $2)', [
      other.merchant.merchantId,
      prefix,
    ]);
    // A process takes two blocks and is never seen again.
    await world.query(`select nextval('serial_777'), nextval('serial_777')`);
    const ask = (n: number) => {
      const body = { paymentReference: `FULL-${n}`, prefix, amount: 1_000_000, validity: 60 };
      // Of 200 at once some may wait too long for a connection.
      return untilServed(() => other.post(`${base}/dynamic`, body));
    };
    // Which prefixes a merchant has is known to a process for a few seconds.
    const unknown = { paymentReference: 'NOT-THERE-1', prefix, validity: 30, amount: 1 };
    await expect.poll(async () => (await other.createAccount(unknown)).status).toBe(404);

    const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
    const served = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status !== 200);
    expect([served.length, refused.length]).toEqual([100, 100]);
    expect(new Set(served.map(({ data }) => data.accountNumber as string)).size).toBe(100);
    for (const reply of refused) {
      expect(reply).toMatchObject({
        status: 503,
        code: '91',
        data: { reason: 'ACCOUNT_POOL_EXHAUSTED' },
      });
      expect(reply.headers.get('retry-after')).toBe('60');
    }
    const [row] = await world.query<{ checkouts: bigint; accounts: bigint }>(
      `select (select count(*) from checkout where merchant_id = $1) as checkouts,
              (select count(*) from virtual_account where prefix = $2) as accounts`,
      [other.merchant.merchantId, prefix],
    );
    expect([Number(row?.checkouts), Number(row?.accounts)]).toEqual([100, 100]);

    const again = await ask(replies.findIndex(({ status }) => status === 200));
    expect(again).toMatchObject({ status: 200, code: '00' });
    const usage = (await other.get(`${base}/get-prefixes`)).data.items.find(
      (each: { prefix: string }) => each.prefix === prefix,
    );
    expect(usage).toMatchObject({ capacity: 100, inUse: 100, quarantined: 0, available: 0 });
  });
});
