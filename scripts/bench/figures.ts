import type { Check } from './check.ts';
import type { CheckoutTimes } from './driver.ts';
import type { Load } from './load.ts';
import type { Part } from './processes.ts';
import { parts } from './processes.ts';

const measures = ['initiate', 'createAccount', 'creditAck', 'creditToWebhook'] as const;
type Measure = (typeof measures)[number];

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** What a load of one kind of request found. Milliseconds. */
export interface LoadFigures extends Percentiles {
  readonly perSecond: number;
  readonly requests: number;
}

/** What the last line of the bench holds, as JSON. */
export interface Figures {
  readonly checkouts: number;
  readonly clients: number;
  readonly seconds: number;
  readonly checkoutsPerSecond: number;
  readonly latencyMs: Record<Measure, Percentiles>;
  readonly cpuMsPerCheckout: Record<Part | 'total', number>;
  /** The bench itself, which shares the machine. */
  readonly driverCpuMsPerCheckout: number;
  readonly memoryMb: Record<Part, number>;
  readonly check: Check;
}

export function latencies(times: readonly CheckoutTimes[]): Record<Measure, Percentiles> {
  return Object.fromEntries(
    measures.map((measure) => [measure, percentiles(times.map((time) => time[measure]))]),
  ) as Record<Measure, Percentiles>;
}

/** The nearest-rank percentiles. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export function loadFigures({ times, seconds }: Load): LoadFigures {
  const perSecond = round(times.length / seconds);
  return { perSecond, requests: times.length, ...percentiles(times) };
}

export function perCheckout(
  before: Record<Part, number>,
  after: Record<Part, number>,
  checkouts: number,
): Record<Part | 'total', number> {
  const bill = parts.map((part) => [part, (after[part] - before[part]) / checkouts] as const);
  const total = bill.reduce((sum, [, ms]) => sum + ms, 0);
  return Object.fromEntries(
    [...bill, ['total', total] as const].map(([name, ms]) => [name, round(ms)]),
  ) as Record<Part | 'total', number>;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The figures as people read them. */
export function describeFigures(figures: Figures): string {
  const { latencyMs, cpuMsPerCheckout: cpu, memoryMb: memory, check } = figures;
  const times = measures.map((measure) => {
    const { p50, p95, p99 } = latencyMs[measure];
    return row([labels[measure], ms(p50), ms(p95), ms(p99)]);
  });
  const bill = [...parts, 'total' as const].map((part) =>
    row([part, cpu[part].toFixed(2), part === 'total' ? '' : String(memory[part])]),
  );
  return [
    `${figures.checkouts} checkouts by ${figures.clients} clients in ${figures.seconds} s: ${figures.checkoutsPerSecond} per second`,
    '',
    row(['', 'p50 ms', 'p95 ms', 'p99 ms']),
    ...times,
    '',
    row(['', 'CPU-ms per checkout', 'memory MB']),
    ...bill,
    row(['(this driver)', figures.driverCpuMsPerCheckout.toFixed(2), '']),
    '',
    check.ok
      ? `check: all ${check.paid} are paid, each event came once, in order and signed, one journal each, the books balance`
      : `check FAILED: ${JSON.stringify(check)}`,
  ].join('\n');
}

const labels: Record<Measure, string> = {
  initiate: 'initiate',
  createAccount: 'create-account',
  creditAck: 'bank hook answered',
  creditToWebhook: 'credit to webhook',
};

function ms(value: number): string {
  return value.toFixed(1);
}

function row([first = '', ...cells]: readonly string[]): string {
  return `  ${first.padEnd(20)}${cells.map((cell) => cell.padStart(21)).join('')}`.trimEnd();
}
