import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { PortalRoute } from '../../../src/pages/portal/portal-route.js';
import { type PortalParts, portalTable } from '../../../src/programs/portal-pages.js';
import { findChromium } from '../../browser/chromium.js';
import { faultsByAxe, PayerBrowser, prepareAxe } from '../../browser/payer-browser.js';
import { pathOf, portalAsks } from '../../support/portal-asks.js';
import { type PortalThings, portalThings } from '../../support/portal-things.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

/** The smallest phone, and a desktop of 1280 pixels at 200 %: half as many, each twice as large. */
const sizes = {
  'at 320 px': { viewport: { width: 320, height: 640 } },
  'at 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
} as const;
/** They are files, which the browser saves. */
const isFile = /\.csv$|\.svg$|\.png$|statement$/;
const open = ['/sign-in', '/forgot-password', '/nothing-is-here'];

// Ports are asked for when a page is, and none is.
const nothing: object = new Proxy(() => nothing, { get: () => nothing });
const pages = portalTable(nothing as PortalParts).filter(
  ({ method, path }) => method === 'GET' && !isFile.test(path),
);

/** Every page of the portal's table, with one of each thing in it. */
describe.skipIf(findChromium() === undefined)('every page of the portal', () => {
  let world: PortalWorld;
  let owner: PortalVisitor;
  let browser: PayerBrowser;
  let receiver: WebhookReceiver;
  let things: PortalThings;
  beforeAll(async () => {
    world = await PortalWorld.edge(['refunds:destination', 'transactions:pii']);
    owner = await world.person();
    [browser, receiver] = await Promise.all([PayerBrowser.start(), WebhookReceiver.start()]);
    things = await portalThings(world, owner, receiver.url);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
    await world?.stop();
  });

  function addressOf({ method, path }: Pick<PortalRoute, 'method' | 'path'>): string {
    const fields = Object.entries(portalAsks[`${method} ${path}`] ?? {}).map(([field, value]) => [
      field,
      value.startsWith('$') ? (things[value.slice(1)] ?? '') : value,
    ]);
    return `${pathOf(path, things)}?${new URLSearchParams(fields).toString()}`;
  }

  it.each(
    Object.keys(sizes).flatMap((size) =>
      (['light', 'dark'] as const).map((theme) => [size as keyof typeof sizes, theme] as const),
    ),
  )('has no fault by axe %s in the %s theme, and moves to no side', async (size, theme) => {
    await using tab = await browser.tab({ ...sizes[size], colorScheme: theme });
    const { page, context, conduct } = tab;
    const faults: Record<string, readonly string[]> = {};
    async function look(path: string): Promise<void> {
      await page.goto(`${world.portal.baseUrl}${path}`);
      await prepareAxe(page);
      const found = await faultsByAxe(page);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) found.push(`${wide} px too wide`);
      if (found.length > 0) faults[path] = found;
    }
    for (const path of open) await look(path);
    await context.addCookies([owner.browserCookie]);
    for (const route of pages) await look(addressOf(route));
    expect(faults).toEqual({});
    expect(conduct.errors.filter((each) => !each.includes('status of 4'))).toEqual([]);
  });

  it('is reached with the keyboard alone: all that can be pressed is, in order, and is seen', async () => {
    await using tab = await browser.tab();
    const { page, context } = tab;
    await context.addCookies([owner.browserCookie]);
    const faults: Record<string, unknown> = {};
    for (const route of pages) {
      const path = addressOf(route);
      await page.goto(`${world.portal.baseUrl}${path}`);
      const unseen = await walked(page);
      if (unseen.length > 0) faults[path] = unseen;
    }
    expect(faults).toEqual({});
  });
});

/** Presses Tab through a page. Returns what was not reached, came out of order, or shows no ring around it. */
async function walked(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary',
      ),
    ].filter((each) => {
      const isUsed = each.offsetParent !== null || each.classList.contains('skip');
      const isHidden = each instanceof HTMLInputElement && each.type === 'hidden';
      return isUsed && !isHidden && !each.hasAttribute('disabled') && each.checkVisibility();
    });
    for (const [at, each] of all.entries()) each.dataset['walk'] = String(at);
    return all.length;
  });
  const faults: string[] = [];
  const reached = new Set<number>();
  let last = -1;
  for (let presses = 0; presses < count * 4 + 40; presses += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement | null;
      if (at === null || at === document.body) return null;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
      const hasRing = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      return { walk: Number(at.dataset['walk'] ?? -1), hasRing, html: at.outerHTML.slice(0, 80) };
    });
    if (seen === null) break;
    // A date is one field with a stop for its day, its month, its year and its calendar.
    if (seen.walk < 0 || seen.walk === last) continue;
    if (reached.has(seen.walk)) break;
    reached.add(seen.walk);
    if (seen.walk < last) faults.push(`out of order: ${seen.html}`);
    last = seen.walk;
    if (!seen.hasRing) faults.push(`without a ring: ${seen.html}`);
  }
  if (reached.size < count) {
    const missing = await page.evaluate(
      (known) =>
        [...document.querySelectorAll<HTMLElement>('[data-walk]')]
          .filter((each) => !known.includes(Number(each.dataset['walk'])))
          .map((each) => `not reached: ${each.outerHTML.slice(0, 80)}`),
      [...reached],
    );
    // Of buttons of choice that belong together only one is stopped at.
    faults.push(...missing.filter((each) => !each.includes('type="radio"')));
  }
  return faults;
}
