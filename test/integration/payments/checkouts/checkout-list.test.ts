import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedOrders } from '../../../../scripts/bench/listing-seed.ts';
import { withClient } from '../../../../scripts/stack/postgres.ts';
import { PgCardAttempts } from '../../../../src/payments/cards/card-attempt.store.js';
import { listedCheckouts } from '../../../../src/payments/checkouts/checkout-list-query.js';
import { PgCheckoutList } from '../../../../src/payments/checkouts/checkout-list.store.js';
import { effectiveState } from '../../../../src/payments/checkouts/effective-state.js';
import { checkoutStatuses } from '../../../../src/domain/checkout-state.js';
import type { CheckoutFilter } from '../../../../src/payments/checkouts/checkout-list.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import type { Slice } from '../../../../src/domain/slice.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { rowsOf, scansOf, printed } from '../../../support/query-plan.js';
import { addMerchant, Shop, type Order } from '../../../support/shop.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';

let shop: Shop;
let store: PgCheckoutList;
/** Every status, by name: what a merchant has of each. */
let made: Record<string, Checkout>;

beforeAll(async () => {
  shop = await Shop.open();
  store = new PgCheckoutList(shop.pool);
  made = await oneOfEach();
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

const everything = { since: null, before: null } as const;
const slice = (changes: Partial<Slice> = {}): Slice => ({
  limit: 101,
  offset: 0,
  after: null,
  ...changes,
});

async function list(filter: Partial<CheckoutFilter> = {}, merchantId = shop.merchantId) {
  const found = await store.list(merchantId, { ...everything, ...filter }, slice());
  return found.map(({ item }) => item);
}

/** By the names they were made under, in the order of the list. */
async function names(filter: Partial<CheckoutFilter>): Promise<string[]> {
  const byId = Object.entries(made).map(([name, { checkoutId }]) => [checkoutId, name] as const);
  const known = new Map(byId);
  return (await list(filter)).map(({ checkoutId }) => known.get(checkoutId) ?? checkoutId);
}

/** One checkout for each way that one may go. */
async function oneOfEach(): Promise<Record<string, Checkout>> {
  const { steps } = shop;
  const paid = async (amountMinor = 1_000_000n, order: Order = {}) => {
    const open = await shop.order(order);
    return { ...open, ...(await shop.payAndPost(open, amountMinor)) };
  };
  const initiated = await shop.initiate();
  const { checkout: awaiting } = await shop.order();
  const under = await shop.order();
  await shop.pay(under.account.accountNumber, 1_000_000n);
  const { checkout: part } = await paid(400_000n);
  const { checkout: full } = await paid();
  const { checkout: over } = await paid(1_200_000n);
  const left = await shop.initiate();
  await steps.expireCheckout({
    checkoutId: left.checkoutId,
    at: new Date(left.expiresAt.getTime() + 1_000),
  });
  const { checkout: unpaid } = await shop.order();
  await steps.expireCheckout({
    checkoutId: unpaid.checkoutId,
    at: new Date(unpaid.expiresAt.getTime() + 1_000),
  });
  const { checkout: off } = await shop.order();
  await shop.checkouts.cancel(shop.merchantId, off.paymentReference);
  const refunded = await paid();
  const { refund } = await shop.requestRefund(refunded.creditId);
  await shop.sendRefund(refund?.refundId ?? '');
  const some = await paid();
  const asked = await shop.requestRefund(some.creditId, { amountMinor: 1_000n });
  await shop.sendRefund(asked.refund?.refundId ?? '');
  const back = await shop.order();
  const sessionId = newId('txn');
  const { creditId } = await shop.pay(back.account.accountNumber, 1_000_000n, { sessionId });
  await steps.applyCredit({ creditId });
  const recall = { provider: 'sandbox', eventId: 'r-listed', sessionId, amountMinor: 1_000_000n };
  await new PgRailEventStore(shop.pool).recall(recall);
  const [card, declined] = [await charged('APPROVED', '00'), await charged('DECLINED', '41')];
  return {
    ...{ initiated, awaiting, underWay: under.checkout, part, full, over, left, unpaid, off },
    ...{ refunded: refunded.checkout, some: some.checkout, back: back.checkout, card, declined },
    charging: await charged(),
  };
}

/** A checkout that a card is charged for, and what the acquirer says to it. */
async function charged(outcome?: 'APPROVED' | 'DECLINED', code = '00'): Promise<Checkout> {
  const attempts = new PgCardAttempts(
    shop.pool,
    createSecretSeal(keySetOf('seal', [Buffer.alloc(32, 5)])),
  );
  const checkout = await shop.initiate({
    plan: 'card',
    cardMinor: 1_000_000n,
  });
  const { attemptId } = await attempts.begin({
    merchantId: shop.merchantId,
    paymentReference: checkout.paymentReference,
    provider: 'acquirer',
    token: `card_${checkout.paymentReference}`,
    amountMinor: 1_000_000n,
  });
  if (attemptId === null) throw new Error('the card was not charged');
  await attempts.startCardCharge({ attemptId });
  if (outcome !== undefined)
    await attempts.recordCardAnswer({
      attemptId,
      verdict: { outcome, code, failure: null },
      isFinal: false,
    });
  return checkout;
}

describe('the list of checkouts', () => {
  it('has all of them, the newest first, and goes on behind any', async () => {
    expect(await names({})).toEqual(Object.keys(made).toReversed());
    const all = await store.list(shop.merchantId, everything, slice());
    for (const [at, { position }] of all.entries()) {
      const rest = await store.list(shop.merchantId, everything, slice({ after: position }));
      expect(rest).toEqual(all.slice(at + 1));
      const page = await store.list(shop.merchantId, everything, slice({ offset: at, limit: 2 }));
      expect(page).toEqual(all.slice(at, at + 2));
    }
  });

  it('finds each status among all others', async () => {
    const found = await Promise.all(
      checkoutStatuses.map(async (status) => [status, await names({ status })] as const),
    );
    expect(Object.fromEntries(found)).toEqual({
      INITIATED: ['initiated'],
      AWAITING_PAYMENT: ['awaiting'],
      PROCESSING: ['charging', 'underWay'],
      PARTIALLY_PAID: ['part'],
      SUCCESSFUL: ['card', 'over', 'full'],
      FAILED: ['declined'],
      EXPIRED: ['unpaid', 'left'],
      CANCELLED: ['off'],
      PARTIALLY_REFUNDED: ['some'],
      REFUNDED: ['refunded'],
      REVERSED: ['back'],
    });
  });

  it('shows each as a query of it does', async () => {
    for (const listed of await list()) {
      const { paymentReference, ...shown } = listed;
      const found = await shop.read({ paymentReference } as Checkout);
      const { status, statusReason } = effectiveState(found);
      expect(shown).toMatchObject({
        ...{ checkoutId: found.checkoutId, status, statusReason },
        ...{ exception: found.exception, exceptions: found.exceptions },
        ...{ paidMinor: found.paidMinor, acceptedMinor: found.acceptedMinor },
        ...{ customer: found.customer, channels: found.channels, version: found.version },
        accountNumber: found.accounts[0]?.accountNumber ?? null,
        createdAt: found.createdAt.toISOString(),
      });
    }
  });

  it('is narrowed by what ended a checkout, what happened to it and how it was paid', async () => {
    expect(await names({ statusReason: 'ABANDONED' })).toEqual(['left']);
    expect(await names({ statusReason: 'UNPAID' })).toEqual(['unpaid']);
    expect(await names({ statusReason: 'MERCHANT_CANCELLED' })).toEqual(['off']);
    expect(await names({ status: 'CANCELLED', statusReason: 'UNPAID' })).toEqual([]);
    expect(await names({ exception: 'OVERPAID' })).toEqual(['over']);
    expect(await names({ exception: 'UNDERPAID', status: 'PARTIALLY_PAID' })).toEqual(['part']);
    expect(await names({ paidBy: 'Card' })).toEqual(['card']);
    expect(await names({ paidBy: 'Bank', status: 'SUCCESSFUL' })).toEqual(['over', 'full']);
    expect(await names({ since: made['card']?.createdAt ?? null })).toEqual([
      ...['charging', 'declined', 'card'],
    ]);
    expect(await names({ before: made['awaiting']?.createdAt ?? null })).toEqual(['initiated']);
  });

  it('leaves out what has gone on since it was marked', async () => {
    const merchantId = await addMerchant(shop.pool);
    const own = { merchantId };
    const checkout = await shop.initiate({ overrides: own });
    const account = await shop.issue(checkout);
    const first = await shop.pay(account.accountNumber, 400_000n);
    await shop.steps.applyCredit({ creditId: first.creditId });
    expect(await list({ status: 'PARTIALLY_PAID' }, merchantId)).toHaveLength(1);
    const rest = await shop.pay(account.accountNumber, 600_000n);
    await shop.steps.applyCredit({ creditId: rest.creditId });
    expect(await list({ status: 'PARTIALLY_PAID' }, merchantId)).toEqual([]);
    expect(await list({ exception: 'UNDERPAID' }, merchantId)).toMatchObject([
      { status: 'SUCCESSFUL', exception: null, paidBy: 'Bank' },
    ]);
  });

  it('goes by the clock while a timer is late', async () => {
    const merchantId = await addMerchant(shop.pool);
    const order = async (onAccountExpiry: 'REISSUE' | 'EXPIRE') => {
      const checkout = await shop.initiate({
        policies: { onAccountExpiry },
        overrides: { merchantId },
      });
      await shop.issue(checkout);
      return checkout;
    };
    const [again, final, over] = [
      await order('REISSUE'),
      await order('EXPIRE'),
      await order('REISSUE'),
    ];
    for (const [checkout, minutes] of [
      [again, 31],
      [final, 31],
      [over, 1_441],
    ] as const) {
      await shop.letPass(checkout, minutes);
    }
    const references = async (status: 'INITIATED' | 'AWAITING_PAYMENT') =>
      (await list({ status }, merchantId)).map(({ paymentReference }) => paymentReference);
    expect(await references('INITIATED')).toEqual([again.paymentReference]);
    expect(await references('AWAITING_PAYMENT')).toEqual([]);
    for (const shown of await list({}, merchantId)) {
      const found = await shop.checkouts.find(merchantId, shown.paymentReference);
      const { status, statusReason } = effectiveState(found as Checkout);
      expect(shown).toMatchObject({ status, statusReason });
    }
    expect((await list({}, merchantId)).map(({ status }) => status).toSorted()).toEqual([
      ...['EXPIRED', 'EXPIRED', 'INITIATED'],
    ]);
  });

  it('finds a customer by the whole e-mail or phone number, and an order by its name', async () => {
    const merchantId = await addMerchant(shop.pool);
    const customer = (email: string, phoneNumber: string) => ({
      merchantId,
      customer: { email, phoneNumber, firstName: 'Ada', lastName: 'Obi' },
    });
    const ada = await shop.initiate({
      overrides: customer('Ada.Obi@example.ng', '+2348031111111'),
    });
    const bola = await shop.initiate({ overrides: customer('bola@example.ng', '+2348032222222') });
    const found = async (filter: Partial<CheckoutFilter>) =>
      (await list(filter, merchantId)).map(({ checkoutId }) => checkoutId);
    expect(await found({ email: 'ada.obi@EXAMPLE.ng' })).toEqual([ada.checkoutId]);
    expect(await found({ email: 'ada.obi@example.n' })).toEqual([]);
    expect(await found({ phoneNumber: '+2348032222222' })).toEqual([bola.checkoutId]);
    expect(await found({ phoneNumber: '+2348032222222', email: 'ada.obi@example.ng' })).toEqual([]);
    const { paymentReference } = bola;
    expect(await found({ paymentReference })).toEqual([bola.checkoutId]);
    expect(await found({ paymentReference, status: 'SUCCESSFUL' })).toEqual([]);
  });

  it('keeps them from other merchants', async () => {
    const other = await addMerchant(shop.pool);
    const { paymentReference, customer } = made['full'] as Checkout;
    for (const filter of [
      {},
      { status: 'SUCCESSFUL' } as const,
      { status: 'EXPIRED' } as const,
      { status: 'PROCESSING' } as const,
      { exception: 'OVERPAID' },
      { paidBy: 'Card' } as const,
      { paymentReference },
      { email: customer.email ?? '' },
      { phoneNumber: customer.phoneNumber ?? '' },
    ]) {
      expect(await list(filter, other)).toEqual([]);
    }
  });
});

describe('a long list of checkouts', () => {
  // Of its own: how many merchants there are sways what PostgreSQL expects of each.
  let long: Shop;
  let merchantId: string;

  beforeAll(async () => {
    long = await Shop.open();
    merchantId = await addMerchant(long.pool);
    await withClient(long.database.url, async (client) => {
      await client.query('begin');
      await seedOrders(client, { merchantId, prefix: '502', mark: 'long', count: 3_000 });
      // Many with few orders: what an average merchant has says nothing about this one.
      await client.query(
        `with shops as (
           insert into merchant (merchant_id, name, trade_name) select new_id('mch_'), 'Shop ' || n, 'Shop' from generate_series(1, 100) n
           returning merchant_id)
         insert into checkout
           select (jsonb_populate_record(null::checkout, to_jsonb(c) || jsonb_build_object('checkout_id', new_id('chk_'), 'merchant_id', s.merchant_id))).*
             from shops s
            cross join (select * from checkout where merchant_id = $1 order by checkout_id limit 3) c`,
        [merchantId],
      );
      await client.query('commit');
      // None of them is of the last week, in which open ones are looked for.
      const earlier = (column: string) => `${column} = ${column} - interval '8 days'`;
      for (const [table, ...columns] of [
        ['checkout', 'created_at', 'updated_at'],
        ['checkout_mark', 'created_at'],
      ]) {
        await client.query(
          `update ${table} set ${columns.map(earlier).join(', ')} where merchant_id = $1`,
          [merchantId],
        );
      }
      await client.query('vacuum analyze');
    });
  });
  afterAll(() => long[Symbol.asyncDispose]());

  const day = (days: number) => new Date(Date.now() - days * 86_400_000);
  const deep = slice({ limit: 21, after: [String(day(9).getTime() * 1_000), 'chk_'] });
  const big = ['checkout', 'checkout_mark', 'virtual_account', 'inward_credit', 'card_attempt'];
  const filters: Record<string, [Partial<CheckoutFilter>, Slice?]> = {
    nothing: [{}],
    'a deep cursor': [{}, deep],
    'a deep page': [{}, slice({ limit: 21, offset: 1_980 })],
    'a status of most': [{ status: 'SUCCESSFUL' }],
    'a status of few': [{ status: 'PARTIALLY_REFUNDED' }],
    'a status of none': [{ status: 'REVERSED' }],
    'open ones': [{ status: 'AWAITING_PAYMENT' }],
    'those under way': [{ status: 'PROCESSING' }],
    'few of a period': [{ exception: 'LATE', since: day(9), before: day(8) }],
    'those under way of a period': [{ status: 'PROCESSING', since: day(9), changedBefore: day(8) }],
    'open ones of a period': [{ status: 'AWAITING_PAYMENT', since: day(9), before: day(8) }],
    'a customer of a period': [{ email: 'ada7@example.ng', since: day(9), before: day(8) }],
    'why it ended': [{ statusReason: 'ABANDONED' }],
    'why it ended, deep': [{ statusReason: 'ABANDONED' }, deep],
    'an exception': [{ exception: 'OVERPAID' }],
    'a card': [{ paidBy: 'Card' }],
    'a transfer': [{ paidBy: 'Bank' }],
    'what changed since': [{ changedSince: day(9) }],
    'what changed before': [{ changedBefore: day(9) }],
    'a period': [{ since: day(9), before: day(8.9) }],
    'an e-mail address': [{ email: 'ada7@example.ng' }],
    'a customer of no status': [{ email: 'ada7@example.ng', status: 'REVERSED' }],
    'a phone number': [{ phoneNumber: '+2348030000007' }],
    'an order': [{ paymentReference: 'long-0001000' }],
  };

  it.each(Object.entries(filters))(
    'filtered by %s reads little more than the rows of its page',
    async (_name, [filter, asked = slice({ limit: 21 })]) => {
      const query = listedCheckouts(merchantId, { ...everything, ...filter }, asked);
      const scans = await scansOf(long.pool, query);
      expect(scans.length).toBeGreaterThan(0);
      const whole = scans.filter(({ kind }) => kind === 'Seq Scan').map(({ table }) => table);
      expect(whole.filter((table) => big.includes(table))).toEqual([]);
      expect(rowsOf(scans, big), printed(scans)).toBeLessThanOrEqual(400 + asked.offset);
    },
  );

  it('takes none of a payment’s updates out of its page', async () => {
    const counted = async () => {
      await long.pool.query('select pg_stat_force_next_flush()');
      const { rows } = await long.pool.query<{ updated: bigint; hot: bigint }>(
        `select n_tup_upd as updated, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'checkout'`,
      );
      return rows[0];
    };
    await long.pool.query(`select pg_stat_reset_single_table_counters('checkout'::regclass)`);
    for (let n = 0; n < 5; n += 1) await long.payAndPost(await long.order(), 1_000_000n);
    // Each has an account issued, its transfer seen, and posted.
    await expect
      .poll(async () => (await counted())?.updated, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(15n);
    const all = await counted();
    expect(all?.hot).toBe(all?.updated);
  });

  it('costs a payment that just fits no mark', async () => {
    const own = await addMerchant(long.pool);
    const checkout = await long.initiate({ overrides: { merchantId: own } });
    const account = await long.issue(checkout);
    const { creditId } = await long.pay(account.accountNumber, 1_000_000n);
    await long.steps.applyCredit({ creditId });
    const { rows } = await long.pool.query('select from checkout_mark where merchant_id = $1', [
      own,
    ]);
    expect(rows).toEqual([]);
  });
});
