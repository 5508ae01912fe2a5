import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { railActivities } from '../../../../activities/payouts/rail.activities.js';
import type { BankRail } from '../../../../src/domain/bank-rail.port.js';
import { keyHolder } from '../../../support/actors.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(4);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

/** A refund of ADA OBI's money whose account does not take it. */
async function stranded(): Promise<string> {
  const order = await shop.order();
  await shop.payAndPost(order, 3_000_000n);
  const [refund] = await shop.refundsOf(order.checkout.checkoutId);
  const refundId = refund?.refundId ?? '';
  await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
  await shop.refundSteps.take({ refundId, event: 'ACCOUNT_REFUSED', code: '07' });
  return refundId;
}

describe('a refund to another account', () => {
  it('has no account while the one that its merchant named is in another name, until operators name it', async () => {
    const refundId = await stranded();
    await shop.pool.query(
      `update merchant set granted_scopes = '{refunds:destination}' where merchant_id = $1`,
      [shop.merchantId],
    );
    const sister = {
      ...{ accountNumber: '0123456789', bankCode: '000014', bankName: 'Access Bank' },
      ...{ accountName: 'EVE OBI', isPayers: false },
    };
    expect(await shop.refunds.provideAccount(refundId, sister)).toMatchObject({
      refund: { status: 'REQUESTED', destination: { isPayers: false } },
    });
    expect(await shop.refundSteps.find(refundId)).toMatchObject({ hasAccount: false });
    expect(await shop.refundSteps.take({ refundId, event: 'ACCOUNT_REFUSED' })).toMatchObject({
      status: 'NEEDS_ACCOUNT',
    });
    const { rows } = await shop.pool.query<{ payer: object }>(
      `select payer from facts_of_case('REFUND', $1)`,
      [refundId],
    );
    expect(rows[0]?.payer).toMatchObject({ accountName: 'EVE OBI', payerName: 'ADA OBI' });
    await shop.pool.query(`select provide_refund_account($1, $2, 'OPERATORS')`, [
      refundId,
      JSON.stringify(sister),
    ]);
    expect(await shop.refundSteps.find(refundId)).toMatchObject({
      ...{ status: 'REQUESTED', hasAccount: true },
    });
  });

  const payers = {
    ...{ accountNumber: '0123456789', bankCode: '000014', bankName: 'Access Bank' },
    ...{ accountName: 'ADA OBI', isPayers: true },
  };

  it('has no account once its merchant has lost the scope, though another merchant has it', async () => {
    const refundId = await stranded();
    const grant = (scopes: string, merchantId: string) =>
      shop.pool.query('update merchant set granted_scopes = $1 where merchant_id = $2', [
        ...[scopes, merchantId],
      ]);
    await grant('{refunds:destination}', shop.merchantId);
    await grant('{refunds:destination}', await addMerchant(shop.pool));
    await shop.refunds.provideAccount(refundId, payers);
    expect(await shop.refundSteps.find(refundId)).toMatchObject({ hasAccount: true });
    await grant('{transactions:pii}', shop.merchantId);
    expect(await shop.refundSteps.find(refundId)).toMatchObject({ hasAccount: false });
  });

  it('uses up the limit of its day once, however often its account is named, and each of them is in the audit', async () => {
    const [refundId, second] = [await stranded(), await stranded()];
    await shop.pool.query(`update refund set redirected_at = null`);
    await shop.pool.query(`update merchant set daily_settlement_limit_minor = 3000000`);
    const name = (id: string, accountNumber: string) =>
      shop.refunds.provideAccount(id, { ...payers, accountNumber }, keyHolder('mid_test'));
    expect((await name(refundId, '0123456789')).outcome).toBe('PROVIDED');
    await shop.refundSteps.take({ refundId, event: 'ACCOUNT_REFUSED' });
    expect((await name(refundId, '0987654321')).outcome).toBe('PROVIDED');
    expect(await name(second, '0123456789')).toMatchObject({
      ...{ outcome: 'LIMIT_EXCEEDED', leftMinor: 1_000_000n, refund: null },
    });
    await shop.pool.query('update merchant set daily_settlement_limit_minor = 4000000');
    expect((await name(second, '0123456789')).outcome).toBe('PROVIDED');
    const { rows } = await shop.pool.query<{ subject: string; number: string }>(
      `select subject, after ->> 'accountNumber' as number from audit_entry
        where action = 'refund.destination' order by audit_id`,
    );
    expect(rows).toEqual([
      { subject: refundId, number: '******6789' },
      { subject: refundId, number: '******4321' },
      { subject: second, number: '******6789' },
    ]);
    await shop.pool.query('update merchant set daily_settlement_limit_minor = null');
  });

  it('does not follow an account that changes hands before the money leaves', async () => {
    const refundId = await stranded();
    const account = { accountNumber: '0123456789', bankCode: '000014', bankName: 'Access Bank' };
    await shop.refunds.provideAccount(refundId, {
      ...account,
      accountName: 'ADA OBI',
      isPayers: true,
    });
    const ask = (accountName: string) => {
      const answer = {
        outcome: 'SUCCESS',
        code: '00',
        failure: null,
        reference: 'ne-1',
        accountName,
      };
      const bank = { enquireName: () => Promise.resolve(answer) } as unknown as BankRail;
      const banks = new Map([['sandbox', bank]]);
      const codes = { take: () => Promise.resolve(null) };
      const rails = { banks, cards: new Map() };
      return railActivities(shop.refundSteps, rails, codes).askDestination({ refundId });
    };
    expect(await ask('Ada  Obi')).toMatchObject({ outcome: 'SUCCESS', reference: 'ne-1' });
    expect(await ask('EVE OBI')).toMatchObject({ outcome: 'FAILED', code: '08' });
    expect(await shop.refundSteps.instruction(refundId)).toMatchObject({
      destination: { accountName: 'Ada  Obi' },
    });
  });
});
