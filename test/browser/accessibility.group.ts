import { expect, it } from 'vitest';
import { pageLocales } from '../../src/domain/page-locale.js';
import { catalogues } from '../../src/pay/texts.js';
import type { Given } from './given.js';
import { faultsByAxe, takePictures } from './payer-browser.js';

/** Whoever pays can read the page and use it. */
export function isForEverybody(given: () => Given): void {
  /** Each state once, made as it comes about. */
  const states: Readonly<Record<string, () => Promise<string>>> = {
    choose: async () => (await given().newPage()).url,
    transfer: async () => (await given().withAccount()).url,
    sent: async () => `${(await given().withAccount()).url}?sent=0`,
    short: async () => String((await given().world.partlyPaid()).initiated.data.checkoutUrl),
    paid: async () => {
      const { url, reference, accountNumber, amount } = await given().withAccount();
      await given().world.merchant.pay({ accountNumber, amount });
      await given().world.until(reference, 'SUCCESSFUL');
      return url;
    },
    over: async () => {
      const { url, reference, accountNumber } = await given().withAccount();
      await given().world.merchant.pay({ accountNumber, amount: 1_200_000 });
      await given().world.until(reference, 'SUCCESSFUL');
      return url;
    },
    'account over': async () => {
      const { url, accountNumber } = await given().withAccount();
      await given().world.endWindow(accountNumber);
      return url;
    },
    cancelled: async () => String((await given().world.cancelled()).initiated.data.checkoutUrl),
    confirm: async () => `${(await given().newPage()).url}/card?card=card_approved`,
    colour: async () => (await given().withAccount({ accentColor: '#ffdd00' })).url,
    'wrong link': async () => `${(await given().newPage()).url}x`,
  };

  /** A language has texts of its own and nothing else, so the dark page is shown in another language each time. */
  const turns = Object.keys(states).map((state, turn) => ({
    state,
    locale: pageLocales[1 + (turn % (pageLocales.length - 1))] ?? 'en',
  }));

  it.each(turns)('by axe, light and dark: $state, also in $locale', async ({ state, locale }) => {
    const url = (await states[state]?.()) ?? '';
    for (const shown of [
      { locale: 'en', colorScheme: 'light' },
      { locale, colorScheme: 'dark' },
    ] as const) {
      await using tab = await given().browser.tab(shown);
      await tab.page.goto(url);
      expect(await tab.page.locator('html').getAttribute('lang')).toBe(shown.locale);
      expect(await faultsByAxe(tab.page), shown.locale).toEqual([]);
      if (shown.locale === 'en') await takePictures(tab.page, state);
    }
  });

  it('by the keyboard alone', async () => {
    const { url } = await given().newPage({ channels: ['Bank'] });
    await using tab = await given().browser.tab();
    await tab.page.goto(url);
    const press = async (name: string): Promise<void> => {
      for (let tabs = 0; tabs < 12; tabs += 1) {
        await tab.page.keyboard.press('Tab');
        const focused = await tab.page.evaluate(() => document.activeElement?.textContent);
        if (focused === name) return tab.page.keyboard.press('Enter');
      }
      throw new Error(`the focus never came to ${name}`);
    };
    await press(catalogues.en.byTransfer);
    await given().shows(tab.page, 'Send exactly');
    await press(catalogues.en.iHaveSent);
    await given().shows(tab.page, 'Waiting for your transfer');
  });

  it.each(pageLocales)('at twice the size, without scrolling sideways: %s', async (locale) => {
    const { url } = await given().withAccount({ locale });
    await using tab = await given().browser.tab({ viewport: { width: 180, height: 320 } });
    await tab.page.goto(url);
    const { width, view } = await tab.page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }));
    expect(width).toBeLessThanOrEqual(view);
  });

  it('who wants nothing to move', async () => {
    const { url } = await given().withAccount();
    await using tab = await given().browser.tab({ reducedMotion: 'reduce' });
    await tab.page.goto(`${url}?sent=0`);
    await tab.page.locator('h1').waitFor();
    expect(await tab.page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
}
