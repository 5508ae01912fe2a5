import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../../src/domain/event-type.js';
import type { DeliveryStatus } from '../../../../src/notify/delivery/notification-store.port.js';
import { type Ask, withoutTrace } from '../../../support/asking.js';
import { Shop } from '../../../support/shop.js';

/** What each place of the code makes of each status of a delivery, and of each type of event. */
let shop: Shop;
let checkoutId: string;
const url = 'https://shop.example.ng/hook';
beforeAll(async () => {
  shop = await Shop.open(2);
  ({ checkoutId } = await shop.initiate());
  await shop.pool.query(`update checkout set status = 'EXPIRED'`);
  await shop.pool.query('update fact set applied_at = now(), due_at = null');
  await shop.pool.query(
    `insert into webhook_endpoint (merchant_id, url, secret_sealed) values ($1, $2, '\\x00')`,
    [shop.merchantId, url],
  );
});
afterAll(() => shop[Symbol.asyncDispose]());

const asking = <Answer>(make: (ask: Ask) => Promise<Answer>) => withoutTrace(shop.pool, make);

interface OfDelivery {
  /** It is about to arrive by itself: the event and its payer stay. */
  readonly isUnderWay: boolean;
  /** What a merchant is answered who asks for it once more. */
  readonly again: 'QUEUED' | 'UNDER_WAY';
  /** Its event has not been told, and nothing else tells it soon. */
  readonly isMissed: boolean;
}

const deliveries: Readonly<Record<DeliveryStatus, OfDelivery>> = {
  PENDING: { isUnderWay: true, again: 'UNDER_WAY', isMissed: false },
  DELIVERING: { isUnderWay: true, again: 'UNDER_WAY', isMissed: false },
  // Its next try may be a day away.
  RETRYING: { isUnderWay: true, again: 'QUEUED', isMissed: true },
  DELIVERED: { isUnderWay: false, again: 'QUEUED', isMissed: false },
  DEAD: { isUnderWay: false, again: 'QUEUED', isMissed: true },
  SUPPRESSED: { isUnderWay: false, again: 'QUEUED', isMissed: true },
};

describe.each(Object.entries(deliveries))('a delivery that is %s', (status, expected) => {
  it('is kept, sent once more, and counted as missed as the table says', async () => {
    const found = await asking(async (ask) => {
      const eventId = await ask<string>(`select new_id('evt_')`);
      await ask(
        `insert into event (event_id, merchant_id, checkout_id, sequence, type, body)
           values ($1, $2, $3, 1, 'checkout.expired', '{}')`,
        ...[eventId, shop.merchantId, checkoutId],
      );
      await ask(
        `insert into webhook_delivery (delivery_id, event_id, merchant_id, status) values ('dlv_0', $1, $2, $3)`,
        ...[eventId, shop.merchantId, status],
      );
      const since = `now() - interval '1 minute'`;
      const replays = `jsonb_populate_record(null::webhook_replay, jsonb_build_object('merchant_id', $1::text, 'endpoint', 1, 'position', '',
        'since', ${since}, 'before', now() + interval '1 minute', 'only_failed', true))`;
      return {
        held: await ask('select event_held_by($1, $2, now())', eventId, shop.merchantId),
        payerHeld: await ask(`select erasure_hold('CHECKOUT', $1)`, checkoutId),
        missed: await ask(`select (missed_events($1, 1, ${since})).missed`, shop.merchantId),
        candidates: await ask(
          `select count(*)::int from replay_candidates(${replays}, 10) c where is_missed(c, 1)`,
          shop.merchantId,
        ),
        again: await ask(`select outcome from redeliver($1, 'dlv_0')`, shop.merchantId),
      };
    });
    const held = expected.isUnderWay ? 'WEBHOOK_UNDER_WAY' : null;
    const missed = expected.isMissed ? 1 : 0;
    const { again } = expected;
    expect(found).toEqual({ held, payerHeld: held, missed, candidates: missed, again });
  });
});

it.each([
  ['checkout.expired', 1],
  ['webhook.test', 0],
])('of %s that was given up, %i is missed: a test tells nothing', async (type, expected) => {
  const missed = await asking(async (ask) => {
    const eventId = await ask<string>(`select new_id('evt_')`);
    await ask(
      `insert into event (event_id, merchant_id, checkout_id, sequence, type, body) values ($1, $2, $3, 1, $4, '{}')`,
      ...[eventId, shop.merchantId, checkoutId, type],
    );
    await ask(
      `insert into webhook_delivery (delivery_id, event_id, merchant_id, status) values ('dlv_0', $1, $2, 'DEAD')`,
      ...[eventId, shop.merchantId],
    );
    return ask(
      `select (missed_events($1, 1, now() - interval '1 minute')).missed`,
      shop.merchantId,
    );
  });
  expect(missed).toBe(expected);
});

describe('an endpoint that asks for one type of event', () => {
  const written = (type: string, wanted: string) =>
    asking(async (ask) => {
      await ask('update webhook_endpoint set events = array[$1]', wanted);
      await ask(`select notify_merchant($1, $2, 1, '{}')`, shop.merchantId, type);
      return ask<number>('select count(*)::int from webhook_delivery');
    });

  it.each(eventTypes)('is told of %s when it asks for that', async (type) => {
    expect(await written(type, type)).toBe(1);
  });

  it.each(eventTypes)(
    'is not told of %s otherwise, unless it is about its security',
    async (type) => {
      const another = eventTypes.find((each) => each !== type) ?? '';
      expect(await written(type, another)).toBe(type === 'security.changed' ? 1 : 0);
    },
  );
});

describe('an endpoint', () => {
  const attempt = (changes: object) =>
    JSON.stringify([
      {
        ...{ merchantId: shop.merchantId, endpoint: 1, url, startedAt: new Date().toISOString() },
        ...{ failure: 'TIMEOUT', ...changes },
      },
    ]);
  const after = (changes: object) =>
    asking(async (ask) => {
      await ask('select note_endpoint_health($1, 1000)', attempt(changes));
      return ask<object>(
        `select jsonb_build_object('status', status, 'fails', failing_since is not null) from webhook_endpoint`,
      );
    });

  it.each([
    ['that fails is failing', {}, { status: 'ACTIVE', fails: true }],
    ['that answers is not', { failure: null }, { status: 'ACTIVE', fails: false }],
    ['is off when it is gone', { failure: 'ENDPOINT_GONE' }, { status: 'DISABLED', fails: true }],
    [
      'is not blamed for our own crowd',
      { failure: 'ENDPOINT_BUSY' },
      { status: 'ACTIVE', fails: false },
    ],
    ['is not blamed for another URL', { url: `${url}/former` }, { status: 'ACTIVE', fails: false }],
    ['is not blamed for what was not sent', { url: null }, { status: 'ACTIVE', fails: false }],
  ])('%s', async (_what, changes, expected) => {
    expect(await after(changes)).toEqual(expected);
  });

  it.each([
    ['DISABLED', url, true],
    ['SUPPRESSED', url, true],
    ['ACTIVE', url, false],
    ['DISABLED', `${url}/former`, false],
    ['SUPPRESSED', `${url}/former`, false],
  ])('that is %s is switched on by a test of %s: %s', async (status, tested, isSwitchedOn) => {
    const found = await asking(async (ask) => {
      await ask('update webhook_endpoint set status = $1', status);
      const answered = await ask<boolean>(
        'select switch_on_endpoint($1, 1, $2)',
        ...[shop.merchantId, tested],
      );
      return { answered, status: await ask<string>('select status from webhook_endpoint') };
    });
    expect(found).toEqual({ answered: isSwitchedOn, status: isSwitchedOn ? 'ACTIVE' : status });
  });
});
