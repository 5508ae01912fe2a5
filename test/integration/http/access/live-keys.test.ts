import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgKeyStore } from '../../../../src/merchants/keys/key.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { keyHolder, operator } from '../../../support/actors.js';
import { plantPeople } from '../../../support/operators.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let keys: PgKeyStore;
beforeAll(async () => {
  shop = await Shop.open(2);
  keys = new PgKeyStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const by = operator();

async function key(merchantId: string): Promise<string> {
  const clientId = `mid_${newId('txn').slice(4)}`;
  const { outcome } = await keys.create(
    { clientId, merchantId, name: 'till', groups: ['reads'], addresses: [], expiresAt: null },
    { hash: Buffer.alloc(32), pepperKid: 'p' },
    by,
  );
  expect(outcome).toBe('CREATED');
  return clientId;
}

/** Whether the key has a secret that can be exchanged for a token, by what was done to it or to its secret. */
const states = [
  ['is as it was made', '', true],
  ['ends in a minute', `update merchant_key set expires_at = now() + interval '1 minute'`, true],
  ['has ended', `update merchant_key set expires_at = now() - interval '1 second'`, false],
  ['is revoked', 'update merchant_key set revoked_at = now()', false],
  [
    'has a secret that ends in a minute',
    `update merchant_secret set expires_at = now() + interval '1 minute'`,
    true,
  ],
  [
    'has a secret that has ended',
    `update merchant_secret set expires_at = now() - interval '1 second'`,
    false,
  ],
  ['has no secret', 'delete from merchant_secret', false],
] as const;

describe.each(states)('a key that %s', (_state, change, isLive) => {
  it(`is${isLive ? '' : ' not'} live, so that another can${isLive ? '' : 'not'} be revoked`, async () => {
    const merchantId = await addMerchant(shop.pool);
    const [first, second] = [await key(merchantId), await key(merchantId)];
    if (change !== '') await shop.pool.query(`${change} where client_id = $1`, [second]);
    const { rows } = await shop.pool.query(
      'select is_live_key(k) as live from merchant_key k where client_id = $1',
      [second],
    );
    expect(rows).toEqual([{ live: isLive }]);
    const { outcome } = await keys.revoke({ merchantId, clientId: first }, false, by);
    expect(outcome).toBe(isLive ? 'REVOKED' : 'LAST_KEY');
  });
});

/** What comes of it when a key makes another one. */
async function madeBy(maker: string, merchantId: string, expiresAt: Date | null = null) {
  const { outcome } = await keys.create(
    {
      ...{ clientId: `mid_of_${maker}`, merchantId, name: 'till', groups: ['reads'] },
      ...{ addresses: [], expiresAt },
    },
    { hash: Buffer.alloc(32), pepperKid: 'p' },
    keyHolder(maker),
  );
  return outcome;
}

/** What a key may make, by who knew one of its secrets and when that secret ended. */
const makers = [
  ['OWN', null, 'CREATED'],
  ['OPERATOR', null, 'MAKER_KNOWN'],
  ['CLAIMED', null, 'MAKER_KNOWN'],
  ['OPERATOR', '59 minutes', 'MAKER_KNOWN'],
  ['CLAIMED', '59 minutes', 'MAKER_KNOWN'],
  ['OPERATOR', '61 minutes', 'CREATED'],
] as const;

it.each(makers)('a key with a secret of trust %s that ended %s ago: %s', async (...row) => {
  const [trust, endedAgo, expected] = row;
  const merchantId = await addMerchant(shop.pool);
  const maker = await key(merchantId);
  await shop.pool.query(`update merchant_secret set trust = 'OWN' where client_id = $1`, [maker]);
  await shop.pool.query(
    `insert into merchant_secret (secret_id, client_id, merchant_id, secret_hash, pepper_kid, trust, expires_at)
       values (gen_random_uuid()::text, $1, $2, decode(repeat('01', 32), 'hex'), 'p', $3, now() - $4::interval)`,
    [maker, merchantId, trust, endedAgo],
  );
  expect(await madeBy(maker, merchantId)).toBe(expected);
});

it('a key whose known secret has just ended makes no other, however often it is rotated since', async () => {
  const merchantId = await addMerchant(shop.pool);
  const maker = await key(merchantId);
  await shop.pool.query(`update merchant_secret set trust = 'OPERATOR' where client_id = $1`, [
    maker,
  ]);
  for (let n = 1; n <= 6; n += 1) {
    const secret = { hash: Buffer.alloc(32, n), pepperKid: 'p' };
    const held = { held: ['reads'], claimable: ['reads'] };
    await keys.rotate({ merchantId, clientId: maker }, secret, n % 2, keyHolder(maker), held);
  }
  expect(await madeBy(maker, merchantId)).toBe('MAKER_KNOWN');
});

/**
 * What a key with money gets when it rotates itself, by who knew another secret of it, when that secret ended, and which groups its
 * token holds.
 */
const claims = [
  ['OWN', null, ['reads', 'refunds'], 'OWN'],
  ['OWN', null, ['reads'], 'TOKEN_LACKS'],
  ['OWN', null, [], 'TOKEN_LACKS'],
  ['OPERATOR', null, ['reads', 'refunds'], 'OWN'],
  ['OPERATOR', null, ['reads'], 'CLAIMED'],
  ['OPERATOR', null, ['refunds'], 'TOKEN_LACKS'],
  ['OPERATOR', '59 minutes', ['reads'], 'CLAIMED'],
  ['OPERATOR', '61 minutes', ['reads'], 'TOKEN_LACKS'],
] as const;

it.each(claims)(
  'a key with a secret of trust %s that ended %s ago, by a token of %j: %s',
  async (...row) => {
    const [trust, endedAgo, held, expected] = row;
    const merchantId = await addMerchant(shop.pool);
    const clientId = await key(merchantId);
    const { Ada } = await plantPeople(shop.pool, 'Ada');
    await shop.pool.query(
      `update merchant_key set groups = '{reads,refunds}' where client_id = $1`,
      [clientId],
    );
    await shop.pool.query(
      `update merchant_secret set trust = $2, expires_at = now() - $3::interval,
            operator_id = case $2 when 'OPERATOR' then $4 end where client_id = $1`,
      [clientId, trust, endedAgo, Ada.operatorId],
    );
    const secret = { hash: Buffer.alloc(32, 2), pepperKid: 'p' };
    const groups = { held, claimable: [...held, 'refunds', 'settlement'] };
    const of = { merchantId, clientId };
    const { outcome } = await keys.rotate(of, secret, 24, keyHolder(clientId), groups);
    expect(outcome).toBe(expected);
  },
);

it('a key ends no later than its maker, and may end at the same moment', async () => {
  const merchantId = await addMerchant(shop.pool);
  const maker = await key(merchantId);
  const end = Date.now() + 3_600_000;
  await shop.pool.query(`update merchant_secret set trust = 'OWN' where client_id = $1`, [maker]);
  await shop.pool.query('update merchant_key set expires_at = $2 where client_id = $1', [
    maker,
    new Date(end),
  ]);
  expect(await madeBy(maker, merchantId, new Date(end + 1))).toBe('LATER_END');
  expect(await madeBy(maker, merchantId, new Date(end))).toBe('CREATED');
});

it('no merchant has more than a hundred keys, revoked ones apart', async () => {
  const merchantId = await addMerchant(shop.pool);
  const first = await key(merchantId);
  await shop.pool.query(
    `insert into merchant_key (client_id, merchant_id, name, groups, addresses)
       select 'mid_' || $1 || n, $1, 'till', '{reads}', '{}' from generate_series(2, 100) n`,
    [merchantId],
  );
  const another = () =>
    keys.create(
      {
        ...{ clientId: `mid_more_${merchantId}`, merchantId, name: 'till', groups: ['reads'] },
        ...{ addresses: [], expiresAt: null },
      },
      { hash: Buffer.alloc(32), pepperKid: 'p' },
      by,
    );
  expect((await another()).outcome).toBe('TOO_MANY');
  await keys.revoke({ merchantId, clientId: first }, true, by);
  expect((await another()).outcome).toBe('CREATED');
});
