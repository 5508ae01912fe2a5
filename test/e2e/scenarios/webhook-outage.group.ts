import { describe, expect, it } from 'vitest';
import { webhookWorkflowId } from '../../../src/domain/ids.js';
import { retryDelaysMs } from '../../../src/domain/webhook-retry-schedule.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';
import type { Shop } from './shop.js';
import { eventually, hourMs, type Told } from './surroundings.js';

let world: ScenarioWorld;
useWorld((shared) => void (world = shared));

interface Delivery {
  readonly deliveryId: string;
  readonly status: string;
  readonly attempts: number;
}

async function deliveriesOf({ client }: Shop): Promise<Delivery[]> {
  const { data } = await client.get('/api/v1/webhooks/deliveries?size=100');
  return data.items as Delivery[];
}

const allAre = (shop: Shop, expected: Partial<Delivery>, count: number): Promise<Delivery[]> =>
  eventually(async () => {
    const deliveries = await deliveriesOf(shop);
    const wanted = Array.from({ length: count }, () => expect.objectContaining(expected));
    expect(deliveries).toEqual(wanted);
    return deliveries;
  }, 40_000);

const passTime = (deliveries: readonly Delivery[], durationMs: number) =>
  Promise.all(
    deliveries.map(({ deliveryId }) => world.passTime(webhookWorkflowId(deliveryId), durationMs)),
  );

/** How many attempts the schedule makes in this time. */
function attemptsWithin(durationMs: number): number {
  let elapsed = 0;
  return 1 + retryDelaysMs.filter((delay) => (elapsed += delay) <= durationMs).length;
}

describe('an endpoint that is down for three hours', () => {
  it('gets every event once when it is up again, and no sequence has a gap', async () => {
    const shop = await world.newShop('Outage Shop');
    shop.endpoint.answer = () => 502;
    const paid = await shop.paid();
    const inParts = await shop.open();
    await inParts.pay(400_000);
    await inParts.until({ status: 'PARTIALLY_PAID' });
    await inParts.pay(600_000);
    await inParts.until({ status: 'SUCCESSFUL' });
    const cancelled = await shop.open();
    await cancelled.cancel();

    const down = await allAre(shop, { status: 'RETRYING' }, 7);
    await passTime(down, 3 * hourMs);
    await allAre(shop, { status: 'RETRYING', attempts: attemptsWithin(3 * hourMs) }, 7);
    const missed = new Set(shop.endpoint.requests.map(({ body }) => body));
    expect(missed.size).toBe(7);
    const failing = await shop.client.get('/api/v1/webhooks/notification-url');
    expect(failing.data.failingSince).not.toBeNull();

    const before = shop.endpoint.requests.length;
    shop.endpoint.answer = () => 200;
    await passTime(down, 2 * hourMs);
    await allAre(shop, { status: 'DELIVERED', attempts: attemptsWithin(3 * hourMs) + 1 }, 7);
    const arrived = shop.endpoint.requests.slice(before).map(({ body }) => body);
    expect(arrived.toSorted()).toEqual([...missed].toSorted());
    const events = arrived.map((body) => JSON.parse(body) as Told);
    expect(new Set(events.map(({ id }) => id)).size).toBe(7);
    const inOrder = (reference: string) =>
      events
        .filter(({ data }) => data.paymentReference === reference)
        .toSorted((a, b) => Number(a.sequence) - Number(b.sequence))
        .map(({ sequence, type }) => `${sequence} ${type}`);
    expect(inOrder(paid.reference)).toEqual(['1 collection.received', '2 checkout.successful']);
    expect(inOrder(inParts.reference)).toEqual([
      '1 collection.received',
      '2 checkout.underpaid',
      '3 collection.received',
      '4 checkout.successful',
    ]);
    expect(inOrder(cancelled.reference)).toEqual(['1 checkout.cancelled']);
    const well = await shop.client.get('/api/v1/webhooks/notification-url');
    expect(well.data).toMatchObject({ status: 'ACTIVE', failingSince: null });
  });
});
