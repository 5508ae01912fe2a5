import { loadFigures, round, type LoadFigures } from './figures.ts';
import type { Load } from './load.ts';
import { machineTime, stolenPercent, type MachineTime } from '../running/processes.ts';

/** What a load found, with what the machine's host did meanwhile. */
export interface SampleFigures extends LoadFigures {
  /** Of the machine's processors: a figure that was taken while much was stolen tells of the host. */
  readonly stolenPercent: number;
  /** How often it was measured until the host kept still; this is the least disturbed one. */
  readonly samples: number;
}

const maxStolenPercent = 3;
const maxSamples = 5;

/**
 * Measures again what the machine's host has disturbed, a few times at most. The sample counts from which least was stolen,
 * whatever it found.
 */
export async function sample(
  name: string,
  load: () => Promise<Load>,
  readTime: () => MachineTime = machineTime,
): Promise<SampleFigures> {
  let least: Omit<SampleFigures, 'samples'> | undefined;
  for (let samples = 1; ; samples += 1) {
    const before = readTime();
    const figures = loadFigures(await load());
    const stolen = round(stolenPercent(before, readTime()));
    if (least === undefined || stolen < least.stolenPercent) {
      least = { ...figures, stolenPercent: stolen };
    }
    if (stolen <= maxStolenPercent || samples === maxSamples) return { ...least, samples };
    console.log(`measuring ${name} again: of the processors, ${stolen} % was stolen ...`);
  }
}

/** The lines of a table of them. */
export function sampleTable(samples: Readonly<Record<string, SampleFigures>>): string[] {
  const line = (name: string, cells: readonly string[]): string =>
    [`  ${name.padEnd(16)}`, ...cells.map((cell) => cell.padStart(14))].join('');
  const rows = Object.entries(samples).map(([name, each]) => {
    const times = [each.p50, each.p95, each.p99, each.stolenPercent].map((cell) => cell.toFixed(1));
    const counts = [String(each.requests), each.perSecond.toFixed(0)];
    return line(name, [...counts, ...times, String(each.samples)]);
  });
  const heads = ['requests', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU stolen %', 'samples'];
  return [line('', heads), ...rows];
}
