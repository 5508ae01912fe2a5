import { expect, vi } from 'vitest';
import { order } from '../../support/api-client.js';
import { press } from '../../edge/pay/page-requests.js';
import { noise } from '../../support/pictures.js';
import type { Given } from '../../browser/given.js';
import type { PayerBrowser } from '../../browser/payer-browser.js';

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
  // The page, its script, the logo, and the stream of changes, which goes on.
  const { sum, bytesOf } = await loaded(browser, String(data.checkoutUrl), [3, 4]);
  const logo = await bytesOf('/logos/');
  expect(logo).toBeGreaterThan(10_000);
  expect(sum - logo + 10 * 1_024).toBeLessThanOrEqual(30_000);
}

/** The page of a link with a picture that is as heavy as one may be. */
export async function isSmallWithPicture({ world, browser }: Given): Promise<void> {
  const shop = await world.otherMerchant();
  const made = await shop.post('/api/v1/payment-links', {
    ...{ description: 'Two pairs of shoes', amount: 500_000, usage: 'MANY' },
  });
  const { paymentLinkId, url } = made.data as { paymentLinkId: string; url: string };
  const image = (await noise(320, 240).jpeg()).toString('base64');
  const kept = await shop.send('PUT', `/api/v1/payment-links/${paymentLinkId}/picture`, {
    body: JSON.stringify({ image }),
    headers: { 'content-type': 'application/json' },
  });
  expect(kept.status).toBe(200);
  // The page, its script, and the picture: nothing changes while a form is filled in.
  const { sum, bytesOf } = await loaded(browser, url, [3, 3]);
  const picture = await bytesOf('/pictures/');
  expect(picture).toBeGreaterThan(10_000);
  expect(picture).toBeLessThanOrEqual(40_000);
  expect(sum - picture).toBeLessThanOrEqual(20_000);
}

/** Opens a page, waits until so many answers are there to so many requests, and adds up what came over the wire. */
async function loaded(browser: PayerBrowser, url: string, counts: readonly [number, number]) {
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
  await tab.page.goto(url, { waitUntil: 'load' });
  const asked = () => tab.conduct.requests.filter((each) => each.startsWith('http'));
  // Tests run beside this one, so that there is no poll that knows whose it is.
  await vi.waitFor(
    () => expect([bytes.length, asked().length], asked().join()).toEqual(counts),
    20_000,
  );
  console.log(`on the wire: ${bytes.join(' + ')} bytes`);
  const bytesOf = async (part: string): Promise<number> => {
    const { headers } = await fetch(asked().find((each) => each.includes(part)) ?? '');
    return Number(headers.get('content-length'));
  };
  return { sum: bytes.reduce((total, each) => total + each, 0), bytesOf };
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
