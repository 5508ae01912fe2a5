import { createSecretKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AccessTokens } from '../../../../src/http/access/access-tokens.js';
import { KeySet } from '../../../../src/platform/config/key-set.js';

const privateKey = () => generateKeyPairSync('ed25519').privateKey;
const settings = {
  tokenKeys: new KeySet([{ kid: 'k1', key: privateKey() }]),
  baseUrl: 'https://api.example.ng',
  environment: 'sandbox' as const,
};
const tokens = new AccessTokens(settings);
const claims = { scope: 'checkout:read', env: 'sandbox', ver: 1, client_id: 'mid_1' };
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const publicText = async () =>
  createSecretKey(Buffer.from(JSON.stringify(await tokens.publicJwks())));

/** All as it should be, but signed by this key under a header that says so. */
async function underAnother(header: object, key: KeyObject): Promise<string> {
  return new SignJWT(decodeJwt(await forge()))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1', ...header })
    .sign(key);
}

function forge(changes: object = {}, key = settings.tokenKeys.first.key, kid = 'k1') {
  const standard = {
    iss: settings.baseUrl,
    aud: `${settings.baseUrl}/api/v1`,
    sub: 'mch_1',
    jti: 'j',
    iat: inSeconds(-1),
    exp: inSeconds(60),
  };
  return new SignJWT({ ...claims, ...standard, ...changes })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
    .sign(key);
}

afterEach(() => vi.useRealTimers());

describe('an access token', () => {
  it('says who may do what, where and until when', async () => {
    const token = tokens.issue('mch_1', 'mid_1', 3);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k1' });
    const payload = decodeJwt(token);
    expect(payload).toMatchObject({ iss: settings.baseUrl, sub: 'mch_1', env: 'sandbox', ver: 3 });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
    expect(payload.jti).toBeTypeOf('string');
  });

  it('is verified, and again from memory with the same result', async () => {
    const token = tokens.issue('mch_1', 'mid_1', 3);
    const first = await tokens.verify(token);
    expect(first).toMatchObject({ merchantId: 'mch_1', clientId: 'mid_1', tokenVersion: 3 });
    const again = tokens.verify(token);
    expect(again).not.toBeInstanceOf(Promise);
    expect(again).toBe(first);
  });

  it('may be 29 seconds over its time, not 31', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await tokens.verify(await forge({ exp: inSeconds(-29) }))).toMatchObject({
      merchantId: 'mch_1',
    });
    expect(await tokens.verify(await forge({ exp: inSeconds(-31) }))).toBe('TOKEN_EXPIRED');
  });

  it('that is known from memory is over at the same time', async () => {
    const token = await forge({ exp: inSeconds(60) });
    const known = await tokens.verify(token);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 88_000 });
    expect(tokens.verify(token)).toBe(known);
    vi.setSystemTime(Date.now() + 3_000);
    expect(tokens.verify(token)).toBe('TOKEN_EXPIRED');
  });

  it.each([
    ['another key', () => forge({}, privateKey())],
    ['a key id we do not have', () => forge({}, settings.tokenKeys.first.key, 'k2')],
    ['another issuer', () => forge({ iss: 'https://evil.example' })],
    ['another audience', () => forge({ aud: 'https://other.example/api/v1' })],
    ['the other environment', () => forge({ env: 'live' })],
    ['no scope', () => forge({ scope: undefined })],
    ['no client', () => forge({ client_id: undefined })],
    ['no expiry', () => forge({ exp: undefined })],
    ['a time that has not come', () => forge({ nbf: inSeconds(60) })],
    ['another type', () => underAnother({ typ: 'JWT' }, settings.tokenKeys.first.key)],
    ['a shared secret', () => underAnother({ alg: 'HS256' }, createSecretKey(randomBytes(32)))],
    [
      'the public key for the secret',
      async () => underAnother({ alg: 'HS256' }, await publicText()),
    ],
    ['RSA', () => underAnother({ alg: 'RS256' }, rsa())],
    ['no algorithm', async () => unsigned(await forge())],
    ['a changed subject', async () => tampered(await forge())],
    ['no shape', () => 'abc'],
    ['too many bytes', async () => `${await forge()}${'A'.repeat(5_000)}`],
  ])('is refused with %s', async (_name, make) => {
    expect(await tokens.verify(await make())).toBe('TOKEN_INVALID');
  });
});

it('publishes the key that verifies and never the one that signs', async () => {
  const [jwk] = await tokens.publicJwks();
  expect(jwk).toMatchObject({ kty: 'OKP', crv: 'Ed25519', kid: 'k1', use: 'sig' });
  expect(jwk).not.toHaveProperty('d');
});

function unsigned(token: string): string {
  const header = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt', kid: 'k1' }));
  return `${header}.${token.split('.')[1]}.`;
}

function tampered(token: string): string {
  const [header, , signature] = token.split('.');
  const payload = base64url.encode(JSON.stringify({ ...decodeJwt(token), sub: 'mch_2' }));
  return `${header}.${payload}.${signature}`;
}
