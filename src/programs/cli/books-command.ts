import { homeCurrency } from '../../domain/currency.js';
import { styleText } from 'node:util';
import { formatMoney } from '../../domain/money.js';
import { PgBooksProof } from '../../ledger/proof/books-proof.store.js';
import { type Books, PgBooks, type StatusSum } from '../../ledger/books.store.js';
import { type Commands, type Given, Refused, type CommandOutput } from './command.js';
import { onDatabase } from './on-database.js';
import { ProgressLine } from './progress-line.js';
import { databaseUrlOf, simulatorUrlOf } from './settings.js';

/** The most lines of suspense that are shown. The rest is shown as a sum. */
const shownLines = 20;

export const booksCommands: Commands = {
  books: {
    usage: '[--whole]',
    summary:
      'Proves the books, and compares them with the statement of the simulated bank. --whole: all closed months as well.',
    words: [0, 0],
    options: { whole: { type: 'boolean' } },
    run: books,
  },
};

async function books({ values }: Given): Promise<CommandOutput> {
  const progress = new ProgressLine(process.stderr);
  await new PgBooksProof(databaseUrlOf(process.env)).prove({
    whole: values['whole'] === true,
    onProgress: (step) => progress.show(step),
  });
  progress.end();
  const read = await onDatabase((pool) => new PgBooks(pool).read());
  const simulatorUrl = simulatorUrlOf(process.env);
  const statement = simulatorUrl === undefined ? undefined : await readStatement(simulatorUrl);
  const pools = read.pools.map((pool) => poolLines(pool, statement));
  if (read.claims.length === 0)
    throw new Refused('Another proof has begun. Try again when it is over.');
  const holds =
    read.claims.every(({ faults }) => faults === 0n) && pools.every(({ agrees }) => agrees);
  const text = [
    ...titled('Claims', read.claims.map(claimLine)),
    ...titled('Our money at the banks', pools.length === 0 ? none : pools.flatMap(linesOf)),
    ...(read.periods.length === 0 ? [] : titled('Closed months', read.periods.map(periodLine))),
    ...titled('Suspense, oldest first', suspenseLines(read)),
    ...titled('Refunds', statusLines(read.refunds)),
    ...titled('Payouts', statusLines(read.payouts)),
  ].join('\n');
  return { text: `${text}\n`, exitCode: holds ? 0 : 1 };
}

/** Returns the amount, in kobo, that the simulated bank reports to hold for us. */
async function readStatement(simulatorUrl: string): Promise<bigint | undefined> {
  const reply = await fetch(`${simulatorUrl}/control/statement`).catch(() => undefined);
  if (reply?.ok !== true) return undefined;
  return BigInt(((await reply.json()) as { balance: number }).balance);
}

const none = [styleText('dim', '  none yet')];
const linesOf = ({ lines }: { readonly lines: readonly string[] }): readonly string[] => lines;

function titled(title: string, lines: readonly string[]): string[] {
  return ['', styleText('bold', title), ...lines];
}

function claimLine({ claim, faults }: Books['claims'][number]): string {
  return faults === 0n
    ? `  ${styleText('green', '✓')} ${claim}`
    : `  ${styleText('red', '✗')} ${claim}${styleText('red', `: ${faults} faults`)}`;
}

function poolLines(
  { provider, currency, heldMinor }: Books['pools'][number],
  statement: bigint | undefined,
): { readonly lines: readonly string[]; readonly agrees: boolean } {
  const byBooks = `  ${provider}: ${formatMoney(heldMinor, currency)} by the books`;
  if (provider !== 'simulator' || currency !== homeCurrency)
    return { lines: [byBooks], agrees: true };
  if (statement === undefined) {
    const notAsked = styleText('yellow', '    the bank could not be asked for its statement');
    return { lines: [byBooks, notAsked], agrees: true };
  }
  const agrees = statement === heldMinor;
  const said = agrees
    ? styleText('green', '✓')
    : styleText('red', `✗ differs by ${formatMoney(statement - heldMinor, currency)}`);
  const byStatement = `    ${formatMoney(statement, currency)} by its own statement ${said}`;
  return { lines: [byBooks, byStatement], agrees };
}

function periodLine({ month, journals, digest }: Books['periods'][number]): string {
  return `  ${month} ${String(journals).padStart(12)} journals  ${styleText('dim', digest.slice(0, 16))}`;
}

function suspenseLines({ suspense }: Books): string[] {
  const currencyOf = (accountId: string): string => accountId.slice(-3);
  const shown = suspense.slice(0, shownLines).map(({ accountId, heldMinor, since, isOverdue }) => {
    const amount = formatMoney(heldMinor, currencyOf(accountId)).padStart(16);
    const line = `  ${since?.toISOString() ?? 'of nothing'.padEnd(24)}  ${amount}  ${accountId}`;
    return isOverdue ? styleText('red', `${line}  older than 7 days`) : line;
  });
  const more = suspense.length > shownLines ? [`  and ${suspense.length - shownLines} more`] : [];
  const currencies = [
    ...new Set([homeCurrency, ...suspense.map((each) => currencyOf(each.accountId))]),
  ];
  const totals = currencies.map((currency) => {
    const held = suspense.filter(({ accountId }) => currencyOf(accountId) === currency);
    const total = held.reduce((sum, { heldMinor }) => sum + heldMinor, 0n);
    return `  ${formatMoney(total, currency)} in ${held.length} accounts`;
  });
  return [...shown, ...more, ...totals];
}

function statusLines(sums: readonly StatusSum[]): readonly string[] {
  if (sums.length === 0) return none;
  return sums.map(
    ({ status, currency, count, sumMinor }) =>
      `  ${status.padEnd(14)} ${String(count).padStart(6)}  ${formatMoney(sumMinor, currency).padStart(16)}`,
  );
}
