import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BankNumbers } from '../../../../src/payments/numbers/bank-numbers.js';
import { NumberOffers } from '../../../../src/payments/numbers/number-offer.js';
import { NumberPool } from '../../../../src/payments/numbers/number-pool.js';
import type { MerchantProfile } from '../../../../src/http/access/merchant.js';
import type { ApiError } from '../../../../src/http/api-error.js';
import { Shop, type OpenOrder } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(8);
  // As if all were dealt, and those that were never used found.
  await shop.pool.query("select setval('serial_501', 999968)");
  await shop.pool.query("update number_prefix set swept_at = now() where prefix = '501'");
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const hour = 60;
const statusOf = async ({ checkout }: OpenOrder) => (await shop.read(checkout)).accounts[0]?.status;
const releaseAll = async () => {
  let released = 0;
  for (let some = 1; some > 0; released += some) some = await shop.numbers.releaseNumbers(100);
  return released;
};

/** An order that has ended, so many hours after the end of its account's window. */
async function ended(hours: number, overrides = {}): Promise<OpenOrder> {
  const checkout = await shop.initiate();
  const account = await shop.issue(checkout, overrides);
  await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt });
  await shop.letPass(checkout, 30 + hours * hour);
  return { checkout, account };
}

describe('a number', () => {
  it('stays with its old checkout through its quarantine, and no longer', async () => {
    const quarantined = await ended(71);
    const over = await ended(73);
    expect(await releaseAll()).toBe(1);
    expect(await statusOf(quarantined)).toBe('EXPIRED');
    expect(await statusOf(over)).toBe('RELEASED');
    expect(await releaseAll()).toBe(0);
    const [freed] = await shop.numbers.reserveFreed('501');
    expect(freed).toEqual({ accountNumber: over.account.accountNumber, generation: 1 });
  });

  it('is not freed while its account still takes money', async () => {
    const order = await shop.order();
    await shop.letPass(order.checkout, 100 * hour);
    expect(await releaseAll()).toBe(0);
    expect(await statusOf(order)).toBe('ACTIVE');
  });

  it('is not freed while a transfer to it is on its way into the books', async () => {
    const order = await shop.order();
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
    await shop.steps.endAccountWindow({
      virtualAccountId: order.account.virtualAccountId,
      at: order.account.expiresAt,
    });
    await shop.letPass(order.checkout, 100 * hour);
    expect(await releaseAll()).toBe(0);
    expect(await statusOf(order)).toBe('EXPIRED');
    await shop.steps.applyCredit({ creditId });
    expect(await releaseAll()).toBe(1);
  });

  it.each([
    ['1', 25, 23],
    ['400', 169, 167],
  ])('is in quarantine 24 to 168 hours, though it be set to %s', async (value, freed, kept) => {
    const set = (to: string) =>
      shop.pool.query("update setting set value = $1 where name = 'quarantine_hours'", [to]);
    await set('168');
    await releaseAll();
    await set(value);
    const [first, second] = [await ended(freed), await ended(kept)];
    await releaseAll();
    await set('72');
    expect([await statusOf(first), await statusOf(second)]).toEqual(['RELEASED', 'EXPIRED']);
  });

  it('in quarantine still leads to its old checkout', async () => {
    const { checkout, account } = await ended(48);
    const late = await shop.pay(account.accountNumber, 1_000_000n);
    expect(late).toMatchObject({ outcome: 'LATE', checkoutId: checkout.checkoutId });
    expect(await shop.credits.enquireName('sandbox', account.accountNumber)).toBeUndefined();
  });

  it('that was freed and not given again is nobody’s', async () => {
    const { account } = await ended(80);
    await releaseAll();
    const stray = await shop.pay(account.accountNumber, 1_000_000n);
    expect(stray).toMatchObject({ outcome: 'UNMATCHED', checkoutId: null });
  });
});

describe('a prefix that has dealt all its numbers', () => {
  it('gives those whose quarantine is over, and their money goes to their new checkout', async () => {
    await shop.pool.query('delete from free_number');
    const old = await ended(90, { accountNumber: '5017777770' });
    await releaseAll();
    const pool = new NumberPool(shop.numbers, Buffer.alloc(32));
    const offered = await pool.take('501', '058');
    expect(offered).toEqual({ accountNumber: '5017777770', generation: 1 });
    expect(await pool.take('501', '058')).toBeUndefined();
    const checkout = await shop.initiate();
    const account = await shop.issue(checkout, offered);
    expect(account.accountNumber).toBe('5017777770');
    expect(await shop.credits.enquireName('sandbox', '5017777770')).toMatchObject({
      expectedMinor: 1_000_000n,
    });
    expect(await shop.payAndPost({ checkout, account }, 1_000_000n)).toMatchObject({
      status: 'SUCCESSFUL',
    });
    expect(await shop.read(old.checkout)).toMatchObject({ status: 'EXPIRED', credits: [] });
    const { rows } = await shop.pool.query('select * from free_number');
    expect(rows).toEqual([]);
  });

  it('offers each of them to one process at a time', async () => {
    await shop.pool.query('delete from free_number');
    for (let n = 0; n < 40; n += 1) await ended(91);
    expect(await releaseAll()).toBe(40);
    const taken = await Promise.all([1, 2, 3].map(() => shop.numbers.reserveFreed('501')));
    const numbers = taken.flat().map(({ accountNumber }) => accountNumber);
    expect(numbers).toHaveLength(40);
    expect(new Set(numbers).size).toBe(40);
    await shop.pool.query("update free_number set taken_at = now() - interval '23 hours'");
    expect(await shop.numbers.reserveFreed('501')).toEqual([]);
    await shop.pool.query("update free_number set taken_at = now() - interval '25 hours'");
    expect(await shop.numbers.reserveFreed('501')).toHaveLength(32);
  });

  it('gives a number to one checkout only, though two processes offer it', async () => {
    await shop.pool.query('delete from free_number');
    await ended(92, { accountNumber: '5016666660' });
    await releaseAll();
    const offer = { accountNumber: '5016666660', generation: 1 };
    const checkouts = await Promise.all([shop.initiate(), shop.initiate()]);
    const results = await Promise.all(
      checkouts.map((each) => shop.checkouts.issueAccount(shop.accountRequest(each, offer))),
    );
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['ISSUED', 'NUMBER_TAKEN']);
  });

  it('gives what processes hold, when nothing else is left, to whoever asks', async () => {
    await shop.pool.query('delete from free_number');
    for (let n = 0; n < 3; n += 1) await ended(93);
    await releaseAll();
    const held = await shop.numbers.reserveFreed('501');
    expect(held).toHaveLength(3);
    expect(await shop.numbers.reserveFreed('501')).toEqual([]);
    const any = { accountNumber: null, generation: 0 };
    const checkouts = await Promise.all(Array.from({ length: 5 }, () => shop.initiate()));
    const results = await Promise.all(
      checkouts.map((each) => shop.checkouts.issueAccount(shop.accountRequest(each, any))),
    );
    const numbers = results.flatMap(({ account }) => account?.accountNumber ?? []);
    expect(numbers.toSorted()).toEqual(held.map((each) => each.accountNumber).toSorted());
    expect(results.filter(({ outcome }) => outcome === 'NUMBER_TAKEN')).toHaveLength(2);
    // Whoever held them is told so, and loses nothing by it.
    const [late] = held;
    expect(
      await shop.checkouts.issueAccount(shop.accountRequest(await shop.initiate(), late)),
    ).toMatchObject({ outcome: 'NUMBER_TAKEN' });
  });

  it('finds numbers again that were dealt to a process which is gone', async () => {
    await shop.pool.query(
      `select add_prefix('503', 'sandbox', '058', 'Example MFB', '000013', 40)`,
    );
    const held = await new NumberPool(shop.numbers, Buffer.alloc(32)).take('503', '058');
    const merchant = {
      prefixes: [{ prefix: '503', assigned: true, bankCode: '058', numbers: 'OURS' }],
    };
    const pool = new NumberPool(shop.numbers, Buffer.alloc(32));
    const offers = new NumberOffers(pool, new BankNumbers(new Map()));
    const wish = { reference: 'va', kind: 'PASSING', minutes: 30 } as const;
    const ask = async () => {
      const checkout = await shop.initiate();
      return offers.issue(merchant as unknown as MerchantProfile, '503', wish, (number) =>
        shop.checkouts.issueAccount(shop.accountRequest(checkout, { prefix: '503', ...number })),
      );
    };
    const results = await Promise.allSettled(Array.from({ length: 45 }, ask));
    const numbers = results
      .filter((result) => result.status === 'fulfilled')
      .map(({ value }) => value.account?.accountNumber);
    expect(numbers).toHaveLength(40);
    expect(new Set(numbers).size).toBe(40);
    expect(numbers).toContain(held?.accountNumber);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as ApiError).reason)).toEqual(
      Array(5).fill('ACCOUNT_POOL_EXHAUSTED'),
    );
  });
});
