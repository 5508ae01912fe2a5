import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessTokens } from '../../src/http/access/access-tokens.js';
import { type Scope, scopes } from '../../src/http/access/scopes.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { contractOperations } from '../support/contract-operations.js';
import { routeScopes } from '../support/route-scopes.js';
import { ApiClient, type ApiReply } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const path = '/api/v1/merchant/authenticate';
const credentials = () => {
  const { clientId, clientSecret } = world.manilla.merchant;
  return { clientId, clientSecret };
};
const loginAs = (client: object) => world.anonymous.post(path, { ...credentials(), ...client });
const madeUp = { clientId: 'mid_madeupmadeupmadeup', clientSecret: 'sk_test_'.padEnd(59, 'x') };

describe('POST /api/v1/merchant/authenticate', () => {
  it('gives a bearer token for an hour in the fields of the source document', async () => {
    const reply = await loginAs({});
    expect(reply).toMatchObject({ status: 200, isSuccessful: true, code: '00' });
    expect(reply.data).toEqual({
      access_token: expect.any(String) as string,
      expires_in: 3_600,
      token_type: 'Bearer',
      scope:
        'banks:read checkout-page:write checkout:read checkout:write disputes:read disputes:write keys:claim keys:read keys:write merchant:read payment-links:read payment-links:write policies:write refunds:read refunds:write settlements:read settlements:write transactions:read virtual-accounts:read virtual-accounts:write wallet:read webhooks:read webhooks:write',
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(decodeJwt(reply.data.access_token).sub).toBe(world.manilla.merchant.merchantId);
  });

  it('gives a new token to one who has one', async () => {
    const again = await world.merchant.post(path, credentials());
    expect(again.status).toBe(200);
    expect(again.data.access_token).not.toBe(world.merchant.token);
  });

  it('ignores an Authorization header it cannot read', async () => {
    const reply = await world.anonymous.post(path, credentials(), { authorization: 'Basic abc' });
    expect(reply.status).toBe(200);
  });

  it('answers alike for an unknown client and a wrong secret', async () => {
    const unknown = await loginAs(madeUp);
    const wrong = await loginAs({ clientSecret: madeUp.clientSecret });
    expect(unknown).toMatchObject({
      status: 401,
      code: '63',
      data: { reason: 'INVALID_CREDENTIALS' },
    });
    expect(wrong.text).toBe(unknown.text);
    expect(unknown.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('names the fields that are missing or too short', async () => {
    const reply = await world.anonymous.post(path, { clientId: 'x' });
    expect(reply).toMatchObject({ status: 400, code: '30', data: { reason: 'VALIDATION_FAILED' } });
    expect(reply.data.errors).toMatchObject([
      { field: 'clientId', rule: 'length' },
      { field: 'clientSecret', rule: 'required' },
    ]);
  });

  it('slows down whoever guesses, and leaves others alone', async () => {
    const other = await world.otherMerchant('Guessed Shop');
    const { clientId, clientSecret } = other.merchant;
    for (let i = 0; i < 10; i += 1) {
      expect((await loginAs({ clientId, clientSecret: madeUp.clientSecret })).status).toBe(401);
    }
    const blocked = await loginAs({ clientId, clientSecret });
    expect(blocked).toMatchObject({ status: 429, code: '65', data: { reason: 'RATE_LIMITED' } });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await loginAs({})).status).toBe(200);
  });

  it('accepts the previous secret beside the new one, so that it can be changed', async () => {
    const other = await world.otherMerchant('Rotating Shop');
    const rotated = await world.otherMerchant('Rotating Shop');
    expect(rotated.merchant.clientId).toBe(other.merchant.clientId);
    expect(rotated.merchant.clientSecret).not.toBe(other.merchant.clientSecret);
    for (const { merchant } of [other, rotated]) {
      const { clientId, clientSecret } = merchant;
      expect((await loginAs({ clientId, clientSecret })).status).toBe(200);
    }
  });
});

describe('an operation that needs a token', () => {
  const ask = (token?: string) =>
    new ApiClient(world.manilla.baseUrl, token).query('ORD-UNKNOWN-1');

  it('asks for one', async () => {
    const reply = await ask();
    expect(reply).toMatchObject({ status: 401, code: '63', data: { reason: 'TOKEN_MISSING' } });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="manilla"');
  });

  it.each(['abc', 'a.b.c', ''])('refuses the token "%s"', async (token) => {
    const reply = await ask(token);
    expect(reply).toMatchObject({ status: 401, code: '63', data: { reason: 'TOKEN_INVALID' } });
    expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('refuses a token with a changed signature', async () => {
    const [header, payload, signature = ''] = String(world.merchant.token).split('.');
    const reply = await ask(`${header}.${payload}.${signature.toUpperCase()}`);
    expect(reply.data.reason).toBe('TOKEN_INVALID');
  });

  it.concurrent('refuses, within five seconds, the tokens of a merchant whose tokens were revoked', async () => {
    const other = await world.otherMerchant('Revoked Shop');
    expect((await other.query('ORD-UNKNOWN-1')).status).toBe(404);
    await world.query(
      'update merchant set token_version = token_version + 1 where merchant_id = $1',
      [other.merchant.merchantId],
    );
    await expect
      .poll(async () => (await other.query('ORD-UNKNOWN-1')).data.reason)
      .toBe('TOKEN_INVALID');
  });

  it.concurrent('refuses a suspended merchant, with its token and at the door', async () => {
    const other = await world.otherMerchant('Suspended Shop');
    await world.query(`update merchant set status = 'SUSPENDED' where merchant_id = $1`, [
      other.merchant.merchantId,
    ]);
    await expect.poll(async () => (await other.query('ORD-UNKNOWN-1')).code).toBe('03');
    const { clientId, clientSecret } = other.merchant;
    expect(await loginAs({ clientId, clientSecret })).toMatchObject({
      status: 403,
      code: '03',
      data: { reason: 'MERCHANT_INACTIVE' },
    });
  });
});

describe('every operation', () => {
  let tokens: AccessTokens;
  beforeAll(() => {
    tokens = new AccessTokens(loadConfig({ ...world.manilla.env }));
  });

  /** With a token for these scopes; undefined: without a token. */
  async function ask(name: string, granted?: readonly Scope[]): Promise<ApiReply> {
    const { merchantId, clientId } = world.manilla.merchant;
    const version = Number(decodeJwt(String(world.merchant.token))['ver']);
    const token = granted && tokens.issue(merchantId, clientId, version, granted);
    const [method = '', template = ''] = name.split(' ');
    const path = template.replace('{provider}', 'simulator').replace(/\{\w+\}/, 'ORD-UNKNOWN-1');
    const client = new ApiClient(world.manilla.baseUrl, token);
    return method === 'GET' || method === 'DELETE'
      ? client.send(method, path)
      : client.send(method, path, {
          body: '{}',
          headers: { 'content-type': 'application/json' },
        });
  }

  /** Why it was not let in; undefined: it was. */
  function refusalOf({ status, data, headers }: ApiReply): string | undefined {
    if (status >= 500) return `HTTP ${status}`;
    if (data.reason !== 'SCOPE_MISSING') return status === 401 ? String(data.reason) : undefined;
    const [, scope] = /scope="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
    return `SCOPE_MISSING ${scope}`;
  }

  /** What keeps out who has no token, who has all scopes but this one, and who has this one alone. */
  async function refusals(name: string, needed: Scope | 'open' | 'signed') {
    const own = scopes.filter((scope) => scope === needed);
    const others = scopes.filter((scope) => scope !== needed);
    const replies = [await ask(name), await ask(name, others), await ask(name, own)];
    return replies.map(refusalOf);
  }

  it('is in the table of test/support/route-scopes.ts', async () => {
    const operations = await contractOperations(world.manilla.baseUrl);
    expect(operations.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(routeScopes).toSorted(),
    );
  });

  it('takes the scope that the table says, and no other instead', async () => {
    const asked: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    // With itself, a key needs no more than that.
    const ofOthers: Readonly<Record<string, string>> = {
      'POST /api/v1/keys/{clientId}/rotate': 'SCOPE_MISSING keys:write',
    };
    for (const [name, needed] of Object.entries(routeScopes)) {
      asked[name] = await refusals(name, needed);
      expected[name] = {
        open: [undefined, undefined, undefined],
        signed: Array.from({ length: 3 }, () => 'SIGNATURE_INVALID'),
        scope: ['TOKEN_MISSING', `SCOPE_MISSING ${needed}`, ofOthers[name]],
      }[needed === 'open' || needed === 'signed' ? needed : 'scope'];
    }
    expect(asked).toEqual(expected);
  });
});

it('publishes the key that verifies tokens', async () => {
  const response = await fetch(`${world.manilla.baseUrl}/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: Record<string, string>[] };
  expect(keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' }]);
  expect(keys[0]).not.toHaveProperty('d');
});
