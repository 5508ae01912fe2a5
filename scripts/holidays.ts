/**
 * `npm run holidays`: the days on which no merchant is paid, in the running stack or in the database that DATABASE_URL names.
 *
 *     npm run holidays -- list [--year 2026]
 *     npm run holidays -- add 2026-12-28 "Boxing Day (in lieu)" --operator ada --reason "Ministry of Interior, 22 Dec"
 *     npm run holidays -- workday 2026-06-12 --operator ada --reason "moved to Monday"
 *     npm run holidays -- withdraw 2026-12-28 --operator ada --reason "declared by mistake"
 *
 * What is not settled yet is planned anew in the same transaction; the due dates that moved are printed.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { lagosDay } from '../src/domain/lagos-day.ts';
import { formatNaira } from '../src/domain/money.ts';
import { bold, dim, say, yellow } from './demo/terminal.ts';
import { findDatabase } from './running/find-database.ts';
import { withClient } from './stack/postgres.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

const usage =
  'Say what to do: list [--year YYYY], add DATE NAME, workday DATE or withdraw DATE; the last three with --operator and --reason.';
const longestText = 200;

interface Wish {
  readonly day: string;
  readonly name: string;
  readonly operator: string;
  readonly reason: string;
}

interface Move {
  readonly was_due_on: string;
  readonly now_due_on: string;
  readonly transactions: string;
  readonly merchants: string;
  readonly net_minor: string;
}

interface Changed {
  readonly outcome: string;
  readonly moves: readonly Move[];
}

type Change = (client: pg.Client, wish: Wish) => Promise<Changed>;

const changes: Readonly<Record<string, Change>> = {
  add: (client, { day, name, operator, reason }) =>
    change(client, 'declare_holiday($1, true, $2, $3, $4)', [day, name, operator, reason]),
  workday: (client, { day, operator, reason }) =>
    change(client, "declare_holiday($1, false, 'Working day', $2, $3)", [day, operator, reason]),
  withdraw: (client, { day, operator, reason }) =>
    change(client, 'withdraw_holiday($1, $2, $3)', [day, operator, reason]),
};

const outcomes: Readonly<Record<string, (day: string) => string>> = {
  'add DECLARED': (day) => `${day} is a holiday now.`,
  'add UNCHANGED': (day) => `${day} was declared a holiday before.`,
  'workday DECLARED': (day) => `${day} is a working day now.`,
  'workday UNCHANGED': (day) => `${day} was declared a working day before.`,
  'withdraw WITHDRAWN': (day) => `${day} is again what it is every year.`,
  'withdraw UNCHANGED': (day) => `Nothing was declared of ${day}.`,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      year: { type: 'string' },
      operator: { type: 'string' },
      reason: { type: 'string' },
    },
  });
  const [what, day = '', name = ''] = positionals;
  if (what === 'list') return list(values.year);
  const make = changes[what ?? ''];
  if (make === undefined) throw new Problem(usage);
  const wish = {
    day: dayOf(day),
    name: what === 'add' ? text('NAME', name) : '',
    operator: text('--operator', values.operator),
    reason: text('--reason', values.reason),
  };
  const { databaseUrl } = await findDatabase();
  const { outcome, moves } = await withClient(databaseUrl, (client) => make(client, wish));
  const sentence = outcomes[`${what} ${outcome}`];
  if (sentence === undefined) throw new Problem(`${day} is in a weekend: nobody is paid then.`);
  say(sentence(day));
  showMoves(moves);
}

async function change(client: pg.Client, call: string, values: string[]): Promise<Changed> {
  const { rows } = await client.query<Changed>(
    `select outcome, (select coalesce(json_agg(json_build_object(
              'was_due_on', m.was_due_on, 'now_due_on', m.now_due_on, 'transactions', m.transactions::text,
              'merchants', m.merchants::text, 'net_minor', m.net_minor::text)), '[]') from unnest(moves) m) as moves
       from ${call}`,
    values,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database gave no answer');
  return row;
}

function showMoves(moves: readonly Move[]): void {
  if (moves.length === 0) say(dim('No due date has moved.'));
  for (const { was_due_on, now_due_on, transactions, merchants, net_minor } of moves) {
    say(
      `  due ${was_due_on} -> ${now_due_on}: ${formatNaira(BigInt(net_minor))}` +
        ` (collections: ${transactions}, merchants: ${merchants})`,
    );
  }
}

function dayOf(text: string): string {
  const day = lagosDay(text);
  if (day === undefined) throw new Problem(`"${text}" is no date; write it as 2026-12-28.`);
  if (day.before.getTime() <= Date.now()) {
    throw new Problem(`${text} is over; what was paid or not on that day stays as it is.`);
  }
  return text;
}

function text(name: string, value: string | undefined): string {
  const given = value?.trim() ?? '';
  if (given !== '' && given.length <= longestText) return given;
  throw new Problem(`${name} is needed, ${longestText} characters at most. ${usage}`);
}

interface Day {
  readonly day: string;
  readonly weekday: string;
  readonly holiday: string | null;
  readonly is_declared: boolean;
}

async function list(given: string | undefined): Promise<void> {
  const year = given ?? String(new Date().getFullYear());
  if (!/^20\d\d$/.test(year))
    throw new Problem(`--year is "${year}"; it must be one such as 2026.`);
  const { databaseUrl } = await findDatabase();
  const days = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Day>(
      `select d.day::text as day, to_char(d.day, 'Dy') as weekday, d.holiday, d.is_declared
         from days_between($1, $2) d where d.holiday is not null or d.is_declared order by d.day`,
      [`${year}-01-01`, `${year}-12-31`],
    );
    return rows;
  });
  say(bold(`Holidays of ${year}`));
  for (const { day, weekday, holiday, is_declared } of days) {
    const declared = is_declared ? yellow('  declared') : '';
    say(`  ${day}  ${weekday}  ${holiday ?? 'a working day'}${declared}`);
  }
}

try {
  await main();
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
