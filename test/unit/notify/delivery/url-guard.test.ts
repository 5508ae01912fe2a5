import { describe, expect, test } from 'vitest';
import { vetWebhookUrl } from '../../../../src/notify/delivery/url-guard.js';

const PUBLIC = [{ address: '93.184.215.14', family: 4 as const }];
const live = { allowLoopbackHttp: false, resolve: async () => PUBLIC };
const sandbox = { allowLoopbackHttp: true, resolve: async () => PUBLIC };

const INVALID = [
  'http://shop.example.ng/hook',
  'ftp://shop.example.ng/hook',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '//shop.example.ng/hook',
  'shop.example.ng/hook',
  '',
  'https://',
  'https:///shop.example.ng',
  'https:shop.example.ng',
  'https://user@shop.example.ng/',
  'https://user:pass@shop.example.ng/',
  'https://shop.example.ng/hook#part',
  'https://shop.example.ng/hook#',
  'https://shop.example.ng:22/',
  'https://shop.example.ng:25/',
  'https://shop.example.ng:80/',
  'https://shop.example.ng:5432/',
  'https://shop.example.ng:7233/',
  'https://shop.example.ng:9200/',
  'https://shop.example.ng:99999/',
  'https://shop.example.ng\\@127.0.0.1/',
  'https:\\\\shop.example.ng/',
  'https://shop.example.ng/a b',
  ' https://shop.example.ng/',
  'https://shop.example.ng/\u0000',
  'https://shop.example.ng/\r\nx-injected: 1',
  'https://shop%00.example.ng/',
  'https://999.1.2.3/',
  'https://0x7f.0.0.0x1ff/',
  `https://shop.example.ng/${'a'.repeat(2048)}`,
];

const NOT_PUBLIC = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127%2e0.0.1/',
  'https://127.0.0.1./',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://⑫⑦.⓪.⓪.①/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://shop.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://shop.example.ng./',
];

describe('vetWebhookUrl', () => {
  test.each(INVALID)('refuses %j as invalid', async (url) => {
    expect(await vetWebhookUrl(url, live)).toMatchObject({
      ok: false,
      reason: 'WEBHOOK_URL_INVALID',
    });
  });

  test.each(NOT_PUBLIC)('refuses %j as not public', async (url) => {
    expect(await vetWebhookUrl(url, live)).toMatchObject({
      ok: false,
      reason: 'WEBHOOK_URL_NOT_PUBLIC',
    });
  });

  test.each(['http://127.0.0.1', 'http://127.0.0.1:9999/hook?a=1', 'http://localhost:80/'])(
    'accepts %j in the sandbox only',
    async (url) => {
      expect(await vetWebhookUrl(url, sandbox)).toMatchObject({ ok: true });
      expect(await vetWebhookUrl(url, live)).toMatchObject({ ok: false });
    },
  );

  test.each([
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://127.0.0.2/',
    'http://127.0.0.1:99999/',
    'http://127.0.0.1.nip.io/',
    'http://127.0.0.1@example.com/',
    'http://user@127.0.0.1/',
    'http://localhost./',
    'http://localhost.example.com/',
    'http://127.0.0.1/#x',
    'http://[::1]/',
    'http://10.0.0.1/',
    'https://127.0.0.1/',
    'https://localhost/',
    'http://shop.example.ng/',
    ...NOT_PUBLIC,
  ])('refuses %j even in the sandbox', async (url) => {
    expect(await vetWebhookUrl(url, sandbox)).toMatchObject({ ok: false });
  });

  test.each([
    ['https://shop.example.ng/hook', 'https://shop.example.ng/hook'],
    ['HTTPS://Shop.Example.NG/Hook?a=b', 'https://shop.example.ng/Hook?a=b'],
    ['https://shop.example.ng:443/hook', 'https://shop.example.ng/hook'],
    ['https://shop.example.ng:8443/hook', 'https://shop.example.ng:8443/hook'],
    ['https://bücher.example/hook', 'https://xn--bcher-kva.example/hook'],
    ['https://93.184.215.14/hook', 'https://93.184.215.14/hook'],
    [
      'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
      'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    ],
  ])('accepts %j as %j', async (url, normalised) => {
    expect(await vetWebhookUrl(url, live)).toEqual({ ok: true, url: normalised });
  });

  test.each([
    ['one of its addresses is private', ['93.184.215.14', '10.0.0.7']],
    ['its IPv6 address is local', ['93.184.215.14', 'fd00::1']],
    ['it has no address', []],
  ])('refuses a name when %s', async (_why, addresses) => {
    const resolve = async () =>
      addresses.map((address) => ({
        address,
        family: address.includes(':') ? (6 as const) : (4 as const),
      }));
    expect(
      await vetWebhookUrl('https://shop.example.ng/', { allowLoopbackHttp: false, resolve }),
    ).toMatchObject({
      ok: false,
      reason: 'WEBHOOK_URL_NOT_PUBLIC',
    });
  });

  test('refuses a name that the name servers do not know, with a sentence', async () => {
    const resolve = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(
      await vetWebhookUrl('https://shop.example.ng/', { allowLoopbackHttp: false, resolve }),
    ).toEqual({
      ok: false,
      reason: 'WEBHOOK_URL_NOT_PUBLIC',
      message: 'The host of the URL must resolve to public addresses only.',
    });
  });
});
