import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeIndexes } from '../../../../src/platform/database/concurrent-indexes.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

const one = [
  { name: 'room_a', text: 'create unique index concurrently room_a on room (a)' },
] as const;

it('makes an index once, and again when its making broke off', async () => {
  await database.query('create table room (a int)');
  await database.query('insert into room values (1), (1)');
  // Two equal values leave the unique index half made.
  await expect(makeIndexes(owner, one)).rejects.toMatchObject({ code: '23505' });
  const state = () =>
    database.query(`select indisvalid from pg_index where indexrelid = 'room_a'::regclass`);
  expect(await state()).toEqual([{ indisvalid: false }]);
  await database.query('truncate room');
  expect(await makeIndexes(owner, one)).toEqual(['room_a']);
  expect(await state()).toEqual([{ indisvalid: true }]);
  expect(await makeIndexes(owner, one)).toEqual([]);
});
