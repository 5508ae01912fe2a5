import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disputedSale } from '../../support/disputed-sale.js';
import { hostileName } from '../../support/portal-page.js';
import { PortalWorld } from '../../support/portal-world.js';
import { findChromium } from '../../browser/chromium.js';
import { faultsByAxe, PayerBrowser, prepareAxe } from '../../browser/payer-browser.js';

/** The smallest phone, a phone, and a desktop; the desktop at 200 % is as wide as 640 pixels. */
const widths = [320, 390, 640, 1_280] as const;
/** Where pictures are kept for who looks at them. */
const pictures = process.env['MANILLA_PICTURES'];

/** The portal's pages about money in a real Chromium, with data and words that try to break them. */
describe.skipIf(findChromium() === undefined)('the pages about money', () => {
  let world: PortalWorld;
  let browser: PayerBrowser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([PortalWorld.edge(), PayerBrowser.start()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await world?.stop();
  });

  async function pages(): Promise<Record<string, string>> {
    const { api } = world;
    const changes = { firstName: 'Amaka', lastName: 'Obi', description: hostileName };
    const paid = await api.paid(changes);
    await api.paid(changes);
    const open = await api.awaitingPayment(changes);
    const evidenceDueAt = new Date(Date.now() + 26 * 3_600_000).toISOString();
    const sale = await disputedSale(api.merchant, api.manilla.simulatorUrl, { evidenceDueAt });
    const { data } = await api.merchant.query(paid.reference);
    const transaction = String(data.transaction.transactionReference);
    await api.merchant.refund(transaction, {
      ...{ refundReference: `R-${paid.reference}`, amount: 10_000, reason: hostileName },
    });
    return {
      home: '/',
      payments: '/payments',
      filtered: '/payments?status=SUCCESSFUL&email=nobody@example.ng',
      refused: '/payments?from=2026-01-02&to=2026-01-01',
      held: '/payments/held',
      search: `/search?q=${paid.reference}`,
      paid: `/payments/${paid.reference}`,
      open: `/payments/${open.reference}`,
      refunds: '/refunds',
      refund: `/refunds/R-${paid.reference}`,
      'new-refund': `/refunds/new?transaction=${transaction}`,
      'checked-refund': `/refunds/new?transaction=${transaction}&amount=5&reason=Late&check=1`,
      rule: '/refunds/rule',
      disputes: '/disputes',
      dispute: `/disputes/${sale.disputeId}`,
      customers: '/customers?email=ada@example.ng',
      missing: '/payments/ORD-NONE',
    };
  }

  it('are clean by axe in the light and in the dark, and fit every screen', async () => {
    const owner = await world.person();
    await using tab = await browser.tab();
    const { page, context, conduct } = tab;
    await context.addCookies([owner.browserCookie]);
    const faults: Record<string, string[]> = {};
    for (const [name, path] of Object.entries(await pages())) {
      await page.goto(`${world.portal.baseUrl}${path}`);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wide > 0) (faults[`${name} at ${width}`] ??= []).push(`${wide} px too wide`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          if (pictures !== undefined) {
            const file = join(pictures, `${name}-${width}-${colorScheme}.png`);
            await page.screenshot({ path: file, fullPage: true });
          }
        }
      }
      await prepareAxe(page);
      await page.emulateMedia({ colorScheme: 'light' });
      const found = await faultsByAxe(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await faultsByAxe(page, ['color-contrast'])));
      if (found.length > 0) faults[name] = found;
    }
    expect(faults).toEqual({});
    expect(conduct.errors.filter((each) => !each.includes('status of 4'))).toEqual([]);
  });
});
