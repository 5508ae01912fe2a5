import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Manilla } from '../../../sdk/src/index.ts';
import { checkedInDocuments, operationsOf } from '../../../scripts/docs/contract-document.ts';
import { PgKeyStore } from '../../../src/auth/key.store.js';
import { Keys, type KeyWish } from '../../../src/auth/keys.js';
import type { KeyGroup } from '../../../src/auth/scopes.js';
import { loadConfig } from '../../../src/config/config.js';
import { createPool } from '../../../src/persistence/database.js';
import { hookHeaders, signHook } from '../../../src/rails/hook-signature.js';
import { operator } from '../../support/actors.js';
import { auditedAs, notAudited } from '../../support/audited-routes.js';
import { contractOperations, type ContractOperation } from '../../support/contract-operations.js';
import { DeskWorld } from '../../support/desk-world.js';
import { routeScopes } from '../../support/route-scopes.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient, newReference } from '../api/api-client.js';
import { hookKeys } from '../api/api-world.js';
import { EveryOperation, type Send } from '../sdk/every-operation.js';
import { sendBySdk } from '../sdk/by-sdk.js';

let world: DeskWorld;
let pool: pg.Pool;
let keys: Keys;
let operations: readonly ContractOperation[];
beforeAll(async () => {
  world = await DeskWorld.start();
  const { env, database } = world.api.manilla;
  pool = createPool(database.appUrl, { max: 2, applicationName: 'test' });
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
  const { clientId, clientSecret } = await keys.create(merchantId(), whole, operator());
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
        ...{ timeout: 6_000, interval: 200 },
      })
      .toContain(email);
  });

  it('that may refund names no mule: that scope must be granted to the merchant as well', async () => {
    await world.api.query(`update merchant set granted_scopes = '{}' where merchant_id = $1`, [
      merchantId(),
    ]);
    const other = await world.api.otherMerchant(`Plain Shop ${newReference()}`);
    const reply = await other.post('/api/v1/refunds/RFD-1/destination', {
      accountNumber: '0123456789',
      bankCode: '000013',
    });
    expect(reply).toMatchObject({ status: 403, data: { reason: 'SCOPE_MISSING' } });
  });

  it('that changes where money goes is seen, and taken back before any is sent', async () => {
    const thief = await keyWith(['settlement', 'reads']);
    const [before] = (await thief.client.get('/api/v1/settlement/accounts')).data.accounts;
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
    const { accounts } = (await world.ada.get(`${at}/settlement-accounts`)).data;
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
        ...{ timeout: 6_000, interval: 100 },
      })
      .toBe('TOKEN_INVALID');
    const { clientId, clientSecret } = key;
    const path = '/api/v1/merchant/authenticate';
    await expect
      .poll(async () => (await world.api.anonymous.post(path, { clientId, clientSecret })).status, {
        timeout: 6_000,
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
        ...{ timeout: 6_000, interval: 100 },
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
        ...{ timeout: 6_000, interval: 100 },
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

/** How an id of the merchant is found, by the parameter that names it. */
const idsOf: Readonly<Record<string, string>> = {
  paymentReference:
    'select payment_reference from checkout where merchant_id = $1 and status = $$SUCCESSFUL$$',
  disputeId: 'select dispute_id from dispute where merchant_id = $1',
  paymentLinkId: 'select payment_link_id from payment_link where merchant_id = $1',
  refundReference: 'select refund_reference from refund where merchant_id = $1',
  reference: 'select credit_id from inward_credit where merchant_id = $1',
  settlementAccountId:
    'select settlement_account_id from settlement_account where merchant_id = $1',
  settlementReference: 'select settlement_reference from settlement where merchant_id = $1',
  creditId: 'select credit_id from inward_credit where merchant_id = $1',
  accountNumber: 'select account_number from virtual_account where merchant_id = $1',
  deliveryId: 'select delivery_id from webhook_delivery where merchant_id = $1',
  eventId: 'select event_id from event where merchant_id = $1',
  replayId: 'select replay_id from webhook_replay where merchant_id = $1',
  clientId: 'select client_id from merchant_key where merchant_id = $1',
};
/** Well formed, and nobody's. */
const unknownOf = (id: string): string => {
  if (/^\d{10}$/.test(id)) return '9999999999';
  const [, head, ulid] = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id) ?? [];
  return ulid === undefined ? `nobody-${id.length}-nobody` : `${head}01KA0000000000000000000000`;
};

describe('merchant A with merchant B’s ids', () => {
  it('is answered as with ids of nobody, on every route, and changes nothing', async () => {
    const receiver = await WebhookReceiver.start();
    const b = await world.api.otherMerchant(`Shop B ${newReference()}`, ['refunds:destination']);
    await world.api.bank.misbehave({ on: 'name-enquiry', account: '5550001111', answer: '07' });
    const { clientId, clientSecret } = b.merchant;
    const { baseUrl } = world.api.manilla;
    const [merchants, providers] = checkedInDocuments();
    const byHand: Send = async (id, { path = {}, body }) => {
      const known = [merchants, providers].flatMap(operationsOf);
      const operation = known.find(({ operationId }) => operationId === id);
      if (operation === undefined) throw new Error(`no document has ${id}`);
      const text = JSON.stringify(body);
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = signHook(hookKeys(world.api.manilla.env), timestamp, text ?? '');
      const reply = await fetch(
        baseUrl + operation.path.replace('{provider}', path['provider'] ?? ''),
        {
          method: operation.method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...{ [hookHeaders.timestamp]: timestamp, [hookHeaders.signature]: signature },
          },
          ...(body === undefined ? {} : { body: text }),
        },
      );
      const { data } = (await reply.json()) as { data: unknown };
      return { httpStatus: reply.status, data };
    };
    const bySdk = sendBySdk(new Manilla({ baseUrl, clientId, clientSecret }), merchants, byHand);
    await new EveryOperation(world.api, b.merchant, receiver.url, bySdk).run();
    await expectAudited(b.merchant.merchantId, clientId);
    const named: Record<string, string> = {};
    for (const [name, sql] of Object.entries(idsOf)) {
      const [row] = await world.api.query<Record<string, string>>(`${sql} limit 1`, [
        b.merchant.merchantId,
      ]);
      named[name] = Object.values(row ?? {})[0] ?? '';
      expect(named[name], `B has a ${name}`).not.toBe('');
    }
    const a = await world.api.otherMerchant(`Shop A ${newReference()}`, [
      ...['refunds:destination', 'transactions:pii'],
    ] as never);
    const before = await rowsOf(b.merchant.merchantId);
    const walked: string[] = [];
    for (const operation of operations) {
      const parameters = operation.parameters('path').map(({ name }) => name);
      if (parameters.length === 0 || operation.isHook) continue;
      expect(Object.keys(named), operation.name).toEqual(expect.arrayContaining(parameters));
      const nobodys = Object.fromEntries(
        parameters.map((name) => [name, unknownOf(named[name] ?? '')]),
      );
      const [theirs, unknown] = [
        await send(a, operation, operation.path(named)),
        await send(a, operation, operation.path(nobodys)),
      ];
      expect([theirs.status, theirs.data?.reason], operation.name).toEqual([
        unknown.status,
        unknown.data?.reason,
      ]);
      expect([403, 404], `${operation.name}: ${theirs.text}`).toContain(theirs.status);
      walked.push(operation.name);
    }
    expect(walked.length).toBeGreaterThan(20);
    expect(await rowsOf(b.merchant.merchantId)).toEqual(before);
    await receiver[Symbol.asyncDispose]();
  });
});

/** Each route that a key may write by is audited, or is told why not; and the merchant's whole life has left those entries. */
async function expectAudited(id: string, clientId: string): Promise<void> {
  const writing = Object.entries(routeScopes)
    .filter(([, scope]) => !['open', 'signed'].includes(scope) && !scope.endsWith(':read'))
    .map(([name]) => name);
  expect([...Object.keys(auditedAs), ...Object.keys(notAudited)].toSorted()).toEqual(
    writing.toSorted(),
  );
  const entries = await world.api.query<{ action: string; told: string }>(
    `select action, concat(before, after) as told from audit_entry
      where merchant_id = $1 and actor_kind = 'KEY' and actor = $2 and door = 'API'`,
    [id, clientId],
  );
  const actions = entries.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(Object.values(auditedAs).flat()));
  for (const { action, told } of entries) {
    expect(told, action).not.toMatch(/"\d{10}"|whsec_/);
    // The holder of a settlement account is the merchant; any other holder is a payer.
    if (!action.startsWith('settlement-account.')) expect(told, action).not.toContain('ADA OBI');
  }
}

/** A digest of all rows of a merchant, by table. */
async function rowsOf(id: string): Promise<Record<string, string>> {
  const tables = await world.api.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
       join information_schema.tables t on t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.column_name = 'merchant_id' and c.table_schema = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await world.api.query<{ digest: string }>(
        `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest from ${name} t where merchant_id = $1`,
        [id],
      );
      return [name, row?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(rows);
}
