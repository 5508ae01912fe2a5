import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SlidingWindow } from '../../../../src/platform/temporal/sliding-window.js';

const limits = { least: 10, size: 100, slowAfterMs: 500, most: 400 };
const timeoutMs = 5_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Puts calls through a window for so long; answers how they ended. */
async function play(call: (n: number) => Promise<boolean>, forMs: number) {
  const window = new SlidingWindow(limits);
  const ended = { well: 0, badly: 0 };
  let isOver = false;
  const run = async (): Promise<void> => {
    for (let n = 0; !isOver;) {
      await window.roomForHalf();
      for (let { room } = window; room > 0; room -= 1, n += 1) {
        const work = call(n).then((isWell) => {
          ended[isWell ? 'well' : 'badly'] += 1;
          return isWell;
        });
        window.add(work);
      }
      await sleep(1);
    }
  };
  const running = run();
  await vi.advanceTimersByTimeAsync(forMs);
  isOver = true;
  const seen = { ...ended };
  await vi.advanceTimersByTimeAsync(10 * timeoutMs);
  await running;
  return seen;
}

/** Serves one call after the other, also those whose caller does not wait any more. */
function serverOf(serviceMs: number): () => Promise<boolean> {
  let freeAt = Date.now();
  return async () => {
    freeAt = Math.max(freeAt, Date.now()) + serviceMs;
    const waitMs = freeAt - Date.now();
    await sleep(Math.min(waitMs, timeoutMs));
    return waitMs <= timeoutMs;
  };
}

describe('a sliding window', () => {
  test('does not overwhelm a server that is slow: what it asks for is answered', async () => {
    const { well, badly } = await play(serverOf(25), 20_000);
    expect(well).toBeGreaterThan(0.9 * (20_000 / 25));
    expect(badly).toBe(0);
  });

  test('asks a prompt server as much as it can do', async () => {
    const { well } = await play(serverOf(2), 10_000);
    expect(well).toBeGreaterThan(0.9 * (10_000 / 2));
  });

  test('goes on while some calls are never answered', async () => {
    const prompt = serverOf(2);
    const stuck = async (): Promise<boolean> => sleep(timeoutMs).then(() => false);
    const { well } = await play((n) => (n < 160 || n % 20 === 0 ? stuck() : prompt()), 20_000);
    expect(well).toBeGreaterThan(0.8 * (20_000 / 2));
  });
});
