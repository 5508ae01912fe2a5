import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processorTime } from '../../support/processor-time.js';
import { liveLimits } from '../../../src/pages/payer/live-pages.js';
import { ApiWorld } from '../../support/api-world.js';
import { EventReader } from '../../edge/pay/event-reader.js';
import { openPageWithAccount } from '../../edge/pay/page-requests.js';

/** What open pages cost an API process that has nothing else to do. */

const pages = 1_000;
/** Two heart beats and a little. */
const waitMs = 32_000;

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.start();
});
afterAll(() => world?.stop());

function memoryBytes(pid: number): number {
  const [, kilobytes = '0'] =
    /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

const processorMs = (pid: number): number => processorTime(pid)?.ownMs ?? 0;

it.skipIf(process.platform !== 'linux')(
  'a thousand waiting pages cost at most 50 MB and 2 % of a core, and each hears of its payment',
  async () => {
    const { pid } = world.manilla.program('api');
    const checkouts = [];
    for (let made = 0; made < pages / liveLimits.perPage; made += 1) {
      checkouts.push(await openPageWithAccount(world, { channels: ['Bank'] }));
    }
    const before = memoryBytes(pid);
    const readers: EventReader[] = [];
    for (const { url } of checkouts) {
      const opened = Array.from({ length: liveLimits.perPage }, () =>
        EventReader.open(`${url}/events`),
      );
      readers.push(...(await Promise.all(opened)));
    }
    expect(readers.filter(({ status }) => status !== 200)).toEqual([]);
    for (const reader of readers) await reader.next('page');
    const began = processorMs(pid);
    await sleep(waitMs);
    const share = (processorMs(pid) - began) / waitMs;
    const grownBy = memoryBytes(pid) - before;
    console.log(
      `${readers.length} pages: ${(grownBy / 1e6).toFixed(1)} MB, ${(share * 100).toFixed(2)} % of a core`,
    );
    expect(grownBy).toBeLessThanOrEqual(50e6);
    expect(share).toBeLessThanOrEqual(0.02);
    const [first, last] = [checkouts[0], checkouts.at(-1)];
    if (first === undefined || last === undefined) throw new Error('there are no pages');
    for (const { accountNumber } of [first, last]) {
      await world.merchant.pay({ accountNumber, amount: 1_000_000 });
    }
    for (const reader of [...readers.slice(0, 8), ...readers.slice(-8)]) {
      await reader.next('page', ({ data }) => data.includes('Receipt'));
    }
    for (const reader of readers) await reader[Symbol.asyncDispose]();
  },
  180_000,
);
