import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clockSkewMs } from '../../../support/oracles/lateness.js';
import { policyChoices } from '../../../../src/domain/policies.js';
import type { ReceivedCredit } from '../../../../src/payments/credits/credit.js';
import { PgCheckoutSteps } from '../../../../src/payments/checkouts/checkout-steps.store.js';
import { PgCreditSteps } from '../../../../src/payments/credits/credit-steps.store.js';
import { checkCases } from '../../../support/model-play.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgCreditStore } from '../../../../src/payments/credits/credit.store.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { postingCredits } from '../../../support/posting-credits.js';
import { patientPool } from '../../../support/patient-pool.js';
import { addMerchant, Shop, type OpenOrder } from '../../../support/shop.js';
import { issueStaticNumber } from '../../../support/static-number.js';
import { whileHeld as whileRowHeld } from '../../../support/while-held.js';
import { PatientSteps } from '../../../support/while-locked.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(24);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function count(sql: string): Promise<number> {
  const { rows } = await shop.pool.query<{ count: number }>(`select (${sql})::int as count`);
  return rows[0]?.count ?? 0;
}

/** Whatever waits for a lock on this pool's connections, and does not limit the wait by itself, waits for ever. */
async function withoutTimeouts<Result>(use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const settings = { max: 6, applicationName: 'test-patient', answerTimeoutMs: 600_000 };
  const pool = patientPool(shop.database.url, settings);
  pool.on('connect', (client) => {
    void client.query('set lock_timeout = 0; set statement_timeout = 0');
  });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** Runs while a transaction of somebody else's holds the merchant's account. */
const whileHeld = <Result>(merchantId: string, run: () => Promise<Result>): Promise<Result> => {
  const statement = 'select from ledger_account where account_id = $1 for update';
  return whileRowHeld(shop.pool, statement, [`2100:${merchantId}:NGN`], run);
};

/** A merchant that has been paid before, and a payment of it that is not posted. */
async function payments(merchantId: string, payments: number): Promise<string[]> {
  const paid = async () => {
    const { account } = await shop.order({ overrides: { merchantId } });
    return (await shop.pay(account.accountNumber, 1_000_000n)).creditId;
  };
  await shop.steps.applyCredit({ creditId: await paid() });
  return Promise.all(times(payments, paid));
}

const noSource = { accountNumber: null, accountName: null, bankCode: null, bankName: null };
const staticNumber = (merchantId: string) => issueStaticNumber(shop.pool, merchantId, '501');

describe('one credit', () => {
  it('is posted once by 20 workers at once', async () => {
    const { account } = await shop.order();
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n);
    const workers = times(20, () => new PatientSteps(shop.pool));
    const results = await Promise.all(workers.map((steps) => steps.applyCredit({ creditId })));
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await count(`select count(*) from journal where source_id = '${creditId}'`)).toBe(1);
  });
});

describe('many credits', () => {
  /** A lock was waited for, or a statement ran, for longer than calls may take. */
  const slow: ReadonlySet<string> = new Set(['55P03', '57014']);
  const batch = (creditIds: readonly string[]) =>
    shop.pool.query('select * from apply_credits($1)', [creditIds]);

  it('in overlapping batches on 8 connections neither deadlock nor miss a kobo', async () => {
    const orders = await Promise.all(times(60, () => shop.order()));
    const parts = orders.flatMap((order) => [order, order, order, order].slice(0, 3));
    const credits = await Promise.all(
      [...parts, ...orders.slice(0, 20)].map(({ account }) =>
        shop.pay(account.accountNumber, 400_000n),
      ),
    );
    expect(credits).toHaveLength(200);
    const [batches = []] = fc.sample(
      fc.array(
        fc.subarray(
          credits.map(({ creditId }) => creditId),
          { minLength: 1 },
        ),
        { minLength: 40, maxLength: 40 },
      ),
      { seed: 7, numRuns: 1 },
    );
    const queue = [...batches, credits.map(({ creditId }) => creditId)];
    const connection = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        try {
          await batch(next);
        } catch (error) {
          // On a busy machine the queue for a lock may be too long to wait in; a deadlock is another matter.
          if (!slow.has(String((error as pg.DatabaseError).code))) throw error;
          queue.push(next);
        }
      }
    };
    await Promise.all(times(8, connection));
    for (const [index, order] of orders.entries()) {
      const { status, paidMinor, credits: seen } = await shop.read(order.checkout);
      expect({ status, paidMinor }).toEqual({
        status: 'SUCCESSFUL',
        paidMinor: index < 20 ? 1_600_000n : 1_200_000n,
      });
      expect(seen.map(({ outcome }) => outcome)).toEqual(
        ['UNDERPAID', 'UNDERPAID', 'OVERPAID', 'DUPLICATE'].slice(0, seen.length),
      );
    }
  });

  it('share transactions when they come together', async () => {
    const orders = await Promise.all(times(120, () => shop.order()));
    const credits = await Promise.all(
      orders.map(({ account }) => shop.pay(account.accountNumber, 1_000_000n)),
    );
    await Promise.all(credits.map(({ creditId }) => shop.steps.applyCredit({ creditId })));
    const ids = credits.map(({ creditId }) => `'${creditId}'`).join(',');
    const transactions = await count(
      `select count(distinct xmin::text) from journal where source_id in (${ids})`,
    );
    expect(transactions).toBeLessThanOrEqual(10);
  });

  it('are posted though one among them cannot be', async () => {
    const orders = await Promise.all(times(40, () => shop.order()));
    const credits = await Promise.all(
      orders.map(({ account }, index) =>
        shop.pay(account.accountNumber, index === 17 ? 666n : 1_000_000n),
      ),
    );
    await shop.pool.query(
      'alter table inward_credit add constraint poisoned check (amount_minor <> 666 or outcome is null)',
    );
    const results = await Promise.allSettled(
      credits.map(({ creditId }) => shop.steps.applyCredit({ creditId })),
    );
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([
      17,
    ]);
    expect(results[17]).toMatchObject({ reason: { constraint: 'poisoned' } });
    await shop.pool.query('alter table inward_credit drop constraint poisoned');
    const healed = credits[17]?.creditId ?? '';
    expect(await shop.steps.applyCredit({ creditId: healed })).toMatchObject({
      outcome: 'UNDERPAID',
    });
  });

  it('that nobody received are told one by one', async () => {
    const { account } = await shop.order();
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n);
    const ids = ['txn_x', creditId, 'txn_y'];
    const results = await Promise.allSettled(
      ids.map((id) => shop.steps.applyCredit({ creditId: id })),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });
});

describe('an account that somebody holds', () => {
  it.each([
    ['a payment', 'select * from apply_credits(array[$1])'],
    [
      'a recall',
      `select receive_rail_event(k.provider, $1, 'RECALL', k.session_id, null, k.amount_minor, 0)
         from inward_credit k where k.credit_id = $1`,
    ],
  ])('is waited for by %s without the accounts that all merchants share', async (_, posting) => {
    const held = await addMerchant(shop.pool);
    const [creditId = ''] = await payments(held, 1);
    await withoutTimeouts((pool) =>
      whileHeld(held, async () => {
        const client = await pool.connect();
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        const posted = client.query(posting, [creditId]).catch(() => undefined);
        try {
          const waits = `select count(*) from pg_locks where not granted and pid = ${rows[0]?.pid}`;
          await expect.poll(() => count(waits)).toBe(1);
          const shared = await shop.pool.query(
            `select account_id from ledger_account where owner = '-' or code = '1100' for no key update nowait`,
          );
          expect(shared.rowCount).toBeGreaterThanOrEqual(3);
        } finally {
          await shop.pool.query(`select pg_cancel_backend(${rows[0]?.pid})`);
          await posted;
          client.release();
        }
      }),
    );
    expect(await shop.steps.applyCredit({ creditId })).toMatchObject({ outcome: 'EXACT' });
  });

  it('keeps the credits of its merchant waiting, and no others', async () => {
    const held = await addMerchant(shop.pool);
    const [stuck, others] = [await payments(held, 12), await payments(shop.merchantId, 12)];
    await withoutTimeouts(async (pool) => {
      const steps = new PgCheckoutSteps(pool);
      await whileHeld(held, async () => {
        const waiting = stuck.map((creditId) => steps.applyCredit({ creditId }).catch(String));
        const posted = await Promise.all(others.map((creditId) => steps.applyCredit({ creditId })));
        expect(posted.map(({ outcome }) => outcome)).toEqual(others.map(() => 'EXACT'));
        const outcomes = await Promise.all(waiting);
        expect(outcomes).toEqual(stuck.map(() => expect.stringContaining('lock timeout')));
        // It is known by now that they have to be posted apart.
        const again = [stuck[0] ?? '', ...(await payments(shop.merchantId, 1))];
        const [still, next] = await Promise.allSettled(
          again.map((id) => steps.applyCredit({ creditId: id })),
        );
        expect([still?.status, next?.status]).toEqual(['rejected', 'fulfilled']);
      });
      const healed = await Promise.all(stuck.map((creditId) => steps.applyCredit({ creditId })));
      expect(healed.map(({ outcome }) => outcome)).toEqual(stuck.map(() => 'EXACT'));
    });
  });
});

describe('static accounts of a merchant whose account somebody holds', () => {
  it('take money without a wait, which is booked when the account is free', async () => {
    const held = await addMerchant(shop.pool);
    await shop.steps.applyCredit({ creditId: (await payments(held, 1))[0] ?? '' });
    const number = await staticNumber(held);
    const pay = async (store: PgCreditStore) =>
      store.receive({
        ...{ creditId: newId('txn'), provider: 'sandbox', sessionId: newId('txn') },
        ...{ accountNumber: number, amountMinor: 1_000_000n, currency: 'NGN', sentAt: null },
        ...{ source: noSource, narration: null },
      });
    await withoutTimeouts(async (pool) => {
      const store = new PgCreditStore(pool);
      const steps = new PgCreditSteps(pool);
      // Twice as many as there are connections; nobody limits a wait but the statement itself.
      const waiting = await whileHeld(held, async () => {
        const credits = await Promise.all(times(12, () => pay(store)));
        expect(credits.map(({ outcome, fact }) => [outcome, fact])).toEqual(
          credits.map(() => [null, null]),
        );
        expect(await steps.bookStatic(credits[0]?.creditId ?? '')).toBe(false);
        const [other = ''] = await payments(shop.merchantId, 1);
        expect(await new PgCheckoutSteps(pool).applyCredit({ creditId: other })).toMatchObject({
          outcome: 'EXACT',
        });
        return credits.map(({ creditId }) => creditId);
      });
      const ids = waiting.map((id) => `'${id}'`).join(',');
      const open = `select count(*) from fact where subject_id in (${ids}) and applied_at is null`;
      expect(await count(open)).toBe(12);
      // Of several at once, one may leave what another has in its hands: the relay asks again.
      const leftOpen = async (): Promise<number> => {
        await Promise.all(waiting.slice(0, 3).map((id) => steps.bookStatic(id)));
        return count(open);
      };
      await expect.poll(leftOpen).toBe(0);
      expect(await pay(store)).toMatchObject({ outcome: 'EXACT' });
    });
    expect(await shop.balanceOf(`2100:${held}:NGN`)).toBe(-(2n + 13n) * 989_250n);
  });

  it('leave the account to whoever has their credits in hand', async () => {
    const held = await addMerchant(shop.pool);
    const number = await staticNumber(held);
    await shop.steps.applyCredit({ creditId: (await payments(held, 1))[0] ?? '' });
    const { creditId } = await whileHeld(held, () => shop.pay(number, 1_000_000n));
    const [inHand, asking] = [await shop.pool.connect(), await shop.pool.connect()];
    try {
      await inHand.query('begin');
      await inHand.query('select from inward_credit where credit_id = $1 for no key update', [
        creditId,
      ]);
      await asking.query('begin');
      const { rows } = await asking.query('select book_static_credits($1, false) as booked', [
        creditId,
      ]);
      expect(rows).toEqual([{ booked: false }]);
      const account = 'select from ledger_account where account_id = $1 for no key update nowait';
      expect((await inHand.query(account, [`2100:${held}:NGN`])).rowCount).toBe(1);
    } finally {
      for (const each of [inHand, asking]) {
        await each.query('rollback');
        each.release();
      }
    }
    expect(await new PgCreditSteps(shop.pool).bookStatic(creditId)).toBe(true);
  });

  it('is booked first when its sender recalls it', async () => {
    const held = await addMerchant(shop.pool);
    await payments(held, 0);
    const [accountNumber, sessionId] = [await staticNumber(held), newId('txn')];
    await withoutTimeouts((pool) =>
      whileHeld(held, async () => {
        const { outcome } = await new PgCreditStore(pool).receive({
          ...{ creditId: newId('txn'), provider: 'sandbox', sessionId, accountNumber },
          ...{ amountMinor: 1_000_000n, currency: 'NGN', source: noSource, narration: null },
          sentAt: null,
        });
        expect(outcome).toBeNull();
      }),
    );
    const event = {
      provider: 'sandbox',
      eventId: newId('txn'),
      sessionId,
      amountMinor: 1_000_000n,
    };
    expect(await new PgRailEventStore(shop.pool).recall(event)).toMatchObject({
      outcome: 'REVERSED',
    });
    expect(
      await count(
        `select count(*) from inward_credit where outcome is null and merchant_id = '${held}'`,
      ),
    ).toBe(0);
  });
});

describe('everything that can happen to a checkout, at once', () => {
  /** Later than every deadline: here the clocks do not decide, the races do. */
  const farFuture = new Date(Date.now() + 365 * 24 * 3_600_000);

  function race({ checkout, account }: OpenOrder, kinds: readonly string[]): Promise<unknown>[] {
    const { checkoutId } = checkout;
    const carryOut = ({ creditId, fact }: ReceivedCredit): Promise<unknown> | undefined => {
      if (fact === null) return undefined;
      return fact.kind === 'CREDIT_HELD'
        ? shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'POLICY' } })
        : shop.steps.applyCredit({ creditId });
    };
    const pay = async (amountMinor: bigint, by?: PgCreditStore) =>
      carryOut(await shop.pay(account.accountNumber, amountMinor, {}, by));
    const payLate = async () => {
      const sentAt = new Date(account.expiresAt.getTime() + clockSkewMs + 1);
      await carryOut(await shop.pay(account.accountNumber, 1_000_000n, { sentAt }));
    };
    /** A refund that the merchant asks for and that goes out, if there is money to send back already. */
    const refund = async () => {
      const asked = await shop.requestRefund(checkout.paymentReference, { amountMinor: 400_000n });
      if (asked.refund !== null) await shop.sendRefund(asked.refund.refundId);
    };
    const does: Readonly<Record<string, () => Promise<unknown>>> = {
      exact: () => pay(1_000_000n),
      atOnce: () => pay(1_000_000n, postingCredits(shop.pool)),
      part: () => pay(300_000n),
      over: () => pay(1_700_000n),
      late: payLate,
      refund,
      callOff: () => shop.checkouts.cancel(shop.merchantId, checkout.paymentReference),
      window: () =>
        shop.steps.endAccountWindow({ virtualAccountId: account.virtualAccountId, at: farFuture }),
      session: () => shop.steps.expireCheckout({ checkoutId, at: farFuture }),
      cancel: () => shop.steps.cancelCheckout({ checkoutId, statusReason: 'OPERATOR_CANCELLED' }),
      account: () => shop.checkouts.issueAccount(shop.accountRequest(checkout)),
    };
    return kinds.flatMap((kind) => does[kind]?.() ?? []);
  }

  it('ends in one state, with all money in the books', async () => {
    const kind = fc.constantFrom(
      ...['exact', 'part', 'over', 'late', 'window', 'session', 'cancel', 'callOff', 'account'],
      ...['atOnce', 'atOnce', 'refund', 'refund'],
    );
    const policies = fc.record({
      underpaid: fc.constantFrom(...policyChoices.underpaid),
      overpaid: fc.constantFrom(...policyChoices.overpaid),
      late: fc.constantFrom('REFUND' as const, 'ACCEPT_LATE' as const),
      duplicate: fc.constantFrom(...policyChoices.duplicate),
      refundFeeBearer: fc.constantFrom(...policyChoices.refundFeeBearer),
    });
    const property = fc.asyncProperty(
      fc.array(fc.array(kind, { minLength: 2, maxLength: 8 }), { minLength: 4, maxLength: 6 }),
      policies,
      async (races, chosen) => {
        const orders = await Promise.all(races.map(() => shop.order({ policies: chosen })));
        await Promise.all(orders.flatMap((order, index) => race(order, races[index] ?? [])));
        await shop.assertBooks();
      },
    );
    await checkCases('races', property, 25);
    const waiting = await count("select count(*) from checkout where status = 'PROCESSING'");
    expect(waiting, 'checkouts that nobody takes on').toBe(0);
  });
});
