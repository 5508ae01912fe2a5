import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { concurrentIndexes } from '../../src/platform/database/concurrent-indexes.js';
import { faultsOf } from './migration-rules.js';
import { read, root } from './tree.js';

const folder = 'src/platform/database/migrations';

/** The first migrations came before releases ran side by side. */
const names = readdirSync(join(root, folder)).filter((name) => name >= '0009');

describe('the migrations', () => {
  it.each(names)('%s lets the release before run on', (name) => {
    expect(faultsOf(read(join(folder, name)))).toEqual([]);
  });

  it('make indexes concurrently, each under its own name', () => {
    for (const { name, text } of concurrentIndexes) {
      expect(text).toMatch(new RegExp(`^create (unique )?index concurrently ${name} on `));
    }
    const all = concurrentIndexes.map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('a migration is refused that', () => {
  it.each([
    ['stops writes', 'create index fact_by_time on fact (created_at);'],
    ['stops writes by a unique index', 'create unique index u on fact (created_at);'],
    ['makes an index inside a transaction', 'create index concurrently i on fact (created_at);'],
    ['asks for a column', 'alter table fact add column kind text not null;'],
    [
      'asks for a column among others',
      'alter table fact add column a text, add column b int not null;',
    ],
    ['fills a column', 'alter table fact add column id uuid default gen_random_uuid();'],
    ['counts a column', 'alter table fact add column n bigserial;'],
    ['computes a column', 'alter table fact add column n int generated always as (1) stored;'],
    ['changes a type', 'alter table fact alter column kind type integer using 1;'],
    ['changes a type in words', 'alter table fact alter kind set data type integer;'],
    ['forbids null', 'alter table fact alter column kind set not null;'],
    ['checks each row', 'alter table fact add constraint c check (fact_id > 0);'],
    ['looks each row up', 'alter table fact add foreign key (a) references checkout (b);'],
    ['makes an index by a constraint', 'alter table fact add constraint u unique (kind);'],
    ['drops a column', '-- A reason.\nALTER TABLE fact\n  DROP COLUMN kind;'],
    ['renames a column', 'alter table fact rename column kind to type;'],
    ['renames a table', 'alter table fact rename to facts;'],
    ['drops a table', 'drop table fact;'],
    ['empties a table', 'truncate fact;'],
    ['locks a table', 'lock table fact in exclusive mode;'],
    ['does so after another statement', 'create table x (a int); drop table fact;'],
    ['does so between apostrophes of comments', "-- The bank's.\ndrop table fact; -- It's gone."],
  ])('%s', (_, sql) => {
    expect(faultsOf(sql)).not.toEqual([]);
  });

  it.each([
    ['adds an empty column', 'alter table fact add column kind text;'],
    [
      'adds a column with a constant',
      "alter table fact add column kind text not null default 'x';",
    ],
    [
      'adds a column with the time of the migration',
      'alter table fact add column at timestamptz not null default now();',
    ],
    [
      'adds a check for what is written from now on',
      'alter table fact add constraint c check (fact_id > 0) not valid;',
    ],
    ['validates it later', 'alter table fact validate constraint c;'],
    ['adds a constraint by an index', 'alter table fact add constraint u unique using index u;'],
    ['makes a table and its index', 'create table room (a int);\ncreate index room_a on room (a);'],
    ['talks of it', '-- We do not drop table fact;\ncreate table room (a int);'],
    [
      'takes away what nobody uses',
      '-- contracts: 0.3 was the last release that read it\nalter table fact drop column kind;',
    ],
  ])('but not one that %s', (_, sql) => {
    expect(faultsOf(sql)).toEqual([]);
  });
});
