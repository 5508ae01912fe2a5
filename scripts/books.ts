/**
 * `npm run books`: the proof of the books of the running stack, or of the database that DATABASE_URL names.
 *
 * Journals are read from the end of the last closed month; `--whole` reads all of them, and that closed months are as they were.
 * Exits with 1 when a claim does not hold or the bank's own statement says otherwise.
 */
import { parseArgs } from 'node:util';
import { formatNaira } from '../src/domain/money.ts';
import { bold, dim, green, red, say, yellow } from './demo/terminal.ts';
import { findDatabase } from './running/find-database.ts';
import { sentenceFor } from './stack/problem.ts';
import { withClient } from './stack/postgres.ts';

interface Books {
  readonly claims: readonly { readonly claim: string; readonly faults: string }[];
  readonly periods: readonly Period[];
  readonly pools: readonly { readonly provider: string; readonly minor: string }[];
  readonly suspense: readonly {
    readonly account_id: string;
    readonly held_minor: string;
    readonly since: Date;
    readonly overdue: boolean;
  }[];
  readonly refunds: readonly ByStatus[];
  readonly payouts: readonly ByStatus[];
}

interface Period {
  readonly month: string;
  readonly journals: string;
  readonly digest: string;
}

interface ByStatus {
  readonly status: string;
  readonly count: string;
  readonly minor: string;
}

/** Lines of suspense that are shown; the rest is a sum. */
const shownLines = 20;

async function main(): Promise<boolean> {
  const { whole } = parseArgs({ options: { whole: { type: 'boolean', default: false } } }).values;
  const { databaseUrl, simulatorUrl } = await findDatabase();
  const books = await readBooks(databaseUrl, whole);
  const statement = simulatorUrl === undefined ? undefined : await readStatement(simulatorUrl);
  const claimsHold = showClaims(books);
  const poolsAgree = showPools(books, statement);
  showPeriods(books);
  showSuspense(books);
  showByStatus('Refunds', books.refunds);
  showByStatus('Payouts', books.payouts);
  say('');
  return claimsHold && poolsAgree;
}

/** One snapshot: the parts must speak of the same moment. */
function readBooks(databaseUrl: string, isWhole: boolean): Promise<Books> {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const rows = async (sql: string) => (await client.query(sql)).rows as never[];
    const books: Books = {
      claims: [
        ...(await rows('select claim, faults from books_proof')),
        ...(isWhole ? await rows('select claim, faults from books_proof_whole') : []),
      ],
      periods: await rows(
        `select to_char(month, 'YYYY-MM') as month, journals, encode(digest, 'hex') as digest from period order by month`,
      ),
      pools: await rows('select provider, minor from pool_position order by provider'),
      suspense: await rows('select * from suspense_aged order by since'),
      refunds: await rows(
        `select status, count(*) as count, sum(amount_minor) as minor from refund group by status order by status`,
      ),
      payouts: await rows(
        `select status, count(*) as count, sum(amount_minor) as minor from payout group by status order by status`,
      ),
    };
    await client.query('rollback');
    return books;
  });
}

/** What the simulator bank says it holds for us, in kobo. */
async function readStatement(simulatorUrl: string): Promise<bigint | undefined> {
  const reply = await fetch(`${simulatorUrl}/control/statement`).catch(() => undefined);
  if (reply?.ok !== true) return undefined;
  return BigInt(((await reply.json()) as { balance: number }).balance);
}

function showClaims({ claims }: Books): boolean {
  say('', bold('Claims'));
  for (const { claim, faults } of claims) {
    const holds = Number(faults) === 0;
    say(`  ${holds ? green('✓') : red('✗')} ${claim}${holds ? '' : red(`: ${faults} faults`)}`);
  }
  return claims.every(({ faults }) => Number(faults) === 0);
}

function showPeriods({ periods }: Books): void {
  if (periods.length === 0) return;
  say('', bold('Closed months'));
  for (const { month, journals, digest } of periods) {
    say(`  ${month} ${journals.padStart(12)} journals  ${dim(digest.slice(0, 16))}`);
  }
}

function showPools({ pools }: Books, statement: bigint | undefined): boolean {
  say('', bold('Our money at the banks'));
  let agree = true;
  for (const { provider, minor } of pools) {
    const held = BigInt(minor);
    say(`  ${provider}: ${formatNaira(held)} by the books`);
    if (provider !== 'simulator') continue;
    if (statement === undefined) {
      say(yellow('    the bank could not be asked for its statement'));
      continue;
    }
    const same = statement === held;
    agree &&= same;
    const difference = red(`✗ differs by ${formatNaira(statement - held)}`);
    say(`    ${formatNaira(statement)} by its own statement ${same ? green('✓') : difference}`);
  }
  if (pools.length === 0) say(dim('  none yet'));
  return agree;
}

function showSuspense({ suspense }: Books): void {
  say('', bold('Suspense, oldest first'));
  for (const { account_id, held_minor, since, overdue } of suspense.slice(0, shownLines)) {
    const line = `  ${since.toISOString()}  ${formatNaira(BigInt(held_minor)).padStart(16)}  ${account_id}`;
    say(overdue ? red(`${line}  older than 7 days`) : line);
  }
  if (suspense.length > shownLines) say(dim(`  and ${suspense.length - shownLines} more`));
  const total = suspense.reduce((sum, { held_minor }) => sum + BigInt(held_minor), 0n);
  say(`  ${formatNaira(total)} in ${suspense.length} accounts`);
}

function showByStatus(title: string, sums: readonly ByStatus[]): void {
  say('', bold(title));
  for (const { status, count, minor } of sums) {
    say(`  ${status.padEnd(14)} ${count.padStart(6)}  ${formatNaira(BigInt(minor)).padStart(16)}`);
  }
  if (sums.length === 0) say(dim('  none yet'));
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
