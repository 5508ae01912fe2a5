import { expect } from 'vitest';
import { order } from '../../support/api-client.js';
import { press } from '../../edge/pay/page-requests.js';
import { noise } from '../../support/pictures.js';
import type { Given } from '../../browser/given.js';

/** With the logo of a merchant. */
export async function staysSmall({ world, browser }: Given): Promise<void> {
  const shop = await world.otherMerchant();
  // As heavy as a logo may be, but for a hundred bytes: no PNG makes noise small.
  const image = (await noise(92, 32).png()).toString('base64');
  const body = JSON.stringify({ image });
  const headers = { 'content-type': 'application/json' };
  const kept = await shop.send('PUT', '/api/v1/merchant/checkout-page/logo', { body, headers });
  expect(kept.status).toBe(200);
  const { data } = await shop.initiate(order({ description: 'Two pairs of shoes' }));
  expect(await press(`${String(data.checkoutUrl)}/transfer`)).toMatchObject({ status: 303 });
  const userAgent = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Mobile Safari/537.36';
  await using tab = await browser.tab({ userAgent });
  const session = await tab.context.newCDPSession(tab.page);
  await session.send('Network.enable');
  const bytes: number[] = [];
  // The font stands in the page's style, and is no request though the browser counts it.
  const inPage = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) inPage.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!inPage.has(requestId)) bytes.push(encodedDataLength);
  });
  await tab.page.goto(String(data.checkoutUrl), { waitUntil: 'load' });
  const asked = () => tab.conduct.requests.filter((each) => each.startsWith('http'));
  // The page, its script, the logo, and the stream of changes, which goes on.
  await expect.poll(() => [bytes.length, asked().length]).toEqual([3, 4]);
  const sum = bytes.reduce((total, each) => total + each, 0);
  console.log(`on the wire: ${bytes.join(' + ')} bytes`);
  const logo = Number(
    (await fetch(asked().find((url) => url.includes('/logos/')) ?? '')).headers.get(
      'content-length',
    ),
  );
  expect(logo).toBeGreaterThan(10_000);
  expect(sum - logo + 10 * 1_024).toBeLessThanOrEqual(30_000);
}

/** Measured by the browser, at 400 kbit/s, 400 ms of round trip and a quarter of this processor. */
export async function isSoonSeen({ browser, withAccount }: Given): Promise<void> {
  const { url } = await withAccount();
  await using tab = await browser.tab();
  const session = await tab.context.newCDPSession(tab.page);
  await session.send('Network.enable');
  const bytesPerSecond = 400_000 / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await tab.page.goto(url, { waitUntil: 'load' });
  const paintMs = await tab.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  console.log(`largest contentful paint: ${Math.round(paintMs)} ms`);
  expect(paintMs).toBeLessThanOrEqual(1_500);
}
