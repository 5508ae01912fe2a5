import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkoutTransitions } from '../../../../src/domain/checkout-state.js';
import { isId } from '../../../../src/domain/ids.js';
import { migrate } from '../../../../src/platform/database/migrator.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { releaseSchema } from '../../../../src/platform/database/release.js';
import { builtProgram } from '../../../support/manilla-cli.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const schema = `
  select table_name || '.' || column_name || ' ' || data_type as thing from information_schema.columns
   where table_schema in ('public', '${releaseSchema()}')
  union all select routine_schema || '.' || routine_name from information_schema.routines
   where routine_schema in ('public', '${releaseSchema()}') order by 1`;

it('makes the whole schema from nothing, also when many do it at once', async () => {
  const before = await database.query(schema);
  await database.query('drop schema public cascade');
  await database.query(`drop schema ${releaseSchema()} cascade`);
  await database.query('create schema public');
  const options = { databaseUrl: database.url, environment: 'live' } as const;
  const results = await Promise.all([migrate(options), migrate(options), migrate(options)]);
  expect(results.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await database.query(schema)).toEqual(before);
  expect(await database.query("select value from setting where name = 'environment'")).toEqual([
    { value: 'live' },
  ]);
});

it('refuses tables that were made before the first release', async () => {
  const older = await createDatabase();
  await older.query("update migration set name = '0001-merchants'");
  const given = { DATABASE_URL: older.url, MANILLA_ENVIRONMENT: 'sandbox' };
  const { code, stderr } = await builtProgram('migrate', [], given);
  await older.drop();
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^This database was made by a version from before the first release: .*\n$/,
    ),
  ]);
});

it.each([
  ['migrate', {}, /^The configuration is not usable:\n( {2}- .+\n)+$/],
  ['migrate', { MANILLA_ENVIRONMENT: 'live' }, /^MANILLA_ENVIRONMENT: this is the database .*\n$/],
  ['seed', {}, /^The configuration is not usable:\n( {2}- .+\n)+$/],
  [
    'seed',
    { MANILLA_ENVIRONMENT: 'live', MANILLA_PEPPER: 'p'.repeat(43) },
    /^Only the sandbox has a seeded merchant\.\n$/,
  ],
] as const)('%s tells a mistake of its operator in a sentence: %j', async (name, env, sentence) => {
  const sandbox = await createDatabase();
  const { code, stderr } = await builtProgram(name, [], { DATABASE_URL: sandbox.url, ...env });
  await sandbox.drop();
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
});

it('copies the state table of the domain, and nothing besides', async () => {
  await database.query(
    "insert into checkout_transition values ('SUCCESSFUL', 'CANCELLED', 'CANCELLED')",
  );
  await database.query("delete from checkout_transition where event = 'CREDIT_SEEN'");
  await database.query(
    "update checkout_transition set to_status = 'EXPIRED' where event = 'PAID_SHORT'",
  );
  const names = await migrate({ databaseUrl: database.url, environment: 'live' });
  expect(names).toEqual([]);
  const rows = await database.query<{ from: string; event: string; to: string }>(
    'select from_status as "from", event, to_status as "to" from checkout_transition',
  );
  const line = ({ from, event, to }: { from: string; event: string; to: string }) =>
    `${from} ${event} ${to}`;
  expect(rows.map(line).toSorted()).toEqual(checkoutTransitions.map(line).toSorted());
});

it('leaves the database of one environment to it', async () => {
  const other = await createDatabase();
  await expect(migrate({ databaseUrl: other.url, environment: 'live' })).rejects.toThrow(
    /sandbox environment and cannot become live/,
  );
  await database.query("update setting set value = 'live' where name = 'environment'");
  await expect(migrate({ databaseUrl: database.url, environment: 'sandbox' })).rejects.toThrow(
    /live environment and cannot become sandbox/,
  );
  expect(await other.query("select value from setting where name = 'environment'")).toEqual([
    { value: 'sandbox' },
  ]);
  await other.drop();
});

it('mints ids that are well formed and in order, in the database and outside', async () => {
  const rows = await database.query<{ id: string }>(
    "select new_id('evt_') as id from generate_series(1, 1000)",
  );
  const inDatabase = rows.map(({ id }) => id);
  const outside = Array.from({ length: 1000 }, () => newId('evt'));
  for (const ids of [inDatabase, outside]) {
    expect(ids.filter((id) => !isId('evt', id))).toEqual([]);
    expect(new Set(ids).size).toBe(1000);
    expect(ids.toSorted()).toEqual(ids);
  }
  // Both count milliseconds since 1970 in their first ten characters.
  expect(inDatabase[0]?.slice(0, 9)).toBe(outside[0]?.slice(0, 9));
});
