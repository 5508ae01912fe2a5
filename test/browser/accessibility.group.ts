import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type PageLocale, pageLocales } from '../../src/domain/page-locale.js';
import { Assets } from '../../src/pages/payer/assets.js';
import { catalogues } from '../../src/pages/payer/texts.js';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/stack/layout.ts';
import { documentsIn } from '../support/shown-pages.js';
import type { Given } from './given.js';
import { faultsByAxe, prepareAxe } from './payer-browser.js';

/** As the build has made them. */
const assets = new Assets(join(projectRoot, 'dist', 'src', 'pages', 'payer', 'assets'));

/** Whoever pays can read the page and use it. */
export function isForEverybody(given: () => Given): void {
  /** Each document in one tab, one after the other, as if a script had run: nothing is loaded, so nothing is waited for. */
  async function eachDocument(
    page: Page,
    locale: PageLocale,
    look: (state: string) => Promise<void>,
  ): Promise<void> {
    for (const [state, html] of Object.entries(documentsIn(locale, assets.paths))) {
      await page.setContent(html, { waitUntil: 'commit' });
      await page.evaluate(() => document.documentElement.classList.add('js'));
      await look(state);
    }
  }

  it.each(pageLocales)('13. by axe, every state in %s', async (locale) => {
    await using tab = await given().browser.tab();
    await prepareAxe(tab.page);
    const faults: Record<string, string[]> = {};
    await eachDocument(tab.page, locale, async (state) => {
      const found = await faultsByAxe(tab.page);
      if (found.length > 0) faults[state] = found;
    });
    expect(faults).toEqual({});
  });

  it('13. by axe, every state in the dark', async () => {
    await using tab = await given().browser.tab({ colorScheme: 'dark' });
    await prepareAxe(tab.page);
    const [faults, grounds]: [Record<string, string[]>, Set<string>] = [{}, new Set()];
    await eachDocument(tab.page, 'en', async (state) => {
      const found = await faultsByAxe(tab.page, ['color-contrast']);
      if (found.length > 0) faults[state] = found;
      grounds.add(await tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    });
    expect(faults).toEqual({});
    expect([...grounds]).toEqual(['rgb(17, 20, 23)']);
  });

  it('13. at twice the size, every state in every language, without scrolling sideways', async () => {
    await using tab = await given().browser.tab({ viewport: { width: 180, height: 320 } });
    const wide: string[] = [];
    for (const locale of pageLocales) {
      await eachDocument(tab.page, locale, async (state) => {
        const { width, view } = await tab.page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          view: document.documentElement.clientWidth,
        }));
        if (width > view) wide.push(`${locale} ${state}: ${width}`);
      });
    }
    expect(wide).toEqual([]);
  });

  it('13. where nothing shall move', async () => {
    await using tab = await given().browser.tab();
    await tab.page.setContent(documentsIn('en', assets.paths)['sent'] ?? '');
    const moving = () => tab.page.evaluate(() => document.getAnimations().length);
    expect(await moving()).toBeGreaterThan(0);
    await tab.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).toBe(0);
  });

  async function pressByKey(page: Page, name: string): Promise<void> {
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      if (focused === name) return page.keyboard.press('Enter');
    }
    throw new Error(`the focus never came to ${name}`);
  }

  it('13. by the keyboard alone: a transfer', async () => {
    const { url } = await given().newPage({ channels: ['Bank'] });
    await using tab = await given().browser.tab();
    await tab.page.goto(url);
    await pressByKey(tab.page, catalogues.en.byTransfer);
    await given().shows(tab.page, 'Send exactly');
    await pressByKey(tab.page, catalogues.en.iHaveSent);
    await given().shows(tab.page, 'Waiting for your transfer');
  });

  it('13. by the keyboard alone: a link, with what is wrong told at its field', async () => {
    const { data } = await given().world.merchant.post('/api/v1/payment-links', {
      ...{ description: 'Fees', minAmount: 50_000, maxAmount: 2_000_000 },
    });
    await using tab = await given().browser.tab();
    await tab.page.goto(String(data.url));
    const { keyboard } = tab.page;
    const fill = async (texts: readonly string[]): Promise<void> => {
      for (const text of texts) {
        await keyboard.press('Tab');
        await keyboard.type(text);
      }
      await keyboard.press('Enter');
    };
    await fill(['10', 'Ada', 'Obi', 'ada@example.ng']);
    const amount = tab.page.getByLabel('Amount in naira');
    await tab.page.getByText('The amount must be between ₦500.00 and ₦20,000.00.').waitFor();
    // The first wrong field has the focus, and tells a screen reader what is wrong with it.
    expect(await amount.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await amount.getAttribute('aria-invalid')).toBe('true');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('1,250.50');
    await keyboard.press('Enter');
    await given().shows(tab.page, 'Pay ₦1,250.50');
    expect(tab.conduct.errors).toEqual([
      'Failed to load resource: the server responded with a status of 400 (Bad Request)',
    ]);
  });
}
