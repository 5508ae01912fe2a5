import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgKeyStore } from '../../../src/merchants/keys/key.store.js';
import { Keys, type KeyWish } from '../../../src/merchants/keys/keys.js';
import { type KeyGroup, keyGroupNames } from '../../../src/http/access/scopes.js';
import { loadConfig } from '../../../src/platform/config/config.js';
import { patientPool } from '../../support/patient-pool.js';
import { operator } from '../../support/actors.js';
import { contractOperations, type ContractOperation } from '../../support/contract-operations.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { byTest } from '../../support/operators.js';
import { routeScopes } from '../../support/route-scopes.js';
import { ApiClient, newReference } from '../../support/api-client.js';

let world: DeskWorld<TestEdge>;
let pool: pg.Pool;
let keys: Keys;
let operations: readonly ContractOperation[];
beforeAll(async () => {
  world = await DeskWorld.edge();
  const { env, database } = world.api.manilla;
  pool = patientPool(database.appUrl, { max: 2, applicationName: 'test' });
  keys = new Keys(new PgKeyStore(pool), loadConfig({ ...env }));
  operations = await contractOperations(world.api.manilla.baseUrl);
});
afterAll(async () => {
  await pool?.end();
  await world?.stop();
});

const merchantId = () => world.api.manilla.merchant.merchantId;

/** A key of the merchant with these groups, and its token. */
async function keyWith(groups: readonly KeyGroup[], wish: Partial<KeyWish> = {}) {
  const whole = { name: groups.join(' '), groups, addresses: [], expiresAt: null, ...wish };
  const { clientId, clientSecret } = await keys.create(merchantId(), whole, byTest);
  return { clientId, clientSecret, client: await login({ clientId, clientSecret }) };
}

async function login({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const path = '/api/v1/merchant/authenticate';
  const reply = await world.api.anonymous.post(path, { clientId, clientSecret });
  return new ApiClient(world.api.manilla.baseUrl, String(reply.data.access_token));
}

function send(client: ApiClient, operation: ContractOperation, path: string) {
  const { method, body, example = {} } = operation;
  return body === undefined
    ? client.send(method, path)
    : client.send(method, path, {
        body: JSON.stringify(example),
        headers: { 'content-type': 'application/json' },
      });
}

/** The routes that the key is let into, by the table of scopes. */
async function routesOpenTo(client: ApiClient): Promise<string[]> {
  const scoped = operations.filter(
    ({ name }) => !['open', 'signed'].includes(routeScopes[name] ?? ''),
  );
  const replies = await Promise.all(
    scoped.map(async (operation) => ({
      name: operation.name,
      reply: await send(client, operation, operation.path()),
    })),
  );
  return replies
    .filter(({ reply }) => reply.data?.reason !== 'SCOPE_MISSING')
    .map(({ name }) => name);
}

const nameMule = (thief: ApiClient) =>
  thief.post('/api/v1/refunds/RFD-1/destination', {
    accountNumber: '0123456789',
    bankCode: '000013',
  });

/** Reads, some of which are asked by POST. */
const isRead = (name: string): boolean => routeScopes[name]?.endsWith(':read') ?? false;

describe('a leaked key', () => {
  it('that may read changes nothing, by any route', async () => {
    const { client } = await keyWith(['reads']);
    const open = await routesOpenTo(client);
    expect(open.length).toBeGreaterThan(20);
    expect(open.filter((name) => !isRead(name))).toEqual([]);
  });

  it('that may take payments refunds nothing, and touches neither settlement, settings nor personal data', async () => {
    const { client } = await keyWith(['payments']);
    const open = (await routesOpenTo(client)).map((name) => String(routeScopes[name]));
    expect([...new Set(open)].toSorted()).toEqual([
      ...['checkout:write', 'payment-links:write', 'virtual-accounts:write'],
    ]);
  });

  it('that may take payments and read shows no payer, though the merchant was granted it', async () => {
    await world.api.query(
      `update merchant set granted_scopes = '{transactions:pii,refunds:destination}' where merchant_id = $1`,
      [merchantId()],
    );
    const email = `secret-${newReference().toLowerCase()}@example.ng`;
    const { reference } = await world.api.paid({ email, phoneNumber: '08037654321' });
    const { client } = await keyWith(['payments', 'reads']);
    const seen = await Promise.all(
      operations
        .filter(({ method, name }) => method === 'GET' && isRead(name))
        .map(async (operation) => {
          const values = { paymentReference: reference, reference };
          return (await client.get(operation.path(values))).text;
        }),
    );
    expect(seen.join('\n')).toContain(reference);
    for (const personal of [email, '8037654321']) expect(seen.join('\n')).not.toContain(personal);
    // The grant is known within five seconds.
    const whole = await keyWith(['reads', 'personal-data']);
    await expect
      .poll(async () => (await (await login(whole)).get('/api/v1/checkouts')).text, {
        ...{ timeout: 20_000, interval: 200 },
      })
      .toContain(email);
  });

  it('that may refund names no mule: that scope must be granted to the merchant as well', async () => {
    const other = await world.api.otherMerchant(`Plain Shop ${newReference()}`);
    const reply = await nameMule(other);
    expect(reply).toMatchObject({ status: 403, data: { reason: 'SCOPE_MISSING' } });
  });

  it('that may not refund names no mule, though the merchant was granted refunds to other accounts', async () => {
    const other = await world.api.otherMerchant(`Granted Shop ${newReference()}`, [
      'refunds:destination',
    ]);
    const { merchantId: id } = other.merchant;
    const groups = keyGroupNames.filter((group) => group !== 'refunds');
    const wish = { name: 'All but refunds', groups, addresses: [], expiresAt: null };
    const thief = await login(await keys.create(id, wish, byTest));
    const destination = { accountNumber: '0123456789', bankCode: '000013' };
    for (const reply of [
      await nameMule(thief),
      await thief.post('/api/v1/transactions/ORD-1/refund', {
        ...{ refundReference: newReference(), reason: 'Sold out', amount: 1_000, destination },
      }),
    ]) {
      expect(reply).toMatchObject({ status: 403, data: { reason: 'SCOPE_MISSING' } });
    }
    // The same request of a key with the group goes on to look for the refund.
    expect(await nameMule(other)).toMatchObject({ status: 404 });
  });

  it('that changes where money goes is seen, and taken back before any is sent', async () => {
    const thief = await keyWith(['settlement', 'reads']);
    const [before] = (await thief.client.get('/api/v1/settlement/accounts')).data.items;
    const stolen = await thief.client.post('/api/v1/settlement/accounts', {
      ...{ accountNumber: '1987654321', bankCode: '000013', makeDefault: true },
    });
    const { settlementAccountId, usableFrom, isUsable } = stolen.data;
    expect(isUsable).toBe(false);
    expect(Date.parse(String(usableFrom)) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const told = await world.api.query(
      `select 1 from event where merchant_id = $1 and type = 'settlement.account_changed' and body like '%' || $2 || '%'`,
      [merchantId(), settlementAccountId],
    );
    expect(told.length).toBe(2);
    const book = await world.api.query<{ action: string; actor: string; kind: string }>(
      `select action, actor, actor_kind as kind from audit_entry where subject = $1 order by audit_id`,
      [settlementAccountId],
    );
    expect(book).toEqual([
      { action: 'settlement-account.registered', actor: thief.clientId, kind: 'KEY' },
      { action: 'settlement-account.made-default', actor: thief.clientId, kind: 'KEY' },
    ]);
    const at = `/merchants/${merchantId()}`;
    await world.ada.post(`${at}/keys/${thief.clientId}/revoke`, {});
    const taken = await world.ada.delete(`${at}/settlement-accounts/${settlementAccountId}`);
    expect(taken.data.status).toBe('REMOVED');
    const { items: accounts } = (await world.ada.get(`${at}/settlement-accounts`)).data;
    expect(accounts).toMatchObject([
      { settlementAccountId: before.settlementAccountId as string, isDefault: true },
    ]);
  });
});

describe('a key', () => {
  it('that is revoked is refused within five seconds, and so are its tokens', async () => {
    const key = await keyWith(['reads']);
    expect((await key.client.get('/api/v1/banks')).status).toBe(200);
    await keys.revoke({ merchantId: merchantId(), clientId: key.clientId }, false, operator());
    await expect
      .poll(async () => (await key.client.get('/api/v1/banks')).data.reason as string, {
        ...{ timeout: 20_000, interval: 100 },
      })
      .toBe('TOKEN_INVALID');
    const { clientId, clientSecret } = key;
    const path = '/api/v1/merchant/authenticate';
    await expect
      .poll(async () => (await world.api.anonymous.post(path, { clientId, clientSecret })).status, {
        timeout: 20_000,
        interval: 100,
      })
      .toBe(401);
  });

  it('is used from the networks that it allows only, at login and with its token', async () => {
    const { clientId, clientSecret } = await keys.create(
      merchantId(),
      { name: 'Far', groups: ['reads'], addresses: ['203.0.113.7'], expiresAt: null },
      operator(),
    );
    const path = '/api/v1/merchant/authenticate';
    const refused = await world.api.anonymous.post(path, { clientId, clientSecret });
    expect(refused).toMatchObject({ status: 403, data: { reason: 'ADDRESS_NOT_ALLOWED' } });
    const near = await keyWith(['reads'], { addresses: ['127.0.0.0/8', '::1'] });
    expect((await near.client.get('/api/v1/banks')).status).toBe(200);
    await world.api.query(
      `update merchant_key set addresses = '{203.0.113.0/24}' where client_id = $1`,
      [near.clientId],
    );
    await expect
      .poll(async () => (await near.client.get('/api/v1/banks')).data.reason as string, {
        ...{ timeout: 20_000, interval: 100 },
      })
      .toBe('ADDRESS_NOT_ALLOWED');
  });

  it('ends when it was to end, and its last use is known', async () => {
    const key = await keyWith(['reads'], { expiresAt: new Date(Date.now() + 3_600_000) });
    await expect
      .poll(async () => {
        const all = await keys.list(merchantId());
        return all.find(({ clientId }) => clientId === key.clientId)?.lastUsedAt;
      })
      .not.toBeNull();
    await world.api.query(`update merchant_key set expires_at = now() where client_id = $1`, [
      key.clientId,
    ]);
    await expect
      .poll(async () => (await key.client.get('/api/v1/banks')).data.reason as string, {
        ...{ timeout: 20_000, interval: 100 },
      })
      .toBe('TOKEN_INVALID');
  });

  it('is rotated beside its former secret, but not by a key that may do less', async () => {
    const weak = await keyWith(['settings']);
    const strong = await keyWith(['settings', 'refunds']);
    const rotate = (by: ApiClient, clientId: string, body = {}) =>
      by.post(`/api/v1/keys/${clientId}/rotate`, body);
    expect(await rotate(weak.client, strong.clientId)).toMatchObject({
      status: 403,
      data: { reason: 'SCOPE_MISSING' },
    });
    const { data } = await rotate(strong.client, weak.clientId);
    for (const clientSecret of [weak.clientSecret, String(data.clientSecret)]) {
      expect((await login({ clientId: weak.clientId, clientSecret })).token).not.toBe('undefined');
    }
    const hours = (Date.parse(String(data.formerSecretUntil)) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    const listed = await strong.client.get('/api/v1/keys');
    expect(listed.status).toBe(403);
    // Under an Idempotency-Key the check comes first, the reply is the one key's own, and its secret is not kept.
    const key = { 'idempotency-key': `rotate-${newReference()}` };
    const path = `/api/v1/keys/${strong.clientId}/rotate`;
    const first = await strong.client.post(path, {}, key);
    expect(first).toMatchObject({ status: 200, data: { clientSecret: expect.any(String) } });
    const again = await strong.client.post(path, {}, key);
    expect(again).toMatchObject({ status: 200, data: { ...first.data, clientSecret: null } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await weak.client.post(path, {}, key)).toMatchObject({
      status: 403,
      data: { reason: 'SCOPE_MISSING' },
    });
    const equal = await keyWith(['settings', 'refunds']);
    const others = await equal.client.post(path, {}, key);
    expect(others.headers.get('idempotent-replayed')).toBeNull();
    expect(others.data.clientSecret).not.toBe(first.data.clientSecret);
  });

  it('is not revoked by accident when it is the last one', async () => {
    const other = await world.api.otherMerchant(`Lone Shop ${newReference()}`);
    const { clientId } = other.merchant;
    const last = await other.post(`/api/v1/keys/${clientId}/revoke`, {});
    expect(last).toMatchObject({ status: 409, data: { reason: 'LAST_KEY' } });
    const sure = await other.post(`/api/v1/keys/${clientId}/revoke`, { evenLast: true });
    expect(sure.data.status).toBe('REVOKED');
    expect((await other.get('/api/v1/banks')).data.reason).toBe('TOKEN_INVALID');
  });
});
