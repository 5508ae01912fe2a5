import { createPool } from '../../platform/database/database.js';
import {
  type Dropped,
  leastDaysKept,
  PgRetention,
  type Standing,
} from '../../upkeep/retention/retention.store.js';
import { type Commands, type Given, textOf, UsageError } from './command.js';
import { commandActor, databaseUrlOf } from './settings.js';
import { tableOf } from './table.js';

const flag = { type: 'boolean' } as const;
const usualDays = '40';

/**
 * The commands about old rows. They need no operator's token, because everyone who can log in to the database may see
 * and delete its rows.
 */
export const retentionCommands: Commands = {
  retention: {
    usage: '[--days N] [--apply] [--json]',
    summary:
      'Shows how much stands of what is dropped when it is old, and what keeps some of it. --apply: drops the rest now.',
    words: [0, 0],
    options: { days: { type: 'string' }, apply: flag, json: flag },
    run: retention,
  },
};

async function retention(given: Given): Promise<string> {
  const days = daysOf(given);
  const pool = createPool(databaseUrlOf(process.env), { max: 1, applicationName: 'manilla-cli' });
  const retained = new PgRetention(pool, days);
  try {
    const dropped =
      given.values['apply'] === true
        ? await retained.dropAll(commandActor(process.env))
        : undefined;
    const standing = await retained.standing();
    if (given.values['json'] === true) return asJson({ days, dropped, standing });
    return shown(days, standing, dropped);
  } finally {
    await pool.end();
  }
}

/**
 * Returns the days for which events are kept. @throws UsageError when they are fewer than the days for which merchants
 * may ask for events
 */
function daysOf(given: Given): number {
  const named = textOf(given, 'days') ?? (process.env['MANILLA_EVENTS_KEPT_DAYS'] || usualDays);
  const days = Number(named);
  if (Number.isInteger(days) && days >= leastDaysKept && days <= 36_500) return days;
  if (named === 'forever') {
    throw new UsageError('MANILLA_EVENTS_KEPT_DAYS is "forever": name the days with --days.');
  }
  throw new UsageError(`--days must be a whole number, at least ${leastDaysKept}.`);
}

const asJson = (of: object): string =>
  JSON.stringify(of, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 2);

function shown(days: number, standing: readonly Standing[], dropped: Dropped | undefined): string {
  const table = tableOf<Standing>(
    [
      { title: 'WHAT', text: ({ what }) => what },
      { title: 'MB', text: ({ bytes }) => (Number(bytes) / 1e6).toFixed(1), align: 'right' },
      { title: 'SINCE', text: ({ since }) => since?.slice(0, 10) ?? '-' },
      { title: 'OLD', text: ({ old }) => String(old), align: 'right' },
      { title: 'KEPT', text: ({ heldBy }) => heldText(heldBy) },
    ],
    standing,
  );
  const { events, facts, others } = dropped ?? { events: 0, facts: 0, others: 0 };
  const sentence =
    dropped === undefined
      ? 'Nothing was changed: --apply drops what is old and not kept.'
      : `Dropped ${events} events with their deliveries, ${facts} facts, and ${others} others.`;
  return `${table}\n\nOld: answers of more than 30 days, the rest of more than ${days}. ${sentence}`;
}

function heldText(heldBy: Standing['heldBy']): string {
  const reasons = Object.entries(heldBy).map(([reason, count]) => `${count} ${reason}`);
  return reasons.join(', ') || '-';
}
