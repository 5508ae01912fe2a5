import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgKeyStore } from '../../../../src/merchants/keys/key.store.js';
import { PgInstallationTerms } from '../../../../src/operators/merchants/installation-terms.store.js';
import {
  type MerchantChanges,
  PgMerchantAdmin,
} from '../../../../src/operators/merchants/merchant-admin.store.js';
import { patientPool } from '../../../support/patient-pool.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgSettlementAccountStore } from '../../../../src/payouts/accounts/settlement-account.store.js';
import { keyHolder, operator } from '../../../support/actors.js';
import { Shop } from '../../../support/shop.js';
import { createLiveDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let pool: pg.Pool;
let merchants: PgMerchantAdmin;
beforeAll(async () => {
  database = await createLiveDatabase();
  // As the programs, which may not change everything.
  pool = patientPool(database.appUrl, { max: 2, applicationName: 'test' });
  merchants = new PgMerchantAdmin(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const by = operator();
const person = { name: 'Ada Obi', email: 'ada@example.ng', phoneNumber: '+2348031234567' };
const bank = { bankCode: '50547', bankName: 'Simulator MFB', nipInstitutionCode: '090547' };

it('a live merchant is activated when each item of its checklist is done, and not before', async () => {
  const merchantId = newId('mch');
  const terms = new PgInstallationTerms(pool);
  await merchants.create(merchantId, { name: 'Ada Ltd', tradeName: 'ADA' }, {}, by);
  expect((await merchants.find(merchantId))?.status).toBe('PENDING');
  const missing = async () => {
    const { outcome, items } = await merchants.move(merchantId, 'activate', by);
    expect(outcome).toBe('NOT_READY');
    return items?.map(({ item }) => item);
  };
  // Without a channel it needs no prefix.
  const all = ['CONTACTS', 'SETTLEMENT_ACCOUNT', 'FEE_PLAN', 'KEY', 'WEBHOOK'];
  expect(await missing()).toEqual(all);
  const contacts = { BUSINESS: person, TECHNICAL: person, SETTLEMENT: person };
  await merchants.change(merchantId, 'merchant.update', {}, contacts, by);
  expect(await missing()).toEqual(all.slice(1));
  const accounts = new PgSettlementAccountStore(pool);
  const account = { merchantId, accountNumber: '0123456789', accountName: 'ADA', ...bank };
  await accounts.register(
    {
      ...{ ...account, settlementAccountId: newId('sta'), provider: 'simulator' },
      ...{ makeDefault: true, nameScore: 100 },
    },
    by,
  );
  expect(await missing()).toEqual(all.slice(2));
  const fees = { rateBps: 100, flatMinor: 0n, flatWaivedBelowMinor: 0n, capMinor: 9n, vatBps: 0 };
  await terms.createPlan({ feePlanId: 'live', ...fees }, by);
  const offer = [{ channel: 'Bank', feeBearer: null }];
  expect(await merchants.setChannels(merchantId, offer, by)).toBe('PLAN_MISSING');
  const plan = { channel: 'Bank', feePlanId: 'live', from: null };
  await merchants.assignPlan(merchantId, plan, by);
  await merchants.setChannels(merchantId, offer, by);
  expect(await missing()).toEqual(['PREFIX', 'KEY', 'WEBHOOK']);
  expect(
    await terms.createPrefix({ prefix: '512', provider: 'simulator', ...bank }, 'OURS', by),
  ).toBe('CREATED');
  await merchants.assignPrefix(
    merchantId,
    { prefix: '512', isDefault: false, status: 'ACTIVE' },
    by,
  );
  const key = { merchantId, clientId: 'mid_live_shop', name: 'Shop', addresses: [] };
  await new PgKeyStore(pool).create(
    { ...key, groups: ['payments'], expiresAt: null },
    { hash: Buffer.alloc(32), pepperKid: 'p' },
    by,
  );
  expect(await missing()).toEqual(['WEBHOOK']);
  await database.query(
    `with endpoint as (
       insert into webhook_endpoint (merchant_id, url, secret_sealed) values ($1, 'https://shop.ng/h', '\\x01')),
     told as (
       insert into event (event_id, merchant_id, sequence, type, body) values ('evt_1', $1, 1, 'webhook.test', '{}'))
     insert into webhook_delivery (delivery_id, event_id, merchant_id, url, status)
       values ('dlv_1', 'evt_1', $1, 'https://shop.ng/h', 'DELIVERED')`,
    [merchantId],
  );
  expect((await merchants.move(merchantId, 'activate', by)).outcome).toBe('DONE');
  expect((await merchants.find(merchantId))?.status).toBe('ACTIVE');
  expect(
    await database.query("select from audit_entry where action = 'merchant.activate'"),
  ).toEqual([{}]);
});

it('a merchant with money is not closed, and one that is closed stays so', async () => {
  const merchantId = newId('mch');
  await merchants.create(merchantId, { name: 'Poor Ltd', tradeName: 'POOR' }, {}, by);
  await database.query(
    `insert into ledger_account (code, owner, currency, balance_minor) values ('2110', $1, 'NGN', -5)`,
    [merchantId],
  );
  expect(await merchants.move(merchantId, 'close', by)).toMatchObject({
    outcome: 'OPEN',
    items: [{ item: 'MONEY', count: 1 }],
  });
  await database.query(
    `update ledger_account set balance_minor = 0 where account_id = account_of('2110', $1, 'NGN')`,
    [merchantId],
  );
  expect(await merchants.move(merchantId, 'close', by)).toMatchObject({ outcome: 'DONE' });
  expect(await merchants.move(merchantId, 'activate', by)).toMatchObject({ outcome: 'STATE' });
  expect(await merchants.change(merchantId, 'merchant.update', { name: 'X' }, {}, by)).toBe(
    'CLOSED',
  );
});

/** No key asks for the rotation. */
const noKey = { held: [], claimable: [] };

/** A key of a new merchant, and the ends of its secrets, in the order in which they were made. */
async function rotatedKey(tradeName: string) {
  const merchantId = newId('mch');
  await merchants.create(merchantId, { name: 'Keys Ltd', tradeName }, {}, by);
  const keys = new PgKeyStore(pool);
  const secret = (n: number) => ({ hash: Buffer.alloc(32, n), pepperKid: 'p1' });
  const key = {
    clientId: `mid_of_${merchantId}`,
    merchantId,
    name: 'till',
    groups: ['payments'],
    addresses: [],
  };
  await keys.create({ ...key, expiresAt: null }, secret(1), by);
  const ends = async () => {
    const { rows } = await pool.query<{ at: Date | null }>(
      'select expires_at as at from merchant_secret where client_id = $1 order by secret_hash',
      [key.clientId],
    );
    return rows.map(({ at }) => at?.getTime() ?? null);
  };
  return { keys, key, secret, ends };
}

it('a secret that is to end ends then, however often its key is rotated', async () => {
  const { keys, key, secret, ends } = await rotatedKey('KEYS');
  await keys.rotate(key, secret(2), 24, by, noKey);
  const [first, second] = await ends();
  expect([typeof first, second]).toEqual(['number', null]);
  await keys.rotate(key, secret(3), 48, by, noKey);
  const after = await ends();
  expect(after[0]).toBe(first);
  expect((after[1] ?? 0) - (first ?? 0)).toBeGreaterThan(23 * 3_600_000);
  expect(after[2]).toBeNull();
});

it('a key has three former secrets at most, however often it is rotated', async () => {
  const { keys, key, secret, ends } = await rotatedKey('MORE KEYS');
  for (let n = 2; n <= 10; n += 1) await keys.rotate(key, secret(n), 24, by, noKey);
  const live = (await ends()).filter((at) => at === null || at > Date.now() + 60_000);
  expect(live).toHaveLength(4);
});

it('two merchants have no trade names that look alike, unless one is closed', async () => {
  const make = async (tradeName: string) => {
    const merchantId = newId('mch');
    const isMade = await merchants.create(merchantId, { name: 'Twin Ltd', tradeName }, {}, by);
    return isMade ? merchantId : undefined;
  };
  const first = await make('Ọlá Foods 10');
  expect(first).toBeDefined();
  for (const twin of ['OLA FOODS 10', 'ola  foods lO', "Ola' Foods IO"]) {
    expect(await make(twin)).toBeUndefined();
  }
  const other = (await make('OLA FOODS 11')) ?? '';
  const rename = (tradeName: string) =>
    merchants.change(other, 'merchant.update', { trade_name: tradeName }, {}, by);
  expect(await rename('ola foods 1o')).toBe('NAME_TAKEN');
  expect(await rename('Ola Foods 11')).toBe('CHANGED');
  await pool.query(`select move_merchant($1, 'close', $2)`, [first, JSON.stringify(by)]);
  const { rows } = await pool.query('select status from merchant where merchant_id = $1', [first]);
  expect(rows).toEqual([{ status: 'CLOSED' }]);
  expect(await make('OLA FOODS 10')).toBeDefined();
  const both = await Promise.all([make('RACE'), make('race')]);
  expect(both.filter((each) => each !== undefined)).toHaveLength(1);
});

it('a merchant is closed with what nobody has paid, and not with what somebody has', async () => {
  const shop = await Shop.open(2);
  try {
    const admin = new PgMerchantAdmin(shop.pool);
    const [unpaid, part] = [await shop.order(), await shop.order()];
    await shop.payAndPost(part, 400_000n);
    await shop.pool.query(
      `update merchant set status = 'SUSPENDED', status_changed_at = now() - interval '1 minute' where merchant_id = $1`,
      [shop.merchantId],
    );
    expect(await admin.move(shop.merchantId, 'close', by)).toMatchObject({
      outcome: 'OPEN',
      items: [{ item: 'CHECKOUTS', count: 1 }],
    });
    expect((await shop.read(unpaid.checkout)).status).toBe('AWAITING_PAYMENT');
    await shop.pool.query(`select request_cancel($1, $2)`, [
      shop.merchantId,
      part.checkout.paymentReference,
    ]);
    const [refund] = await shop.refundsOf(part.checkout.checkoutId);
    expect(await admin.move(shop.merchantId, 'close', by)).toMatchObject({
      items: [{ item: 'REFUNDS', count: 1 }],
    });
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await admin.move(shop.merchantId, 'close', by)).toMatchObject({ outcome: 'DONE' });
    expect((await shop.read(unpaid.checkout)).status).toBe('CANCELLED');
    await shop.assertBooks();
  } finally {
    await shop[Symbol.asyncDispose]();
  }
});

it('a merchant is told of each thing that an operator changes of its rights, limits, policies and contacts, and of nothing else', async () => {
  const merchantId = newId('mch');
  await merchants.create(merchantId, { name: 'Bola Ltd', tradeName: 'BOLA' }, {}, by);
  const told = async () => {
    const { rows } = await pool.query<{ change: string }>(
      `select body::jsonb -> 'data' ->> 'change' as change from event
        where merchant_id = $1 and type = 'security.changed' order by event_id`,
      [merchantId],
    );
    return rows.map(({ change }) => change);
  };
  const change = (changes: MerchantChanges, contacts = {}, who = by) =>
    merchants.change(merchantId, 'merchant.update', changes, contacts, who);
  await change({ granted_scopes: ['transactions:pii'] });
  await change({ daily_settlement_limit_minor: 5 });
  await change({ policies: { late: 'HOLD' } });
  await change({}, { BUSINESS: person });
  const all = ['SCOPES_GRANTED', 'LIMITS_CHANGED', 'POLICIES_CHANGED', 'CONTACTS_CHANGED'];
  expect(await told()).toEqual(all);
  // The same again changes nothing, a name decides nothing, and the merchant knows what it has done itself.
  await change({ policies: { late: 'HOLD' } }, { BUSINESS: person });
  await change({ name: 'Bola Limited' });
  await change({ policies: {} }, {}, keyHolder('mid_bola'));
  expect(await told()).toEqual(all);
});
