import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSql, SqlNames, type SqlPiece } from '../../scripts/docs/sql-pieces.ts';
import { rooms, sqlCallsUpwards } from '../../scripts/docs/rooms.ts';
import { functionFiles } from '../../src/platform/database/function-files.js';
import { filesIn, read, root } from './tree.js';

const folder = 'src';

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
  message:
    'payers, contacts and operators are each told by a file of their own; the courier says what became of it',
  payout: 'the freezing of a settlement makes it; the outward run takes it from step to step',
  person:
    'people of both realms sign up and change themselves in one file; operators and teams each have a file that invites and changes',
  person_invitation:
    'people give and use links; what shuts somebody out, in whatever realm, ends the open one',
  person_passkey: 'a device adds one; what shuts somebody out ends them all',
  person_recovery_code: 'people make and use them; what shuts somebody out ends them all',
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
  'upkeep/erasure/erasure.sql',
  'upkeep/retention/retention.sql',
  'payments/sandbox/sandbox-clock.sql',
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

/** Functions that turn a moment into the time of a place, or back. */
const timesOfPlaces = [
  ...['close_next_month', 'lagos_date', 'lagos_hour', 'lagos_midnight', 'rfc3339', 'run_of'],
];

/** Statements that take any rows, how often, and why it does not matter which. */
const inAnyOrder: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'operators/cases/facts.sql: facts_of_finding': [1, 'only whether there is more than one'],
  'operators/cases/outgoing.sql: hold_of_case': [1, 'what one case has sent goes through one bank'],
  'operators/cases/outgoing.sql: sendings_of_case': [1, 'there is one row of each'],
  'notify/delivery/deliveries.sql: claim_deliveries': [
    1,
    'of each merchant the oldest few, in order',
  ],
  'ledger/journals.sql: refuse_empty_journals': [2, 'any of them refuses all'],
  'ledger/journals.sql: refuse_unbalanced_entries': [2, 'any of them refuses all'],
  'payments/numbers/numbers.sql: release_numbers': [1, 'of each prefix the oldest, in order'],
  'payments/numbers/prefixes.sql: open_accounts': [1, 'only how many, as far as the limit'],
  'payouts/settlement/payouts.sql: payout_instead_of': [1, 'a session id names one'],
  'reports/search/words.sql: filed_by_words': [1, 'all, or only whether there are many'],
  'payouts/settlement/settlements.sql: freeze_transactions': [
    1,
    'all are frozen before the run ends',
  ],
  'payouts/settlement/settlements.sql: open_settlement_run': [
    1,
    'only how many, as far as the limit',
  ],
  'src/operators/cases/case-statements.ts': [1, 'only whether there is one'],
  'src/merchants/settings/checkout-page.store.ts': [1, 'the same picture has the same hash'],
  'src/payments/links/payment-link.store.ts': [1, 'the same picture has the same hash'],
};

/** The statements of the functions and of the stores, by function or by file. */
function allSql(): Map<string, readonly string[]> {
  const ofFunctions: [string, readonly string[]][] = files.flatMap(({ name, pieces }) =>
    pieces.map((piece): [string, string[]] => [`${name}: ${piece.name}`, [piece.text]]),
  );
  const ofStores: [string, readonly string[]][] = filesIn('src')
    .filter((path) => /(\.store|-query|-statements)\.ts$/.test(path))
    .map((path) => [path, textsOf(read(path))]);
  return new Map([...ofFunctions, ...ofStores]);
}

/** Texts in quotes that ask for rows. */
function textsOf(typescript: string): string[] {
  const code = typescript.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/`(?:\$\{(?:[^{}]|\{[^}]*\})*\}|[^`])*`|'(?:[^'\n\\]|\\.)*'/g)].flatMap(
    ([text]) => (/\bselect\b/.test(text) ? [text] : []),
  );
}

/** How many limits of a text have no order in the same query: of the same depth of parentheses, since its `select`. */
function limitsWithoutOrder(text: string): number {
  const orders: boolean[] = [false];
  let found = 0;
  const spoken = text.toLowerCase().replaceAll(/->> '\w+'|\$\{[^}]*\}/g, '');
  for (const [word] of spoken.matchAll(/[()]|\bselect\b|\border by\b|\blimit\b|;/g)) {
    if (word === '(') orders.push(false);
    else if (word === ')') orders.pop();
    else if (word === 'order by') orders[orders.length - 1] = true;
    else if (word === 'limit') found += orders.at(-1) === true ? 0 : 1;
    else orders[orders.length - 1] = false;
  }
  return found;
}

describe('the SQL functions', () => {
  it('are listed in the order in which they are made', () => {
    const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const ours = found.filter((file) => file.endsWith('.sql') && !file.includes('migrations/'));
    expect(ours.sort()).toEqual([...functionFiles].sort());
  });

  it('are made room by room, from the bottom up', () => {
    const floors = functionFiles.map((name) =>
      Object.keys(rooms).indexOf(name.split('/')[0] ?? ''),
    );
    expect(floors).toEqual(floors.toSorted((a, b) => a - b));
    expect(floors).not.toContain(-1);
    expect(sqlCallsUpwards()).toEqual([]);
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
    const [payments] = files.filter(({ name }) => name === 'payments/credits/payments.sql');
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
    expect(spelt).toEqual(['domain/ids.sql: account_of']);
  });

  it('leave the day of a moment to the calendar: it is that of Lagos', () => {
    const ofAnywhere =
      /\b(?:now|clock_timestamp|statement_timestamp)\(\)::date|\bcurrent_date\b|_at::date\b|date_trunc\('(?:day|month)', (?!lagos_date)/;
    const found = files.flatMap(({ name, pieces }) =>
      pieces.flatMap((piece) => (ofAnywhere.test(piece.text) ? [`${name}: ${piece.name}`] : [])),
    );
    expect(found.filter((place) => !place.startsWith('domain/calendar.sql'))).toEqual([]);
    expect(ofAnywhere.test('select now()::date')).toBe(true);
  });

  it('say what time of a place is in the calendar alone', () => {
    const found = files.flatMap(({ pieces }) =>
      pieces.flatMap((piece) => (/at time zone/.test(piece.text) ? [piece.name] : [])),
    );
    expect(found.sort()).toEqual(timesOfPlaces);
  });

  it('limit what is in an order, so that the same rows are found each time', () => {
    const unordered = [...allSql()].flatMap(([place, texts]) => {
      const count = texts.reduce((sum, text) => sum + limitsWithoutOrder(text), 0);
      return count > 0 ? [[place, count] as const] : [];
    });
    expect(Object.fromEntries(unordered)).toEqual(
      Object.fromEntries(Object.entries(inAnyOrder).map(([place, [count]]) => [place, count])),
    );
    expect(limitsWithoutOrder('select a from b limit 1')).toBe(1);
    expect(limitsWithoutOrder('select a from (select c from d order by c) x limit 1')).toBe(1);
    expect(limitsWithoutOrder('select a from b order by a limit $1 offset $2')).toBe(0);
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
    expect(found).toEqual(['platform/database/checkouts.sql']);
  });
});
