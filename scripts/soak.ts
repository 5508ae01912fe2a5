/**
 * `npm run soak -- --n 5000 --seed 7`: what is too long for `npm test`.
 *
 * `--n CASES --seed SEED [--case N]` random cases (with `--case` that one of them alone), `--bank [--n REFUNDS]` refunds
 * and `--payouts [--n PAYOUTS]` payouts through a bank that lies, `--crash [--point TEXT]` a program dies before and after
 * every call that it makes (or those whose names hold the text, such as "worker after pg:"; several with | between), `--quarter [--payments N]
 * [--merchants M] [--days D]` the days of a quarter, with all that is paid in and out. `--chaos [--n ORDERS]`
 * orders of short, over, duplicate and thrice-told credits while API, worker, Temporal and PostgreSQL are killed,
 * `--receipts [--n ORDERS]` paid orders while worker and mail server are killed,
 * `--crowding [--due TRANSACTIONS]` what postings take while one merchant's account is held for 8 s, and while that merchant
 * has a large settlement, `--books [--journals N]` the proof of so many journals beside payments, `--pgbouncer` the end-to-end tests with API and worker behind PgBouncer, `--rollout [--seconds S]` a new release beside the old one and back
 * under load, `--cluster [--seconds S] [--rate R] [--point TEXT]` every kind of process of a cluster is killed, and the
 * primary PostgreSQL too, `--retention [--n ORDERS]` the events of a month dropped under load, `--replicas [--n CHECKOUTS]` what a checkout costs one API and one worker, and three of each, `--rebuild [--n THINGS]` so many things of each kind that are open when Temporal is lost whole, `--changing [--n ORDERS]` orders whose amount changes while money is on its way and programs are killed, `--providus [--n ORDERS]` orders over the test server of a bank that misbehaves while programs are killed, `--parked [--n CHECKOUTS]` checkouts that an outage of PostgreSQL has parked. `--slice`: a few minutes of all of them,
 * which `npm run nightly` runs too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Problem, sentenceFor } from './stack/problem.ts';
import { signalGroup } from './stack/processes.ts';
import { sweepDeadTestRuns } from './stack/test-runs.ts';

interface Run {
  /** The names of its soaks without the ending that they all share. */
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The project of vitest; left out: the one that has the soaks. */
  readonly project?: string;
}

function readValues() {
  try {
    return parseArgs({
      options: {
        n: { type: 'string' },
        seed: { type: 'string' },
        case: { type: 'string' },
        bank: { type: 'boolean' },
        payouts: { type: 'boolean' },
        chaos: { type: 'boolean' },
        receipts: { type: 'boolean' },
        changing: { type: 'boolean' },
        providus: { type: 'boolean' },
        parked: { type: 'boolean' },
        pgbouncer: { type: 'boolean' },
        rollout: { type: 'boolean' },
        cluster: { type: 'boolean' },
        seconds: { type: 'string' },
        rate: { type: 'string', default: '10' },
        retention: { type: 'boolean' },
        replicas: { type: 'boolean' },
        crash: { type: 'boolean' },
        point: { type: 'string' },
        slice: { type: 'boolean' },
        quarter: { type: 'boolean' },
        crowding: { type: 'boolean' },
        books: { type: 'boolean' },
        journals: { type: 'string', default: '10000000' },
        due: { type: 'string', default: '250000' },
        restore: { type: 'boolean' },
        rebuild: { type: 'boolean' },
        payments: { type: 'string', default: '20000' },
        merchants: { type: 'string', default: '50' },
        days: { type: 'string', default: '90' },
      },
    }).values;
  } catch (error) {
    console.error(sentenceFor(error));
    process.exit(1);
  }
}

const values = readValues();

/** The test files and settings of each kind. */
const runs = {
  changing: () => ({ files: ['changing'], env: { MANILLA_SOAK_CHANGING_N: cases('500') } }),
  providus: () => ({ files: ['providus'], env: { MANILLA_SOAK_PROVIDUS_N: cases('2000') } }),
  parked: () => ({ files: ['parked'], env: { MANILLA_SOAK_PARKED_N: cases('3000') } }),
  chaos: () => ({ files: ['chaos'], env: { MANILLA_SOAK_CHAOS_N: cases('10000') } }),
  receipts: () => ({ files: ['receipts'], env: { MANILLA_SOAK_RECEIPTS_N: cases('2000') } }),
  crash: () => ({ files: ['crash-points'], env: { MANILLA_SOAK_CRASH: values.point ?? '' } }),
  pgbouncer: () => ({ files: [], env: { MANILLA_TEST_PGBOUNCER: 'on' }, project: 'e2e' }),
  rollout: () => ({
    files: ['rollout'],
    env: { MANILLA_SOAK_ROLLOUT_SECONDS: whole('seconds', values.seconds ?? '30') },
  }),
  cluster: () => ({
    files: ['cluster'],
    env: {
      MANILLA_SOAK_CLUSTER_SECONDS: whole('seconds', values.seconds ?? '180'),
      MANILLA_SOAK_CLUSTER_RATE: whole('rate', values.rate),
      MANILLA_SOAK_CLUSTER_ONLY: values.point ?? '',
    },
  }),
  retention: () => ({
    files: ['retention'],
    env: { MANILLA_SOAK_RETENTION_N: cases('300000'), MANILLA_SOAK_RETENTION_SLOWEST_MS: '1000' },
  }),
  replicas: () => ({
    files: ['replicas'],
    env: { MANILLA_SOAK_REPLICAS_N: cases('300'), MANILLA_SOAK_REPLICAS_ROUNDS: '4' },
  }),
  restore: () => ({ files: ['restore'], env: {} }),
  rebuild: () => ({ files: ['rebuild'], env: { MANILLA_SOAK_REBUILD_N: cases('20') } }),
  slice: () => ({ files: [''], env: {} }),
  books: () => ({
    files: ['books'],
    env: { MANILLA_SOAK_JOURNALS: whole('journals', values.journals) },
  }),
  crowding: () => ({
    files: ['crowding'],
    env: { MANILLA_SOAK_HELD_MS: '8000', MANILLA_SOAK_DUE: whole('due', values.due) },
  }),
  quarter: () => ({
    files: ['quarter'],
    env: {
      MANILLA_SOAK_PAYMENTS: whole('payments', values.payments),
      MANILLA_SOAK_MERCHANTS: whole('merchants', values.merchants),
      MANILLA_SOAK_DAYS: whole('days', values.days),
    },
  }),
  payouts: () => ({
    files: ['lying-bank-payouts'],
    env: { MANILLA_SOAK_PAYOUTS_N: cases('2000') },
  }),
  bank: () => ({ files: ['lying-bank'], env: { MANILLA_SOAK_BANK_N: cases('2000') } }),
} satisfies Record<string, () => Run>;

function interleavings(): Run {
  const only = values.case === undefined ? {} : { MANILLA_SOAK_CASE: whole('case', values.case) };
  const least = values.case === undefined ? '5000' : String(Number(values.case) + 1);
  return { files: ['interleavings'], env: { ...only, MANILLA_SOAK_N: cases(least) } };
}

const cases = (otherwise: string): string => whole('n', values.n ?? otherwise);

function whole(name: string, text: string): string {
  if (/^\d{1,9}$/.test(text)) return text;
  throw new Problem(`--${name} is "${text}"; it must be a whole number.`);
}

let interrupted = false;
try {
  const kind = (Object.keys(runs) as (keyof typeof runs)[]).find((each) => values[each] === true);
  const {
    files,
    env,
    project = 'nightly',
  }: Run = kind === undefined ? interleavings() : runs[kind]();
  const seed = values.seed === undefined ? {} : { MANILLA_SOAK_SEED: whole('seed', values.seed) };
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  const tests = files.map((file) => `${file}.soak.ts`);
  // Output goes straight through, because a table is read line by line as it is printed.
  const command = [program, 'run', '--disable-console-intercept', '--project', project];
  const child = spawn(process.execPath, [...command, ...tests], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...seed, ...env },
    stdio: 'inherit',
    // A group of its own, to be ended as one.
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (interrupted = child.kill(signal)));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
  if (interrupted) {
    // vitest leaves at once when it is interrupted. The processes of vitest live on for many seconds, and the servers they had started stay.
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    await sleep(500);
    await sweepDeadTestRuns();
  }
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
