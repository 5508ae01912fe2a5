import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';
import { findChromium } from '../../browser/chromium.js';
import { type OpenTab, PayerBrowser } from '../../browser/payer-browser.js';

/** The page on which developers read the API, in a real Chromium. */
describe.skipIf(findChromium() === undefined)('the page /docs', () => {
  let world: ApiWorld<TestEdge>;
  let browser: PayerBrowser;
  let tab: OpenTab;
  /** Those that are seen; Swagger UI lets long paths break at invisible spaces. */
  const seen = async (within: string) => {
    const paths = tab.page.locator(`${within} .opblock-summary-path:visible`);
    return (await paths.allTextContents()).map((path) => path.replaceAll('\u200b', ''));
  };
  const operations = () => seen('.opblock-tag-section');
  const webhooks = () => seen('.webhooks');
  const box = () => tab.page.getByRole('textbox', { name: 'Filter operations' });
  beforeAll(async () => {
    [world, browser] = await Promise.all([ApiWorld.edge(), PayerBrowser.start()]);
    tab = await browser.tab({ viewport: { width: 1280, height: 900 } });
    await tab.page.goto(`${world.manilla.baseUrl}/docs`);
    await tab.page.locator('.opblock').first().waitFor();
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await world?.stop();
  });

  it('shows every operation, asks nobody else for anything, and breaks no rule of its policy', async () => {
    const document = await fetch(`${world.manilla.baseUrl}/openapi.json`);
    const { paths } = (await document.json()) as { paths: Record<string, Record<string, object>> };
    const known = Object.keys(paths);
    const hooks = await webhooks();
    expect(hooks).toContain('checkout.successful');
    const shown = (await operations()).filter((path) => !hooks.includes(path));
    expect(new Set(shown)).toEqual(new Set(known));
    const others = tab.conduct.requests.filter((url) => !url.startsWith(world.manilla.baseUrl));
    expect(others.filter((url) => !url.startsWith('data:'))).toEqual([]);
    expect(tab.conduct.errors).toEqual([]);
  });

  it('finds operations by words of their path, method or summary, whatever their case', async () => {
    await box().fill('REFUND post');
    await expect.poll(async () => (await operations()).length).toBeLessThan(8);
    const found = await operations();
    expect(found).toContain('/api/v1/transactions/{reference}/refund');
    expect(found.filter((path) => path.includes('payment-links'))).toEqual([]);
    await box().fill('chargeback');
    await expect.poll(async () => (await webhooks()).length).toBeLessThan(8);
    await box().fill('no such operation');
    await expect.poll(operations).toEqual([]);
    expect(await webhooks()).toEqual([]);
    await box().fill('');
    await expect.poll(async () => (await operations()).length).toBeGreaterThan(20);
  });

  it('shows the other document as well, and lets an operation be tried', async () => {
    await tab.page
      .locator('.topbar select')
      .selectOption({ label: 'Manilla for banks and acquirers' });
    await expect.poll(operations).toContain('/health/live');
    await tab.page.locator('.opblock', { hasText: '/health/live' }).first().click();
    await tab.page.getByRole('button', { name: 'Try it out' }).click();
    await tab.page.getByRole('button', { name: 'Execute' }).click();
    await tab.page
      .locator('.live-responses-table .response-col_status', { hasText: '200' })
      .waitFor();
    expect(tab.conduct.errors).toEqual([]);
  });
});
