import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keySetOf } from '../../../../src/platform/config/key-set.js';
import { createSecretSeal, sealKeyId } from '../../../../src/platform/keys/secret-seal.js';
import { createPool } from '../../../../src/platform/database/database.js';
import { PgKeyHolders } from '../../../../src/platform/keys/key-holders.store.js';
import { PgSealedStore, type SealedPurpose } from '../../../../src/platform/keys/sealed.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgSealedStore;
beforeAll(async () => {
  shop = await Shop.open();
  store = new PgSealedStore(shop.pool);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

const [old, next] = [randomBytes(32), randomBytes(32)];
const sealedWith = (root: Buffer) => store.countOf((purpose) => sealKeyId(purpose, root));

/** Every column of bytes that are sealed, as the migrations name them. */
async function sealedColumns(): Promise<string[]> {
  const { rows } = await shop.pool.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name like '%\\_sealed' and data_type = 'bytea' order by 1`,
  );
  return rows.map(({ place }) => place);
}

it('seals anew what an old key has sealed, in every table that holds secrets', async () => {
  const before = (purpose: SealedPurpose) => createSecretSeal(keySetOf('seal', [old]), purpose);
  const { merchantId } = shop;
  await shop.pool.query(
    `insert into webhook_endpoint (merchant_id, url, secret_sealed) values ($1, 'https://shop.example', $2)`,
    [merchantId, before('webhook secret').seal('whsec_1', merchantId)],
  );
  await shop.pool.query(
    `insert into person (person_id, realm, name, folded_name, role, second_factor_sealed) values ('opr_1', 'OPERATOR', 'Ada', 'ada', 'viewer', $1)`,
    [before('second factor').seal('totp', 'opr_1')],
  );
  expect(await sealedWith(old)).toBe(2);

  const keySet = keySetOf('seal', [next, old]);
  const sealOf = (purpose: SealedPurpose) => ({
    seal: createSecretSeal(keySet, purpose),
    id: sealKeyId(purpose, next),
  });
  expect(await store.sealAnew(sealOf)).toBe(2);
  expect(await store.sealAnew(sealOf)).toBe(0);
  expect([await sealedWith(old), await sealedWith(next)]).toEqual([0, 2]);
  const { rows } = await shop.pool.query<{ secret_sealed: Buffer }>(
    'select secret_sealed from webhook_endpoint',
  );
  const alone = createSecretSeal(keySetOf('seal', [next]));
  expect(alone.open(rows[0]?.secret_sealed ?? Buffer.alloc(0), merchantId)).toBe('whsec_1');
});

it('takes the time that a large table needs', async () => {
  const { pool } = shop;
  const command = createPool(shop.database.url, { max: 1, applicationName: 'test' });
  const patient = new PgSealedStore(command);
  // Stands for a table that takes longer to read than a request may take.
  await pool.query(
    `alter table message_copy rename to large_message_copy;
     create view message_copy as select * from large_message_copy where (select pg_sleep(3.2)) is not null`,
  );
  const seal = createSecretSeal(keySetOf('seal', [next]), 'message copy');
  try {
    expect(await patient.countOf((purpose) => sealKeyId(purpose, old))).toBe(0);
    const sealOf = (purpose: SealedPurpose) => ({ seal, id: sealKeyId(purpose, next) });
    expect(await patient.sealAnew(sealOf)).toBe(0);
  } finally {
    await command.end();
    await pool.query(
      'drop view message_copy; alter table large_message_copy rename to message_copy',
    );
  }
});

it('knows which key a rotation that has not ended has put first', async () => {
  const keys = new PgKeyHolders(shop.pool);
  const seen = [await keys.promotedBefore('seal')];
  for (const [action, first] of [
    ['ring.add', 'old'],
    ['ring.promote', 'new'],
    ['ring.retire', 'new'],
    ['ring.finish', 'new'],
  ] as const) {
    await keys.record(action, 'seal', [first, 'other']);
    seen.push(await keys.promotedBefore('seal'));
  }
  await keys.record('ring.promote', 'hooks', ['of another key set']);
  seen.push(await keys.promotedBefore('seal'));
  expect(seen).toEqual([null, null, 'new', 'new', null, null]);
});

it('knows every table that holds secrets: a new one is named in sealed.store.ts', async () => {
  expect(await sealedColumns()).toEqual([
    'card_attempt.token_sealed',
    'evidence_file.content_sealed',
    'idempotent_request.body_sealed',
    'kept_notice.body_sealed',
    'person.second_factor_sealed',
    'person_invitation.link_sealed',
    'person_invitation.second_factor_sealed',
    'webhook_delivery.pinned_secret_sealed',
    'webhook_endpoint.secret_sealed',
    'webhook_former_secret.secret_sealed',
  ]);
});
