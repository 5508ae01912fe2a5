import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyGroup, keyGroupNames, keyGroups } from '../../src/http/access/scopes.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { patientPool } from '../support/patient-pool.js';
import { PgKeyStore } from '../../src/merchants/keys/key.store.js';
import { Keys, type KeyWish } from '../../src/merchants/keys/keys.js';
import { operator } from '../support/actors.js';
import { byTest } from '../support/operators.js';
import type { TestEdge } from '../support/edge.js';
import { ApiClient, type JsonBody } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';

let world: ApiWorld<TestEdge>;
let pool: pg.Pool;
let keys: Keys;
beforeAll(async () => {
  world = await ApiWorld.edge();
  const { env, database } = world.manilla;
  pool = patientPool(database.appUrl, { max: 6, applicationName: 'test' });
  keys = new Keys(new PgKeyStore(pool), loadConfig({ ...env }));
});
afterAll(async () => {
  await pool?.end();
  await world?.stop();
});

const path = '/api/v1/keys';
const make = (client: ApiClient, body: JsonBody) =>
  client.post(path, { name: 'Made by a key', ...body });

async function login(clientId: string, clientSecret: string): Promise<ApiClient> {
  const reply = await world.anonymous.post('/api/v1/merchant/authenticate', {
    clientId,
    clientSecret,
  });
  return new ApiClient(world.manilla.baseUrl, String(reply.data.access_token));
}

let made = 0;
/** A key of a new merchant, logged in. */
async function maker(wish: Partial<KeyWish>, by = byTest) {
  made += 1;
  const { merchant } = await world.otherMerchant(`Key Shop ${made}`, ['transactions:pii']);
  const whole = { name: 'Maker', groups: keyGroupNames, addresses: [], expiresAt: null, ...wish };
  const { clientId, clientSecret } = await keys.create(merchant.merchantId, whole, by);
  return { ...merchant, clientId, clientSecret, client: await login(clientId, clientSecret) };
}

/** A client with a token of the key for these scopes alone. */
async function narrowed(
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  scopes: readonly string[],
): Promise<ApiClient> {
  const reply = await fetch(`${world.manilla.baseUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', scope: scopes.join(' ') },
      ...{ client_id: clientId, client_secret: clientSecret },
    }),
  });
  const { access_token } = (await reply.json()) as { access_token: string };
  return new ApiClient(world.manilla.baseUrl, access_token);
}

const lacking = { status: 403, data: { reason: 'SCOPE_MISSING' } };

describe('POST /api/v1/keys', () => {
  it('makes a key that works, shows its secret once, and tells the merchant and the audit', async () => {
    const { client, merchantId, clientId } = await maker({});
    const body = { name: 'Nightly check', groups: ['reads'] };
    const headers = { 'idempotency-key': 'nightly-1' };
    const made = await client.post(path, body, headers);
    expect(made).toMatchObject({ status: 200, code: '00' });
    expect(made.data).toMatchObject({ ...body, status: 'ACTIVE', secretKnownTo: 'OWN' });
    const again = await client.post(path, body, headers);
    expect(again.data).toEqual({ ...made.data, clientSecret: null });
    const holder = await login(made.data.clientId, made.data.clientSecret);
    expect((await holder.get('/api/v1/merchant')).status).toBe(200);
    expect((await make(holder, {})).data.reason).toBe('SCOPE_MISSING');
    const listed = (await client.get(path)).data.items;
    expect(listed.map((key: JsonBody) => key['clientId'])).toContain(made.data.clientId);
    expect(JSON.stringify(listed)).not.toContain(made.data.clientSecret);
    expect(
      await world.query(
        `select action, actor from audit_entry where merchant_id = $1 and subject = $2`,
        [merchantId, made.data.clientId],
      ),
    ).toEqual([{ action: 'key.create', actor: clientId }]);
    const events = await world.query<{ body: string }>(
      `select body from event where merchant_id = $1 and type = 'security.changed'`,
      [merchantId],
    );
    expect(events.map(({ body: text }) => JSON.parse(text).data)).toMatchObject([
      { change: 'KEY_CREATED', by: 'KEY', clientId: made.data.clientId, groups: ['reads'] },
    ]);
  });

  it('gives no group that the maker lacks, for each pair of groups', async () => {
    for (const own of keyGroupNames) {
      const { client } = await maker({ groups: [...new Set<KeyGroup>([own, 'settings'])] });
      for (const asked of keyGroupNames) {
        const reply = await make(client, { groups: [asked] });
        const may = asked === own || asked === 'settings';
        expect([asked, reply.status], `by ${own}`).toEqual([asked, may ? 200 : 403]);
      }
    }
  });

  it('hands on the networks and the end of the maker, and takes less, never more', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const bound = { addresses: ['127.0.0.0/8', '10.1.0.0/16'], expiresAt };
    const { client } = await maker(bound);
    const inherited = await make(client, {});
    expect(inherited.data).toMatchObject({
      addresses: ['127.0.0.0/8', '10.1.0.0/16'],
      expiresAt: expiresAt.toISOString(),
    });
    const less = {
      addresses: ['10.1.2.3'],
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    };
    expect((await make(client, less)).data).toMatchObject({ ...less, addresses: ['10.1.2.3/32'] });
    for (const [field, wider] of [
      ['addresses', { addresses: ['10.1.2.3', '10.0.0.0/8'] }],
      ['addresses', { addresses: ['0.0.0.0/0'] }],
      ['addresses', { addresses: ['::/0'] }],
      ['expiresAt', { expiresAt: new Date(expiresAt.getTime() + 1).toISOString() }],
    ] as const) {
      const reply = await make(client, wider);
      expect([reply.status, reply.data.errors?.[0]?.field], JSON.stringify(wider)).toEqual([
        400,
        field,
      ]);
    }
  });

  it('takes nothing of a maker that was revoked, has ended, or whose secret an operator knows', async () => {
    const revoked = await maker({});
    await pool.query('update merchant_key set revoked_at = now() where client_id = $1', [
      revoked.clientId,
    ]);
    expect((await make(revoked.client, {})).status).toBe(401);
    const ended = await maker({});
    await pool.query('update merchant_key set expires_at = now() where client_id = $1', [
      ended.clientId,
    ]);
    expect((await make(ended.client, {})).status).toBe(401);
    const known = await maker({ groups: ['reads', 'settings'] }, operator());
    const reply = await make(known.client, { groups: ['reads'] });
    expect(reply).toMatchObject({ status: 403, data: { reason: 'SCOPE_MISSING' } });
    // A token is judged by the groups that its key has now.
    const narrowed = await maker({});
    await pool.query(`update merchant_key set groups = '{settings}' where client_id = $1`, [
      narrowed.clientId,
    ]);
    expect((await make(narrowed.client, { groups: ['refunds'] })).status).toBe(403);
  });

  it('gives no group of which the token lacks a scope', async () => {
    const whole = await maker({});
    const thin = await narrowed(whole, ['keys:write', 'banks:read']);
    for (const group of ['reads', 'settings', 'payments', 'personal-data']) {
      expect(await make(thin, { groups: [group] }), group).toMatchObject(lacking);
    }
    const reader = await narrowed(whole, ['keys:write', ...keyGroups.reads]);
    expect((await make(reader, { groups: ['reads'] })).status).toBe(200);
  });

  it('never leaves a key of a maker that is revoked at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { client, clientId, merchantId } = await maker({});
      const [made, gone] = await Promise.all([
        make(client, {}),
        keys.revoke({ merchantId, clientId }, true, byTest),
      ]);
      expect(gone.revokedAt).not.toBeNull();
      if (made.status === 200) {
        // Then it was made before: the list shows it, and it is told of.
        expect(Date.parse(made.data.createdAt)).toBeLessThanOrEqual(
          Date.parse(gone.revokedAt ?? ''),
        );
      } else expect(made.status).toBe(401);
    }
  });

  it('is refused beyond 100 keys, and for a name or a group that is none', async () => {
    const { client, merchantId } = await maker({});
    expect((await make(client, { name: ' ' })).status).toBe(400);
    expect((await make(client, { groups: ['root'] })).status).toBe(400);
    expect((await make(client, { groups: [] })).status).toBe(400);
    expect((await make(client, { expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    const [{ count } = { count: 0 }] = await world.query<{ count: number }>(
      'select count(*)::integer as count from merchant_key where merchant_id = $1',
      [merchantId],
    );
    await world.query(
      `insert into merchant_key (client_id, merchant_id, name, groups)
       select 'mid_many_' || $1 || n, $1, 'Many', '{reads}' from generate_series(1, $2) n`,
      [merchantId, 99 - count],
    );
    expect((await make(client, {})).status).toBe(200);
    const beyond = await make(client, {});
    expect([beyond.status, beyond.data.reason, beyond.text.slice(0, 200)]).toEqual([
      403,
      'OPERATION_NOT_PERMITTED',
      expect.stringContaining('100 keys'),
    ]);
  });
});

describe('POST /api/v1/keys/{clientId}/rotate', () => {
  const rotate = (client: ApiClient, clientId: string) =>
    client.post(`${path}/${clientId}/rotate`, {});
  const secretsOf = async (clientId: string) =>
    (await world.query('select from merchant_secret where client_id = $1', [clientId])).length;
  const expiresAt = new Date(Date.now() + 3_600_000);
  const groups: readonly KeyGroup[] = ['payments', 'reads', 'settings'];
  const bounds = { groups, addresses: ['127.0.0.0/8'], expiresAt };

  it('gives the secret of another key only to one that could have made it', async () => {
    const { client, merchantId } = await maker(bounds);
    const other = (wish: Partial<KeyWish>) =>
      keys.create(merchantId, { name: 'Other', ...bounds, ...wish }, byTest);
    const wider: readonly Partial<KeyWish>[] = [
      { groups: ['reads', 'personal-data'] },
      { groups: ['refunds'] },
      { addresses: [] },
      { addresses: ['127.0.0.1/32', '203.0.113.0/24'] },
      { expiresAt: null },
      { expiresAt: new Date(expiresAt.getTime() + 1) },
    ];
    for (const wish of wider) {
      const { clientId } = await other(wish);
      expect(await rotate(client, clientId), JSON.stringify(wish)).toMatchObject(lacking);
      expect(await secretsOf(clientId)).toBe(1);
    }
    const { clientId } = await other({ groups: ['reads'], addresses: ['127.0.0.1/32'] });
    expect(await rotate(client, clientId)).toMatchObject({
      status: 200,
      data: { secretKnownTo: 'OWN' },
    });
  });

  it('gives a key whose secret an operator knows no secret of another one', async () => {
    const known = await maker({ groups: ['reads', 'settings'] }, operator());
    const wish = { name: 'Other', groups: ['reads'], addresses: [], expiresAt: null } as const;
    const other = await keys.create(known.merchantId, wish, byTest);
    expect(await rotate(known.client, other.clientId)).toMatchObject(lacking);
    expect(await secretsOf(other.clientId)).toBe(1);
  });

  it('takes a token that has every scope of the groups of the key', async () => {
    const own = await maker({});
    const thin = await narrowed(own, ['keys:claim', 'keys:write', 'banks:read']);
    const wish = { name: 'Other', groups: ['reads'], addresses: [], expiresAt: null } as const;
    const other = await keys.create(own.merchantId, wish, byTest);
    for (const { clientId } of [own, other]) {
      expect(await rotate(thin, clientId)).toMatchObject(lacking);
      expect(await rotate(own.client, clientId)).toMatchObject({
        status: 200,
        data: { secretKnownTo: 'OWN' },
      });
    }
  });

  it('lets two keys rotate each other at the same time', async () => {
    const first = await maker({});
    const wish = { name: 'Other', groups: keyGroupNames, addresses: [], expiresAt: null };
    const made = await keys.create(first.merchantId, wish, byTest);
    const second = { ...made, client: await login(made.clientId, made.clientSecret) };
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all([
        rotate(first.client, second.clientId),
        rotate(second.client, first.clientId),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});
