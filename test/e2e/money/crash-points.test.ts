import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Crash } from '../../support/crash-points.js';
import { describeCrash } from '../../support/crash-points.js';
import { crashesAt, record, runCrashes, type Baseline } from './crash-run.js';
import { balanceAtBank, CrashWorld } from './crash-world.js';

/** `npm run soak -- --crash`: a part of the names of points, or empty for all of them; the suite takes a sample. */
const wanted = process.env['MANILLA_SOAK_POINTS'];

/** One of each kind: a program, and what it was doing. Each must be among the points that were passed. */
const sample: readonly RegExp[] = [
  /^api before pg:initiate_checkout/,
  /^api after pg:receive_credit/,
  /^api after pg:request_refund/,
  /^api after temporal:SignalWorkflowExecution\(creditReceived\)/i,
  /^api before temporal:.*\(chargeCard\)/i,
  /^worker before pg:apply_credits/,
  /^worker after pg:apply_credits/,
  /^worker after pg:take_refund_step\(SENT\)/,
  /^worker before http:.*transfer/,
  /^worker after http:.*transfer/,
  /^worker after http:.*charge/,
  /^worker after http:webhook/,
  /^worker after pg:sweep_pool/,
];

let world: CrashWorld;
let baseline: Baseline;
beforeAll(async () => {
  world = await CrashWorld.start();
}, 120_000);
afterAll(() => world?.[Symbol.asyncDispose]());

function chosen(): (Crash & { isOfStart: boolean })[] {
  const all = crashesAt(baseline.points);
  const nameOf = ({ program, side, point }: Crash): string => `${program} ${side} ${point}`;
  if (wanted !== undefined) return all.filter((crash) => nameOf(crash).includes(wanted));
  return sample.map((pattern) => {
    const found = all.find((crash) => pattern.test(nameOf(crash)));
    if (found === undefined) throw new Error(`no point is ${pattern.source}`);
    return found;
  });
}

test(
  'a program that dies before or after a call leaves the books as if it had not',
  async () => {
    baseline = await record(world);
    const crashes = chosen();
    console.log(
      [
        `${baseline.points.length} points, ${crashes.length} crashes of ${2 * baseline.points.length}:`,
        ...baseline.points.map(({ program, point, times }) => `${program} ${point} (${times})`),
      ].join('\n  '),
    );
    const ran = await runCrashes(world, crashes, baseline, (line) => console.log(line));
    const faults = await world.query('select claim, faults from books_proof where faults <> 0');
    const differing = ran
      .filter(({ differences }) => differences.length > 0)
      .map(({ crash, differences }) => [describeCrash(crash), ...differences].join('\n    '));
    expect(differing.join('\n')).toBe('');
    expect(faults).toEqual([]);
    expect(await balanceAtBank(world)).toEqual({ booked: expect.any(Number), differs: 0 });
    if (wanted === undefined) expect(ran.filter(({ hasDied }) => !hasDied)).toEqual([]);
  },
  wanted === undefined ? 600_000 : 7_200_000,
);
