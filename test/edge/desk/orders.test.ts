import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disputedSale } from '../../support/disputed-sale.js';
import { newReference } from '../../support/api-client.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { manilla } from '../../support/manilla-cli.js';

let world: DeskWorld<TestEdge>;
let merchantId: string;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ({ merchantId } = world.api.manilla.merchant);
});
afterAll(() => world?.stop());

const page = async (path: string) => {
  const reply = await fetch(`${world.desk.baseUrl}${path}`, {
    headers: { cookie: world.ada.cookie },
  });
  return { status: reply.status, text: await reply.text() };
};

describe('the page of an order', () => {
  it('tells who paid too much, what goes back, and where all of it is', async () => {
    const { api, ada } = world;
    // REFUND_EXCESS is the policy of who has said nothing.
    const order = await api.awaitingPayment({ firstName: 'Amaka', lastName: 'Obi' });
    const { sessionId } = await api.bank.payInward({
      ...{ accountNumber: order.accountNumber, amount: order.amount + 300_000 },
      source: { accountNumber: '0123457503', accountName: 'TUNDE <BAKARE>', bankCode: '999998' },
    });
    await api.until(order.reference, 'SUCCESSFUL');
    const path = `/orders/${merchantId}/${order.reference}`;
    await expect
      .poll(async () => (await ada.get(path)).data.refunds[0]?.status, { timeout: 30_000 })
      .toBe('SUCCESSFUL');
    const { data } = await ada.get(path);
    expect(data).toMatchObject({
      ...{ merchantId, status: 'SUCCESSFUL', payerName: 'Amaka Obi', payerPhone: '+2348031234567' },
      amountsText: 'Order ₦10,000.00, paid ₦13,000.00, given back ₦3,000.00.',
      credits: [{ sessionId, senderName: 'TUNDE <BAKARE>', exception: 'OVERPAID' }],
      refunds: [{ amount: 300_000, cause: 'OVERPAID', receiverAccount: '0123457503' }],
      attempts: [],
      disputes: [],
      cases: [],
    });
    expect(data.moneyText).toEqual([
      expect.stringMatching(
        /^₦13,000\.00 from TUNDE <BAKARE>: ₦9,892\.50 of it, after fees, in the merchant’s balance, due on \d{4}-/,
      ),
      expect.stringMatching(/^Refund ₦3,000\.00: arrived at /),
    ]);
    // Debits and credits of each journal are equal, and each account has a name.
    expect(data.journals.length).toBeGreaterThanOrEqual(3);
    for (const { legs } of data.journals as { legs: { amount: number; accountName: string }[] }[]) {
      expect(legs.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(legs.map(({ accountName }) => accountName)).not.toContain('Unknown account');
    }
    expect(data.timeline[0]).toMatchObject({ kind: 'CHECKOUT', status: 'INITIATED' });
    expect(data.workflow).toContain(
      encodeURIComponent(`checkout/${merchantId}/${order.reference}`),
    );
    expect(world.logged('a payer was shown').at(-1)).toMatchObject({ operator: 'Ada', merchantId });

    const shown = await page(`/desk${path}`);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Order ₦10,000.00, paid ₦13,000.00, given back ₦3,000.00.');
    expect(shown.text).toContain('TUNDE &lt;BAKARE>');
    expect(shown.text).toContain('paid, more than due');
    // No name of the API, and no code of an account.
    const read = shown.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(order.reference, '');
    expect(read).not.toMatch(
      /\b(?:[A-Z]+_[A-Z_]+|SUCCESSFUL|OVERPAID|INITIATED|CHECKOUT)\b|\(\d{4}\)/,
    );
    expect((await page(`/desk/search?q=${order.reference}`)).text).toContain(`href="/desk${path}"`);
  });

  it('tells of an order that nobody has paid, and of none', async () => {
    const { reference } = await world.api.initiated();
    const { data } = await world.ada.get(`/orders/${merchantId}/${reference}`);
    expect(data).toMatchObject({ amountsText: 'Order ₦10,000.00, nothing paid.', moneyText: [] });
    const { status } = await world.ada.get(`/orders/${merchantId}/${newReference()}`);
    expect(status).toBe(404);
    expect((await page('/desk/orders/nobody/ORD-1')).status).toBe(404);
  });

  it('is a command as well', { timeout: 60_000 }, async () => {
    const { reference } = await world.api.partlyPaid();
    const env = { MANILLA_OPERATOR_TOKEN: world.ada.token, MANILLA_DESK_URL: world.desk.baseUrl };
    const { code, stdout } = await manilla(['order', merchantId, reference], env);
    expect(code).toBe(0);
    expect(stdout).toContain('Order ₦10,000.00, paid ₦4,000.00, missing ₦6,000.00.');
    expect(stdout).toContain('set aside until the rest of the order arrives');
  });
});

describe('what is in doubt', () => {
  const itemOf = async (subject: string) => {
    const { data } = await world.ada.get('/in-doubt');
    return (data.items as { subject: string }[]).find((item) => item.subject === subject);
  };

  it('shows a dispute with its deadline from the first second', async () => {
    const evidenceDueAt = new Date(Date.now() + 7_200_000).toISOString();
    const { api } = world;
    const sale = await disputedSale(api.merchant, api.manilla.simulatorUrl, { evidenceDueAt });
    expect(await itemOf(sale.disputeId)).toMatchObject({
      ...{ kind: 'DISPUTE', status: 'NOT_ANSWERED', merchantId, paymentReference: sale.reference },
      deadline: evidenceDueAt,
      askedNextAt: null,
    });
    const { text } = await page('/desk/in-doubt');
    expect(text).toContain(`/desk/orders/${merchantId}/${sale.reference}`);
    expect(text).toContain(`/desk/disputes/${sale.disputeId}`);
    expect(text).toContain('the shop has not answered');
  });

  it('shows a sending whose fate nobody knows, and when the bank is asked again', async () => {
    const { api } = world;
    const order = await api.paid();
    await api.paid();
    const refundReference = `BACK-${newReference()}`;
    await api.merchant.refund(order.reference, {
      refundReference,
      reason: 'Sold out',
      amount: 100_000,
    });
    await expect
      .poll(
        async () => (await api.merchant.get(`/api/v1/refunds/${refundReference}`)).data.status,
        {
          timeout: 30_000,
        },
      )
      .toBe('SUCCESSFUL');
    const [sent] = await api.query<{ session_id: string }>(
      `update outward_transfer o set status = 'UNKNOWN', settled_at = null, response_code = '09', sent_at = now() - interval '10 minutes'
         from refund r where r.refund_id = o.purpose_id and r.refund_reference = $1 returning o.session_id`,
      [refundReference],
    );
    const item = await itemOf(sent?.session_id ?? '');
    expect(item).toMatchObject({
      ...{ kind: 'SENDING', reference: refundReference, status: 'UNKNOWN', amount: 100_000 },
      ...{ lastAnswer: '09', paymentReference: order.reference },
    });
    const { text } = await page('/desk/in-doubt');
    expect(text).toContain('last answer: still being processed (code 09)');
    const { askedNextAt } = item as unknown as { askedNextAt: string };
    const waitMs = Date.parse(askedNextAt) - Date.now();
    expect(waitMs).toBeGreaterThan(-5_000);
    expect(waitMs).toBeLessThanOrEqual(300_000);
  });
});
