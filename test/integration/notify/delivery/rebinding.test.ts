import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAddressResolver } from '../../../../src/notify/delivery/address-resolver.js';
import { vetWebhookUrl } from '../../../../src/notify/delivery/url-guard.js';
import { FickleNameServer } from '../../../support/name-server.js';
import { NotificationWorld } from '../../../support/notifications.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

let database: TestDatabase;
beforeAll(async () => void (database = await createDatabase()));
afterAll(() => database.drop());

const soon = { timeout: 20_000, interval: 25 };
const publicAddress = '93.184.215.14';

describe('a host whose address changes between check and connect', () => {
  test.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '100.64.0.1', '0.0.0.0'])(
    'is refused when it becomes %s, by a real name server',
    async (address) => {
      await using server = await FickleNameServer.start([publicAddress, address]);
      await using receiver = await WebhookReceiver.start();
      const resolve = createAddressResolver([server.address]);
      const url = 'https://shop.example.ng:8443/hook';
      expect(await vetWebhookUrl(url, { allowLoopbackHttp: false, resolve })).toMatchObject({
        ok: true,
      });
      await using world = new NotificationWorld(database, { resolve });
      const { merchantId } = await world.merchant(url);
      const deliveryId = await world.emit(merchantId);
      world.dispatcher().start();
      await vi.waitFor(async () => expect(await world.statusOf(deliveryId)).toBe('RETRYING'), soon);
      expect(await world.attemptsOf(deliveryId)).toEqual([
        { attempt: 1, http_status: null, failure: 'ADDRESS_NOT_PUBLIC' },
      ]);
      // Asked once at the check and once at the send: no answer is used for anything but what it was asked for.
      expect(server.questions).toBe(2);
      expect(receiver.connections).toBe(0);
    },
  );
});

test('a redirect to a private address is not followed', async () => {
  await using world = new NotificationWorld(database);
  await using secret = await WebhookReceiver.start();
  await using receiver = await WebhookReceiver.start((_request, nth) => (response) => {
    const status = [301, 302, 303, 307, 308][nth - 1] ?? 308;
    response.writeHead(status, { location: secret.url }).end();
  });
  const { merchantId } = await world.merchant(receiver.url);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await world.emit(merchantId));
  world.dispatcher().start();
  await vi.waitFor(async () => expect(await world.countOf(ids, 'RETRYING')).toBe(5), soon);
  for (const id of ids) {
    expect(await world.attemptsOf(id)).toMatchObject([{ failure: 'REDIRECT_REFUSED' }]);
  }
  expect(secret.connections).toBe(0);
});
