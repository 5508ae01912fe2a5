import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const grant = { grant_type: 'client_credentials' };
const form = 'application/x-www-form-urlencoded';
const held = () => {
  const { clientId, clientSecret } = world.manilla.merchant;
  return { client_id: clientId, client_secret: clientSecret };
};
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

async function ask(
  body: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
) {
  const reply = await fetch(`${world.manilla.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': form, ...headers },
    body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
  });
  const data = (await reply.json()) as Readonly<Record<string, string>>;
  return { status: reply.status, headers: reply.headers, data };
}

describe('a library that knows nothing of us', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  async function server(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(world.manilla.baseUrl);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    return oauth.processDiscoveryResponse(issuer, found);
  }

  async function fetchToken(
    as: oauth.AuthorizationServer,
    way: 'ClientSecretBasic' | 'ClientSecretPost' = 'ClientSecretBasic',
  ): Promise<oauth.TokenEndpointResponse> {
    const { client_id, client_secret } = held();
    const client: oauth.Client = { client_id };
    const sent = oauth.clientCredentialsGrantRequest(
      ...([as, client, oauth[way](client_secret)] as const),
      ...([new URLSearchParams({ scope: 'checkout:read' }), insecure] as const),
    );
    return oauth.processClientCredentialsResponse(as, client, await sent);
  }

  function list(as: oauth.AuthorizationServer, { access_token }: oauth.TokenEndpointResponse) {
    const url = new URL(`${as.issuer}/api/v1/checkouts`);
    return oauth.protectedResourceRequest(
      ...([access_token, 'GET', url, undefined, undefined, insecure] as const),
    );
  }

  afterEach(() => vi.useRealTimers());

  it.each(['ClientSecretBasic', 'ClientSecretPost'] as const)(
    'finds the address, gets a token by %s, uses it and gets the next one',
    async (way) => {
      const as = await server();
      const [first, second] = [await fetchToken(as, way), await fetchToken(as, way)];
      expect(first).toMatchObject({ expires_in: 3_600, scope: 'checkout:read' });
      expect(second.access_token).not.toBe(first.access_token);
      for (const token of [first, second]) expect((await list(as, token)).status).toBe(200);
    },
  );

  it('uses a token for an hour, is told then that it is over, and goes on with a new one', async () => {
    const as = await server();
    const begun = Date.now();
    const first = await fetchToken(as);
    const after = (seconds: number): unknown =>
      vi.useFakeTimers({ toFake: ['Date'], now: begun + seconds * 1_000 });
    after(3_590);
    expect((await list(as, first)).status).toBe(200);
    // Clocks may differ by half a minute.
    after(3_640);
    await expect(list(as, first)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
    });
    const second = await fetchToken(as);
    expect((await list(as, second)).status).toBe(200);
  });

  it('reads the failure by its name', async () => {
    const as = await server();
    const client = { client_id: held().client_id };
    const wrong = oauth.ClientSecretBasic('sk_test_'.padEnd(59, 'x'));
    const sent = await oauth.clientCredentialsGrantRequest(as, client, wrong, {}, insecure);
    const read = oauth.processClientCredentialsResponse(as, client, sent);
    // The library tells of the challenge, which each 401 has, before it tells of the body.
    await expect(read).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'basic', parameters: { realm: 'manilla' } }],
    });
  });
});

describe('POST /oauth/token', () => {
  it('gives the same token as authenticate, kept by no cache', async () => {
    const reply = await ask({ ...grant, ...held() });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('pragma')).toBe('no-cache');
    const given = await world.anonymous.post('/api/v1/merchant/authenticate', {
      clientId: held().client_id,
      clientSecret: held().client_secret,
    });
    expect(reply.data).toEqual({ ...given.data, access_token: reply.data['access_token'] });
    const claims = [reply.data['access_token'], given.data.access_token as string].map((token) =>
      Object.keys(decodeJwt(String(token))).sort(),
    );
    expect(claims[0]).toEqual(claims[1]);
  });

  it('gives no more than is asked for, in any order, each once', async () => {
    const { data } = await ask({
      ...{ ...grant, ...held() },
      scope: 'wallet:read checkout:read wallet:read',
    });
    expect(data['scope']).toBe('checkout:read wallet:read');
    const narrow = new ApiClient(world.manilla.baseUrl, data['access_token']);
    expect((await narrow.get('/api/v1/wallet/balance')).status).toBe(200);
    expect(await narrow.get('/api/v1/banks')).toMatchObject({
      status: 403,
      data: { reason: 'SCOPE_MISSING' },
    });
  });

  it.each(['\0aaaaaaaa', 'mid_\u00e9aaaaaa', `mid_${'a'.repeat(61)}`])(
    'knows no client that can have no such id: %j',
    async (id) => {
      const unknown = { status: 401, data: { error: 'invalid_client' } };
      expect(await ask({ ...grant, ...held(), client_id: id })).toMatchObject(unknown);
      expect(
        await ask({ ...grant, ...held(), client_secret: `${id}${'a'.repeat(65)}` }),
      ).toMatchObject(unknown);
    },
  );

  it.each([
    ['a scope that the key lacks', 'transactions:pii'],
    ['a scope beside one that it has', 'checkout:read transactions:pii'],
    ['no scope of ours', 'openid'],
    ['two spaces', 'checkout:read  wallet:read'],
    ['a quote', 'checkout:"read'],
  ])('refuses %s', async (_what, scope) => {
    const reply = await ask({ ...grant, ...held(), scope });
    expect(reply).toMatchObject({ status: 400, data: { error: 'invalid_scope' } });
  });

  it.each([
    ['no grant_type', {}, 'invalid_request'],
    ['an empty grant_type', { grant_type: '' }, 'invalid_request'],
    ['another grant', { grant_type: 'password', username: 'a' }, 'unsupported_grant_type'],
    ['a grant in other letters', { grant_type: 'Client_Credentials' }, 'unsupported_grant_type'],
  ])('refuses %s', async (_what, body, error) => {
    expect(await ask({ ...held(), ...body })).toMatchObject({ status: 400, data: { error } });
  });

  it('answers alike for an unknown client, a wrong secret and none, and tells how to sign in', async () => {
    const { client_id } = held();
    const unknown = { client_id: 'mid_madeupmadeupmadeup', client_secret: 'x'.repeat(59) };
    const replies = await Promise.all([
      ask({ ...grant, ...unknown }),
      ask({ ...grant, client_id, client_secret: 'x'.repeat(59) }),
      ask({ ...grant, client_id, client_secret: 'x'.repeat(2_000) }),
      ask(grant, { authorization: basic(client_id, 'x'.repeat(59)) }),
    ]);
    for (const { status, headers, data } of replies) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Basic realm="manilla"');
      expect(data).toEqual({ error: 'invalid_client', error_description: expect.any(String) });
    }
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    for (const body of [grant, { ...grant, client_id }]) {
      expect(await ask(body)).toMatchObject({ status: 401, data: { error: 'invalid_client' } });
    }
  });

  it.each(['Bearer abc', 'Basic', 'Basic !!!!', 'Basic OmE=', basic('%zz', 'a'), 'Basic YWJj'])(
    'refuses the header "%s"',
    async (authorization) => {
      const reply = await ask({ ...grant }, { authorization });
      expect(reply).toMatchObject({ status: 401, data: { error: 'invalid_client' } });
    },
  );

  it('takes credentials in one way only, and a client that names itself in both', async () => {
    const { client_id, client_secret } = held();
    const authorization = basic(client_id, client_secret);
    const twice = await ask({ ...grant, ...held() }, { authorization });
    const other = await ask({ ...grant, client_id: 'mid_other' }, { authorization });
    const named = await ask({ ...grant, client_id }, { authorization });
    expect([twice, other, named].map(({ status }) => status)).toEqual([400, 400, 200]);
    expect(twice.data['error']).toBe('invalid_request');
  });

  it('refuses a parameter that comes twice, and ignores those it does not know', async () => {
    const sent = new URLSearchParams({ ...grant, ...held() }).toString();
    expect(await ask(`${sent}&scope=a&scope=b`)).toMatchObject({
      status: 400,
      data: { error: 'invalid_request' },
    });
    expect((await ask(`${sent}&audience=all&scope=`)).status).toBe(200);
  });

  it.each([
    ['JSON', '{"grant_type":"client_credentials"}', { 'content-type': 'application/json' }],
    ['what is not UTF-8', 'grant_type=\xff', { 'content-type': `${form}; charset=latin1` }],
    ['what is compressed', 'x', { 'content-encoding': 'gzip' }],
    ['what is too large', `grant_type=${'x'.repeat(5_000)}`, {}],
  ])('refuses %s in words of OAuth', async (_what, body, headers) => {
    const reply = await ask(body, headers);
    expect(reply).toMatchObject({ status: 400, data: { error: 'invalid_request' } });
  });

  it.each(['application/x-www-form-urlencoded;charset=UTF-8', 'Application/X-WWW-Form-Urlencoded'])(
    'takes the form in any letters: %s',
    async (type) => {
      const reply = await ask({ ...grant, ...held() }, { 'content-type': type });
      expect(reply.status).toBe(200);
    },
  );

  it('reads no credentials from the address', async () => {
    const query = new URLSearchParams({ ...grant, ...held() }).toString();
    const reply = await fetch(`${world.manilla.baseUrl}/oauth/token?${query}`, { method: 'POST' });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: 'invalid_request' });
    expect((await fetch(`${world.manilla.baseUrl}/oauth/token?${query}`)).status).toBe(405);
  });

  it('shares the limit of wrong secrets with authenticate', async () => {
    const { merchant } = await world.otherMerchant('Guessed By Form');
    const { clientId, clientSecret } = merchant;
    for (let n = 0; n < 10; n += 1) {
      const wrong = { client_id: clientId, client_secret: `${n}`.padEnd(59, 'x') };
      expect((await ask({ ...grant, ...wrong })).status).toBe(401);
    }
    const blocked = await ask({ ...grant, client_id: clientId, client_secret: clientSecret });
    expect(blocked).toMatchObject({ status: 429, data: { error: 'temporarily_unavailable' } });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
    const path = '/api/v1/merchant/authenticate';
    expect((await world.anonymous.post(path, { clientId, clientSecret })).status).toBe(429);
  });

  it('gives no token to a merchant that is suspended, nor elsewhere than the key may be used', async () => {
    const { merchant } = await world.otherMerchant('Suspended By Form');
    const { merchantId, clientId, clientSecret } = merchant;
    const credentials = { client_id: clientId, client_secret: clientSecret };
    await world.query(`update merchant set status = 'SUSPENDED' where merchant_id = $1`, [
      merchantId,
    ]);
    // What the API knows of a merchant and of a key may be five seconds old.
    const unauthorized = { status: 400, data: { error: 'unauthorized_client' } };
    await expect
      .poll(() => ask({ ...grant, ...credentials }), { timeout: 12_000 })
      .toMatchObject(unauthorized);
    const bound = await world.otherMerchant('Bound By Form');
    await world.query(
      `update merchant_key set addresses = '{203.0.113.0/24}' where client_id = $1`,
      [bound.merchant.clientId],
    );
    const elsewhere = {
      ...grant,
      client_id: bound.merchant.clientId,
      client_secret: bound.merchant.clientSecret,
    };
    await expect.poll(() => ask(elsewhere), { timeout: 12_000 }).toMatchObject(unauthorized);
  });
});
