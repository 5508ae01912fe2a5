import { createSecretKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../../src/platform/config/config.js';
import { ApiClient, newReference, order, type ApiReply } from '../e2e/api/api-client.js';
import { ApiWorld } from '../e2e/api/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => void (world = await ApiWorld.edge()));

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
  const config = loadConfig({ ...world.manilla.env });
  const { merchantId, clientId } = world.manilla.merchant;
  const expiresAt = Math.floor(Date.now() / 1_000) + (forgery.expiresIn ?? 3_600);
  const [row] = await world.query<{ ver: number }>(
    'select token_version as ver from merchant where merchant_id = $1',
    [merchantId],
  );
  const claims = { scope: 'checkout:read checkout:write', env: 'sandbox', ver: row?.ver };
  const jwt = new SignJWT({ ...claims, client_id: clientId, ...forgery.claims })
    .setProtectedHeader({
      ...{ alg: 'EdDSA', typ: 'at+jwt', kid: config.tokenKeys.first.kid },
      ...forgery.header,
    })
    .setIssuer(forgery.issuer ?? config.baseUrl)
    .setAudience(forgery.audience ?? `${config.baseUrl}/api/v1`)
    .setSubject(merchantId)
    .setJti(randomUUID())
    .setIssuedAt(expiresAt - 3_600)
    .setExpirationTime(expiresAt);
  return forgery.sign ? forgery.sign(jwt, config) : jwt.sign(config.tokenKeys.first.key);
}

const ask = (token: string): Promise<ApiReply> =>
  new ApiClient(world.manilla.baseUrl, token).query(newReference());

describe('a token', () => {
  it('as the API makes it is taken', async () => {
    expect(await ask(await mint())).toMatchObject({
      ...{ status: 404, data: { reason: 'RESOURCE_NOT_FOUND' } },
    });
  });

  const forgeries: Readonly<Record<string, [Forgery, string?]>> = {
    'that is over': [{ expiresIn: -60 }, 'TOKEN_EXPIRED'],
    'for another audience': [{ audience: 'https://other.example/api/v1' }],
    'of another issuer': [{ issuer: 'https://other.example' }],
    'of another environment': [{ claims: { env: 'live' } }],
    'of another kind': [{ header: { typ: 'JWT' } }],
    'under an unknown key': [{ header: { kid: 'other' } }],
    'by another key under the same name': [
      { sign: (jwt) => jwt.sign(generateKeyPairSync('ed25519').privateKey) },
    ],
    'by HMAC': [
      { header: { alg: 'HS256' }, sign: (jwt) => jwt.sign(createSecretKey(randomBytes(32))) },
    ],
    'by HMAC with the public key for the secret': [
      {
        header: { alg: 'HS256' },
        sign: async (jwt) => {
          const jwks = await fetch(`${world.manilla.baseUrl}/.well-known/jwks.json`);
          return jwt.sign(createSecretKey(Buffer.from(await jwks.text())));
        },
      },
    ],
    'by RSA': [
      {
        header: { alg: 'RS256' },
        sign: (jwt) => jwt.sign(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey),
      },
    ],
    'by nobody': [
      {
        sign: async () =>
          new UnsecuredJWT({}).setSubject(world.manilla.merchant.merchantId).encode(),
      },
    ],
  };

  it.each(Object.entries(forgeries))(
    '%s is refused',
    async (_what, [forgery, reason = 'TOKEN_INVALID']) => {
      const reply = await ask(await mint(forgery));
      expect(reply).toMatchObject({ status: 401, code: '63', data: { reason } });
      expect(reply.headers.get('www-authenticate')).toBe(
        `Bearer realm="manilla", error="invalid_token"`,
      );
    },
  );
});

/** How long each of two calls takes, asked in turn so that a busy machine is as unkind to both. */
async function medians(calls: readonly (() => Promise<ApiReply>)[]): Promise<number[]> {
  const times: number[][] = calls.map(() => []);
  for (let round = 0; round < 40; round += 1) {
    for (const [i, call] of calls.entries()) {
      const began = performance.now();
      await call();
      times[i]?.push(performance.now() - began);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b)[20] ?? 0);
}

function expectAlike([first = 0, second = 0]: readonly number[]): void {
  expect(Math.abs(first - second)).toBeLessThan(Math.max(5, Math.min(first, second)));
}

describe('what is another merchant’s takes no longer to refuse, and looks like what is nobody’s:', () => {
  it('an access code', async () => {
    const own = await Promise.all(Array.from({ length: 14 }, () => world.awaitingPayment()));
    const other = await world.otherMerchant();
    const { paymentReference } = (await other.initiate(order())).data;
    const { accessCode } = (await other.query(String(paymentReference))).data;
    let turn = 0;
    const wrong = (code: string) => () => {
      turn += 1;
      return world.merchant.complete({ ...own[turn % own.length]?.completion, accessCode: code });
    };
    const calls = [wrong(String(accessCode)), wrong(`ac_${'x'.repeat(43)}`)] as const;
    const replies = [await calls[0](), await calls[1]()];
    for (const { status, text } of replies) {
      expect({ status, text }).toEqual({ status: 401, text: replies[0]?.text });
    }
    expectAlike(await medians(calls));
  });

  it('a reference', async () => {
    const { reference } = await world.awaitingPayment();
    const other = await world.otherMerchant();
    const theirs = () => other.query(reference);
    const unknown = () => other.query(newReference());
    const [seen, notThere] = [await theirs(), await unknown()];
    expect(seen).toMatchObject({ status: 404, data: { reason: 'RESOURCE_NOT_FOUND' } });
    expect(seen.text).toBe(notThere.text);
    const names = ({ headers }: ApiReply) => [...headers.keys()].toSorted();
    expect(names(seen)).toEqual(names(notThere));
    expectAlike(await medians([theirs, unknown]));
  });
});
