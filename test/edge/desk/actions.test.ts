import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskActions } from '../../../src/operators/desk/actions/action-routes.js';
import { roles } from '../../../src/operators/people/permissions.js';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import { disputedSale } from '../../support/disputed-sale.js';
import type { TestEdge } from '../../support/edge.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { base, cancelled, untilStatus } from '../webhook-world.js';
import { mayByHand } from '../../support/role-permissions.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
});
afterAll(() => world?.stop());

const reason = 'The shop asked by telephone';

/** The newest entry of the audit about a subject. */
async function audited(subject: string) {
  const [entry] = await world.api.query<Record<string, string>>(
    'select action, actor, door, reason from audit_entry where subject = $1 order by audit_id desc limit 1',
    [subject],
  );
  return entry;
}

/** What each role may do on the page of each kind of thing; a new action needs its row. */
const table: Readonly<Record<string, string>> = {
  'MERCHANT /merchants/:id/suspend': 'operations administrator',
  'MERCHANT /merchants/:id/reinstate': 'operations administrator',
  'MERCHANT /merchants/:id/activate': 'operations administrator',
  'MERCHANT /merchants/:id/close': 'operations administrator',
  'MERCHANT /merchants/:id/revoke-key': 'operations administrator',
  'MERCHANT /merchants/:id/invite-owner': 'operations administrator',
  'MERCHANT /merchants/:id/give-owner-back': 'operations administrator',
  'MERCHANT /merchants/:id/contacts': 'operations administrator',
  'MERCHANT /merchants/:id/plan': 'finance administrator',
  'MERCHANT /merchants/:id/channels': 'operations administrator',
  'MERCHANT /merchants/:id/prefix': 'operations administrator',
  'MERCHANT /merchants/:id/account': 'finance administrator',
  'MERCHANT /merchants/:id/schedule': 'finance administrator',
  'MERCHANT /merchants/:id/key': 'operations administrator',
  'MERCHANT /merchants/:id/webhook': 'operations administrator',
  'MERCHANT /merchants/:id/webhook-test': 'operations administrator',
  'MERCHANT /merchants/:id/important': 'operations administrator',
  'DELIVERY /deliveries/:id/again': 'support operations finance administrator',
  'TRANSACTION /transactions/:id/refund': 'finance administrator',
  'DISPUTE /disputes/:id/accept': 'operations finance administrator',
  'DISPUTE /disputes/:id/answer': 'operations finance administrator',
};

describe('what operators may do on the page of a thing', () => {
  it('is what the table says for each role, and nothing else', () => {
    const made = deskActions.map(({ kind, path, permission }) => [
      `${kind} ${path}`,
      roles.filter((role) => mayByHand(role, permission)).join(' '),
    ]);
    expect(Object.fromEntries(made)).toEqual(table);
  });

  it('is offered to who may, asks for a reason, and does nothing by a link', async () => {
    const { merchantId } = (await world.api.otherMerchant('Asked First')).merchant;
    const page = `/desk/merchants/${merchantId}`;
    const viewer = new DeskVisitor(
      world.desk.baseUrl,
      await world.operator('Sees No Button', 'viewer'),
    );
    expect((await ada.see(page)).html).toContain(`href="${page}/suspend"`);
    expect((await viewer.see(page)).html).not.toContain('/suspend');
    const asked = await ada.see(`${page}/suspend`);
    expect(asked.text).toContain('Within five seconds its keys are refused');
    const refused = await ada.send(`${page}/suspend`, { reason: ' ' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('reason must');
    expect((await world.ada.get(`/merchants/${merchantId}`)).data.status).toBe('ACTIVE');
  });

  it('suspends a shop and takes it back, with the reason in the audit', async () => {
    const { merchantId } = (await world.api.otherMerchant('Suspended At Night')).merchant;
    const page = `/desk/merchants/${merchantId}`;
    expect(await ada.send(`${page}/suspend`, { reason })).toMatchObject({
      status: 303,
      location: page,
    });
    expect((await ada.see(page)).text).toContain('SUSPENDED AT NIGHT: suspended');
    expect(await audited(merchantId)).toMatchObject({
      ...{ action: 'merchant.suspend', actor: 'Ada', door: 'DESK', reason },
    });
    const early = await ada.send(`${page}/activate`, { reason });
    expect(early.status).toBe(409);
    expect(early.text).toContain('The merchant is SUSPENDED');
    await ada.send(`${page}/reinstate`, { reason });
    expect((await world.ada.get(`/merchants/${merchantId}`)).data.status).toBe('ACTIVE');
  });

  it('revokes a key that may be stolen, even the last one', async () => {
    const { merchantId } = (await world.api.otherMerchant('Stolen Key')).merchant;
    const page = `/desk/merchants/${merchantId}/revoke-key`;
    const asked = await ada.see(page);
    const clientId = /<option value="([^"]+)"/.exec(asked.html)?.[1] ?? '';
    expect((await ada.send(page, { clientId, reason })).status).toBe(303);
    expect(await audited(clientId)).toMatchObject({ action: 'key.revoke', reason });
    expect((await ada.see(page)).html).not.toContain(`<option value="${clientId}"`);
    expect((await ada.send(page, { clientId: 'nobody', reason })).status).toBe(404);
  });

  it('refunds a part of a payment by the rules of the shop’s own refunds, and by two', async () => {
    const { api } = world;
    await api.paid();
    const { reference } = await api.paid();
    const [credit] = await api.query<{ credit_id: string }>(
      `select k.credit_id from inward_credit k join checkout c using (checkout_id) where c.payment_reference = $1`,
      [reference],
    );
    const creditId = credit?.credit_id ?? '';
    const page = `/desk/transactions/${creditId}`;
    const refunds = () =>
      api.query('select amount_minor from refund where credit_id = $1', [creditId]);
    const wrong = await ada.send(`${page}/refund`, { amount: '1,5', reason });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('amount must be naira');
    await ada.send(`${page}/refund`, { amount: '1,500.50', reason });
    expect(await refunds()).toEqual([]);
    const bola = new DeskVisitor(world.desk.baseUrl, world.bola);
    const waiting = await bola.see('/desk/schedules');
    expect(waiting.text).toMatch(
      new RegExp(
        `Refund ₦1,500.50 of the payment of ₦[\\d,.]+ for order \\S+ of .+ \\(${creditId}\\)`,
      ),
    );
    // Others of this edge may wait on the same page.
    const [errand] = await api.query<{ errand_id: string }>(
      `select errand_id from errand where subject = $1 and status = 'PROPOSED'`,
      [creditId],
    );
    const path = `/desk/errands/${errand?.errand_id}`;
    expect(waiting.html).toContain(path);
    expect((await ada.send(`${path}/confirm`, {})).status).toBe(403);
    expect((await bola.send(`${path}/confirm`, {})).status).toBe(303);
    expect((await bola.send(`${path}/confirm`, {})).status).toBe(409);
    expect(await refunds()).toEqual([{ amount_minor: '150050' }]);
    expect(await audited(creditId)).toMatchObject({ action: 'errand.confirm', reason });
  });

  it('answers a dispute once', async () => {
    const { api } = world;
    const { disputeId } = await disputedSale(api.merchant, api.manilla.simulatorUrl);
    const page = `/desk/disputes/${disputeId}`;
    const explanation = 'The customer signed for the shoes.';
    const sent = await ada.send(`${page}/answer`, { explanation, reason });
    expect(sent).toMatchObject({ status: 303, location: page });
    expect((await ada.see(page)).text).toContain('contested');
    expect((await ada.send(`${page}/accept`, { reason })).status).toBeGreaterThanOrEqual(400);
  });

  it('sends a webhook again', async () => {
    await using receiver = await WebhookReceiver.start();
    const shop = await world.api.otherMerchant('Hears Twice');
    await shop.post(`${base}/notification-url`, { url: receiver.url });
    await cancelled(shop);
    await untilStatus(shop, 'DELIVERED');
    const [delivery] = await world.api.query<{ delivery_id: string }>(
      'select d.delivery_id from webhook_delivery d where d.merchant_id = $1 limit 1',
      [shop.merchant.merchantId],
    );
    const again = await ada.send(`/desk/deliveries/${delivery?.delivery_id}/again`, { reason });
    expect(again.location).toMatch(/^\/desk\/deliveries\/dlv_/);
    expect(again.location).not.toContain(delivery?.delivery_id);
    expect(await audited(delivery?.delivery_id ?? '')).toMatchObject({
      ...{ action: 'delivery.send-again', reason },
    });
    const nobodys = 'dlv_01KA0000000000000000000000';
    expect((await ada.send(`/desk/deliveries/${nobodys}/again`, { reason })).status).toBe(404);
  });
});
