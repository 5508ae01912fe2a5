/**
 * `npm run bench -- --checkouts 500 --clients 32`: what the running stack can do, and what it costs. `--think 2000`: payers wait
 * so long (0.5 to 1.5 times) before they pay; `--split`: where the time goes, of a credit and of the processors.
 * `npm run bench -- --open 10000`: so many are opened first, and paid then, the oldest first.
 * `npm run bench -- --crowd 100000`: whether a checkout costs as much among so many open ones as among a thousand.
 * `npm run bench -- --history 100000`: gives the sandbox merchant so many transactions, for measuring lists with autocannon
 * (docs/soak-and-bench.md).
 * `npm run bench -- --settlement --merchants 10000 --entries 1000000`: one run of the settlement over so many merchants (`--seeded`: that an earlier run has seeded and not settled).
 */
import { parseArgs } from 'node:util';
import { benchLoop, benchOpen, type CheckoutOptions, type WithSplit } from './bench/checkouts.ts';
import { benchCrowd, describeCrowd } from './bench/crowd.ts';
import { describeFigures, describeOpen, type Figures, type OpenFigures } from './bench/figures.ts';
import { describeSplit } from './bench/split.ts';
import { fillHistory } from './bench/history.ts';
import { benchSettlement, describeSettlement, type SettlementOptions } from './bench/settlement.ts';
import { findRunningStack } from './running/running-stack.ts';
import { Problem, sentenceFor } from './stack/problem.ts';

interface Options extends CheckoutOptions {
  /** All checkouts are opened before any is paid. */
  readonly opensFirst: boolean;
  /** Open checkouts to measure among; undefined: only the measured ones are open. */
  readonly crowd: number | undefined;
  /** Transactions to make; undefined: checkouts are measured. */
  readonly history: number | undefined;
  /** Undefined: no settlement. */
  readonly settlement: SettlementOptions | undefined;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      checkouts: { type: 'string', default: '500' },
      clients: { type: 'string' },
      open: { type: 'string' },
      crowd: { type: 'string' },
      think: { type: 'string' },
      split: { type: 'boolean', default: false },
      history: { type: 'string' },
      settlement: { type: 'boolean', default: false },
      seeded: { type: 'boolean', default: false },
      merchants: { type: 'string', default: '10000' },
      entries: { type: 'string', default: '1000000' },
      'warm-up': { type: 'string' },
      'webhook-events': { type: 'string' },
    },
  });
  const clients = whole('clients', values.clients ?? '32');
  const { merchants, entries } = values;
  return {
    history: values.history === undefined ? undefined : whole('history', values.history),
    settlement: values.settlement
      ? {
          merchants: whole('merchants', merchants),
          entries: whole('entries', entries),
          isSeeded: values.seeded,
        }
      : undefined,
    crowd: values.crowd === undefined ? undefined : whole('crowd', values.crowd),
    opensFirst: values.open !== undefined,
    checkouts:
      values.open === undefined ? whole('checkouts', values.checkouts) : whole('open', values.open),
    thinkMs: values.think === undefined ? 0 : whole('think', values.think),
    split: values.split,
    clients,
    warmUp: whole('warm-up', values['warm-up'] ?? String(Math.max(200, 4 * clients))),
    events: values['webhook-events']?.split(','),
  };
}

function whole(name: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Problem(`--${name} is "${text}"; it must be a whole number from 1.`);
}

async function benchCheckouts(options: Options): Promise<boolean> {
  const figures = await benchLoop(options);
  return printed(figures, describeFigures(figures));
}

async function benchCrowded({ crowd = 0, ...options }: Options): Promise<boolean> {
  const figures = await benchCrowd(options, crowd);
  console.log(`\n${describeCrowd(figures)}\n`);
  console.log(JSON.stringify(figures));
  return figures.check.ok;
}

async function benchOpened(options: Options): Promise<boolean> {
  const figures = await benchOpen(options);
  return printed(figures, describeOpen(figures));
}

function printed(figures: WithSplit<Figures | OpenFigures>, text: string): boolean {
  console.log(`\n${text}\n`);
  if (figures.split !== undefined) console.log(`${describeSplit(figures.split)}\n`);
  console.log(JSON.stringify(figures));
  return figures.check.ok;
}

async function benchRun({ settlement }: Options): Promise<boolean> {
  if (settlement === undefined) throw new TypeError('there is no settlement to measure');
  const figures = await benchSettlement(await findRunningStack(), settlement);
  console.log(`\n${describeSettlement(figures)}\n`);
  console.log(JSON.stringify(figures));
  return figures.ok;
}

function benchOf(options: Options): (options: Options) => Promise<boolean> {
  const { history, settlement, opensFirst, crowd } = options;
  if (crowd !== undefined) return benchCrowded;
  if (opensFirst) return benchOpened;
  if (settlement !== undefined) return benchRun;
  return history === undefined ? benchCheckouts : makeHistory;
}

async function makeHistory({ history = 0 }: Options): Promise<boolean> {
  const added = await fillHistory(await findRunningStack(), history, console.log);
  console.log(`${added} transactions were added; the sandbox merchant has ${history} or more.`);
  return true;
}

try {
  const options = readOptions();
  if (options.events !== undefined && !options.events.includes('checkout.successful')) {
    throw new Problem(
      '--webhook-events must hold checkout.successful, which is what is waited for.',
    );
  }
  if (!(await benchOf(options)(options))) process.exitCode = 1;
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}
