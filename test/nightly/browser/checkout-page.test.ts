import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';
import { isForEverybody } from './accessibility.group.js';
import { isSmallWithPicture, isSoonSeen, staysSmall } from './budget.group.js';
import { takesCards } from './cards.group.js';
import { type Given, givenOf } from '../../browser/given.js';
import { hasManners } from './manners.group.js';
import { leadsBack } from './return.group.js';
import { carriesTasks } from './tasks.group.js';
import { takesPictures } from './pictures.group.js';
import { findChromium } from '../../browser/chromium.js';
import { PayerBrowser, phone } from '../../browser/payer-browser.js';

/** The payer's page in a real Chromium: what test/browser/payer-page.test.ts does not look at each time. */
describe.skipIf(findChromium() === undefined)('the checkout page', () => {
  let world: ApiWorld<TestEdge>;
  let browser: PayerBrowser;
  let given: Given;
  beforeAll(async () => {
    // An acquirer that does not answer is waited for so long.
    [world, browser] = await Promise.all([
      ApiWorld.ownEdge({
        MANILLA_RAIL_TIMEOUT_MS: '1500',
        MANILLA_USSD_BANKS: 'ops/ussd-banks.csv',
      }),
      PayerBrowser.start(),
    ]);
    given = givenOf(world, browser);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await world?.stop();
  });

  const newPage: Given['newPage'] = (changes) => given.newPage(changes);
  const withAccount: Given['withAccount'] = (changes) => given.withAccount(changes);
  const shows: Given['shows'] = (page, text) => given.shows(page, text);

  describe.concurrent('at the same time as others', () => {
    it('5. works without JavaScript: the same facts, and paid within 15 seconds', async () => {
      const { url, reference } = await newPage({ channels: ['Bank'] });
      await using tab = await browser.tab({ javaScriptEnabled: false });
      await tab.page.goto(url);
      await tab.page.getByRole('button', { name: 'Pay by bank transfer' }).click();
      await shows(tab.page, 'Send exactly ₦10,000.00');
      const { data } = await world.merchant.query(reference);
      const { accountNumber, accountName, amount } = data.virtualAccount;
      const text = await tab.page.locator('main').textContent();
      expect(text).toContain(accountNumber);
      expect(text).toContain(accountName);
      await world.merchant.pay({ accountNumber, amount });
      await tab.page.locator('h1', { hasText: 'Paid' }).waitFor({ timeout: 15_000 });
    });

    it('6. counts down by the clock of the server, whatever the phone says', async () => {
      const { url } = await withAccount();
      await using tab = await browser.tab();
      await tab.page.addInitScript(() => {
        const now = Date.now;
        Date.now = () => now() + 3 * 24 * 3_600_000;
      });
      await tab.page.goto(url);
      const left = tab.page.locator('[data-left]');
      const before = await left.textContent();
      expect(before).toMatch(/^(30:00|29:\d\d)$/);
      await expect.poll(() => left.textContent()).not.toBe(before);
      expect(await left.textContent()).toMatch(/^29:\d\d$/);
    });

    it('2. shows amount, merchant, bank, number, name and deadline without scrolling', async () => {
      const { url, accountNumber, account } = await withAccount();
      await using tab = await browser.tab();
      await tab.page.goto(url);
      const { accountName, bankName } = account.data as { accountName: string; bankName: string };
      const texts = [
        'Send exactly ₦10,000.00',
        'SANDBOX SHOP',
        bankName,
        accountNumber,
        accountName,
      ];
      const places = [
        ...texts.map((text) => tab.page.getByText(text).first()),
        tab.page.locator('time'),
      ];
      for (const place of places) {
        const box = await place.boundingBox();
        expect(box, String(place)).not.toBeNull();
        expect((box?.y ?? 0) + (box?.height ?? 1_000)).toBeLessThanOrEqual(phone.height);
      }
    });

    it('4. says so too where a proxy holds the stream of changes back', async () => {
      const { url, accountNumber, amount, reference } = await withAccount();
      await using tab = await browser.tab();
      await tab.page.clock.install();
      await tab.page.route('**/events*', () => {});
      await tab.page.goto(url);
      await shows(tab.page, 'Send exactly');
      await world.merchant.pay({ accountNumber, amount });
      await world.until(reference, 'SUCCESSFUL');
      await tab.page.clock.fastForward(50_000);
      await shows(tab.page, 'Paid');
    });

    describe('9. takes a card', () => {
      takesCards(() => given);
    });

    describe('10. leads back to the shop', () => {
      leadsBack(() => given);
    });

    it('12. tells the bank of a card nothing of its address by a Referer', async () => {
      const { url } = await newPage();
      await using tab = await browser.tab();
      await tab.page.goto(url);
      await tab.page.getByRole('link', { name: 'Pay by card' }).click();
      await tab.page.getByText('Choose a test card').waitFor();
      expect(tab.conduct.referers.filter((each) => each.includes('pg_'))).toEqual([]);
    });

    describe('has manners', () => {
      hasManners(() => given);
    });

    describe('is for everybody', () => {
      isForEverybody(() => given);
    });

    it('15. keeps within its budget of bytes and requests, with a logo', () => staysSmall(given));

    it('keeps within it as the page of a link with a picture', () => isSmallWithPicture(given));
  });

  describe('pictures', () => {
    takesPictures(() => given);
  });

  // The clipboard is one for all tabs.

  describe('carries five tasks', () => {
    carriesTasks(() => given);
  });

  it('3. copies where the clipboard of the browser is closed to it', async () => {
    const { url, accountNumber } = await withAccount();
    await using tab = await browser.tab({ permissions: ['clipboard-read'] });
    await tab.page.addInitScript(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', {
        value: () => Promise.reject(new Error('closed')),
      });
    });
    await tab.page.goto(url);
    await tab.page.getByRole('button', { name: 'Copy: Account number' }).click();
    await expect
      .poll(() => tab.page.evaluate(() => navigator.clipboard.readText()))
      .toBe(accountNumber);
  });

  // It is alone, because it is measured.
  it('15. paints its largest part within 1.5 seconds on a slow phone and a slow network', () =>
    isSoonSeen(given));
});
