import { keyHolder } from '../../../support/actors.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clockSkewMs } from '../../../support/oracles/lateness.js';
import type {
  NewStaticAccount,
  StaticAccount,
  StaticAccountStatus,
} from '../../../../src/payments/accounts/static-account.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgTransactionStore } from '../../../../src/reports/transactions/transaction.store.js';
import { PgWalletLines } from '../../../../src/reports/wallet/wallet-lines.store.js';
import { IdentityHash } from '../../../../src/payments/accounts/identity-hash.js';
import { PgStaticAccountStore } from '../../../../src/payments/accounts/static-account.store.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgStaticAccountStore;
let transactions: PgTransactionStore;
let count = 0;

beforeAll(async () => {
  shop = await Shop.open(16);
  store = new PgStaticAccountStore(shop.pool);
  transactions = new PgTransactionStore(shop.pool);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const identities = new IdentityHash(Buffer.alloc(32, 1));
const byPolicy = { by: 'POLICY' } as const;
const by = keyHolder('mid_test');

function asked(changes: Partial<NewStaticAccount> = {}) {
  count += 1;
  return {
    virtualAccountId: newId('va'),
    merchantId: shop.merchantId,
    reference: `CUS-${count}`,
    requestHash: Buffer.alloc(32, 7),
    prefix: '501',
    name: 'Adé Obi',
    owner: {
      accountName: 'Adé Obi',
      firstName: null,
      lastName: null,
      email: 'ada@example.ng',
      phoneNumber: '+2348031234567',
    },
    identity: identities.of('BVN', '22123456789'),
    metadata: { tier: 'gold' },
    accountNumber: `5019${String(count).padStart(6, '0')}`,
    generation: 0,
    ...changes,
  };
}

async function issued(changes: Partial<NewStaticAccount> = {}): Promise<StaticAccount> {
  const { account } = await store.issue(asked(changes), by);
  if (account === null) throw new Error('the account was not issued');
  return account;
}

function change({ accountNumber }: StaticAccount, status: StaticAccountStatus) {
  return store.change(shop.merchantId, accountNumber, status, by);
}

/** A transfer that the payer sent after the account's grace. */
function payLate({ accountNumber }: StaticAccount, amountMinor: bigint) {
  const sentAt = new Date(Date.now() + clockSkewMs + 1_000);
  return shop.pay(accountNumber, amountMinor, { sentAt });
}

async function transactionOf(reference: string) {
  const slice = { limit: 2, offset: 0, after: null };
  const [found] = await transactions.list(shop.merchantId, { reference }, slice);
  return found?.item;
}

async function eventsOf(creditId: string) {
  const { rows } = await shop.pool.query<{ type: string; sequence: number; data: object }>(
    `select type, sequence, body::jsonb -> 'data' as data from event
      where body::jsonb -> 'data' ->> 'transactionReference' = $1 order by event_id`,
    [creditId],
  );
  return rows;
}

describe('a static account', () => {
  it('is issued once for its reference, by however many at once', async () => {
    const { reference } = asked();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => store.issue(asked({ reference }), by)),
    );
    expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array<string>(19).fill('EXISTING'),
      'ISSUED',
    ]);
    expect(new Set(all.map(({ account }) => account?.accountNumber)).size).toBe(1);
    expect(all[0]?.account).toMatchObject({
      accountName: 'SHOP-ADE OBI',
      status: 'ACTIVE',
      bankName: 'Example MFB',
      prefix: '501',
    });
  });

  it('is not another one’s by the same reference', async () => {
    const { reference } = await issued();
    const other = (changes: Partial<NewStaticAccount>) =>
      store.issue(asked({ reference, ...changes }), by);
    const taken = { outcome: 'DUPLICATE_REFERENCE', account: null };
    expect(await other({ requestHash: Buffer.alloc(32, 8) })).toEqual(taken);
    expect(await other({ identity: identities.of('BVN', '22123456780') })).toEqual(taken);
    expect(await other({ identity: identities.of('NIN', '22123456789') })).toEqual(taken);
    expect(await other({ identity: identities.of('BVN', '11123456789') })).toEqual(taken);
    const merchantId = await addMerchant(shop.pool);
    expect(await other({ merchantId })).toMatchObject({ outcome: 'ISSUED' });
  });

  it('is known again after the key was changed, by the last digits', async () => {
    const { reference } = await issued();
    const anew = new IdentityHash(Buffer.alloc(32, 2));
    const again = (digits: string) =>
      store.issue(asked({ reference, identity: anew.of('BVN', digits) }), by);
    expect(await again('22123456789')).toMatchObject({ outcome: 'EXISTING' });
    expect(await again('22123450000')).toMatchObject({ outcome: 'DUPLICATE_REFERENCE' });
  });

  it('needs a number that nobody has', async () => {
    const { accountNumber } = await issued();
    const { outcome } = await store.issue({ ...asked(), accountNumber }, by);
    expect(outcome).toBe('NUMBER_TAKEN');
    await shop.pool.query(
      `insert into free_number (account_number, prefix, generation) values ('5018000001', '501', 3)`,
    );
    const reused = { ...asked(), accountNumber: '5018000001', generation: 3 };
    expect(await store.issue(reused, by)).toMatchObject({ outcome: 'ISSUED' });
    const { rows } = await shop.pool.query('select from free_number');
    expect(rows).toEqual([]);
  });

  it('is suspended, reinstated and closed for good, each with its history', async () => {
    const account = await issued();
    expect(await change(account, 'ACTIVE')).toBe('REPLAYED');
    expect(await change(account, 'SUSPENDED')).toBe('CHANGED');
    expect(await change(account, 'SUSPENDED')).toBe('REPLAYED');
    expect(await change(account, 'ACTIVE')).toBe('CHANGED');
    expect(await change(account, 'CLOSED')).toBe('CHANGED');
    expect(await change(account, 'CLOSED')).toBe('REPLAYED');
    expect(await change(account, 'ACTIVE')).toBe('VIRTUAL_ACCOUNT_INACTIVE');
    expect(await change(account, 'SUSPENDED')).toBe('VIRTUAL_ACCOUNT_INACTIVE');
    const other = await addMerchant(shop.pool);
    expect(await store.change(other, account.accountNumber, 'CLOSED', by)).toBe(
      'RESOURCE_NOT_FOUND',
    );
    const found = await store.find(shop.merchantId, account.accountNumber);
    expect(found?.history.map(({ status }) => status)).toEqual([
      'ACTIVE',
      'SUSPENDED',
      'ACTIVE',
      'CLOSED',
    ]);
    expect(await store.find(other, account.accountNumber)).toBeUndefined();
  });

  it('that is closed never gives its number back', async () => {
    const account = await issued();
    await change(account, 'CLOSED');
    await shop.pool.query(
      `update static_account set stopped_at = now() - interval '1 year' where virtual_account_id = $1`,
      [account.virtualAccountId],
    );
    await shop.numbers.releaseNumbers(1_000);
    const { rows } = await shop.pool.query(
      'select account_number from free_number where account_number = $1',
      [account.accountNumber],
    );
    expect(rows).toEqual([]);
    const again = { ...asked(), accountNumber: account.accountNumber };
    expect((await store.issue(again, by)).outcome).toBe('NUMBER_TAKEN');
  });

  it('tells the payer’s bank its name only while it takes money', async () => {
    const account = await issued();
    const enquire = () => shop.credits.enquireName('sandbox', account.accountNumber);
    const known = { accountName: 'SHOP-ADE OBI', expectedMinor: null, expiresAt: null };
    expect(await enquire()).toEqual(known);
    await change(account, 'SUSPENDED');
    expect(await enquire()).toBeUndefined();
    await change(account, 'ACTIVE');
    expect(await enquire()).toEqual(known);
    await change(account, 'CLOSED');
    expect(await enquire()).toBeUndefined();
  });
});

describe('money that it receives', () => {
  it('is the merchant’s in the same transaction, with fee, due date and event', async () => {
    const account = await issued();
    const { creditId, fact, outcome } = await shop.pay(account.accountNumber, 1_000_000n);
    expect({ fact, outcome }).toEqual({ fact: null, outcome: 'EXACT' });
    expect(await shop.legsOf(creditId)).toEqual({
      'pool 1100': 1_000_000n,
      'merchant 2100': -1_000_000n,
      'fee-charged 2100': 10_750n,
      'fee-income 4100': -10_000n,
      'vat 2400': -750n,
    });
    expect(await transactionOf(creditId)).toMatchObject({
      status: 'SUCCESSFUL',
      creditStatus: 'APPLIED',
      paymentReference: null,
      checkoutId: null,
      feeBearer: 'MERCHANT',
      feeMinor: 10_000n,
      settlementMinor: 989_250n,
      account: { type: 'STATIC', reference: account.reference },
      metadata: { tier: 'gold' },
      settlement: { dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
    });
    const [event, ...more] = await eventsOf(creditId);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'collection.received',
      sequence: 1,
      data: {
        status: 'SUCCESSFUL',
        exception: null,
        responseCode: '00',
        amountReceived: 1_000_000,
        amountAccepted: 1_000_000,
        amountExpected: null,
        fee: 10_000,
        vat: 750,
        settlementAmount: 989_250,
        settlementDueDate: expect.stringMatching(/^\d{4}-/) as string,
        virtualAccount: { type: 'STATIC', reference: account.reference, expiresAt: null },
        customer: { email: 'ada@example.ng' },
        metadata: { tier: 'gold' },
        version: 1,
      },
    });
  });

  it('is booked once, however often and however many at once tell of it', async () => {
    const account = await issued();
    const sessionId = 'the-same-session';
    const pays = () => shop.pay(account.accountNumber, 5_000n, { sessionId });
    const all = await Promise.all(Array.from({ length: 16 }, pays));
    expect(new Set(all.map(({ creditId }) => creditId)).size).toBe(1);
    expect(all.filter(({ duplicateNotification }) => !duplicateNotification)).toHaveLength(1);
    const before = await shop.dump();
    await pays();
    expect(await shop.dump()).toEqual(before);
  });

  it('is summed in its totals, whatever the number of transfers', async () => {
    const account = await issued();
    await Promise.all([100n, 2_000n, 30_000n].map((each) => shop.pay(account.accountNumber, each)));
    await change(account, 'SUSPENDED');
    await payLate(account, 7n);
    expect(await store.find(shop.merchantId, account.accountNumber)).toMatchObject({
      creditCount: 3,
      receivedMinor: 32_100n,
      lastCreditAt: expect.any(Date) as Date,
    });
  });

  it('is found by number, and stands in the wallet with its fee', async () => {
    const account = await issued();
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n);
    const slice = { limit: 10, offset: 0, after: null };
    const { accountNumber } = account;
    const found = await transactions.list(shop.merchantId, { accountNumber }, slice);
    expect(found.map(({ item }) => item.creditId)).toEqual([creditId]);
    const since = new Date(Date.now() - 60_000);
    const filter = { since, before: new Date(Date.now() + 60_000), type: undefined };
    const wallet = new PgWalletLines(shop.pool);
    const lines = await wallet.list(shop.merchantId, { ...filter, direction: undefined }, slice);
    const own = lines.filter(({ item }) => item.sourceId === creditId);
    expect(own.map(({ item }) => [item.type, item.amountMinor])).toEqual([
      ['VAT', -750n],
      ['FEE', -10_000n],
      ['COLLECTION', 1_000_000n],
    ]);
  });

  it('goes back in parts as the merchant asks, each told with where it stands', async () => {
    const account = await issued();
    const { creditId } = await shop.pay(account.accountNumber, 1_000_000n);
    await shop.pay(account.accountNumber, 1_000_000n);
    for (const amountMinor of [400_000n, 600_000n]) {
      const asking = await shop.requestRefund(creditId, { amountMinor });
      expect(asking.outcome).toBe('REQUESTED');
      await shop.sendRefund(asking.refund?.refundId ?? '');
    }
    const over = await shop.requestRefund(creditId, { amountMinor: 1n });
    expect(over.outcome).toBe('AMOUNT_EXCEEDS_REFUNDABLE');
    expect(await transactionOf(creditId)).toMatchObject({ status: 'REFUNDED' });
    const told = (await eventsOf(creditId)).map(({ type, data }) => [type, data]);
    expect(told.slice(1)).toMatchObject([
      ['refund.successful', { status: 'PARTIALLY_REFUNDED', refund: { amount: 400_000 } }],
      ['refund.successful', { status: 'REFUNDED', refund: { amount: 600_000 } }],
    ]);
  });
});

describe('money for one that takes none', () => {
  it('is held, told, and sent back by the policy', async () => {
    const account = await issued();
    await change(account, 'SUSPENDED');
    const { creditId, fact, outcome } = await payLate(account, 50_000n);
    expect(outcome).toBe('LATE');
    expect(fact).toMatchObject({ kind: 'CREDIT_HELD', subjectId: creditId, checkout: null });
    expect(await eventsOf(creditId)).toMatchObject([
      {
        type: 'collection.received',
        data: { status: null, exception: 'LATE', amountAccepted: 0, policyApplied: 'REFUND' },
      },
    ]);
    expect(await transactionOf(creditId)).toMatchObject({ status: 'HELD', settlementMinor: 0n });
    expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toMatchObject({
      outcome: 'LATE',
      resolution: 'RETURNED',
    });
    const [refund] = await shop.refundsOf(creditId);
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await transactionOf(creditId)).toMatchObject({ creditStatus: 'RETURNED' });
  });

  it('is judged by when it was stopped, though it was closed for good later', async () => {
    const account = await issued();
    await change(account, 'SUSPENDED');
    await shop.pool.query(
      `update static_account set stopped_at = stopped_at - interval '1 hour' where virtual_account_id = $1`,
      [account.virtualAccountId],
    );
    await change(account, 'CLOSED');
    const sentAt = new Date(Date.now() - 30 * 60_000);
    const { outcome } = await shop.pay(account.accountNumber, 50_000n, { sentAt });
    expect(outcome).toBe('LATE');
  });

  it('is the merchant’s when it was sent before that', async () => {
    const account = await issued();
    await change(account, 'CLOSED');
    const sentAt = new Date(Date.now() - 1_000);
    const { outcome } = await shop.pay(account.accountNumber, 50_000n, { sentAt });
    expect(outcome).toBe('EXACT');
  });

  it.each([
    ['HOLD', 'HELD'],
    ['ACCEPT_LATE', 'ACCEPTED'],
  ])('late: %s leaves it %s', async (late, resolution) => {
    const policies = JSON.stringify({ late });
    await shop.pool.query('update merchant set policies = $1', [policies]);
    try {
      const account = await issued();
      await change(account, 'CLOSED');
      const { creditId } = await payLate(account, 1_000_000n);
      expect(await shop.heldCredits.resolveCredit({ creditId, ruling: byPolicy })).toMatchObject({
        resolution,
      });
      expect(await transactionOf(creditId)).toMatchObject({
        settlementMinor: late === 'HOLD' ? 0n : 989_250n,
      });
      await shop.heldCredits.resolveCredit({
        creditId,
        ruling: { by: 'OPERATOR', decision: 'return' },
      });
    } finally {
      await shop.pool.query(`update merchant set policies = '{}'`);
    }
  });
});
