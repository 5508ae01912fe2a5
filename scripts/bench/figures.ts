import type { Check } from './check.ts';
import type { Part } from '../running/processes.ts';
import { parts } from '../running/processes.ts';

const measures = ['initiate', 'createAccount', 'creditAck', 'creditToWebhook'] as const;
type Measure = (typeof measures)[number];

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The last line of the bench, as JSON. */
export interface Figures {
  readonly checkouts: number;
  readonly clients: number;
  /** A payer's pause between the account and the transfer; 0: none. */
  readonly thinkMs: number;
  readonly seconds: number;
  readonly checkoutsPerSecond: number;
  readonly latencyMs: Record<Measure, Percentiles>;
  readonly cpuMsPerCheckout: Record<Part | 'total', number>;
  /** The bench itself, which shares the machine. */
  readonly driverCpuMsPerCheckout: number;
  readonly memoryMb: Record<Part, number>;
  readonly check: Check;
}

/** One half of a bench that opens all checkouts before it pays any. */
export interface HalfFigures {
  readonly seconds: number;
  readonly checkoutsPerSecond: number;
  readonly latencyMs: Partial<Record<Measure, Percentiles>>;
  readonly cpuMsPerCheckout: Record<Part | 'total', number>;
  /** At its end. */
  readonly memoryMb: Record<Part, number>;
}

/** The last line of `--open`, as JSON. */
export interface OpenFigures {
  readonly checkouts: number;
  readonly clients: number;
  readonly opening: HalfFigures;
  readonly paying: HalfFigures;
  readonly check: Check;
}

export function latencies<Taken extends Measure>(
  times: readonly Record<Taken, number>[],
): Record<Taken, Percentiles> {
  const [first] = times;
  const taken = measures.filter(
    (measure): measure is Taken => first !== undefined && measure in first,
  );
  return Object.fromEntries(
    taken.map((measure) => [measure, percentiles(times.map((time) => time[measure]))]),
  ) as Record<Taken, Percentiles>;
}

/** The nearest-rank percentiles. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
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
  const { thinkMs, seconds, checkoutsPerSecond: rate } = figures;
  const pause = thinkMs === 0 ? '' : `, payers think for ${thinkMs} ms or so`;
  return [
    `${figures.checkouts} checkouts by ${figures.clients} clients in ${seconds} s: ${rate} per second${pause}`,
    '',
    ...tables(figures),
    row(['(this driver)', figures.driverCpuMsPerCheckout.toFixed(2), '']),
    '',
    ending(figures.check),
  ].join('\n');
}

export function describeOpen(figures: OpenFigures): string {
  const { opening, paying, checkouts, clients } = figures;
  const head = (what: string, { seconds, checkoutsPerSecond: rate }: HalfFigures): string =>
    `${what}: ${checkouts} checkouts by ${clients} clients in ${seconds} s: ${rate} per second`;
  return [
    head('opened', opening),
    '',
    ...tables(opening),
    '',
    head('paid, the oldest first', paying),
    '',
    ...tables(paying),
    '',
    ending(figures.check),
  ].join('\n');
}

function tables(figures: Pick<HalfFigures, 'latencyMs' | 'cpuMsPerCheckout' | 'memoryMb'>) {
  const { latencyMs, cpuMsPerCheckout: cpu, memoryMb: memory } = figures;
  const times = measures.flatMap((measure) => {
    const found = latencyMs[measure];
    if (found === undefined) return [];
    return [row([labels[measure], ms(found.p50), ms(found.p95), ms(found.p99)])];
  });
  const bill = [...parts, 'total' as const].map((part) =>
    row([part, cpu[part].toFixed(2), part === 'total' ? '' : String(memory[part])]),
  );
  return [
    row(['', 'p50 ms', 'p95 ms', 'p99 ms']),
    ...times,
    '',
    row(['', 'CPU-ms per checkout', 'memory MB']),
    ...bill,
  ];
}

/** The last line: whether the run was right. */
export function ending(check: Check): string {
  return check.ok
    ? `check: all ${check.paid} are paid, each event came once, in order and signed, one journal each, the books balance`
    : `check FAILED: ${JSON.stringify(check)}`;
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

export function row([first = '', ...cells]: readonly string[], width = 20): string {
  return `  ${first.padEnd(width)}${cells.map((cell) => cell.padStart(21)).join('')}`.trimEnd();
}
