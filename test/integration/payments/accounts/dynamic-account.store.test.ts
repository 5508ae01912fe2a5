import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { feeOn } from '../../../../src/domain/fees.js';
import { resolvePolicies } from '../../../../src/domain/policies.js';
import type { NewDynamicAccount } from '../../../../src/payments/accounts/dynamic-account.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgDynamicAccountStore } from '../../../../src/payments/accounts/dynamic-account.store.js';
import { feePlans, Shop } from '../../../support/shop.js';

let shop: Shop;
let accounts: PgDynamicAccountStore;
let count = 0;

beforeAll(async () => {
  shop = await Shop.open(8);
  accounts = new PgDynamicAccountStore(shop.pool);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const minute = 60_000;
const freshNumber = () => ({
  accountNumber: `501${String((count += 1) + 5_000_000)}`,
  generation: 0,
});

function asked(changes: Partial<NewDynamicAccount> = {}): NewDynamicAccount {
  const reference = changes.reference ?? `INV-${(count += 1)}`;
  const amountMinor = changes.amountMinor ?? 1_000_000n;
  return {
    checkoutId: newId('chk'),
    virtualAccountId: newId('va'),
    merchantId: shop.merchantId,
    reference,
    requestHash: createHash('sha256').update(`dynamic ${reference}:${amountMinor}`).digest(),
    currency: 'NGN',
    ...chargesOf(amountMinor),
    customer: { email: null, phoneNumber: null, firstName: null, lastName: null },
    metadata: {},
    policies: resolvePolicies({ onAccountExpiry: 'EXPIRE' }),
    amountRule: 'EXACT',
    prefix: '501',
    accountName: 'Ọlá',
    validityMinutes: 60,
    ...changes,
  };
}

function chargesOf(amountMinor: bigint) {
  const due = { expectedMinor: amountMinor, ...feeOn(feePlans.transfer, amountMinor) };
  const offers = { Bank: { feePlanId: 'transfer', ...due } };
  return { amountMinor, ...due, feeBearer: 'MERCHANT' as const, offers };
}

async function opened(changes: Partial<NewDynamicAccount> = {}) {
  const { checkout, fact } = await accounts.open(asked(changes), freshNumber());
  const [account] = checkout?.accounts ?? [];
  if (checkout === null || account === undefined || fact === null) throw new Error('not opened');
  return { checkout, account, fact };
}

const change = (accountNumber: string, changes: { amount?: bigint; validity?: number }) =>
  accounts.change({
    merchantId: shop.merchantId,
    accountNumber,
    charges: changes.amount === undefined ? null : chargesOf(changes.amount),
    validityMinutes: changes.validity ?? null,
  });

describe('an account that is made by itself', () => {
  it('is a checkout with its account and one fact, which ends with it', async () => {
    const { checkout, account, fact } = await opened({ amountRule: 'AT_LEAST' });
    expect(checkout).toMatchObject({
      status: 'AWAITING_PAYMENT',
      amountRule: 'AT_LEAST',
      channels: ['Bank'],
      expiresAt: account.expiresAt,
    });
    expect(account).toMatchObject({
      status: 'ACTIVE',
      amountMinor: 1_000_000n,
      validityMinutes: 60,
    });
    expect(account.expiresAt.getTime() - account.createdAt.getTime()).toBe(60 * minute);
    expect(fact).toMatchObject({ kind: 'INITIATED', subjectId: account.virtualAccountId });
    const { rows } = await shop.pool.query('select kind from fact where checkout_id = $1', [
      checkout.checkoutId,
    ]);
    expect(rows).toEqual([{ kind: 'INITIATED' }]);
  });

  it('is one account however often it is asked for at once; another body is refused', async () => {
    const request = asked();
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        accounts.open(
          { ...request, checkoutId: newId('chk'), virtualAccountId: newId('va') },
          freshNumber(),
        ),
      ),
    );
    expect(results.filter(({ outcome }) => outcome === 'ISSUED')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'EXISTING')).toHaveLength(7);
    const numbers = results.map(({ checkout }) =>
      checkout?.accounts.map((each) => each.accountNumber),
    );
    expect(new Set(numbers.flat()).size).toBe(1);
    const other = await accounts.open(
      { ...asked({ reference: request.reference, amountMinor: 5n }) },
      freshNumber(),
    );
    expect(other).toMatchObject({ outcome: 'DUPLICATE_REFERENCE', fact: null });
  });

  it('shares its names with checkouts', async () => {
    const checkout = await shop.initiate();
    const again = await accounts.open(
      asked({ reference: checkout.paymentReference }),
      freshNumber(),
    );
    expect(again).toMatchObject({ outcome: 'DUPLICATE_REFERENCE' });
  });

  it('leaves nothing behind when its number is taken', async () => {
    const { account } = await opened();
    const request = asked();
    const taken = { accountNumber: account.accountNumber, generation: 0 };
    expect(await accounts.open(request, taken)).toEqual({
      outcome: 'NUMBER_TAKEN',
      checkout: null,
      fact: null,
    });
    expect(await shop.checkouts.find(shop.merchantId, request.reference)).toBeUndefined();
    expect(await accounts.open(request, freshNumber())).toMatchObject({ outcome: 'ISSUED' });
  });

  it('is paid, and expires, as a checkout is', async () => {
    const paid = await opened();
    expect(await shop.payAndPost(paid, 1_000_000n)).toMatchObject({ status: 'SUCCESSFUL' });
    expect((await shop.read(paid.checkout)).accounts).toMatchObject([{ status: 'USED' }]);
    const unpaid = await opened();
    await shop.steps.expireCheckout({
      checkoutId: unpaid.checkout.checkoutId,
      at: unpaid.checkout.expiresAt,
    });
    expect(await shop.read(unpaid.checkout)).toMatchObject({
      status: 'EXPIRED',
      statusReason: 'UNPAID',
      accounts: [{ status: 'EXPIRED' }],
    });
    expect(await shop.eventsOf(unpaid.checkout)).toEqual(['checkout.expired']);
  });
});

describe('a change', () => {
  it('moves the end, counted from the beginning, and tells the workflow once', async () => {
    const { checkout, account } = await opened();
    const changed = await change(account.accountNumber, { validity: 90 });
    const endsAt = new Date(account.createdAt.getTime() + 90 * minute);
    expect(changed).toMatchObject({
      outcome: 'CHANGED',
      checkout: { expiresAt: endsAt, accounts: [{ expiresAt: endsAt, validityMinutes: 90 }] },
      fact: { kind: 'ACCOUNT_ISSUED', subjectId: account.virtualAccountId, deadline: endsAt },
    });
    expect(await change(account.accountNumber, { validity: 90 })).toMatchObject({
      outcome: 'UNCHANGED',
      fact: null,
    });
    // A workflow that has not begun yet begins with the new end.
    const { rows: begun } = await shop.pool.query(
      `select deadline from fact where checkout_id = $1 and kind = 'INITIATED'`,
      [checkout.checkoutId],
    );
    expect(begun).toEqual([{ deadline: endsAt }]);
    const later = await change(account.accountNumber, { validity: 100 });
    const { rows } = await shop.pool.query<{ fact_id: bigint }>(
      `select fact_id from fact where checkout_id = $1 and kind = 'ACCOUNT_ISSUED' and applied_at is null`,
      [checkout.checkoutId],
    );
    expect(rows.map((row) => String(row.fact_id))).toEqual([later.fact?.factId]);
  });

  it('is not undone by a timer that was set before it', async () => {
    const { checkout, account } = await opened();
    await change(account.accountNumber, { validity: 90 });
    const endsAt = new Date(account.createdAt.getTime() + 90 * minute);
    const expected = { status: 'AWAITING_PAYMENT', openUntil: endsAt.toISOString() };
    expect(
      await shop.steps.expireCheckout({ checkoutId: checkout.checkoutId, at: checkout.expiresAt }),
    ).toEqual(expected);
    expect(
      await shop.steps.endAccountWindow({
        virtualAccountId: account.virtualAccountId,
        at: account.expiresAt,
      }),
    ).toEqual(expected);
    expect(
      await shop.steps.endAccountWindow({ virtualAccountId: account.virtualAccountId, at: endsAt }),
    ).toEqual({ status: 'EXPIRED' });
  });

  it('asks another amount, with the fee on that', async () => {
    const order = await opened();
    const { checkout } = await change(order.account.accountNumber, { amount: 2_000_000n });
    expect(checkout).toMatchObject({
      amountMinor: 2_000_000n,
      expectedMinor: 2_000_000n,
      ...feeOn(feePlans.transfer, 2_000_000n),
      accounts: [{ amountMinor: 2_000_000n, validityMinutes: 60 }],
    });
    expect(await shop.payAndPost(order, 2_000_000n)).toMatchObject({ outcome: 'EXACT' });
  });

  it.each([
    ['a checkout’s', 'OPERATION_NOT_PERMITTED', async () => (await shop.order()).account],
    [
      'one that was paid',
      'CHECKOUT_ALREADY_PAID',
      async () => {
        const order = await opened();
        await shop.payAndPost(order, 1_000_000n);
        return order.account;
      },
    ],
    [
      'one that has seen money',
      'CHECKOUT_NOT_OPEN',
      async () => {
        const { account } = await opened();
        await shop.pay(account.accountNumber, 1_000_000n);
        return account;
      },
    ],
    [
      'one that was called off',
      'CHECKOUT_CANCELLED',
      async () => {
        const { account } = await opened();
        await accounts.close(shop.merchantId, account.accountNumber);
        return account;
      },
    ],
    [
      'one whose time is over',
      'VIRTUAL_ACCOUNT_EXPIRED',
      async () => {
        const { checkout, account } = await opened();
        await shop.letPass(checkout, 61);
        return account;
      },
    ],
    ['one of nobody', 'RESOURCE_NOT_FOUND', async () => freshNumber()],
  ])('of %s is refused: %s', async (_, outcome, arrange) => {
    const { accountNumber } = await arrange();
    const before = await shop.dump();
    expect(await change(accountNumber, { amount: 5_000n, validity: 100 })).toEqual({
      outcome,
      checkout: null,
      fact: null,
    });
    expect(await shop.dump()).toEqual(before);
  });

  it('of another merchant’s is refused as that of nobody’s', async () => {
    const { account } = await opened();
    const theirs = { merchantId: 'mch_other', accountNumber: account.accountNumber };
    expect(await accounts.change({ ...theirs, charges: null, validityMinutes: 10 })).toMatchObject({
      outcome: 'RESOURCE_NOT_FOUND',
    });
    expect(await accounts.close(theirs.merchantId, theirs.accountNumber)).toMatchObject({
      outcome: 'RESOURCE_NOT_FOUND',
    });
  });

  it('to a time that is over is refused', async () => {
    const { checkout, account } = await opened();
    await shop.letPass(checkout, 30);
    expect(await change(account.accountNumber, { validity: 29 })).toMatchObject({
      outcome: 'VALIDITY_OVER',
    });
  });
});

describe('closing', () => {
  it('calls an account off that was made by itself, with what was paid in part', async () => {
    const order = await opened();
    await shop.payAndPost(order, 400_000n);
    const closed = await accounts.close(shop.merchantId, order.account.accountNumber);
    expect(closed).toMatchObject({
      outcome: 'CLOSED',
      checkout: { status: 'CANCELLED', accounts: [{ status: 'CLOSED' }] },
      fact: { kind: 'CANCEL_REQUESTED' },
    });
    expect(await shop.refundsOf(order.checkout.checkoutId)).toMatchObject([
      { reason: 'CANCELLED', amountMinor: 400_000n },
    ]);
    expect(await accounts.close(shop.merchantId, order.account.accountNumber)).toMatchObject({
      outcome: 'REPLAYED',
      fact: null,
    });
  });

  it('only closes the account of a checkout, which may have another', async () => {
    const { checkout, account } = await shop.order();
    expect(await accounts.close(shop.merchantId, account.accountNumber)).toMatchObject({
      outcome: 'CLOSED',
      checkout: { status: 'INITIATED', accounts: [{ status: 'CLOSED' }] },
      fact: null,
    });
    expect(await shop.credits.enquireName('sandbox', account.accountNumber)).toBeUndefined();
    const again = await shop.issue(await shop.read(checkout));
    expect(await shop.payAndPost({ checkout, account: again }, 1_000_000n)).toMatchObject({
      status: 'SUCCESSFUL',
    });
  });

  it('is refused once money was seen for a checkout', async () => {
    const { account } = await shop.order();
    await shop.pay(account.accountNumber, 1n);
    expect(await accounts.close(shop.merchantId, account.accountNumber)).toMatchObject({
      outcome: 'CHECKOUT_NOT_OPEN',
    });
  });
});

describe('the list', () => {
  const page = { limit: 21, offset: 0, after: null } as const;
  const everything = { since: null, before: null, status: null, paymentReference: null };

  it('has all accounts for one payment, by status as the clock has it', async () => {
    const open = await opened();
    const over = await opened();
    await shop.letPass(over.checkout, 61);
    const numbersOf = async (status: 'ACTIVE' | 'EXPIRED') =>
      (
        await accounts.list(shop.merchantId, { ...everything, status }, { ...page, limit: 101 })
      ).map(({ item }) => item.accountNumber);
    expect(await numbersOf('ACTIVE')).toContain(open.account.accountNumber);
    expect(await numbersOf('ACTIVE')).not.toContain(over.account.accountNumber);
    expect(await numbersOf('EXPIRED')).toContain(over.account.accountNumber);
  });

  it('finds those of one order, and what arrived on each', async () => {
    const order = await opened({ amountRule: 'ANY' });
    await shop.payAndPost(order, 7n);
    const filter = { ...everything, paymentReference: order.checkout.paymentReference };
    expect(await accounts.list(shop.merchantId, filter, page)).toMatchObject([
      {
        item: {
          accountNumber: order.account.accountNumber,
          paidMinor: 7n,
          status: 'USED',
          amountRule: 'ANY',
        },
      },
    ]);
    expect(await accounts.list('mch_other', filter, page)).toEqual([]);
  });

  it('goes on where a page ended', async () => {
    const slice = { limit: 2, offset: 0, after: null };
    const first = await accounts.list(shop.merchantId, everything, slice);
    const after = first[1]?.position ?? null;
    const rest = await accounts.list(shop.merchantId, everything, { ...slice, after });
    const [all, skipped] = await Promise.all([
      accounts.list(shop.merchantId, everything, page),
      accounts.list(shop.merchantId, everything, { ...slice, offset: 2 }),
    ]);
    const ids = (found: typeof all) => found.map(({ item }) => item.virtualAccountId);
    expect([...ids(first), ...ids(rest)]).toEqual(ids(all).slice(0, 4));
    expect(ids(skipped)).toEqual(ids(rest));
  });
});
