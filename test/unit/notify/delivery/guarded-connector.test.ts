import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import type { AddressResolver } from '../../../../src/notify/delivery/address-resolver.js';
import {
  createGuardedConnector,
  type ConnectorOptions,
} from '../../../../src/notify/delivery/guarded-connector.js';
import { vetWebhookUrl } from '../../../../src/notify/delivery/url-guard.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

const answering =
  (...addresses: string[]): AddressResolver =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Sends past the URL check, as if it had been fooled: the connector alone must hold. */
async function post(
  url: string,
  resolve: AddressResolver,
  options: Partial<ConnectorOptions> = {},
) {
  const connect = createGuardedConnector({ allowLoopbackHttp: false, resolve, ...options });
  const agent = new Agent({ connect });
  try {
    const { statusCode } = await agent.request({
      origin: new URL(url).origin,
      path: '/',
      method: 'POST',
    });
    return statusCode;
  } finally {
    await agent.destroy();
  }
}

describe('guarded connector', () => {
  test.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.1',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://１２７.０.０.１',
    'https://127。0。0。1',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[::]',
    'https://[::1]',
    'https://0.0.0.0',
    'http://127.0.0.1',
    'http://localhost',
    'http://[::1]',
    'http://shop.example.ng',
  ])('lets nothing through to %s, whatever the resolver says', async (origin) => {
    await using receiver = await WebhookReceiver.start();
    const resolve = answering('93.184.215.14');
    await expect(post(`${origin}:${receiver.port}`, resolve)).rejects.toMatchObject({
      failure: 'ADDRESS_NOT_PUBLIC',
    });
    expect(receiver.connections).toBe(0);
  });

  test.each([
    ['loopback', ['127.0.0.1']],
    ['one public and one private address', ['93.184.215.14', '127.0.0.1']],
    ['a private address first', ['127.0.0.1', '93.184.215.14']],
    ['a mapped loopback address', ['::ffff:127.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['the metadata service over IPv6', ['fd00:ec2::254']],
    ['an address of carrier-grade NAT', ['100.64.0.1']],
    ['the unspecified address', ['0.0.0.0']],
    ['the unspecified address of IPv6', ['::']],
    ['loopback in NAT64', ['64:ff9b::7f00:1']],
    ['loopback in the local NAT64', ['64:ff9b:1::7f00:1']],
    ['loopback in 6to4', ['2002:7f00:1::1']],
    ['loopback in Teredo', ['2001:0:4136:e378:8000:63bf:80ff:fffe']],
    ['loopback translated to IPv6', ['::ffff:0:127.0.0.1']],
    ['loopback compatible with IPv6', ['::127.0.0.1']],
    ['a unique local address', ['fc00::1']],
    ['a link-local address', ['fe80::1']],
    ['a multicast address', ['224.0.0.1']],
    ['broadcast', ['255.255.255.255']],
    ['an address of documentation', ['192.0.2.1']],
    ['nothing', []],
  ])('refuses a name that resolves to %s', async (_what, addresses) => {
    await using receiver = await WebhookReceiver.start();
    await expect(
      post(`https://shop.example.ng:${receiver.port}`, answering(...addresses)),
    ).rejects.toMatchObject({ failure: 'ADDRESS_NOT_PUBLIC' });
    expect(receiver.connections).toBe(0);
  });

  test('is not fooled by a name that was public when its URL was set', async () => {
    await using receiver = await WebhookReceiver.start();
    let questions = 0;
    const rebinding: AddressResolver = async () => {
      questions += 1;
      return [{ address: questions === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }];
    };
    const url = `https://shop.example.ng:8443/`;
    expect(
      await vetWebhookUrl(url, { allowLoopbackHttp: false, resolve: rebinding }),
    ).toMatchObject({
      ok: true,
    });
    for (let send = 0; send < 20; send += 1) {
      const target = `https://shop.example.ng:${receiver.port}`;
      await expect(post(target, rebinding)).rejects.toMatchObject({
        failure: 'ADDRESS_NOT_PUBLIC',
      });
    }
    expect(questions).toBe(21);
    expect(receiver.connections).toBe(0);
  });

  test('gives up on name servers that do not answer', async () => {
    const silent: AddressResolver = () => new Promise(() => {});
    const started = Date.now();
    await expect(
      post('https://shop.example.ng', silent, { connectTimeoutMs: 100 }),
    ).rejects.toMatchObject({ failure: 'CONNECT_TIMEOUT' });
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  test('in the sandbox reaches 127.0.0.1 and localhost over plain http, and only those', async () => {
    await using receiver = await WebhookReceiver.start();
    const resolve = answering('127.0.0.1');
    expect(
      await post(`http://127.0.0.1:${receiver.port}`, resolve, { allowLoopbackHttp: true }),
    ).toBe(200);
    expect(
      await post(`http://localhost:${receiver.port}`, resolve, { allowLoopbackHttp: true }),
    ).toBe(200);
    for (const host of ['http://127.0.0.2', 'http://shop.example.ng', 'https://127.0.0.1']) {
      await expect(
        post(`${host}:${receiver.port}`, resolve, { allowLoopbackHttp: true }),
      ).rejects.toMatchObject({
        failure: 'ADDRESS_NOT_PUBLIC',
      });
    }
  });
});
