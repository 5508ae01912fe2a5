import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewSettlementAccount } from '../../../../src/payouts/accounts/settlement-account.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgSettlementAccountStore } from '../../../../src/payouts/accounts/settlement-account.store.js';
import { keyHolder } from '../../../support/actors.js';
import { addMerchant, Shop } from '../../../support/shop.js';
import { writtenEvents } from '../../../support/written-events.js';

let shop: Shop;
let accounts: PgSettlementAccountStore;
let merchantId: string;

beforeAll(async () => {
  shop = await Shop.open(12);
  accounts = new PgSettlementAccountStore(shop.pool);
});
beforeEach(async () => {
  merchantId = await addMerchant(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const hourMs = 3_600_000;

function account(changes: Partial<NewSettlementAccount> = {}): NewSettlementAccount {
  return {
    settlementAccountId: newId('sta'),
    merchantId,
    accountNumber: '0123456789',
    bankCode: '000013',
    bankName: 'Guaranty Trust Bank',
    accountName: 'ADA SHOP',
    provider: 'sandbox',
    makeDefault: false,
    nameScore: 100,
    ...changes,
  };
}
const register = (changes: Partial<NewSettlementAccount> = {}) =>
  accounts.register(account(changes), keyHolder('mid_1'));
const cooling = (usableFrom: Date): number => (usableFrom.getTime() - Date.now()) / hourMs;

async function changesOf(): Promise<string[]> {
  const { rows } = await shop.pool.query<{ what: string; actor: string }>(
    'select what, actor from settlement_account_change where merchant_id = $1 order by change_id',
    [merchantId],
  );
  return rows.map(({ what, actor }) => `${what} by ${actor}`);
}

interface Notice {
  type: string;
  sequence: number;
  data: Record<string, unknown>;
}

async function notices(): Promise<Notice[]> {
  const { rows } = await shop.pool.query<{ body: string }>(
    'select body from event where merchant_id = $1 order by event_id',
    [merchantId],
  );
  return rows.map(({ body }) => JSON.parse(body) as Notice);
}

describe('registering', () => {
  it('makes the first account the default and usable at once, a later one after the cooling period', async () => {
    const { isNew, account: first } = await register();
    expect({ isNew, ...first }).toMatchObject({ isNew: true, isDefault: true, status: 'ACTIVE' });
    expect(cooling(first.usableFrom)).toBeLessThanOrEqual(0);
    const { account: second } = await register({ accountNumber: '1123456789' });
    expect(second.isDefault).toBe(false);
    expect(cooling(second.usableFrom)).toBeGreaterThan(23.9);
    expect(cooling(second.usableFrom)).toBeLessThan(24.1);
    expect(await changesOf()).toEqual(['REGISTERED by mid_1', 'REGISTERED by mid_1']);
  });

  it('lets no account be usable at once because the others were removed before', async () => {
    const { account: first } = await register();
    await accounts.remove(merchantId, first.settlementAccountId, keyHolder('thief'));
    const { account: his } = await register({ accountNumber: '1123456789' });
    expect(cooling(his.usableFrom)).toBeGreaterThan(23.9);
    const { account: back } = await register();
    expect(back.settlementAccountId).not.toBe(first.settlementAccountId);
    expect(cooling(back.usableFrom)).toBeGreaterThan(23.9);
  });

  it('again changes nothing, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register()));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map((each) => each.account.settlementAccountId)).size).toBe(1);
    expect(await changesOf()).toEqual(['REGISTERED by mid_1']);
  });

  it('chooses it when asked to, also one that is there', async () => {
    await register();
    const { account: second } = await register({ accountNumber: '1123456789', makeDefault: true });
    expect(second.isDefault).toBe(true);
    const { account: first } = await register({ makeDefault: true });
    expect(first.isDefault).toBe(true);
    const list = await accounts.list(merchantId);
    expect(list.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect(await changesOf()).toEqual([
      ...['REGISTERED by mid_1', 'REGISTERED by mid_1', 'MADE_DEFAULT by mid_1'],
      'MADE_DEFAULT by mid_1',
    ]);
  });

  it('tells the merchant, without the number', async () => {
    const { account: first } = await register();
    const events = await notices();
    expect(events).toMatchObject([
      {
        type: 'settlement.account_changed',
        sequence: 1,
        data: {
          settlementAccountId: first.settlementAccountId,
          change: 'REGISTERED',
          accountNumber: '******6789',
          accountName: 'ADA SHOP',
          isDefault: true,
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('0123456789');
    await writtenEvents(shop.pool);
  });
});

describe('choosing and removing', () => {
  it('chooses another, once', async () => {
    await register();
    const { account: second } = await register({ accountNumber: '1123456789' });
    for (let times = 0; times < 2; times += 1) {
      const chosen = await accounts.makeDefault(
        merchantId,
        second.settlementAccountId,
        keyHolder('mid_2'),
      );
      expect(chosen).toMatchObject({ isDefault: true });
    }
    expect((await changesOf()).slice(2)).toEqual(['MADE_DEFAULT by mid_2']);
    expect((await notices()).at(-1)).toMatchObject({
      sequence: 2,
      data: { change: 'MADE_DEFAULT' },
    });
  });

  it('makes a usable one the default when the default is removed, and removes once', async () => {
    const { account: first } = await register();
    const { account: cool } = await register({ accountNumber: '1123456789' });
    const { account: chosen } = await register({ accountNumber: '2123456789', makeDefault: true });
    for (let times = 0; times < 2; times += 1) {
      const removed = await accounts.remove(
        merchantId,
        chosen.settlementAccountId,
        keyHolder('mid_1'),
      );
      expect(removed).toMatchObject({ status: 'REMOVED' });
    }
    const list = await accounts.list(merchantId);
    expect(list.map((each) => each.settlementAccountId)).toEqual([
      first.settlementAccountId,
      cool.settlementAccountId,
    ]);
    expect(list[0]?.isDefault).toBe(true);
    expect((await changesOf()).filter((change) => change.startsWith('REMOVED'))).toHaveLength(1);
  });

  it('knows nothing of another merchant’s accounts', async () => {
    const { account: first } = await register();
    const other = await addMerchant(shop.pool);
    const id = first.settlementAccountId;
    expect(await accounts.makeDefault(other, id, keyHolder('mid_1'))).toBeUndefined();
    expect(await accounts.remove(other, id, keyHolder('mid_1'))).toBeUndefined();
    expect(await accounts.list(other)).toEqual([]);
  });

  it('keeps an account that a settlement is on its way to', async () => {
    const { account: first } = await register();
    const settlementId = newId('stl');
    await shop.pool.query(
      `insert into settlement (settlement_id, merchant_id, number, settlement_reference, type, cut_off, run_on,
         settlement_account_id, status, transaction_count, opening_minor, gross_minor, fee_minor, vat_minor, refund_minor,
         chargeback_minor, reversal_minor, duty_minor, payout_fee_minor, payout_duty_minor, net_minor, closing_minor)
       values ($1, $2, 1, $1, 'ON_DEMAND', now(), current_date, $3, 'UNKNOWN', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
      [settlementId, merchantId, first.settlementAccountId],
    );
    expect(await accounts.remove(merchantId, first.settlementAccountId, keyHolder('mid_1'))).toBe(
      'BUSY',
    );
    expect(await accounts.list(merchantId)).toHaveLength(1);
    const sql = `update settlement set status = 'SUCCESSFUL' where settlement_id = $1`;
    await shop.pool.query(sql, [settlementId]);
    expect(
      await accounts.remove(merchantId, first.settlementAccountId, keyHolder('mid_1')),
    ).toMatchObject({
      status: 'REMOVED',
    });
  });
});
