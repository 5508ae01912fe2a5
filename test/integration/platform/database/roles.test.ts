import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appLoginOf, readerRole } from '../../../../src/platform/database/roles.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let app: pg.Client;
beforeAll(async () => {
  shop = await Shop.open(4);
  const order = await shop.order();
  await shop.payAndPost(order, 1_000_000n);
  app = new pg.Client({ connectionString: shop.database.appUrl });
  await app.connect();
});
afterAll(async () => {
  await app?.end();
  await shop?.[Symbol.asyncDispose]();
});

const denied = { code: '42501' };

describe('the programs’ login', () => {
  it.each([
    'update entry set amount_minor = amount_minor + 1',
    'delete from entry',
    'truncate entry',
    "update journal set source_id = 'other'",
    'delete from journal',
    'truncate journal cascade',
    'alter table entry disable trigger all',
    'delete from case_event',
    "update audit_entry set actor = 'nobody'",
    'drop trigger entry_append_only on entry',
    'drop table entry',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'set session_replication_role = replica',
    "update setting set value = 'live' where name = 'environment'",
    "insert into checkout_transition values ('EXPIRED', 'CANCELLED', 'SUCCESSFUL')",
    'create table stolen ()',
    'alter role manilla_app superuser',
  ])('may not: %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject(denied);
  });

  it('posts journals, and changes what is not booked', async () => {
    await app.query(
      `select post_journals(array[('test', 'by-app', 'due', 'pending', '2100', $1, 'NGN', 5),
                                  ('test', 'by-app', 'due', 'available', '2110', $1, 'NGN', -5)]::leg[])`,
      [shop.merchantId],
    );
    await app.query("update merchant set trade_name = 'SHOP' where merchant_id = $1", [
      shop.merchantId,
    ]);
    await shop.assertBooks();
  });
});

it('whoever is granted the reader reads everything and changes nothing', async () => {
  const client = new pg.Client({ connectionString: shop.database.url });
  await client.connect();
  await client.query(`set role ${readerRole}`);
  expect((await client.query('select from books_proof')).rowCount).toBeGreaterThan(0);
  expect((await client.query('select from entry')).rowCount).toBeGreaterThan(0);
  for (const statement of [
    'insert into readiness default values',
    "update merchant set name = 'x'",
    'delete from fact',
  ]) {
    await expect(client.query(statement)).rejects.toMatchObject(denied);
  }
  await client.end();
});

it('programs that log in as the owner have no login of their own', () => {
  const owner = 'postgres://manilla:a@127.0.0.1/manilla';
  expect(appLoginOf(owner, owner)).toBeUndefined();
  expect(appLoginOf(owner, 'postgres://manilla_app:p%40ss@127.0.0.1/manilla')).toEqual({
    user: 'manilla_app',
    password: 'p@ss',
  });
});
