import { keyHolder } from '../../../support/actors.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  StaticAccount,
  StaticAccountFilter,
} from '../../../../src/payments/accounts/static-account.js';
import type { Slice } from '../../../../src/domain/slice.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { IdentityHash } from '../../../../src/payments/accounts/identity-hash.js';
import {
  listQuery,
  PgStaticAccountStore,
} from '../../../../src/payments/accounts/static-account.store.js';
import { rowsOf, scansOf } from '../../../support/query-plan.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgStaticAccountStore;

beforeAll(async () => {
  shop = await Shop.open();
  store = new PgStaticAccountStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const by = keyHolder('mid_test');
const identity = new IdentityHash(Buffer.alloc(32, 1)).of('BVN', '22123456789');

async function issued(merchantId: string, name: string, prefix: string, serial: number) {
  const { account } = await store.issue(
    {
      virtualAccountId: newId('va'),
      merchantId,
      reference: `CUS-${serial}`,
      requestHash: Buffer.alloc(32, 7),
      prefix,
      name,
      owner: {
        accountName: name,
        firstName: null,
        lastName: null,
        email: 'ada@example.ng',
        phoneNumber: '+2348031234567',
      },
      identity,
      metadata: {},
      accountNumber: `${prefix}900000${serial}`,
      generation: 0,
    },
    by,
  );
  if (account === null) throw new Error('the account was not issued');
  return account;
}

describe('the list of static accounts', () => {
  const slice = (changes: Partial<Slice> = {}): Slice => ({
    limit: 10,
    offset: 0,
    after: null,
    ...changes,
  });
  const everything: StaticAccountFilter = { since: null, before: null };
  let merchantId: string;
  const own: StaticAccount[] = [];
  beforeAll(async () => {
    merchantId = await addMerchant(shop.pool);
    for (const [name, prefix] of [
      ['Ada Obi', '501'],
      ['Ọládélé Adébáyọ̀', '502'],
      ["Ɗanjuma D'Angelo & Ƙasim", '501'],
    ] as const) {
      own.push(await issued(merchantId, name, prefix, own.length));
    }
    const [, , third] = own;
    await store.change(merchantId, third?.accountNumber ?? '', 'SUSPENDED', by);
  });

  async function references(filter: Partial<StaticAccountFilter>, changes: Partial<Slice> = {}) {
    const found = await store.list(merchantId, { ...everything, ...filter }, slice(changes));
    return found.map(({ item }) => own.findIndex((each) => each.reference === item.reference));
  }

  it('has the newest first, and goes on from any place', async () => {
    expect(await references({})).toEqual([2, 1, 0]);
    const [first] = await store.list(merchantId, everything, slice({ limit: 1 }));
    expect(await references({}, { after: first?.position ?? null })).toEqual([1, 0]);
    expect(await references({}, { offset: 2 })).toEqual([0]);
  });

  it('is filtered by status, prefix and time', async () => {
    expect(await references({ status: 'ACTIVE' })).toEqual([1, 0]);
    expect(await references({ status: 'SUSPENDED' })).toEqual([2]);
    expect(await references({ status: 'CLOSED' })).toEqual([]);
    expect(await references({ prefix: '502' })).toEqual([1]);
    expect(await references({ since: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await references({ before: new Date(Date.now() - 60_000) })).toEqual([]);
  });

  it('is searched by number, reference, and beginnings of words of the name', async () => {
    expect(await references({ text: own[1]?.accountNumber })).toEqual([1]);
    expect(await references({ text: own[2]?.reference })).toEqual([2]);
    expect(await references({ text: 'adebayo OLADELE' })).toEqual([1]);
    expect(await references({ text: 'ad' })).toEqual([1, 0]);
    expect(await references({ text: "D'An" })).toEqual([2]);
    expect(await references({ text: 'danjuma kasim' })).toEqual([2]);
    expect(await references({ text: 'Ƙasim' })).toEqual([2]);
    expect(await references({ text: 'dangelo' })).toEqual([2]);
    expect(await references({ text: 'dʼangelo' })).toEqual([2]);
    expect(await references({ text: '& |' })).toEqual([]);
    expect(await references({ text: "') or 1=1 --" })).toEqual([]);
  });

  it('reads little more than the rows of its page', async () => {
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      await client.query(`
        insert into virtual_account (virtual_account_id, account_number, prefix, merchant_id, account_name, type)
          select 'va_bulk' || n, '503' || lpad(n::text, 7, '0'), '501', '${merchantId}', 'SHOP-BULK', 'STATIC'
            from generate_series(1, 5000) n`);
      await client.query(`
        insert into static_account (virtual_account_id, merchant_id, reference, request_hash, prefix, owner, name_words,
                                    identity_type, identity_hash, identity_kid, identity_last4, created_at)
          select 'va_bulk' || n, '${merchantId}', 'BULK-' || n, '\\x00', '501', '{}', to_tsvector('simple', 'W' || n), 'BVN',
                 decode(repeat('00', 32), 'hex'), 'k', '0000', now() - n * interval '1 minute'
            from generate_series(1, 5000) n`);
      await client.query(`
        insert into inward_credit (credit_id, provider, session_id, account_number, virtual_account_id, merchant_id, amount_minor, channel, in_time)
          select 'txn_bulk' || n, 'sandbox', 'bulk-' || n, '503' || lpad((n % 5000 + 1)::text, 7, '0'), 'va_bulk' || (n % 5000 + 1),
                 '${merchantId}', n, 'Bank', true from generate_series(1, 10000) n`);
      await client.query('analyze static_account, virtual_account, inward_credit');
      for (const filter of [
        {},
        { status: 'ACTIVE' },
        { status: 'SUSPENDED' },
        { prefix: '501' },
        { text: 'W77' },
        { text: 'BULK-77' },
        { text: '5030000077' },
        { since: new Date(0), before: new Date() },
      ] as const) {
        const asked = listQuery(merchantId, { ...everything, ...filter }, slice());
        const scans = await scansOf(client, asked);
        expect(scans.length).toBeGreaterThan(0);
        const big = ['static_account', 'virtual_account', 'inward_credit'];
        const whole = scans.filter(({ kind, table }) => kind === 'Seq Scan' && big.includes(table));
        expect(whole, JSON.stringify(filter)).toEqual([]);
        const read = rowsOf(scans, big);
        expect(read, JSON.stringify(filter)).toBeLessThanOrEqual(100);
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
