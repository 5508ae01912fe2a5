import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  Delivery,
  DeliveryClaim,
} from '../../../../src/notify/delivery/notification-store.port.js';
import { PgCreditStore } from '../../../../src/payments/credits/credit.store.js';
import type { NewCredit } from '../../../../src/payments/credits/credit.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { addMerchant, type OpenOrder, Shop } from '../../../support/shop.js';
import { issueStaticNumber } from '../../../support/static-number.js';
import { whileHeld } from '../../../support/while-held.js';

let shop: Shop;
const dispatcher = {
  taken: [] as Delivery[],
  room: { limit: 1_000, leaseMs: 45_000, claimant: 'here', crowded: [] } as DeliveryClaim | null,
  terms: () => dispatcher.room,
  take: (deliveries: readonly Delivery[]) => void dispatcher.taken.push(...deliveries),
};
let store: PgCreditStore;

beforeAll(async () => {
  shop = await Shop.open(12);
  store = new PgCreditStore(shop.pool, dispatcher);
  await shop.pool.query('select put_endpoint($1, $2, $3, null)', [
    shop.merchantId,
    'http://127.0.0.1:9/hook',
    Buffer.from('sealed'),
  ]);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const pay = ({ account }: OpenOrder, amountMinor: bigint, overrides: Partial<NewCredit> = {}) =>
  shop.pay(account.accountNumber, amountMinor, overrides, store);
const exact = (order: OpenOrder) => pay(order, order.checkout.expectedMinor);

async function openFacts(creditId: string): Promise<string[]> {
  const { rows } = await shop.pool.query<{ kind: string }>(
    'select kind from fact where subject_id = $1 and applied_at is null order by kind',
    [creditId],
  );
  return rows.map(({ kind }) => kind);
}

describe('a credit that pays its waiting checkout exactly', () => {
  it('is posted by the call that records it, and its events are sent by this process', async () => {
    const order = await shop.order();
    dispatcher.taken = [];
    const received = await exact(order);
    expect(received).toMatchObject({
      ...{ outcome: 'EXACT', duplicateNotification: false },
      fact: { kind: 'CREDIT_RECEIVED', subjectId: received.creditId, posted: 'SUCCESSFUL' },
    });
    expect(await shop.read(order.checkout)).toMatchObject({
      status: 'SUCCESSFUL',
      credits: [{ creditId: received.creditId, outcome: 'EXACT' }],
    });
    expect(await shop.legsOf(received.creditId)).toEqual({
      ...{ 'pool 1100': 1_000_000n, 'merchant 2100': -1_000_000n, 'fee-charged 2100': 10_750n },
      ...{ 'fee-income 4100': -10_000n, 'vat 2400': -750n },
    });
    expect(dispatcher.taken.map(({ eventType }) => eventType)).toEqual([
      'collection.received',
      'checkout.successful',
    ]);
    expect(dispatcher.taken[0]).toMatchObject({ url: 'http://127.0.0.1:9/hook', attempts: 0 });
  });

  it('costs its checkout one change, as the bare posting does', async () => {
    const order = await shop.order();
    await exact(order);
    const { rows } = await shop.pool.query(
      'select version - $2::int as changes from checkout where checkout_id = $1',
      [order.checkout.checkoutId, 2],
    );
    expect(rows).toEqual([{ changes: 1 }]);
  });

  it('leaves its events to be claimed when the dispatcher has no room', async () => {
    const order = await shop.order();
    const { room } = dispatcher;
    dispatcher.room = null;
    dispatcher.taken = [];
    await exact(order).finally(() => (dispatcher.room = room));
    const { rows } = await shop.pool.query(
      'select distinct d.status from event v join webhook_delivery d using (event_id) where v.checkout_id = $1',
      [order.checkout.checkoutId],
    );
    expect(rows).toEqual([{ status: 'PENDING' }]);
    expect(dispatcher.taken).toEqual([]);
  });

  it('is answered as stored to a workflow that hears of it by the relay, which ends the fact', async () => {
    const order = await shop.order();
    const { creditId } = await exact(order);
    expect(await openFacts(creditId)).toEqual(['CREDIT_RECEIVED']);
    expect(await shop.steps.applyCredit({ creditId })).toEqual({
      ...{ status: 'SUCCESSFUL', outcome: 'EXACT' },
    });
    expect(await openFacts(creditId)).toEqual([]);
    expect(await shop.eventsOf(order.checkout)).toEqual([
      'collection.received',
      'checkout.successful',
    ]);
  });

  it('is posted once, however often and by however many it is reported', async () => {
    const order = await shop.order();
    const sessionId = newId('txn');
    const others = [store, new PgCreditStore(shop.pool, dispatcher), new PgCreditStore(shop.pool)];
    const told = await Promise.all(
      [...others, ...others, ...others].map((by) =>
        shop.pay(order.account.accountNumber, 1_000_000n, { sessionId }, by),
      ),
    );
    expect(new Set(told.map(({ creditId }) => creditId)).size).toBe(1);
    expect(told.filter(({ duplicateNotification }) => !duplicateNotification)).toHaveLength(1);
    for (const { creditId, fact } of told)
      if (fact !== null) await shop.steps.applyCredit({ creditId });
    expect(await shop.read(order.checkout)).toMatchObject({ paidMinor: 1_000_000n });
  });

  it.each([
    ['AT_LEAST', 1_500_000n],
    ['AT_MOST', 300_000n],
    ['ANY', 7n],
  ] as const)('is one that its rule %s takes', async (amountRule, amountMinor) => {
    const order = await shop.order();
    await shop.pool.query('update checkout set amount_rule = $2 where checkout_id = $1', [
      order.checkout.checkoutId,
      amountRule,
    ]);
    expect(await pay(order, amountMinor)).toMatchObject({ outcome: 'EXACT' });
    expect(await shop.read(order.checkout)).toMatchObject({ status: 'SUCCESSFUL' });
  });
});

describe('a credit that the workflow posts, because it', () => {
  const cases: Readonly<Record<string, (order: OpenOrder) => Promise<unknown>>> = {
    'is a kobo short': (order) => pay(order, 999_999n),
    'is a kobo too much': (order) => pay(order, 1_000_001n),
    'comes after one that is not posted yet': async (order) => {
      await pay(order, 999_999n);
      return pay(order, 1_000_000n);
    },
    'completes a part': async (order) => {
      const { creditId } = await pay(order, 400_000n);
      await shop.steps.applyCredit({ creditId });
      return pay(order, 600_000n);
    },
    'comes for an account whose window is over, in time': async (order) => {
      await shop.letPass(order.checkout, 31);
      await shop.steps.endAccountWindow({
        virtualAccountId: order.account.virtualAccountId,
        at: new Date(),
      });
      return pay(order, 1_000_000n, { sentAt: order.account.createdAt });
    },
  };

  it.each(Object.entries(cases))('%s', async (_name, play) => {
    const order = await shop.order();
    const received = await play(order);
    expect(received).toMatchObject({ outcome: null, fact: { kind: 'CREDIT_RECEIVED' } });
    expect(received).not.toHaveProperty('fact.posted');
    expect(await shop.read(order.checkout)).toMatchObject({ status: 'PROCESSING' });
    const { creditId } = received as { creditId: string };
    await shop.steps.applyCredit({ creditId });
    expect(await openFacts(creditId)).toEqual([]);
  });
});

describe('credits that come together', () => {
  it('share a transaction, whatever they are', async () => {
    const [paid, short, late] = [await shop.order(), await shop.order(), await shop.order()];
    const twice = await shop.order();
    const number = await issueStaticNumber(shop.pool, shop.merchantId, '501');
    const sentAt = new Date(late.account.expiresAt.getTime() + 3_600_000);
    const sessionId = newId('txn');
    // The first goes by itself, the others meet behind it.
    const first = exact(await shop.order());
    const together = await Promise.all([
      exact(paid),
      pay(short, 5n),
      pay(late, 1_000_000n, { sentAt }),
      shop.pay(number, 777_000n, {}, store),
      shop.pay('5019999999', 1_000n, {}, store),
      pay(twice, 1_000_000n, { sessionId }),
      pay(twice, 1_000_000n, { sessionId }),
      pay(twice, 1_000_000n),
    ]);
    await first;
    expect(together.map(({ outcome }) => outcome)).toEqual([
      ...['EXACT', null, 'LATE', 'EXACT', 'UNMATCHED', 'EXACT', 'EXACT', 'DUPLICATE'],
    ]);
    expect(together.map(({ fact }) => fact?.kind ?? null)).toEqual([
      ...['CREDIT_RECEIVED', 'CREDIT_RECEIVED', 'CREDIT_HELD', null, 'CREDIT_HELD'],
      ...['CREDIT_RECEIVED', null, 'CREDIT_HELD'],
    ]);
    const ids = [0, 1, 2, 3, 4, 5, 7].map((at) => together[at]?.creditId);
    const { rows } = await shop.pool.query(
      'select count(distinct xmin::text) as transactions from inward_credit where credit_id = any ($1)',
      [ids],
    );
    expect(rows).toEqual([{ transactions: 1n }]);
    await shop.steps.applyCredit({ creditId: together[1].creditId });
  });

  it('are received though one among them cannot be posted, which its workflow shows', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => shop.order()));
    const poisoned = await shop.order({ amountMinor: 66_600n });
    await shop.pool.query(
      'alter table inward_credit add constraint poisoned check (amount_minor <> 66600 or outcome is null)',
    );
    const first = exact(await shop.order());
    const [bad, ...good] = await Promise.all([exact(poisoned), ...orders.map(exact)]);
    await first;
    expect(good.map(({ outcome }) => outcome)).toEqual(orders.map(() => 'EXACT'));
    expect(bad).toMatchObject({ outcome: null, fact: { kind: 'CREDIT_RECEIVED' } });
    await expect(shop.steps.applyCredit(bad)).rejects.toMatchObject({ constraint: 'poisoned' });
    await shop.pool.query('alter table inward_credit drop constraint poisoned');
    expect(await shop.steps.applyCredit(bad)).toMatchObject({ outcome: 'EXACT' });
  });
});

describe('while somebody holds', () => {
  it('the account of a merchant, its credits are left to their workflows, and others are posted', async () => {
    const held = await addMerchant(shop.pool);
    const overrides = { merchantId: held };
    await exact(await shop.order({ overrides }));
    const account = [`2100:${held}:NGN`];
    const statement = 'select from ledger_account where account_id = $1 for update';
    const [theirs, ours] = [await shop.order({ overrides }), await shop.order()];
    const before = await shop.order();
    const left = await whileHeld(shop.pool, statement, account, async () => {
      // It goes by itself, and the two meet behind it.
      const first = exact(before);
      const [their, our] = await Promise.all([exact(theirs), exact(ours)]);
      await first;
      expect([their.outcome, our.outcome]).toEqual([null, 'EXACT']);
      return their;
    });
    await shop.steps.applyCredit(left);
    expect(await exact(await shop.order({ overrides }))).toMatchObject({ outcome: 'EXACT' });
  });

  it('a checkout, its credit waits alone, and others go on', async () => {
    const [stuck, free] = [await shop.order(), await shop.order()];
    const statement = 'select from checkout where checkout_id = $1 for update';
    let waiting: Promise<{ outcome: string | null }> | undefined;
    await whileHeld(shop.pool, statement, [stuck.checkout.checkoutId], async () => {
      waiting = exact(stuck);
      expect(await exact(free)).toMatchObject({ outcome: 'EXACT' });
      expect(await exact(await shop.order())).toMatchObject({ outcome: 'EXACT' });
    });
    expect(await waiting).toMatchObject({ outcome: 'EXACT' });
  });

  it('the report of a transfer, its repetition waits alone, and others go on', async () => {
    const [order, free] = [await shop.order(), await shop.order()];
    const sessionId = newId('txn');
    const key = `select pg_advisory_xact_lock(hashtextextended('credit/sandbox/' || $1, 0))`;
    let waiting: Promise<{ outcome: string | null }> | undefined;
    await whileHeld(shop.pool, key, [sessionId], async () => {
      waiting = pay(order, 1_000_000n, { sessionId });
      expect(await exact(free)).toMatchObject({ outcome: 'EXACT' });
    });
    expect(await waiting).toMatchObject({ outcome: 'EXACT' });
  });

  it('an account of the house, credits are recorded, and left to their workflows', async () => {
    const order = await shop.order();
    await exact(await shop.order());
    const statement = `select from ledger_account where account_id = '4100:-:NGN' for update`;
    const left = await whileHeld(shop.pool, statement, [], () => exact(order));
    expect(left).toMatchObject({ outcome: null, fact: { kind: 'CREDIT_RECEIVED' } });
    await shop.steps.applyCredit(left);
  });
});

it('a call that has posted commits with the patience of its session', async () => {
  const { account } = await shop.order();
  const asked = await shop.pool.connect();
  try {
    await asked.query(`begin; set local lock_timeout = '7s'`);
    const credit = {
      ...{ creditId: newId('txn'), provider: 'sandbox', sessionId: newId('txn') },
      ...{ accountNumber: account.accountNumber, amountMinor: '1000000', currency: 'NGN' },
      ...{ source: {}, narration: null, sentAt: null, details: null },
    };
    const statement = `select outcome from receive_credits($1, true, '{}', null, false) where credit_id is not null`;
    const { rows } = await asked.query(statement, [JSON.stringify([credit])]);
    expect(rows).toEqual([{ outcome: 'EXACT' }]);
    expect((await asked.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '7s' }]);
  } finally {
    await asked.query('rollback');
    asked.release();
  }
});
