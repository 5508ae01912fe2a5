import { styleText } from 'node:util';
import { lagosDay } from '../../domain/lagos-day.js';
import { formatNaira } from '../../domain/money.js';
import {
  type Declaration,
  type HolidayChange,
  type Move,
  PgHolidays,
} from '../../payouts/calendar/holiday.store.js';
import { type Commands, type Given, Refused, required, textOf, UsageError } from './command.js';
import { onDatabase } from './on-database.js';

const longestText = 200;
const text = { type: 'string' } as const;

/** A change of the calendar, and the text for each of its outcomes. */
interface Change {
  readonly make: (holidays: PgHolidays, declaration: Declaration) => Promise<HolidayChange>;
  readonly outcomes: Readonly<Record<string, (day: string) => string>>;
}

const add: Change = {
  make: (holidays, declaration) => holidays.add(declaration),
  outcomes: {
    DECLARED: (day) => `${day} is a holiday now.`,
    UNCHANGED: (day) => `${day} was declared a holiday before.`,
  },
};
const workday: Change = {
  make: (holidays, declaration) => holidays.workday(declaration),
  outcomes: {
    DECLARED: (day) => `${day} is a working day now.`,
    UNCHANGED: (day) => `${day} was declared a working day before.`,
  },
};
const withdraw: Change = {
  make: (holidays, declaration) => holidays.withdraw(declaration),
  outcomes: {
    WITHDRAWN: (day) => `${day} is again what it is every year.`,
    UNCHANGED: (day) => `Nothing was declared of ${day}.`,
  },
};

const by = { operator: text, reason: text };
const byUsage = '--operator NAME --reason TEXT';
const planned = 'What is not settled yet is planned anew; shows the due dates that moved.';

/** The commands for the days on which no merchant is paid. */
export const holidayCommands: Commands = {
  'holidays list': {
    usage: '[--year 2026]',
    summary: 'Lists the holidays of a year, and the days that were declared.',
    words: [0, 0],
    options: { year: text },
    run: list,
  },
  'holidays add': {
    usage: `DATE NAME ${byUsage}`,
    summary: `Declares a holiday. ${planned}`,
    words: [2, 2],
    options: by,
    run: (given) => change(add, given),
  },
  'holidays workday': {
    usage: `DATE ${byUsage}`,
    summary: `Declares that a holiday of every year is a working day. ${planned}`,
    words: [1, 1],
    options: by,
    run: (given) => change(workday, given),
  },
  'holidays withdraw': {
    usage: `DATE ${byUsage}`,
    summary: `Takes a declaration back. ${planned}`,
    words: [1, 1],
    options: by,
    run: (given) => change(withdraw, given),
  },
};

async function change({ make, outcomes }: Change, given: Given): Promise<string> {
  const [date = '', name = ''] = given.positionals;
  const declaration = {
    day: dayOf(date),
    name: short('NAME', name),
    operator: short('--operator', required(given, 'operator')),
    reason: short('--reason', required(given, 'reason')),
  };
  const { outcome, moves } = await onDatabase((pool) => make(new PgHolidays(pool), declaration));
  const sentence = outcomes[outcome ?? ''];
  if (sentence === undefined) throw new Refused(`${date} is in a weekend: nobody is paid then.`);
  const lines = moves.map(moveLine);
  const moved = lines.length === 0 ? [styleText('dim', 'No due date has moved.')] : lines;
  return [sentence(date), ...moved].join('\n');
}

function moveLine({ wasDueOn, nowDueOn, transactions, merchants, netMinor }: Move): string {
  const amount = formatNaira(BigInt(netMinor));
  return `  due ${wasDueOn} -> ${nowDueOn}: ${amount} (collections: ${transactions}, merchants: ${merchants})`;
}

function dayOf(date: string): string {
  const day = lagosDay(date);
  if (day === undefined) throw new UsageError(`"${date}" is no date; write it as 2026-12-28.`);
  if (day.before.getTime() <= Date.now()) {
    throw new Refused(`${date} is over; what was paid or not on that day stays as it is.`);
  }
  return date;
}

function short(name: string, given: string): string {
  if (given.trim().length <= longestText) return given.trim();
  throw new UsageError(`${name} may have ${longestText} characters at most.`);
}

async function list(given: Given): Promise<string> {
  const year = textOf(given, 'year') ?? String(new Date().getFullYear());
  if (!/^20\d\d$/.test(year)) {
    throw new UsageError(`--year is "${year}"; it must be one such as 2026.`);
  }
  const days = await onDatabase((pool) => new PgHolidays(pool).ofYear(year));
  const lines = days.map(({ day, weekday, holiday, isDeclared }) => {
    const declared = isDeclared ? styleText('yellow', '  declared') : '';
    return `  ${day}  ${weekday}  ${holiday ?? 'a working day'}${declared}`;
  });
  return [styleText('bold', `Holidays of ${year}`), ...lines].join('\n');
}
