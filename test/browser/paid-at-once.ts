import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Given } from './given.js';
import type { OpenTab } from './payer-browser.js';

/**
 * Pays while the page's own time stands still: what it shows then, it was told at once. Nothing in it has waited for a timer,
 * and it has asked for nothing.
 */
export async function showsPaidAtOnce(
  { world, shows }: Given,
  { page, conduct }: OpenTab,
  { accountNumber, amount }: { accountNumber: string; amount: number },
): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000));
  const timeOf = () => page.evaluate(() => performance.now());
  const [stoodAt, asked] = [await timeOf(), conduct.requests.length];
  await world.merchant.pay({ accountNumber, amount });
  const arrivedAtMs = performance.now();
  await shows(page, 'Paid');
  console.log(`paid, shown after ${Math.round(performance.now() - arrivedAtMs)} ms`);
  expect(await timeOf()).toBe(stoodAt);
  expect(conduct.requests.slice(asked)).toEqual([]);
}

/** How many streams of changes the server has begun to send. */
function streamsOf(page: Page): () => number {
  let count = 0;
  page.on('response', (reply) => {
    if (reply.url().includes('/events') && reply.status() === 200) count += 1;
  });
  return () => count;
}

/** Opens a page that shows the account, with its own clock stopped, and waits until it hears of changes. */
export async function waitsForMoney(
  { shows }: Given,
  page: Page,
  url: string,
): Promise<() => number> {
  const streams = streamsOf(page);
  await page.clock.install();
  await page.goto(url);
  await shows(page, 'Send exactly');
  await expect.poll(streams).toBe(1);
  return streams;
}
