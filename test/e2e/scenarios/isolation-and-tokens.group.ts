import { createSecretKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../../../src/platform/config/config.js';
import { ApiClient, newReference, type ApiReply } from '../api/api-client.js';
import type { Shop } from './shop.js';
import { answerOf, eventually } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
let other: Shop;
useWorld(async (shared) => {
  world = shared;
  other = await world.newShop('Other Shop');
});

/** How long each of two calls takes, asked in turn so that a busy machine is as unkind to both. */
async function medians(calls: readonly (() => Promise<ApiReply>)[]): Promise<number[]> {
  const times: number[][] = calls.map(() => []);
  for (let round = 0; round < 60; round += 1) {
    for (const [i, call] of calls.entries()) {
      const began = performance.now();
      await call();
      times[i]?.push(performance.now() - began);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b)[30] ?? 0);
}

function expectAlike([first = 0, second = 0]: readonly number[]): void {
  expect(Math.abs(first - second)).toBeLessThan(Math.max(5, Math.min(first, second)));
}

describe('another merchant’s order', () => {
  it('21: an access code of another order or merchant opens nothing, and tells nothing', async () => {
    const [sale, neighbour, theirs] = await Promise.all([
      world.shop.open(),
      world.shop.paid(),
      other.open(),
    ]);
    const madeUp = `ac_${'x'.repeat(43)}`;
    const codes = [madeUp, theirs.accessCode, (await theirs.query()).data.accessCode as string];
    const replies = await Promise.all(codes.map((accessCode) => sale.complete({ accessCode })));
    // Of an order that is paid, and of one that is not, a wrong code learns the same.
    replies.push(await neighbour.complete({ accessCode: madeUp }));
    replies.push(await neighbour.complete({ accessCode: sale.accessCode }));
    for (const reply of replies) {
      expect(answerOf(reply)).toBe('401/15 INVALID_ACCESS_CODE');
      expect(reply.text).toBe(replies[0]?.text);
    }
    await sale.until({ status: 'AWAITING_PAYMENT', amountPaid: 0 });
  });

  it('21: a wrong code of the other order takes as long as one that was made up', async () => {
    const sales = await Promise.all(Array.from({ length: 14 }, () => world.shop.open()));
    const theirs = await other.open();
    let turn = 0;
    const wrong = (accessCode: string) => () => {
      turn += 1;
      const sale = sales[turn % sales.length];
      if (sale === undefined) throw new Error('no sale');
      return sale.complete({ accessCode });
    };
    expectAlike(await medians([wrong(theirs.accessCode), wrong(`ac_${'x'.repeat(43)}`)]));
  });

  it('22: another merchant’s reference is answered as one that nobody has, and as fast', async () => {
    const sale = await world.shop.open();
    const theirs = () => other.client.query(sale.reference);
    const unknown = () => other.client.query(newReference());
    const [seen, notThere] = [await theirs(), await unknown()];
    expect(answerOf(seen)).toBe('404/25 RESOURCE_NOT_FOUND');
    expect(seen.text).toBe(notThere.text);
    const names = ({ headers }: ApiReply) => [...headers.keys()].toSorted();
    expect(names(seen)).toEqual(names(notThere));
    expectAlike(await medians([theirs, unknown]));
  });

  it.each([
    ['complete', (reference: string) => other.client.complete(completionOf(reference))],
    ['create-account', (reference: string) => other.client.createAccount(accountOf(reference))],
    [
      'cancel',
      (reference: string) => other.client.post(`/api/v1/checkout/${reference}/cancel`, {}),
    ],
    [
      'refund',
      (reference: string) =>
        other.client.post(`/api/v1/transactions/${reference}/refund`, {
          refundReference: newReference(),
          reason: 'theirs',
        }),
    ],
    [
      'refunds',
      (reference: string) => other.client.get(`/api/v1/transactions/${reference}/refunds`),
    ],
  ])('22: so does %s', async (_name, call) => {
    const sale = await world.shop.paid();
    const seen = await call(sale.reference);
    expect(answerOf(seen)).toBe('404/25 RESOURCE_NOT_FOUND');
    expect((await call(newReference())).text).toBe(seen.text);
    await sale.until({ status: 'SUCCESSFUL', amountAccepted: sale.due });
  });

  const completionOf = (paymentReference: string) => ({
    paymentChannel: 'Bank',
    account: '5010000000',
    amount: 1_000_000,
    paymentReference,
    accessCode: `ac_${'x'.repeat(43)}`,
  });
  const accountOf = (paymentReference: string) => ({
    paymentReference,
    prefix: other.merchant.prefix,
    validity: 30,
    amount: 1_000_000,
  });
});

describe('31: a token', () => {
  interface Forgery {
    readonly claims?: object;
    readonly header?: object;
    readonly audience?: string;
    readonly issuer?: string;
    readonly expiresIn?: number;
    readonly sign?: (jwt: SignJWT, config: Config) => Promise<string>;
  }

  /** A token as the API makes them, but for what is forged. */
  async function mint(forgery: Forgery = {}): Promise<string> {
    const config = loadConfig({ ...world.api.manilla.env });
    const now = Math.floor(Date.now() / 1_000);
    const expiresAt = now + (forgery.expiresIn ?? 3_600);
    const claims = {
      scope: 'checkout:read checkout:write',
      env: 'sandbox',
      ver: 0,
      client_id: world.shop.merchant.clientId,
    };
    const [row] = await world.query<{ ver: number }>(
      'select token_version as ver from merchant where merchant_id = $1',
      [world.shop.merchant.merchantId],
    );
    const jwt = new SignJWT({ ...claims, ver: row?.ver, ...forgery.claims })
      .setProtectedHeader({
        alg: 'EdDSA',
        typ: 'at+jwt',
        kid: config.tokenKeys.first.kid,
        ...forgery.header,
      })
      .setIssuer(forgery.issuer ?? config.baseUrl)
      .setAudience(forgery.audience ?? `${config.baseUrl}/api/v1`)
      .setSubject(world.shop.merchant.merchantId)
      .setJti(randomUUID())
      .setIssuedAt(expiresAt - 3_600)
      .setExpirationTime(expiresAt);
    return forgery.sign ? forgery.sign(jwt, config) : jwt.sign(config.tokenKeys.first.key);
  }

  const ask = (token: string) =>
    new ApiClient(world.api.manilla.baseUrl, token).query('ORD-UNKNOWN-1');

  it('as the API makes it is taken', async () => {
    expect(answerOf(await ask(await mint()))).toBe('404/25 RESOURCE_NOT_FOUND');
  });

  const forgeries: Readonly<Record<string, [Forgery, string]>> = {
    'that is over': [{ expiresIn: -60 }, 'TOKEN_EXPIRED'],
    'for another audience': [{ audience: 'https://other.example/api/v1' }, 'TOKEN_INVALID'],
    'of another issuer': [{ issuer: 'https://other.example' }, 'TOKEN_INVALID'],
    'of another environment': [{ claims: { env: 'live' } }, 'TOKEN_INVALID'],
    'of another kind': [{ header: { typ: 'JWT' } }, 'TOKEN_INVALID'],
    'under an unknown key': [{ header: { kid: 'other' } }, 'TOKEN_INVALID'],
    'by another key under the same name': [
      { sign: (jwt) => jwt.sign(generateKeyPairSync('ed25519').privateKey) },
      'TOKEN_INVALID',
    ],
    'by HMAC': [
      {
        header: { alg: 'HS256' },
        sign: (jwt) => jwt.sign(createSecretKey(randomBytes(32))),
      },
      'TOKEN_INVALID',
    ],
    'by HMAC with the public key for the secret': [
      {
        header: { alg: 'HS256' },
        sign: async (jwt) => {
          const jwks = await fetch(`${world.api.manilla.baseUrl}/.well-known/jwks.json`);
          return jwt.sign(createSecretKey(Buffer.from(await jwks.text())));
        },
      },
      'TOKEN_INVALID',
    ],
    'by RSA': [
      {
        header: { alg: 'RS256' },
        sign: (jwt) => jwt.sign(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey),
      },
      'TOKEN_INVALID',
    ],
    'by nobody': [
      {
        sign: async () => new UnsecuredJWT({}).setSubject(world.shop.merchant.merchantId).encode(),
      },
      'TOKEN_INVALID',
    ],
  };

  it.each(Object.entries(forgeries))('%s is refused', async (_what, [forgery, reason]) => {
    const reply = await ask(await mint(forgery));
    expect(answerOf(reply)).toBe(`401/63 ${reason}`);
    expect(reply.headers.get('www-authenticate')).toBe(
      `Bearer realm="manilla", error="invalid_token"`,
    );
  });

  it('of a client that was revoked is refused within five seconds', async () => {
    const revoked = await world.newShop('Revoked Shop');
    expect(answerOf(await revoked.client.query('ORD-UNKNOWN-1'))).toBe('404/25 RESOURCE_NOT_FOUND');
    await world.query(
      'update merchant set token_version = token_version + 1 where merchant_id = $1',
      [revoked.merchant.merchantId],
    );
    await eventually(async () => {
      const refused = await revoked.client.query('ORD-UNKNOWN-1');
      expect(answerOf(refused)).toBe('401/63 TOKEN_INVALID');
    }, 6_000);
    const reply = await revoked.client.query('ORD-UNKNOWN-1');
    expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
