import { describe, expect, it } from 'vitest';
import { readSql, SqlNames } from '../../../../scripts/docs/sql-pieces.js';

const names = (text: string) => readSql(text).map(({ kind, name }) => `${kind} ${name}`);

describe('an SQL file', () => {
  it('is taken apart at the end of each statement, not inside a body or a text', () => {
    const text = `
      -- the payer's; not a statement
      create function one(p text) returns text language plpgsql as $$
      begin
        perform 'a;b'; -- it's; done
        return p;
      end $$;
      create or replace function two() returns int language sql as $body$ select 1; $body$;
      create view three as select ';' as text;
      create type four as (a int);`;
    expect(names(text)).toEqual(['function one', 'function two', 'view three', 'type four']);
  });

  it('gives what is about a table to the table', () => {
    const text = `
      create table refund (refund_id text);
      alter table only refund add column note text;
      create unique index refund_note on refund (note);
      create trigger kept before update on refund for each row execute function refuse_change();
      insert into refund values ('a');`;
    expect(new Set(names(text))).toEqual(new Set(['table refund']));
  });

  it('says nothing of comments and of how it is laid out', () => {
    const [short, long] = [
      'create function f() returns int language sql as $$ select 1 $$;',
      '-- why\ncreate function f()\n  returns int language sql as $$ /* one */\n  select 1\n$$;',
    ];
    expect(readSql(long)).toEqual(readSql(short));
  });
});

describe('names in an SQL text', () => {
  const known = new SqlNames([
    { name: 'request_refund', kind: 'function' },
    { name: 'masked', kind: 'function' },
    { name: 'refund_read', kind: 'view' },
    { name: 'refund', kind: 'table' },
    { name: 'found', kind: 'type' },
  ]);
  const used = (text: string) => [...known.usedIn(text)].toSorted();

  it('are functions that are called, views, and tables in the place of one', () => {
    expect(used('select outcome from request_refund($1, $2)')).toEqual(['request_refund']);
    expect(used('select * from refund_read r join refund x on true')).toEqual([
      'refund',
      'refund_read',
    ]);
    expect(used('insert into refund (a) values (masked(b))')).toEqual(['masked', 'refund']);
    expect(used('array[]::found')).toEqual(['found']);
  });

  it('are not words that happen to be spelt so', () => {
    expect(used('The refund of a masked account was not found')).toEqual([]);
    expect(used("name: 'request_refund'; if not found then refund := null; end if;")).toEqual([]);
  });
});
