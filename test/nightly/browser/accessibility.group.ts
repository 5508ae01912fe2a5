import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pageLocales } from '../../../src/domain/page-locale.js';
import { catalogues } from '../../../src/pages/payer/texts.js';
import { documentsIn } from '../../support/shown-pages.js';
import { assets, eachDocument } from './each-document.js';
import type { Given } from '../../browser/given.js';
import { faultsByAxe, prepareAxe } from '../../browser/payer-browser.js';

/** Whoever pays can read the page and use it. */
export function isForEverybody(given: () => Given): void {
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
}
