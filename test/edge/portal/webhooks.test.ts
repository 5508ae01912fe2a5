import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SeenPage } from '../../support/desk-visitor.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { cancelled, soon } from '../webhook-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
});
afterAll(() => world?.stop());

const path = '/developers/webhooks';
const send = (to: string, fields: Record<string, string | string[]> = {}, by = owner) =>
  by.send(to, { once: randomBytes(16).toString('base64url'), ...fields });

async function follow(sent: SeenPage, by = owner): Promise<SeenPage> {
  expect(sent.status).toBe(303);
  return by.see(sent.location ?? '');
}

describe('webhooks at the portal', () => {
  it('say how to begin, while there is none', async () => {
    const shop = await world.api.otherMerchant('Deaf Shop');
    const person = await world.person({ merchantId: shop.merchant.merchantId });
    expect((await person.see(path)).text).toContain('Nothing is sent yet');
    expect((await person.see(`${path}/log`)).text).toContain('Nothing was sent yet');
  });

  it('are added with a secret that is shown once, tested, and their log has bodies and answers', async () => {
    let answer = 500;
    await using receiver = await WebhookReceiver.start(() => answer);
    const added = await send(path, { url: receiver.url, all: 'yes' });
    const page = await follow(added);
    expect(page.html).toContain('whsec_');
    expect((await follow(added)).html).not.toContain('whsec_');
    const endpoint = /webhooks\/(\d+)/.exec(added.location ?? '')?.[1] ?? '';
    const tested = await follow(await send(`${path}/${endpoint}/test`));
    expect(tested.text).toContain('The test did not arrive');
    expect(tested.text).toContain('fails since');
    const reference = await cancelled(world.api.merchant);
    await vi.waitFor(
      () => expect(receiver.requests.some(({ body }) => body.includes(reference))).toBe(true),
      soon,
    );
    const deliveryId = await vi.waitFor(async () => {
      const log = await owner.see(`${path}/log?endpoint=${endpoint}&paymentReference=${reference}`);
      const found = /log\/(dlv_\w+)/.exec(log.html)?.[1];
      if (found === undefined) throw new Error('not in the log yet');
      return found;
    }, soon);
    const one = await vi.waitFor(async () => {
      const seen = await owner.see(`${path}/log/${deliveryId}`);
      expect(seen.text).toContain('HTTP 500');
      return seen;
    }, soon);
    expect(one.text).toContain(reference);
    const again = await follow(await send(`${path}/log/${deliveryId}/again`));
    expect(again.text).toContain('It is on its way again');
    // Mended, it takes what is sent again: by its page, and by the page of its order.
    answer = 200;
    const sent = () => receiver.requests.filter(({ body }) => body.includes(reference)).length;
    for (const to of [`${path}/log/${deliveryId}/again`, `/payments/${reference}/send-again`]) {
      const before = sent();
      // While the delivery before it is still being written down, nothing is sent besides.
      const asked = async () => {
        await follow(await send(to, { deliveryId }));
        return sent();
      };
      await expect.poll(asked, { interval: 200 }).toBeGreaterThan(before);
    }
    const removed = await follow(await send(`${path}/${endpoint}/remove`));
    expect(removed.text).toContain('The endpoint is removed');
    expect((await owner.see(`${path}/${endpoint}`)).status).toBe(404);
  });

  it('tell why an address is refused', async () => {
    const refused = await send(path, { url: 'http://shop.example.ng/hook', all: 'yes' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('https');
    const none = await send(path, { url: 'https://shop.example.ng/hook' });
    expect(none.status).toBe(400);
  });

  it('change address, events and secret only for somebody who has proven to be the person', async () => {
    await using receiver = await WebhookReceiver.start();
    const added = await send(path, { url: receiver.url, events: ['checkout.successful'] });
    const one = (added.location ?? '').split('?')[0] ?? '';
    const stale = await world.person({ isFresh: false });
    for (const end of ['', '/rotate', '/remove']) {
      const sent = await send(`${one}${end}`, { url: receiver.url, all: 'yes' }, stale);
      expect(sent.location).toMatch(/^\/confirm-it-is-you/);
    }
    const saved = await follow(await send(one, { url: receiver.url, events: ['refund.failed'] }));
    expect(saved.html).toMatch(/id="event-refund.failed"[^>]*checked/);
    const rotated = await follow(await send(`${one}/rotate`, { overlap: 'day' }));
    // Another address is told at both: who has changed it may be a thief.
    await using other = await WebhookReceiver.start();
    await follow(await send(one, { url: other.url, all: 'yes' }));
    const isTold = ({ requests }: WebhookReceiver) =>
      requests
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
        .some(
          ({ type, data }) =>
            type === 'security.changed' &&
            data['change'] === 'WEBHOOK_CHANGED' &&
            data['by'] === 'PERSON',
        );
    await expect.poll(() => [receiver, other].map(isTold)).toEqual([true, true]);
    expect(rotated.html).toContain('whsec_');
    expect(rotated.text).toContain('The old secret signs as well until');
    await send(`${one}/remove`);
  });

  it('of another merchant, and what was sent to them, are not there', async () => {
    await using receiver = await WebhookReceiver.start();
    const added = await send(path, { url: receiver.url, all: 'yes' });
    await follow(await send(`${(added.location ?? '').split('?')[0]}/test`));
    const [delivery] = await world.api.query<{ delivery_id: string }>(
      'select delivery_id from webhook_delivery where merchant_id = $1 limit 1',
      [world.merchantId],
    );
    const shop = await world.api.otherMerchant('Curious Shop');
    const spy = await world.person({ merchantId: shop.merchant.merchantId });
    const log = `${path}/log/${delivery?.delivery_id}`;
    expect((await owner.see(log)).status).toBe(200);
    expect((await spy.see(log)).status).toBe(404);
    expect((await send(`${log}/again`, {}, spy)).status).toBe(404);
    for (const number of ['1', '2', '99', 'x', '0', '1e3']) {
      expect((await spy.see(`${path}/${number}`)).status).toBe(404);
      expect((await send(`${path}/${number}/rotate`, {}, spy)).status).toBe(404);
    }
    expect((await spy.see(`${path}/log`)).text).toContain('Nothing was sent yet');
  });

  it('are read by those who may, and a wrong filter is told', async () => {
    const support = await world.person({ role: 'support' });
    expect((await support.see(path)).status).toBe(403);
    const reader = await world.person({ rights: ['webhooks:read'] });
    const page = await reader.see(path);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('Add the endpoint');
    expect((await owner.see(`${path}/log?status=NONSENSE`)).status).toBe(400);
    expect((await owner.see(`${path}/log?cursor=nonsense`)).status).toBe(400);
  });
});

describe('the catalogue of events', () => {
  it('has an example of each, with its own type', async () => {
    const { html, status } = await owner.see('/developers/events');
    expect(status).toBe(200);
    for (const type of [
      'checkout.successful',
      'dispute.opened',
      'settlement.failed',
      'webhook.test',
    ]) {
      expect(html).toContain(`&quot;type&quot;: &quot;${type}&quot;`);
    }
  });
});

describe('requests at the portal', () => {
  it('are those that were refused, of the own merchant', async () => {
    await world.api.query(
      `insert into noted_call (merchant_id, client_id, request_id, operation, status, reason, duration_ms, happened_at)
         values ($1, $2, 'req-portal', 'POST /api/v1/checkout/initiate', 400, 'VALIDATION_FAILED', 12, now())`,
      [world.merchantId, world.api.manilla.merchant.clientId],
    );
    const page = await owner.see('/developers/requests');
    expect(page.text).toContain('VALIDATION_FAILED');
    expect(page.text).toContain('req-portal');
    const shop = await world.api.otherMerchant('Quiet Shop');
    const person = await world.person({ merchantId: shop.merchant.merchantId });
    expect((await person.see('/developers/requests')).text).toContain('None. That is good.');
    expect((await owner.see('/developers/requests?from=yesterday')).status).toBe(400);
  });
});

describe('the sandbox tools', () => {
  it('play a payer who pays an order, and let time pass for it', async () => {
    const { accountNumber, reference } = await world.api.awaitingPayment({ amount: 1_000_000 });
    const fields = { accountNumber, amount: '10,000', times: '1', delaySeconds: '0' };
    const paid = await follow(await send('/developers/sandbox/pay', fields));
    expect(paid.text).toContain('₦10,000.00 was sent');
    const moved = await follow(
      await send('/developers/sandbox/clock', { paymentReference: reference, seconds: '1800' }),
    );
    expect(moved.text).toContain(`The clock of ${reference} was moved`);
    const wrong = await send('/developers/sandbox/pay', { ...fields, amount: '5000,50' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('no amount in naira');
  });

  it('pay into no account of another merchant', async () => {
    const { accountNumber, reference } = await world.api.awaitingPayment();
    const shop = await world.api.otherMerchant('Thief Shop');
    const thief = await world.person({ merchantId: shop.merchant.merchantId });
    const fields = { accountNumber, amount: '10', times: '1', delaySeconds: '0' };
    expect((await send('/developers/sandbox/pay', fields, thief)).text).toContain('takes no money');
    const clock = { paymentReference: reference, seconds: '60' };
    expect((await send('/developers/sandbox/clock', clock, thief)).status).toBe(404);
  });
});
