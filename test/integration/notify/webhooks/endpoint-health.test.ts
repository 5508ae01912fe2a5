import { PgReplayStore } from '../../../../src/notify/webhooks/replay.store.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeliveryAttempt } from '../../../../src/notify/delivery/notification-store.port.js';
import { keyHolder } from '../../../support/actors.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let world: NotificationWorld;
beforeAll(async () => {
  database = await createDatabase();
  world = new NotificationWorld(database);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

const url = 'https://merchant.example/hook';
const start = Date.parse('2026-11-01T00:00:00.000Z');
const hour = 3_600_000;

/** A merchant, and a way to write down attempts at times of one's choosing. */
async function endpoint() {
  const { merchantId } = await world.merchant(url);
  const attemptAt = async (hours: number, changes: Partial<DeliveryAttempt> = {}) => {
    const deliveryId = await world.emit(merchantId);
    const failure = 'TIMEOUT';
    await world.deliveries.record([
      {
        deliveryId,
        merchantId,
        endpoint: 1,
        attempt: 1,
        startedAt: new Date(start + hours * hour),
        durationMs: 15_000,
        firstByteMs: null,
        httpStatus: null,
        failure,
        response: null,
        url,
        signature: 'v1,c2lnbmVk',
        bodySignature: 'ab12',
        status: 'RETRYING',
        dueInMs: null,
        ...changes,
      },
    ]);
  };
  const succeedAt = (hours: number) =>
    attemptAt(hours, { failure: null, httpStatus: 200, status: 'DELIVERED' });
  const shown = () => world.endpoints.find(merchantId);
  return { merchantId, attemptAt, succeedAt, shown };
}

describe('an endpoint', () => {
  test('is given up after five days without any success, not before', async () => {
    const { attemptAt, shown } = await endpoint();
    await attemptAt(0);
    await attemptAt(119.9);
    expect(await shown()).toMatchObject({ status: 'ACTIVE', failingSince: new Date(start) });
    await attemptAt(120);
    expect(await shown()).toMatchObject({
      status: 'SUPPRESSED',
      disabledReason: 'NO_SUCCESS',
      failingSince: new Date(start),
    });
  });

  test('begins anew with each success', async () => {
    const { attemptAt, succeedAt, shown } = await endpoint();
    await attemptAt(0);
    await succeedAt(60);
    expect(await shown()).toMatchObject({ status: 'ACTIVE', failingSince: null });
    await attemptAt(100);
    await attemptAt(219);
    expect(await shown()).toMatchObject({ status: 'ACTIVE' });
    await attemptAt(221);
    expect(await shown()).toMatchObject({ status: 'SUPPRESSED' });
  });

  test('is not blamed for what was not sent, nor for what another URL did', async () => {
    const { merchantId, attemptAt, shown } = await endpoint();
    await attemptAt(0, { failure: 'ENDPOINT_BUSY', url: null });
    await attemptAt(0, { failure: 'NO_ENDPOINT', url: null });
    await attemptAt(0, { url: 'https://former.example/' });
    await attemptAt(1, { url: 'https://former.example/', failure: 'ENDPOINT_GONE' });
    expect(await shown()).toMatchObject({ status: 'ACTIVE', failingSince: null });
    await attemptAt(2);
    await world.endpoints.put({ merchantId, url, secretSealed: null, events: null });
    await attemptAt(130);
    expect(await shown()).toMatchObject({
      status: 'ACTIVE',
      failingSince: new Date(start + 130 * hour),
    });
  });

  test.each(['SECRET_UNREADABLE', 'URL_REFUSED'] as const)(
    'fails when nothing can be sent to it: %s',
    async (failure) => {
      const { attemptAt, shown } = await endpoint();
      await attemptAt(0, { failure, url: null });
      expect(await shown()).toMatchObject({ status: 'ACTIVE', failingSince: new Date(start) });
      await attemptAt(121, { failure, url: null });
      expect(await shown()).toMatchObject({ status: 'SUPPRESSED', disabledReason: 'NO_SUCCESS' });
    },
  );

  test('is not blamed for what could not be sent to the address before', async () => {
    const { merchantId, attemptAt, shown } = await endpoint();
    await attemptAt(-1, { failure: 'NO_ENDPOINT', url: null });
    await world.pool.query(
      `update webhook_delivery set pinned_url = 'https://former.example/', pinned_secret_sealed = 'x' where merchant_id = $1`,
      [merchantId],
    );
    const { rows } = await world.pool.query<{ id: string }>(
      'select delivery_id as id from webhook_delivery where merchant_id = $1',
      [merchantId],
    );
    await attemptAt(0, { deliveryId: rows[0]?.id ?? '', failure: 'URL_REFUSED', url: null });
    expect(await shown()).toMatchObject({ failingSince: null });
  });

  test('is not blamed for another of its merchant, which has the same URL', async () => {
    const { merchantId, attemptAt } = await endpoint();
    const by = keyHolder('mid_maker');
    const secretSealed = Buffer.alloc(1);
    await world.endpoints.add({ merchantId, url, secretSealed, events: null, by });
    await attemptAt(0, { endpoint: 2, httpStatus: 410, failure: 'ENDPOINT_GONE' });
    const shown = await world.endpoints.list(merchantId);
    expect(shown.map(({ status }) => status)).toEqual(['ACTIVE', 'DISABLED']);
    expect(shown[0]?.failingSince).toBeNull();
  });

  test('that answers 410 is disabled at once', async () => {
    const { attemptAt, shown } = await endpoint();
    await attemptAt(0, { httpStatus: 410, failure: 'ENDPOINT_GONE', status: 'SUPPRESSED' });
    expect(await shown()).toMatchObject({ status: 'DISABLED', disabledReason: 'ENDPOINT_GONE' });
  });

  test('that fares well is not written to', async () => {
    const { merchantId, succeedAt } = await endpoint();
    const version = async () =>
      (
        await world.pool.query<{ xmin: string }>(
          'select xmin::text from webhook_endpoint where merchant_id = $1',
          [merchantId],
        )
      ).rows;
    const before = await version();
    await succeedAt(0);
    expect(await version()).toEqual(before);
  });

  test('that was given up is a case for operators until it is on again', async () => {
    const { merchantId, attemptAt } = await endpoint();
    await attemptAt(0);
    await attemptAt(121);
    const search = async () => {
      await world.pool.query('select * from find_suppressed_endpoints()');
      const { rows } = await world.pool.query<{ action: string; detail: object }>(
        `select action, detail from finding where kind = 'ENDPOINT_SUPPRESSED' and subject = $1`,
        [merchantId],
      );
      return rows;
    };
    const detail = { failingSince: new Date(start).toISOString(), url };
    expect(await search()).toEqual([{ action: 'ATTENTION', detail }]);
    await world.endpoints.put({ merchantId, url, secretSealed: null, events: null });
    expect(await search()).toEqual([{ action: 'RESOLVED', detail }]);
  });

  test('that has failed for an hour is a case for operators until something arrives', async () => {
    const { merchantId, attemptAt, succeedAt } = await endpoint();
    const search = async () => {
      await world.pool.query('select * from find_failing_endpoints()');
      const { rows } = await world.pool.query<{ action: string }>(
        `select action from finding where kind = 'ENDPOINT_FAILING' and subject = $1`,
        [merchantId],
      );
      return rows.map(({ action }) => action);
    };
    await attemptAt((Date.now() - start) / hour - 0.5);
    expect(await search()).toEqual([]);
    await succeedAt((Date.now() - start) / hour - 0.4);
    await world.pool.query(
      `update webhook_endpoint set failing_since = now() - interval '61 minutes' where merchant_id = $1`,
      [merchantId],
    );
    expect(await search()).toEqual(['ATTENTION']);
    await succeedAt((Date.now() - start) / hour);
    expect(await search()).toEqual(['RESOLVED']);
  });

  test('is on again when an operator decides so, and hears what it has missed', async () => {
    const { merchantId, attemptAt, shown } = await endpoint();
    await attemptAt(0);
    await attemptAt(121);
    expect(await shown()).toMatchObject({ status: 'SUPPRESSED' });
    const store = new PgReplayStore(world.pool);
    const replayId = await store.revive(merchantId);
    expect(await shown()).toMatchObject({ status: 'ACTIVE', failingSince: null });
    expect(await store.find(merchantId, replayId ?? '')).toMatchObject({
      status: 'RUNNING',
      onlyFailed: true,
    });
    expect(await store.revive(merchantId)).toBe(replayId);
    expect(await store.revive('mch_nobody')).toBeNull();
  });
});
