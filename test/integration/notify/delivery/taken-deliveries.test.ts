import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  Delivery,
  DeliveryClaim,
  DeliveryTaker,
} from '../../../../src/notify/delivery/notification-store.port.js';
import { PgCheckoutSteps } from '../../../../src/payments/checkouts/checkout-steps.store.js';
import { LocalDispatcher } from '../../../../src/notify/delivery/local-dispatcher.js';
import { startNotifications } from '../../../../src/notify/delivery/start-notifications.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { type OpenOrder, Shop } from '../../../support/shop.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

/** Takes what it is let have, and keeps it. */
class Keeper implements DeliveryTaker {
  readonly taken: Delivery[] = [];
  readonly #claim: DeliveryClaim;

  constructor(claim: Partial<DeliveryClaim> = {}) {
    this.#claim = { limit: 100, leaseMs: 45_000, claimant: 'keeper', crowded: [], ...claim };
  }

  terms(): DeliveryClaim {
    return this.#claim;
  }

  take(deliveries: readonly Delivery[]): void {
    this.taken.push(...deliveries);
  }
}

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
  await shop.pool.query('select put_endpoint($1, $2, $3, null)', [
    shop.merchantId,
    'http://127.0.0.1:9/hook',
    Buffer.from('sealed'),
  ]);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function posted(taker: DeliveryTaker | undefined, order: OpenOrder, amountMinor: bigint) {
  const { creditId } = await shop.pay(order.account.accountNumber, amountMinor);
  return new PgCheckoutSteps(shop.pool, taker).applyCredit({ creditId });
}

async function deliveriesOf({ checkout }: OpenOrder) {
  const { rows } = await shop.pool.query<{ status: string; by: string | null; seconds: number }>(
    `select d.status, d.claimed_by as by, extract(epoch from d.lease_until - v.created_at)::int as seconds
       from event v join webhook_delivery d using (event_id) where v.checkout_id = $1 order by v.sequence`,
    [checkout.checkoutId],
  );
  return rows;
}

const waiting = { status: 'PENDING', by: null, seconds: null };
const taken = { status: 'DELIVERING', by: 'keeper', seconds: 45 };

describe('what the posting of a credit tells', () => {
  test('is taken by the dispatcher of the process that posts, with all it needs to send it', async () => {
    const [keeper, order] = [new Keeper(), await shop.order()];
    expect(await posted(keeper, order, 1_000_000n)).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await deliveriesOf(order)).toEqual([taken, taken]);
    expect(keeper.taken.map(({ eventType }) => eventType)).toEqual([
      'collection.received',
      'checkout.successful',
    ]);
    const { rows } = await shop.pool.query<{ body: string }>(
      'select body from event where checkout_id = $1 order by sequence',
      [order.checkout.checkoutId],
    );
    expect(keeper.taken.map(({ body }) => body)).toEqual(rows.map(({ body }) => body));
    expect(keeper.taken[0]).toMatchObject({
      merchantId: shop.merchantId,
      paymentReference: order.checkout.paymentReference,
      url: 'http://127.0.0.1:9/hook',
      secretSealed: Buffer.from('sealed'),
      formerSecretsSealed: [],
      attempts: 0,
      status: 'DELIVERING',
    });
  });

  test('is taken once, however often the credit is posted', async () => {
    const [keeper, order] = [new Keeper(), await shop.order()];
    const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
    const steps = new PgCheckoutSteps(shop.pool, keeper);
    await steps.applyCredit({ creditId });
    await steps.applyCredit({ creditId });
    expect(keeper.taken).toHaveLength(2);
  });

  test.each([
    ['there is no dispatcher', undefined, [waiting, waiting]],
    ['it has enough of the merchant', () => ({ crowded: [shop.merchantId] }), [waiting, waiting]],
    ['it has room for one', () => ({ limit: 1 }), [taken, waiting]],
  ])('waits to be claimed where %s', async (_where, terms, expected) => {
    const order = await shop.order();
    const keeper = terms === undefined ? undefined : new Keeper(terms());
    await posted(keeper, order, 1_000_000n);
    expect(await deliveriesOf(order)).toEqual(expected);
    expect(keeper?.taken ?? []).toHaveLength(expected.filter((each) => each === taken).length);
  });

  test('waits behind an earlier event of its checkout that nobody has sent yet', async () => {
    const [keeper, order] = [new Keeper(), await shop.order()];
    await posted(undefined, order, 400_000n);
    const earlier = await deliveriesOf(order);
    await posted(keeper, order, 600_000n);
    expect(keeper.taken).toEqual([]);
    expect(await deliveriesOf(order)).toEqual([...earlier, waiting, waiting]);
  });

  test('goes behind an earlier event that the same dispatcher has', async () => {
    const [keeper, order] = [new Keeper(), await shop.order()];
    await posted(keeper, order, 400_000n);
    const earlier = keeper.taken.length;
    await posted(keeper, order, 600_000n);
    expect(keeper.taken.length).toBe(earlier + 2);
  });

  test('is claimed by another dispatcher once the lease is over', async () => {
    const order = await shop.order();
    await posted(new Keeper({ leaseMs: -1 }), order, 1_000_000n);
    const claimed = await new NotificationWorld(shop.database).deliveries.claim({
      ...new Keeper().terms(),
      claimant: 'another',
    });
    const ids = claimed.map(({ paymentReference }) => paymentReference);
    expect(ids.filter((id) => id === order.checkout.paymentReference)).toHaveLength(2);
  });
});

test('a dispatcher sends what it took, without being woken', async () => {
  await using world = new NotificationWorld(shop.database);
  await using receiver = await WebhookReceiver.start();
  await world.endpoint(shop.merchantId, receiver.url);
  const localDispatcher = new LocalDispatcher();
  const order = await shop.order();
  // Nobody tells it, and the poll would come too late.
  const settings = { pollMs: 3_600_000 };
  const running = await startNotifications(
    { ...world.ports, localDispatcher },
    shop.database.url,
    settings,
  );
  await posted(localDispatcher, order, 1_000_000n);
  const delivered = { status: 'DELIVERED' };
  await vi.waitFor(
    async () => expect(await deliveriesOf(order)).toMatchObject([delivered, delivered]),
    {
      timeout: 20_000,
      interval: 25,
    },
  );
  await running.close();
  expect(localDispatcher.terms()).toBeNull();
});
