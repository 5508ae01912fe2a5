import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, test } from 'vitest';
import type { Delivery } from '../../../../src/notify/delivery/notification-store.port.js';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import { createWebhookSender } from '../../../../src/notify/delivery/sender.js';
import { mintWebhookSecret } from '../../../../src/notify/delivery/webhook-secret.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';

const seal = createSecretSeal(keySetOf('seal', [randomBytes(32)]));
const secret = mintWebhookSecret();
const own = { seal, allowLoopbackHttp: true } as const;
// A busy machine takes its time with an answer that comes.
const sender = createWebhookSender({ ...own, totalTimeoutMs: 10_000 });
const impatient = createWebhookSender({ ...own, totalTimeoutMs: 400 });
// Long enough for the status to come.
const trickled = createWebhookSender({ ...own, totalTimeoutMs: 2_000 });
afterAll(() => Promise.all([sender, impatient, trickled].map((each) => each.close())));

function delivery(url: string | null, changes: Partial<Delivery> = {}): Delivery {
  return {
    deliveryId: 'dlv_1',
    eventId: 'evt_1',
    eventType: 'checkout.successful',
    merchantId: 'mch_1',
    endpoint: 1,
    checkoutId: 'chk_1',
    paymentReference: 'ORD-1',
    url,
    secretSealed: seal.seal(secret, 'mch_1'),
    formerSecretsSealed: [],
    body: '{"id":"evt_1","name":"Adébáyọ̀ ₦"}',
    attempts: 0,
    status: 'DELIVERING',
    ...changes,
  };
}

describe('webhook sender', () => {
  test('posts the exact body with headers that two verifiers accept', async () => {
    await using receiver = await WebhookReceiver.start();
    const outcome = await sender.send(delivery(`${receiver.url}?shop=1`), 3);
    expect(outcome).toMatchObject({ httpStatus: 200, failure: null, response: '' });
    const [request] = receiver.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?shop=1',
      body: delivery(null).body,
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'manilla-webhooks/1',
      'webhook-attempt': '3',
      'webhook-id': 'evt_1',
    });
    const verified = new Webhook(secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    );
    expect(verified).toEqual({ id: 'evt_1', name: 'Adébáyọ̀ ₦' });
  });

  test.each([
    [204, null],
    [299, null],
    [301, 'REDIRECT_REFUSED'],
    [307, 'REDIRECT_REFUSED'],
    [400, 'HTTP_STATUS'],
    [404, 'HTTP_STATUS'],
    [410, 'ENDPOINT_GONE'],
    [429, 'THROTTLED'],
    [500, 'HTTP_STATUS'],
    [502, 'SERVER_UNAVAILABLE'],
    [503, 'SERVER_UNAVAILABLE'],
    [504, 'SERVER_UNAVAILABLE'],
  ])('takes an answer of %i as %s', async (status, failure) => {
    await using receiver = await WebhookReceiver.start(() => status);
    expect(await sender.send(delivery(receiver.url), 1)).toMatchObject({
      httpStatus: status,
      failure,
    });
  });

  test('follows no redirect', async () => {
    await using elsewhere = await WebhookReceiver.start();
    await using receiver = await WebhookReceiver.start(() => (response) => {
      response.writeHead(302, { location: elsewhere.url }).end();
    });
    expect(await sender.send(delivery(receiver.url), 1)).toMatchObject({
      failure: 'REDIRECT_REFUSED',
    });
    expect(elsewhere.connections).toBe(0);
  });

  test('reads Retry-After of a throttling answer, as seconds or as a date', async () => {
    await using receiver = await WebhookReceiver.start((_request, nth) => (response) => {
      const inAMinute = new Date(Date.now() + 60_000).toUTCString();
      const values = ['120', inAMinute, 'soon', '-5'];
      response.writeHead(nth === 5 ? 500 : 503, { 'retry-after': values[nth - 1] ?? '120' }).end();
    });
    const asked = [];
    for (let n = 0; n < 5; n += 1)
      asked.push((await sender.send(delivery(receiver.url), 1)).retryAfterMs);
    expect(asked).toEqual([120_000, expect.any(Number), null, null, null]);
    expect(asked[1]).toBeGreaterThan(55_000);
    expect(asked[1]).toBeLessThanOrEqual(60_000);
  });

  test('keeps 2 KiB of the answer, and PostgreSQL can store them', async () => {
    await using receiver = await WebhookReceiver.start(() => (response) => {
      response.writeHead(500).end(`\0${'₦'.repeat(2000)}`);
    });
    const { response } = await sender.send(delivery(receiver.url), 1);
    expect(response).not.toContain('\0');
    expect(response?.startsWith('\uFFFD₦₦')).toBe(true);
    expect(response?.length).toBeLessThan(2048);
  });

  test('stops reading an endless answer, whose status counts all the same', async () => {
    await using receiver = await WebhookReceiver.start(() => (response) => {
      response.writeHead(200);
      const flood = setInterval(() => response.write('x'.repeat(32_768)), 1);
      response.on('close', () => clearInterval(flood));
    });
    const outcome = await sender.send(delivery(receiver.url), 1);
    expect(outcome).toMatchObject({ httpStatus: 200, failure: null });
    expect(outcome.durationMs).toBeLessThan(8_000);
  });

  test('gives up on a receiver that never answers', async () => {
    await using receiver = await WebhookReceiver.start(() => () => {});
    const outcome = await impatient.send(delivery(receiver.url), 1);
    expect(outcome).toMatchObject({ httpStatus: null, failure: 'TIMEOUT', response: null });
    expect(outcome.durationMs).toBeLessThan(8_000);
  });

  test('gives up on an answer that trickles', async () => {
    await using receiver = await WebhookReceiver.start(() => (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const outcome = await trickled.send(delivery(receiver.url), 1);
    expect(outcome).toMatchObject({ httpStatus: 200, failure: null });
    expect(outcome.durationMs).toBeLessThan(8_000);
  });

  test('names a refused connection, and one that breaks off', async () => {
    const closed = await WebhookReceiver.start();
    const { url } = closed;
    await closed[Symbol.asyncDispose]();
    expect(await sender.send(delivery(url), 1)).toMatchObject({ failure: 'CONNECTION_FAILED' });
    await using breaking = await WebhookReceiver.start(() => (response) => response.destroy());
    expect(await sender.send(delivery(breaking.url), 1)).toMatchObject({
      httpStatus: null,
      failure: 'CONNECTION_FAILED',
    });
  });

  test.each([
    ['that is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['of which only a hint comes', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['that is said to be on its way', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ])('names an answer %s', async (_what, said) => {
    const server: Server = createServer((socket) => {
      socket.resume().end(said);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await sender.send(delivery(`http://127.0.0.1:${port}/`), 1)).toMatchObject({
      failure: 'CONNECTION_FAILED',
    });
    await new Promise((resolve) => server.close(resolve));
  });

  test('sends nothing without an endpoint, to a forbidden URL, or unsigned', async () => {
    await using receiver = await WebhookReceiver.start();
    expect(await sender.send(delivery(null), 1)).toMatchObject({ failure: 'NO_ENDPOINT' });
    const forbidden = `http://127.0.0.2:${receiver.port}/`;
    expect(await sender.send(delivery(forbidden), 1)).toMatchObject({ failure: 'URL_REFUSED' });
    const stolen = delivery(receiver.url, { secretSealed: seal.seal(secret, 'mch_2') });
    expect(await sender.send(stolen, 1)).toMatchObject({ failure: 'SECRET_UNREADABLE' });
    expect(receiver.connections).toBe(0);
  });

  test('no loopback address is sent to unless it was told to', async () => {
    const shared = createWebhookSender({ seal });
    await using receiver = await WebhookReceiver.start();
    expect(await shared.send(delivery(receiver.url), 1)).toMatchObject({ failure: 'URL_REFUSED' });
    expect(receiver.connections).toBe(0);
    await shared.close();
  });
});
