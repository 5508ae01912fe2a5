import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSql, SqlNames, type SqlPiece } from './sql-pieces.js';
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

/**
 * Tables that several files write, and why. One function that writes whatever its caller has changed, as change_checkout does for
 * a checkout, would write all columns of a row where a step changes two, and each of these steps is on the way of a payment or
 * of a payout. So each file writes the columns that its own step decides. One that gets a file of its own is taken out.
 */
const writtenBySeveral: Readonly<Record<string, string>> = {
  balance_transaction:
    'posting makes it; settlement says when it is due and which settlement pays it',
  checkout:
    'initiate and an account for one payment each make one; change_checkout alone changes it',
  inward_credit:
    'each outcome of a credit is a file (paid, held, returned, disputed), and writes what it decides',
  merchant:
    'operators change it; its settlement schedule is changed where the due dates are planned anew',
  payout: 'the freezing of a settlement makes it; the outward run takes it from step to step',
  refund: 'the credit that it is taken from makes it; the outward run takes it from step to step',
  settlement: 'freezing makes it; its payouts say how it stands; its events are counted on it',
  virtual_account: 'giving a number makes it; a payment, a window and a merchant each end it',
  webhook_delivery: 'an event makes it; the dispatcher and a merchant who asks again change it',
};

/**
 * Blanks the columns that tell of a payer, drops rows that are old, or moves the times of the sandbox, wherever they are:
 * none of them decides anything.
 */
const erasers: readonly string[] = [
  'payers/erasure.sql',
  'retention/retention.sql',
  'orders/sandbox-clock.sql',
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

  it('make the id of an account in one place', () => {
    const spelt = files.flatMap(({ name, pieces }) =>
      pieces.flatMap((piece) =>
        /'\d{4}:'|(?:code|owner)\s*\|\| ':'/.test(piece.text) ? [`${name}: ${piece.name}`] : [],
      ),
    );
    expect(spelt).toEqual(['base/ids.sql: account_of']);
  });

  it('leave the day of a moment to the calendar: it is that of Lagos', () => {
    const ofAnywhere =
      /\b(?:now|clock_timestamp|statement_timestamp)\(\)::date|\bcurrent_date\b|_at::date\b|date_trunc\('(?:day|month)', (?!lagos_date)/;
    const found = files.flatMap(({ name, pieces }) =>
      pieces.flatMap((piece) => (ofAnywhere.test(piece.text) ? [`${name}: ${piece.name}`] : [])),
    );
    expect(found.filter((place) => !place.startsWith('base/calendar.sql'))).toEqual([]);
    expect(ofAnywhere.test('select now()::date')).toBe(true);
  });

  it('write each table in one file', () => {
    const several = [...writers()].flatMap(([table, by]) =>
      [...by].filter((name) => !erasers.includes(name)).length > 1 ? [table] : [],
    );
    expect(several.sort()).toEqual(Object.keys(writtenBySeveral).sort());
  });

  it('change a checkout in one place, which counts its version and tells of it', () => {
    const changes = /\bupdate checkout\b|'checkout_changed'/;
    const found = files.flatMap(({ name, pieces }) =>
      pieces.some(({ text }) => changes.test(text)) ? [name] : [],
    );
    expect(found).toEqual(['base/checkouts.sql']);
  });
});
