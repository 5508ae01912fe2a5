import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { railActivities } from '../../../activities/rail.activities.js';
import type { BankRail } from '../../../src/domain/ports/bank-rail.port.js';
import { Shop } from '../../support/shop.js';

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
      return railActivities(shop.refundSteps, { banks, cards: new Map() }).askDestination({
        refundId,
      });
    };
    expect(await ask('Ada  Obi')).toMatchObject({ outcome: 'SUCCESS', reference: 'ne-1' });
    expect(await ask('EVE OBI')).toMatchObject({ outcome: 'FAILED', code: '08' });
    expect(await shop.refundSteps.instruction(refundId)).toMatchObject({
      destination: { accountName: 'Ada  Obi' },
    });
  });
});
