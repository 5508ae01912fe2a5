import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNubanValid } from '../../src/domain/nuban.js';
import { order, untilServed, type JsonBody } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

async function asked(changes: JsonBody = {}) {
  const { reference } = await world.initiated();
  const body = {
    paymentReference: reference,
    prefix: world.prefix,
    validity: 30,
    amount: 1_000_000,
    ...changes,
  };
  return { reference, body, reply: await world.merchant.createAccount(body) };
}

describe('POST /api/v1/checkout/create-account', () => {
  it('gives a valid number under the prefix, in the customer’s name, for as long as asked', async () => {
    const { reply, reference } = await asked();
    expect(reply).toMatchObject({ status: 200, code: '00' });
    expect(reply.data).toMatchObject({
      virtualAccountId: expect.stringMatching(/^va_/) as string,
      paymentReference: reference,
      accountName: 'SANDBOX SHOP-ADA OBI',
      bankCode: '50547',
      prefix: world.prefix,
      amount: 1_000_000,
      amountOutstanding: 1_000_000,
      amountFormatted: '₦10,000.00',
      validity: 30,
      amountRule: 'EXACT',
      status: 'ACTIVE',
      secondsRemaining: 1_800,
      warnings: [],
    });
    const { accountNumber, createdAt, expiresAt } = reply.data;
    expect(accountNumber.slice(0, 3)).toBe(world.prefix);
    expect(isNubanValid('50547', accountNumber)).toBe(true);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 60_000);
  });

  it('gives twenty identical requests at once one number and one expiry', async () => {
    const { reference } = await world.initiated();
    const body = {
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount: 1_000_000,
    };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => untilServed(() => world.merchant.createAccount(body))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(replies.map(({ data }) => `${data.accountNumber} ${data.expiresAt}`)).size).toBe(
      1,
    );
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(19);
    expect(
      await world.query('select from virtual_account where account_number = $1', [
        replies[0]?.data.accountNumber,
      ]),
    ).toHaveLength(1);
  });

  it('gives different checkouts different numbers', async () => {
    const twentyAtOnce = () => Promise.all(Array.from({ length: 20 }, () => asked()));
    const replies = [...(await twentyAtOnce()), ...(await twentyAtOnce())];
    expect(replies.map(({ reply }) => reply.status)).toEqual(Array(40).fill(200));
    expect(new Set(replies.map(({ reply }) => reply.data.accountNumber)).size).toBe(40);
  });

  it('tells naira that were typed for kobo', async () => {
    const { reply } = await asked({ amount: 10_000 });
    expect(reply).toMatchObject({ status: 400, code: '13' });
    expect(reply.data).toMatchObject({
      reason: 'AMOUNT_UNIT_SUSPECTED',
      amountExpected: 1_000_000,
    });
    expect(reply.message).toContain('kobo');
  });

  it('tells the amount it expects', async () => {
    const { reply } = await asked({ amount: 999_999 });
    expect(reply).toMatchObject({ status: 400, code: '13' });
    expect(reply.data).toMatchObject({ reason: 'AMOUNT_MISMATCH', amountExpected: 1_000_000 });
  });

  it.each([
    [45, ['VALIDITY_OUTSIDE_RECOMMENDED_RANGE']],
    [9, ['VALIDITY_OUTSIDE_RECOMMENDED_RANGE']],
    [10, []],
    [30, []],
  ])('is valid for %i minutes with the warnings %j', async (validity, warnings) => {
    const { reply } = await asked({ validity });
    expect(reply).toMatchObject({ status: 200, data: { validity, warnings } });
  });

  it.each([0, 1.5, '30', 1_441])('refuses a validity of %j', async (validity) => {
    const { reply } = await asked({ validity });
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors[0].field).toBe('validity');
  });

  it('does not let an account outlive its session', async () => {
    const { reference, reply: session } = await world.initiated({ sessionTtlMinutes: 10 });
    const reply = await world.merchant.createAccount({
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount: 1_000_000,
    });
    expect(reply.data).toMatchObject({ validity: 30, warnings: ['VALIDITY_CUT_BY_SESSION'] });
    expect(reply.data.expiresAt).toBe(session.data.expiresAt);
  });

  it('keeps to the account that is active, whatever else is asked', async () => {
    const { body } = await asked();
    for (const change of [{ validity: 20 }, { amount: 500 }]) {
      const reply = await world.merchant.createAccount({ ...body, ...change });
      expect([400, 409]).toContain(reply.status);
    }
    const { data } = await world.merchant.createAccount({ ...body, validity: 20 });
    const errors = [
      { field: 'validity', message: expect.stringContaining('must be 30') as string },
    ];
    expect(data).toMatchObject({ reason: 'VIRTUAL_ACCOUNT_ACTIVE', errors });
  });

  it('gives a new account after the window of the first has closed', async () => {
    const { body, reply } = await asked();
    await world.endWindow(reply.data.accountNumber);
    const again = await world.merchant.createAccount(body);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(again.data.accountNumber).not.toBe(reply.data.accountNumber);
  });

  it('knows which prefixes there are and whose they are', async () => {
    const other = await world.otherMerchant();
    expect((await asked({ prefix: '999' })).reply).toMatchObject({
      status: 400,
      code: '16',
      data: { reason: 'UNKNOWN_PREFIX' },
    });
    await expect
      .poll(async () => (await asked({ prefix: other.merchant.prefix })).reply.data.reason, {
        timeout: 20_000,
      })
      .toBe('PREFIX_NOT_ASSIGNED');
  });

  it('refuses a checkout that is not to be paid by bank', async () => {
    const { reference } = await world.initiated({ channels: ['Card'] });
    const reply = await world.merchant.createAccount({
      paymentReference: reference,
      prefix: world.prefix,
      validity: 30,
      amount: 1_000_000,
    });
    expect(reply).toMatchObject({
      status: 403,
      code: '58',
      data: { reason: 'CHANNEL_NOT_ENABLED' },
    });
  });

  it('answers for another merchant’s reference as for an unknown one', async () => {
    const other = await world.otherMerchant();
    const { body } = await asked();
    const ask = (paymentReference: string) =>
      other.createAccount({ ...body, paymentReference, prefix: other.merchant.prefix });
    const theirs = await ask(body.paymentReference as string);
    const unknown = await ask('ORD-UNKNOWN-1');
    expect(unknown).toMatchObject({
      status: 404,
      code: '25',
      data: { reason: 'RESOURCE_NOT_FOUND' },
    });
    expect(theirs.text).toBe(unknown.text);
  });

  it('says when the prefix has no number left, and still answers for an account it gave', async () => {
    const other = await world.otherMerchant('Last Number Shop');
    const { prefix } = other.merchant;
    const first = await other.initiate(order());
    const body = (reference: string) => ({
      paymentReference: reference,
      prefix,
      validity: 30,
      amount: 1_000_000,
    });
    const given = await other.createAccount(body(first.data.paymentReference));
    expect(given.status).toBe(200);
    // The process still holds 31 numbers of the block it has; there is no other block.
    await world.query(`select setval('serial_${prefix}', 999968, true)`);
    await world.query('update number_prefix set swept_at = now() where prefix = $1', [prefix]);
    const sixteenAtOnce = () =>
      Promise.all(
        Array.from({ length: 16 }, async () => {
          const { data } = await other.initiate(order());
          return other.createAccount(body(data.paymentReference));
        }),
      );
    const more = [...(await sixteenAtOnce()), ...(await sixteenAtOnce())];
    const refused = more.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      status: 503,
      code: '91',
      data: { reason: 'ACCOUNT_POOL_EXHAUSTED', retryable: true },
    });
    expect(refused[0]?.headers.get('retry-after')).toBe('60');
    const again = await other.createAccount(body(first.data.paymentReference));
    expect(again.data.accountNumber).toBe(given.data.accountNumber);
  });

  it('says when the merchant has as many open accounts as it may, and still answers for one it gave', async () => {
    const other = await world.otherMerchant('Crowded Shop');
    const { prefix, merchantId } = other.merchant;
    await world.query('update merchant set open_account_limit = 2 where merchant_id = $1', [
      merchantId,
    ]);
    const create = async (paymentReference: string) =>
      other.createAccount({ paymentReference, prefix, validity: 30, amount: 1_000_000 });
    const references: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      references.push((await other.initiate(order())).data.paymentReference as string);
    }
    const [first, second, third] = [
      await create(references[0] ?? ''),
      await create(references[1] ?? ''),
      await create(references[2] ?? ''),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(third).toMatchObject({ status: 429, code: '65', data: { reason: 'RATE_LIMITED' } });
    expect(third.message).toContain('2 accounts that wait for money');
    expect(third.headers.get('retry-after')).toBe('5');
    const again = await create(references[0] ?? '');
    expect(again.data.accountNumber).toBe(first.data.accountNumber);
    expect((await asked()).reply.status).toBe(200);
  });
});
