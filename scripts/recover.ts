/**
 * `npm run recover`: after a restore, of the running stack's database or of the one that DATABASE_URL names.
 *
 *     npm run recover [-- --minutes 30]
 *     npm run recover -- --status
 *     npm run recover -- --book SESSION --merchant mch_... --operator ada --reason "paid on Tuesday, before the restore"
 *
 * The first holds all that is to be sent until the banks' statements have been read, beginning so many minutes from now, and
 * skips the account numbers that may have been given. The second changes nothing and shows how far it is. The third books a
 * debit that the books do not know to the merchant that has had the money; `--write-off` in place of `--merchant` books it as
 * our loss.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { formatNaira } from '../src/domain/money.ts';
import { bold, green, say, yellow } from './demo/terminal.ts';
import { findDatabase } from './running/find-database.ts';
import { withClient } from './stack/postgres.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

interface RecoveryRow {
  readonly provider: string;
  readonly reason: string;
  readonly read_from: Date;
  readonly ended_at: Date | null;
}

interface DebitRow {
  readonly subject: string;
  readonly amount: string;
  readonly merchant_id: string | null;
  readonly instead: string | null;
}

interface Booking {
  readonly sessionId: string;
  /** Null: it is our loss. */
  readonly merchantId: string | null;
  readonly operator: string;
  readonly reason: string;
}

const longestText = 200;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      status: { type: 'boolean', default: false },
      book: { type: 'string' },
      merchant: { type: 'string' },
      'write-off': { type: 'boolean', default: false },
      operator: { type: 'string' },
      reason: { type: 'string' },
    },
  });
  if (!/^\d{1,4}$/.test(values.minutes)) {
    throw new Problem(`--minutes is "${values.minutes}"; it must be a whole number.`);
  }
  const booking = values.book === undefined ? undefined : bookingOf(values.book, values);
  const { databaseUrl } = await findDatabase();
  await withClient(databaseUrl, async (client) => {
    if (booking !== undefined) await book(client, booking);
    else if (!values.status) {
      await client.query(`select begin_recovery('BY_HAND', $1, 0)`, [Number(values.minutes)]);
    }
    await show(client);
  });
}

function bookingOf(
  sessionId: string,
  given: { merchant?: string; 'write-off': boolean; operator?: string; reason?: string },
): Booking {
  const { merchant, operator = '', reason = '' } = given;
  if ((merchant !== undefined) === given['write-off']) {
    throw new Problem('Say either --merchant mch_... or --write-off.');
  }
  for (const [name, text] of Object.entries({ operator, reason })) {
    if (text.trim() === '' || text.length > longestText) {
      throw new Problem(`--${name} must have 1 to ${longestText} characters.`);
    }
  }
  return { sessionId, merchantId: merchant ?? null, operator, reason };
}

async function book(client: pg.Client, booking: Booking): Promise<void> {
  const { sessionId, merchantId, operator, reason } = booking;
  const { rows } = await client.query<{ booked: string }>(
    'select book_debit($1, $2, $3, $4) as booked',
    [sessionId, merchantId, operator, reason],
  );
  const whose = merchantId === null ? 'as our loss' : `to the balance of ${merchantId}`;
  say(green(`${formatNaira(BigInt(rows[0]?.booked ?? 0))} was booked ${whose}.`));
}

async function show(client: pg.Client): Promise<void> {
  const { rows: recoveries } = await client.query<RecoveryRow>(
    'select distinct on (provider) * from recovery order by provider, began_at desc',
  );
  say('', bold('Banks'));
  for (const { provider, reason, read_from, ended_at } of recoveries) {
    const state =
      ended_at === null
        ? yellow(`nothing is sent until its statement is read after ${read_from.toISOString()}`)
        : green(`its statement was read, ${ended_at.toISOString()}`);
    say(`  ${provider}: ${state} (${reason})`);
  }
  if (recoveries.length === 0) say('  none was ever held');
  await showDebits(client);
  say('');
}

async function showDebits(client: pg.Client): Promise<void> {
  const { rows: debits } = await client.query<DebitRow>(
    `select f.subject, f.detail ->> 'amountMinor' as amount, p.merchant_id, p.amount_minor::text as instead
       from finding f left join lateral payout_instead_of(f.detail ->> 'provider', f.subject) p on true
      where f.kind in ('UNEXPLAINED_DEBIT', 'UNEXPLAINED_STAMP_DUTY') and f.action = 'ATTENTION' order by f.found_at`,
  );
  say('', bold('Debits that the books do not know'));
  for (const { subject, amount, merchant_id: merchantId, instead } of debits) {
    const likely =
      merchantId === null
        ? ''
        : `  of ${merchantId}, whose settlement would send ${formatNaira(BigInt(instead ?? 0))} now`;
    say(`  ${subject}  ${formatNaira(BigInt(amount))}${likely}`);
  }
  if (debits.length === 0) say('  none');
}

try {
  await main();
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
