/**
 * `npm run recover [-- --minutes 30]`: after a restore, of the running stack's database or of the one that DATABASE_URL names.
 *
 * Holds all that is to be sent until the banks' statements have been read, beginning so many minutes from now, and skips the
 * account numbers that may have been given. `-- --status` changes nothing and shows how far it is.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { bold, green, say, yellow } from './demo/terminal.ts';
import { findDatabase } from './stack/find-database.ts';
import { withClient } from './stack/postgres.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

interface RecoveryRow {
  readonly provider: string;
  readonly reason: string;
  readonly read_from: Date;
  readonly ended_at: Date | null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      status: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,4}$/.test(values.minutes)) {
    throw new Problem(`--minutes is "${values.minutes}"; it must be a whole number.`);
  }
  const { databaseUrl } = await findDatabase();
  await withClient(databaseUrl, async (client) => {
    if (!values.status) {
      await client.query(`select begin_recovery('BY_HAND', $1, 0)`, [Number(values.minutes)]);
    }
    await show(client);
  });
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
  const { rows: debits } = await client.query<{ subject: string; amount: string }>(
    `select subject, detail ->> 'amountMinor' as amount from finding
      where kind = 'UNEXPLAINED_DEBIT' and action = 'ATTENTION' order by found_at`,
  );
  say('', bold('Debits that the books do not know'));
  for (const { subject, amount } of debits) say(`  ${subject}  ${amount} kobo`);
  if (debits.length === 0) say('  none');
  say('');
}

try {
  await main();
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
