import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSql, SqlNames, type SqlPiece } from '../../scripts/changed/sql-pieces.ts';
import { functionFiles } from '../../src/persistence/function-files.js';
import { read, root } from './tree.js';

const folder = 'src/persistence/functions';

interface SqlFile {
  readonly name: string;
  readonly pieces: readonly SqlPiece[];
}

const files: readonly SqlFile[] = functionFiles.map((name) => ({
  name,
  pieces: readSql(read(join(folder, name))),
}));

/** Name of a function, view or type, with the file that makes it. */
const homes = new Map(
  files.flatMap(({ name, pieces }) => pieces.map((piece) => [piece.name, name] as const)),
);
const names = new SqlNames(files.flatMap(({ pieces }) => pieces));
const place = (file: string): number => functionFiles.indexOf(file);

/** Tables that do not have a file of their own yet. One that gets it is taken out; none is added. */
const writtenBySeveral: readonly string[] = [
  ...['balance_transaction', 'checkout', 'event', 'inward_credit'],
  ...['payout', 'refund', 'settlement', 'virtual_account', 'webhook_delivery'],
];

/** Files that write into a table, by the table. */
function writers(): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  const writes =
    /\b(?:insert into|delete from|(?<!for |for no key |do )update)(?: only)? ([a-z]\w*)/g;
  for (const { name, pieces } of files) {
    for (const { text } of pieces) {
      for (const [, table = ''] of text.matchAll(writes)) {
        if (table === 'set') continue;
        written.set(table, (written.get(table) ?? new Set()).add(name));
      }
    }
  }
  return written;
}

describe('the SQL functions', () => {
  it('are listed in the order in which they are made', () => {
    const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    expect(found.filter((file) => file.endsWith('.sql')).sort()).toEqual([...functionFiles].sort());
  });

  it('have names of their own', () => {
    const all = files.flatMap(({ pieces }) => pieces.map(({ name }) => name));
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  it('say what they are for', () => {
    const silent = functionFiles.flatMap((name) => {
      const lines = read(join(folder, name)).split('\n');
      return lines.flatMap((line, at) =>
        line.startsWith('create ') && lines[at - 1]?.startsWith('--') !== true ? [line] : [],
      );
    });
    expect(silent).toEqual([]);
  });

  it('call only what stands above them', () => {
    const upwards = files.flatMap(({ name, pieces }) =>
      pieces.flatMap((piece) =>
        [...names.usedIn(piece.text)]
          .filter((used) => place(homes.get(used) ?? '') > place(name))
          .map((used) => `${name}: ${piece.name} uses ${used} of ${homes.get(used)}`),
      ),
    );
    expect(upwards).toEqual([]);
  });

  it('see nothing that is not there', () => {
    // The rule above holds for what it finds: it finds the calls that everybody knows.
    const [payments] = files.filter(({ name }) => name === 'credits/payments.sql');
    const used = names.usedIn(payments?.pieces.map(({ text }) => text).join(' ') ?? '');
    expect([...used]).toEqual(expect.arrayContaining(['emit_events', 'post_journals', 'leg']));
    expect(writers().get('journal')).toEqual(new Set(['ledger/journals.sql']));
  });

  it('write each table in one file', () => {
    const several = [...writers()].flatMap(([table, by]) => (by.size > 1 ? [table] : []));
    expect(several.sort()).toEqual(writtenBySeveral);
  });

  it('change a checkout in one place, which counts its version and tells of it', () => {
    const changes = /\bupdate checkout\b|'checkout_changed'/;
    const found = files.flatMap(({ name, pieces }) =>
      pieces.some(({ text }) => changes.test(text)) ? [name] : [],
    );
    expect(found).toEqual(['base/checkouts.sql']);
  });
});
