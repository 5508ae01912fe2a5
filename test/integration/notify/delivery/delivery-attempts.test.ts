import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EndpointBusyError } from '../../../../src/notify/delivery/delivery-attempts.port.js';
import { ScheduledAttempts } from '../../../../src/notify/delivery/delivery-attempts.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database.drop());

function attemptsOf(world: NotificationWorld): ScheduledAttempts {
  return new ScheduledAttempts(world.deliveries, world.sender);
}

describe('scheduled attempts', () => {
  test('repeat the same bytes under the same id, signed anew', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start((_request, nth) => (nth < 3 ? 500 : 204));
    const { merchantId, secret } = await world.merchant(receiver.url);
    // Spacing, escapes and key order that a second serialisation would change.
    const body = '{ "b":1.0,"a":"\\u20a6 ₦ \\/",\t"n":1e3 }';
    const deliveryId = await world.emit(merchantId, body);
    const attempts = attemptsOf(world);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await attempts.make(deliveryId, attempt);
      await sleep(attempt < 3 ? 1001 : 0);
    }
    expect(receiver.requests.map((request) => request.body)).toEqual([body, body, body]);
    const header = (name: string) => receiver.requests.map(({ headers }) => headers[name]);
    expect(new Set(header('webhook-id')).size).toBe(1);
    expect(header('webhook-attempt')).toEqual(['1', '2', '3']);
    expect(new Set(header('webhook-timestamp')).size).toBe(3);
    expect(new Set(header('webhook-signature')).size).toBe(3);
    for (const request of receiver.requests) {
      new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
    }
    expect(await world.statusOf(deliveryId)).toBe('DELIVERED');
  });

  test('are not made again once written down, nor after the end', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start((_request, nth) => (nth < 2 ? 500 : 200));
    const { merchantId } = await world.merchant(receiver.url);
    const deliveryId = await world.emit(merchantId);
    const attempts = attemptsOf(world);
    expect(await attempts.make(deliveryId, 2)).toMatchObject({
      status: 'RETRYING',
      failure: 'HTTP_STATUS',
      httpStatus: 500,
    });
    expect(await attempts.make(deliveryId, 2)).toMatchObject({ status: 'RETRYING', failure: null });
    expect(receiver.requests.length).toBe(1);
    expect(await attempts.make(deliveryId, 3)).toMatchObject({ status: 'DELIVERED' });
    expect(await attempts.make(deliveryId, 4)).toMatchObject({ status: 'DELIVERED' });
    expect(receiver.requests.length).toBe(2);
  });

  test('end as DEAD with the fourteenth', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start(() => 500);
    const { merchantId } = await world.merchant(receiver.url);
    const deliveryId = await world.emit(merchantId);
    expect(await attemptsOf(world).make(deliveryId, 13)).toMatchObject({ status: 'RETRYING' });
    expect(await attemptsOf(world).make(deliveryId, 14)).toMatchObject({ status: 'DEAD' });
    expect(await world.statusOf(deliveryId)).toBe('DEAD');
  });

  test('end as SUPPRESSED, and disable the endpoint, when it answers 410', async () => {
    await using world = new NotificationWorld(database);
    await using receiver = await WebhookReceiver.start(() => 410);
    const { merchantId } = await world.merchant(receiver.url);
    const [first, second] = [await world.emit(merchantId), await world.emit(merchantId)];
    const attempts = attemptsOf(world);
    expect(await attempts.make(first, 2)).toMatchObject({ status: 'SUPPRESSED', httpStatus: 410 });
    expect(await attempts.make(second, 2)).toMatchObject({
      status: 'SUPPRESSED',
      failure: 'NO_ENDPOINT',
    });
    expect(receiver.requests.length).toBe(1);
  });

  test('go to the URL of today', async () => {
    await using world = new NotificationWorld(database);
    await using old = await WebhookReceiver.start(() => 500);
    await using moved = await WebhookReceiver.start();
    const { merchantId } = await world.merchant(old.url);
    const deliveryId = await world.emit(merchantId);
    await attemptsOf(world).make(deliveryId, 2);
    await world.endpoints.put({ merchantId, url: moved.url, secretSealed: null, events: null });
    expect(await attemptsOf(world).make(deliveryId, 3)).toMatchObject({ status: 'DELIVERED' });
    expect(moved.requests.length).toBe(1);
  });

  test('wait their turn when the endpoint leaves five unanswered', async () => {
    await using world = new NotificationWorld(database, { totalTimeoutMs: 6_000 });
    await using receiver = await WebhookReceiver.start(() => () => {});
    const { merchantId } = await world.merchant(receiver.url);
    const ids = await Promise.all(Array.from({ length: 6 }, () => world.emit(merchantId)));
    const attempts = attemptsOf(world);
    const underWay = ids.slice(0, 5).map((id) => attempts.make(id, 2));
    await expect.poll(() => receiver.requests.length).toBe(5);
    await expect(attempts.make(ids[5] ?? '', 2)).rejects.toThrow(EndpointBusyError);
    const reports = await Promise.all(underWay);
    expect(reports.map(({ failure }) => failure)).toEqual(Array(5).fill('TIMEOUT'));
    // Having failed so often it is tried by one at a time.
    const [one, two] = [attempts.make(ids[5] ?? '', 2), attempts.make(ids[0] ?? '', 3)];
    await expect(Promise.race([one, two])).rejects.toThrow(EndpointBusyError);
    await Promise.allSettled([one, two]);
  });

  test('refuse a delivery that is not there', async () => {
    await using world = new NotificationWorld(database);
    await expect(attemptsOf(world).make('dlv_none', 2)).rejects.toThrow(RangeError);
  });
});
