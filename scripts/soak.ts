/**
 * `npm run soak -- --n 5000 --seed 7`: what is too long for `npm test`.
 *
 * `--n CASES --seed SEED [--case N]` random cases (with `--case` that one of them alone), `--bank [--n REFUNDS]` refunds
 * and `--payouts [--n PAYOUTS]` payouts through a bank that lies, `--crash [--point TEXT]` a program dies before and after
 * every call that it makes (or those whose names hold the text, such as "worker after pg:"; several with | between), `--quarter [--payments N]
 * [--merchants M] [--days D]` the days of a quarter, with all that is paid in and out. `--chaos [--n ORDERS]`
 * orders of short, over, duplicate and thrice-told credits while API, worker, Temporal and PostgreSQL are killed,
 * `--crowding [--due TRANSACTIONS]` what postings take while one merchant's account is held for 8 s, and while that merchant
 * has a large settlement, `--parked [--n CHECKOUTS]` checkouts that an outage of PostgreSQL has parked. `--slice`: a few minutes of all of them;
 * CI runs all but the two that kill servers by the clock (`npm test -- --slice`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem, sentenceFor } from './stack/problem.ts';

interface Run {
  /** When there are none: every file, in the size that it has by itself. */
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function readRun(): Run {
  const { values } = parseArgs({
    options: {
      n: { type: 'string' },
      seed: { type: 'string' },
      case: { type: 'string' },
      bank: { type: 'boolean', default: false },
      payouts: { type: 'boolean', default: false },
      chaos: { type: 'boolean', default: false },
      parked: { type: 'boolean', default: false },
      crash: { type: 'boolean', default: false },
      point: { type: 'string' },
      slice: { type: 'boolean', default: false },
      quarter: { type: 'boolean', default: false },
      crowding: { type: 'boolean', default: false },
      due: { type: 'string', default: '250000' },
      restore: { type: 'boolean', default: false },
      payments: { type: 'string', default: '20000' },
      merchants: { type: 'string', default: '50' },
      days: { type: 'string', default: '90' },
    },
  });
  const seed = values.seed === undefined ? {} : { MANILLA_SOAK_SEED: whole('seed', values.seed) };
  if (values.parked) {
    return { files: ['parked'], env: { MANILLA_SOAK_PARKED_N: whole('n', values.n ?? '3000') } };
  }
  if (values.chaos) {
    return {
      files: ['chaos'],
      env: { ...seed, MANILLA_SOAK_CHAOS_N: whole('n', values.n ?? '10000') },
    };
  }
  if (values.crash)
    return { files: ['crash-points'], env: { MANILLA_SOAK_CRASH: values.point ?? '' } };
  if (values.restore) return { files: ['restore'], env: {} };
  if (values.slice) return { files: [], env: seed };
  if (values.crowding) {
    const env = { MANILLA_SOAK_HELD_MS: '8000', MANILLA_SOAK_DUE: whole('due', values.due) };
    return { files: ['crowding'], env };
  }
  if (values.quarter) {
    const { payments, merchants, days } = values;
    const size = {
      MANILLA_SOAK_PAYMENTS: whole('payments', payments),
      MANILLA_SOAK_MERCHANTS: whole('merchants', merchants),
      MANILLA_SOAK_DAYS: whole('days', days),
    };
    return { files: ['quarter'], env: { ...seed, ...size } };
  }
  if (values.payouts) {
    return {
      files: ['lying-bank-payouts'],
      env: { ...seed, MANILLA_SOAK_PAYOUTS_N: whole('n', values.n ?? '2000') },
    };
  }
  if (values.bank) {
    return {
      files: ['lying-bank'],
      env: { ...seed, MANILLA_SOAK_BANK_N: whole('n', values.n ?? '2000') },
    };
  }
  const only = values.case === undefined ? {} : { MANILLA_SOAK_CASE: whole('case', values.case) };
  const least = values.case === undefined ? '5000' : String(Number(values.case) + 1);
  const env = { ...seed, ...only, MANILLA_SOAK_N: whole('n', values.n ?? least) };
  return { files: ['interleavings'], env };
}

function whole(name: string, text: string): string {
  if (/^\d{1,9}$/.test(text)) return text;
  throw new Problem(`--${name} is "${text}"; it must be a whole number.`);
}

try {
  const { files, env } = readRun();
  const program = join('node_modules', 'vitest', 'vitest.mjs');
  const tests = files.map((file) => join('test', 'e2e', 'money', `${file}.soak.ts`));
  const child = spawn(process.execPath, [program, 'run', '--project', 'soak', ...tests], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
