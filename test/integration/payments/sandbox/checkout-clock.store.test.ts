import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MovedClock } from '../../../../src/payments/sandbox/checkout-clock.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { PgCheckoutClock } from '../../../../src/payments/sandbox/checkout-clock.store.js';
import { addMerchant, Shop } from '../../../support/shop.js';

const hour = 3_600;
const day = 24 * hour;

let shop: Shop;
let clock: PgCheckoutClock;
beforeAll(async () => {
  shop = await Shop.open(2);
  clock = new PgCheckoutClock(shop.pool);
});
beforeEach(() => shop.afresh());
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

async function advance({ paymentReference }: Checkout, seconds: number): Promise<MovedClock> {
  const moved = await clock.advance(shop.merchantId, paymentReference, seconds);
  if (moved === undefined) throw new Error('there is no such checkout');
  return moved;
}

const earlier = (at: Date | undefined, seconds: number) =>
  new Date((at?.getTime() ?? Number.NaN) - seconds * 1_000);

async function openFacts({ checkoutId }: Checkout) {
  const { rows } = await shop.pool.query<{ kind: string; deadline: Date | null }>(
    'select kind, deadline from fact where checkout_id = $1 and applied_at is null order by fact_id',
    [checkoutId],
  );
  return rows;
}

describe('the clock of a checkout', () => {
  it('brings the ends of its session and of its account nearer, and tells the workflow of both', async () => {
    const { checkout, account } = await shop.order();
    const moved = await advance(checkout, 600);
    const sessionEnd = earlier(checkout.expiresAt, 600);
    const accountEnd = earlier(account.expiresAt, 600);
    expect(moved).toMatchObject({
      checkoutId: checkout.checkoutId,
      expiresAt: sessionEnd,
      accounts: [{ accountNumber: account.accountNumber, expiresAt: accountEnd }],
      fact: {
        kind: 'CLOCK_MOVED',
        subjectId: account.virtualAccountId,
        deadline: accountEnd,
        checkout: { paymentReference: checkout.paymentReference, expiresAt: sessionEnd },
      },
    });
    const after = await shop.read(checkout);
    expect(after).toMatchObject({ expiresAt: sessionEnd, createdAt: checkout.createdAt });
    expect(after.version).toBeGreaterThan(checkout.version);
    expect(after.accounts[0]).toMatchObject({ expiresAt: accountEnd, validityMinutes: 30 });
    expect(await openFacts(checkout)).toEqual([
      { kind: 'INITIATED', deadline: sessionEnd },
      { kind: 'ACCOUNT_ISSUED', deadline: accountEnd },
      { kind: 'CLOCK_MOVED', deadline: accountEnd },
    ]);
  });

  it('leaves other checkouts alone', async () => {
    const [one, other] = [await shop.order(), await shop.order()];
    await advance(one.checkout, day);
    const { version, expiresAt } = await shop.read(other.checkout);
    expect({ expiresAt, version }).toMatchObject({ expiresAt: other.checkout.expiresAt });
    expect(await openFacts(other.checkout)).toHaveLength(2);
  });

  it('ends a session without an account at the session’s own end', async () => {
    const checkout = await shop.initiate();
    const { fact, accounts } = await advance(checkout, 2 * day);
    expect(fact).toMatchObject({ subjectId: null, deadline: earlier(checkout.expiresAt, 2 * day) });
    expect(accounts).toEqual([]);
    expect(
      await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: new Date() }),
    ).toMatchObject({
      status: 'EXPIRED',
    });
    expect(await openFacts(checkout)).toEqual([]);
  });

  it('makes money late that is sent after the account’s moved end', async () => {
    const { checkout, account } = await shop.order();
    await advance(checkout, hour);
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n);
    const { rows } = await shop.pool.query(
      'select in_time, outcome from inward_credit where credit_id = $1',
      [creditId],
    );
    expect(rows).toEqual([{ in_time: false, outcome: 'LATE' }]);
  });

  it('lets the quarantine of an ended checkout pass, of which no workflow is told', async () => {
    const { checkout, account } = await shop.order();
    await shop.steps.cancelCheckout({
      checkoutId: checkout.checkoutId,
      statusReason: 'MERCHANT_CANCELLED',
    });
    const quarantined = await advance(checkout, hour);
    expect(quarantined.fact).toBeNull();
    expect(quarantined.accounts[0]?.freeAt.getTime()).toBeGreaterThan(Date.now());
    const free = async () =>
      (await shop.pool.query<{ n: number }>('select release_numbers(100) as n')).rows[0]?.n;
    expect(await free()).toBe(0);
    const { accounts } = await advance(checkout, 4 * day);
    expect(accounts[0]?.freeAt.getTime()).toBeLessThan(Date.now());
    expect(await free()).toBe(1);
    const { rows } = await shop.pool.query('select account_number from free_number');
    expect(rows).toEqual([{ account_number: account.accountNumber }]);
    // What another checkout may have by now is not moved with this one.
    expect((await advance(checkout, day)).accounts).toEqual([]);
  });

  it('is the merchant’s alone', async () => {
    const { checkout } = await shop.order();
    const stranger = 'mch_01KA0000000000000000000000';
    expect(await clock.advance(stranger, checkout.paymentReference, 60)).toBeUndefined();
    expect((await shop.read(checkout)).expiresAt).toEqual(checkout.expiresAt);
  });

  it('does not move where money is real', async () => {
    const { checkout } = await shop.order();
    await shop.pool.query("update setting set value = 'live' where name = 'environment'");
    await expect(advance(checkout, 60)).rejects.toThrow('in the sandbox only');
    await shop.pool.query("update setting set value = 'sandbox' where name = 'environment'");
    expect((await shop.read(checkout)).expiresAt).toEqual(checkout.expiresAt);
  });
});

describe('what waits beside a checkout', () => {
  it('waits that much less: a settlement account of its merchant', async () => {
    const { checkout } = await shop.order();
    await shop.pool.query(
      `insert into settlement_account (settlement_account_id, merchant_id, account_number, account_name, bank_code, provider, status, usable_from)
       values ('sac_1', $1, '0123456789', 'SHOP', '000013', 'simulator', 'ACTIVE', now() + interval '1 day')`,
      [shop.merchantId],
    );
    const isUsable = async () => {
      const { rows } = await shop.pool.query<{ usable: boolean }>(
        `select usable_from <= now() as usable from settlement_account where settlement_account_id = 'sac_1'`,
      );
      return rows[0]?.usable;
    };
    await advance(checkout, 23 * hour);
    expect(await isUsable()).toBe(false);
    await advance(checkout, hour);
    expect(await isUsable()).toBe(true);
  });

  it('waits that much less: old secrets of its merchant’s keys and webhooks, and of nobody else’s', async () => {
    const { checkout } = await shop.order();
    const stranger = await addMerchant(shop.pool);
    for (const merchantId of [shop.merchantId, stranger]) {
      await shop.pool.query(
        `insert into merchant_secret (secret_id, client_id, merchant_id, secret_hash, pepper_kid, expires_at)
         values ($1 || '-now', 'key', $1, '', '', null), ($1 || '-old', 'key', $1, '', '', now() + interval '1 day')`,
        [merchantId],
      );
      await shop.pool.query(
        `insert into webhook_endpoint (merchant_id, url, secret_sealed) values ($1, 'https://shop.example.ng', '')
           on conflict do nothing`,
        [merchantId],
      );
      await shop.pool.query(
        `insert into webhook_former_secret (merchant_id, secret_version, secret_sealed, expires_at)
         values ($1, 1, '', now() + interval '1 day')`,
        [merchantId],
      );
    }
    const counting = async (merchantId: string) => {
      const { rows } = await shop.pool.query<{ keys: number; webhooks: number }>(
        `select (select count(*)::int from merchant_secret s
                  where s.merchant_id = $1 and coalesce(s.expires_at > now(), true)) as keys,
                (select count(*)::int from webhook_former_secret f
                  where f.merchant_id = $1 and f.expires_at > now()) as webhooks`,
        [merchantId],
      );
      return rows[0];
    };
    await advance(checkout, 23 * hour);
    expect(await counting(shop.merchantId)).toEqual({ keys: 2, webhooks: 1 });
    await advance(checkout, hour);
    expect(await counting(shop.merchantId)).toEqual({ keys: 1, webhooks: 0 });
    expect(await counting(stranger)).toEqual({ keys: 2, webhooks: 1 });
  });
});
