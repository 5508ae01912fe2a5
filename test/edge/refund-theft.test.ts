import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/http/access/scopes.js';
import { accountHeldBy } from '../support/same-holder.js';
import { newReference, type ApiClient, type JsonBody } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import { payAs } from '../support/pay-as.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const newRefund = (changes: JsonBody): JsonBody => ({
  refundReference: `RFD-${newReference()}`,
  reason: 'Sold out',
  ...changes,
});
const refund = (reference: string, body: JsonBody, thief: ApiClient) =>
  thief.refund(reference, body as JsonBody & { refundReference: string });

describe('one who has stolen a secret', () => {
  const bankCode = '000013';
  const payer = 'ADA OBI';
  const mule = { accountNumber: accountHeldBy(payer, bankCode, false), bankCode };
  const own = { accountNumber: accountHeldBy(payer, bankCode), bankCode };
  let closed = 5_550_002_000;

  /** A merchant with an order that a customer has paid from an account that takes nothing back. */
  async function robbed(scopes: readonly Scope[]) {
    const thief = await world.otherMerchant(`Robbed ${newReference()}`, scopes);
    const { merchant } = thief;
    closed += 1;
    const source = { accountNumber: String(closed), accountName: payer, bankCode };
    await world.bank.misbehave({ on: 'name-enquiry', account: String(closed), answer: '07' });
    const paymentReference = newReference();
    const accountNumber = await payAs(world.bank, thief, merchant.prefix, paymentReference, source);
    return { thief, merchant, paymentReference, source, accountNumber };
  }

  /** A refund that waits for an account: the customer has paid twice. */
  async function waiting(scopes: readonly Scope[]) {
    const robbery = await robbed(scopes);
    const { thief, source, accountNumber } = robbery;
    await world.bank.payInward({ accountNumber, amount: 1_000_000, source, askName: false });
    const policy = async () =>
      (await thief.get('/api/v1/refunds?status=NEEDS_ACCOUNT')).data.items[0] as JsonBody;
    await expect.poll(policy, { timeout: 20_000 }).toMatchObject({ origin: 'POLICY' });
    return { ...robbery, reference: String((await policy())['refundReference']) };
  }

  const redirect = (thief: ApiClient, reference: string, account: JsonBody) =>
    thief.post(`/api/v1/refunds/${reference}/destination`, account);

  it('cannot refund to another account, because a key has no scope for it by itself', async () => {
    const { thief, paymentReference } = await robbed([]);
    for (const destination of [mule, own]) {
      expect(await refund(paymentReference, newRefund({ destination }), thief)).toMatchObject({
        status: 403,
        code: '57',
        data: { reason: 'SCOPE_MISSING' },
      });
    }
    expect((await thief.get('/api/v1/refunds')).data.items).toEqual([]);
  });

  it('cannot redirect a refund that a policy made', async () => {
    const { thief, reference } = await waiting([]);
    expect(await redirect(thief, reference, mule)).toMatchObject({
      status: 403,
      data: { reason: 'SCOPE_MISSING' },
    });
    expect((await thief.get(`/api/v1/refunds/${reference}`)).data.status).toBe('NEEDS_ACCOUNT');
  });

  it('gets a case of operators, and no money, for an account of another name, even with the scope', async () => {
    const { thief, paymentReference, reference } = await waiting(['refunds:destination']);
    const asked = newRefund({ amount: 1_000, destination: mule });
    const reply = await refund(paymentReference, asked, thief);
    expect(reply).toMatchObject({
      status: 202,
      data: { destination: { isPayers: false } },
    });
    const given = await redirect(thief, reference, mule);
    expect(given).toMatchObject({ status: 200, data: { destination: { isPayers: false } } });
    for (const one of [reply, given]) expect(JSON.stringify(one.data)).not.toContain('nameScore');
    for (const one of [asked['refundReference'], reference]) {
      await expect
        .poll(async () => (await thief.get(`/api/v1/refunds/${String(one)}`)).data, {
          timeout: 20_000,
        })
        .toMatchObject({ status: 'NEEDS_ACCOUNT', destination: { isPayers: false } });
    }
    const sent = `select 1 from outward_transfer o join refund r on r.refund_id = o.purpose_id where r.merchant_id = $1`;
    expect(await world.query(sent, [thief.merchant.merchantId])).toEqual([]);
  });

  it('gets nothing before the waiting time is over', async () => {
    const { thief, merchant, paymentReference, reference } = await waiting(['refunds:destination']);
    const asked = await refund(
      paymentReference,
      newRefund({ amount: 1_000, destination: own }),
      thief,
    );
    const redirected = await redirect(thief, reference, own);
    for (const { status, data } of [
      { ...asked, data: asked.data },
      { ...redirected, data: redirected.data },
    ]) {
      expect([200, 202]).toContain(status);
      expect(data).toMatchObject({ status: 'REQUESTED', destination: { accountName: payer } });
      const waitMs = Date.parse(data.sendsFrom) - Date.now();
      expect(waitMs).toBeGreaterThan(23.9 * 3_600_000);
      expect(waitMs).toBeLessThan(24.1 * 3_600_000);
    }
    const audited = await world.query(
      `select action, actor, actor_kind as kind, door, after from audit_entry
        where merchant_id = $1 and action = 'refund.destination' order by audit_id`,
      [merchant.merchantId],
    );
    const entry = {
      action: 'refund.destination',
      actor: merchant.clientId,
      kind: 'KEY',
      door: 'API',
    };
    expect(audited).toMatchObject([
      { ...entry, after: { bankCode, amountMinor: 1_000 } },
      { ...entry, after: { bankCode } },
    ]);
    expect(JSON.stringify(audited)).not.toContain(own.accountNumber);
    const sent = () =>
      world.query(
        `select 1 from outward_transfer o join refund r on r.refund_id = o.purpose_id where r.merchant_id = $1`,
        [merchant.merchantId],
      );
    expect(await sent()).toEqual([]);
    await expect(
      world.query(
        `select take_refund_step(refund_id, 'SENT', '090547' || lpad('', 24, '1'), null, null)
           from refund where merchant_id = $1 and redirected_at is not null limit 1`,
        [merchant.merchantId],
      ),
    ).rejects.toThrow(/may not be sent before/);
    expect(await sent()).toEqual([]);
  });

  it('gets no more in a day than the merchant may have paid out on demand', async () => {
    const { thief, merchant, paymentReference, reference } = await waiting(['refunds:destination']);
    await world.query(
      'update merchant set daily_settlement_limit_minor = 150000 where merchant_id = $1',
      [merchant.merchantId],
    );
    const part = newRefund({ amount: 100_000, destination: own });
    expect((await refund(paymentReference, part, thief)).status).toBe(202);
    const replies = [
      await refund(paymentReference, newRefund({ amount: 50_001, destination: own }), thief),
      await redirect(thief, reference, own),
    ];
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 403,
        code: '61',
        data: { reason: 'LIMIT_EXCEEDED', amountAvailable: 50_000 },
      });
    }
    const back = await refund(paymentReference, newRefund({ amount: 200_000 }), thief);
    expect(back.status, 'the account that paid is no other account').toBe(202);
  });
});
