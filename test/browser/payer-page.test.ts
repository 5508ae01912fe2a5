import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';
import { findChromium } from './chromium.js';
import { inDialog } from './dialog.group.js';
import { FrameSite } from './frame-site.js';
import { type Given, givenOf } from './given.js';
import { showsPaidAtOnce, waitsForMoney } from './paid-at-once.js';
import { faultsByAxe, PayerBrowser, prepareAxe } from './payer-browser.js';

/**
 * The payer's page in a real Chromium: what only a browser can tell. What the page says is proved in test/edge/pay; every
 * language, size and budget, in test/nightly/browser.
 */
describe.skipIf(findChromium() === undefined)('the checkout page', () => {
  let world: ApiWorld<TestEdge>;
  let browser: PayerBrowser;
  let given: Given;
  beforeAll(async () => {
    [world, browser] = await Promise.all([ApiWorld.edge(), PayerBrowser.start()]);
    given = givenOf(world, browser);
  });
  afterAll(() => browser?.[Symbol.asyncDispose]());

  const newPage: Given['newPage'] = (changes) => given.newPage(changes);
  const withAccount: Given['withAccount'] = (changes) => given.withAccount(changes);
  const shows: Given['shows'] = (page, text) => given.shows(page, text);

  it('4. shows that it is paid when it is told, and waits for nothing', async () => {
    const checkout = await withAccount();
    await using tab = await browser.tab();
    await waitsForMoney(given, tab.page, checkout.url);
    await showsPaidAtOnce(given, tab, checkout);
  });

  it('8. has one account and one state after reloads, ways back, two tabs and double clicks', async () => {
    const { url, reference } = await newPage({ channels: ['Bank'] });
    await using tab = await browser.tab();
    const second = await tab.context.newPage();
    await Promise.all([tab.page.goto(url), second.goto(url)]);
    const button = (page: Page) => page.getByRole('button', { name: 'Pay by bank transfer' });
    await Promise.all([button(tab.page).dblclick(), button(second).click()]);
    await Promise.all([shows(tab.page, 'Send exactly'), shows(second, 'Send exactly')]);
    await tab.page.getByRole('link', { name: 'I have sent the money' }).click();
    await shows(tab.page, 'Waiting for your transfer');
    await tab.page.goBack();
    await shows(tab.page, 'Send exactly');
    await tab.page.reload();
    await shows(tab.page, 'Send exactly');
    expect((await world.merchant.query(reference)).data.attempts).toHaveLength(1);
    const { accountNumber, amount } = (await world.merchant.query(reference)).data.virtualAccount;
    await world.merchant.pay({ accountNumber, amount });
    await Promise.all([shows(tab.page, 'Paid'), shows(second, 'Paid')]);
  });

  it('11. cannot be framed by an origin that nobody has named', async () => {
    const { url } = await withAccount();
    await using site = await FrameSite.start(url);
    await using tab = await browser.tab();
    await tab.page.goto(site.url);
    await expect.poll(() => tab.conduct.errors.join()).toContain('frame-ancestors');
    expect(await tab.page.frames()[1]?.content()).not.toContain('Send exactly');
  });

  it('12. asks nobody else, breaks no policy, logs no error and tells nobody its address', async () => {
    const { url, reference } = await newPage({ accentColor: '#ffdd00' });
    await using tab = await browser.tab();
    await tab.page.goto(url);
    await tab.page.getByRole('button', { name: 'Pay by bank transfer' }).click();
    await shows(tab.page, 'Send exactly');
    const { accountNumber, amount } = (await world.merchant.query(reference)).data.virtualAccount;
    await world.merchant.pay({ accountNumber, amount });
    await shows(tab.page, 'Paid');
    const { requests, errors, referers } = tab.conduct;
    const { origin } = new URL(url);
    expect(requests.filter((each) => !each.startsWith(origin) && each !== 'data:,')).toEqual([]);
    expect(errors).toEqual([]);
    expect(referers.filter((each) => each.includes('pg_'))).toEqual([]);
  });

  it('3. copies exactly the digits, and says so to a screen reader', async () => {
    const { url, accountNumber } = await withAccount({ amount: 1_000_050 });
    await using tab = await browser.tab({ permissions: ['clipboard-read', 'clipboard-write'] });
    await tab.page.goto(url);
    const copied = () => tab.page.evaluate(() => navigator.clipboard.readText());
    await tab.page.getByRole('button', { name: 'Copy: Account number' }).click();
    await expect.poll(copied).toBe(accountNumber);
    await expect
      .poll(() => tab.page.getByRole('status').textContent())
      .toBe(`Copied: ${accountNumber}`);
    await tab.page.getByRole('button', { name: 'Copy: Amount' }).click();
    await expect.poll(copied).toBe('10000.50');
  });

  it('14. tells of the payment also where the browser keeps no data of sites', async () => {
    const { url, accountNumber, amount } = await withAccount();
    await using tab = await browser.tab();
    await tab.page.addInitScript(() => {
      const get = () => {
        throw new DOMException('no data of sites is kept', 'SecurityError');
      };
      Object.defineProperty(globalThis, 'sessionStorage', { get });
    });
    await tab.page.goto(url);
    await tab.page.getByRole('link', { name: 'I have sent the money' }).click();
    await shows(tab.page, 'Waiting for your transfer');
    await world.merchant.pay({ accountNumber, amount });
    await shows(tab.page, 'Paid');
    expect(tab.conduct.errors).toEqual([]);
  });

  describe('in a dialog of the shop', () => {
    inDialog(() => given);
  });

  it('13. by the keyboard alone: a link, with what is wrong told at its field', async () => {
    const { data } = await given.world.merchant.post('/api/v1/payment-links', {
      ...{ description: 'Fees', minAmount: 50_000, maxAmount: 2_000_000 },
    });
    await using tab = await given.browser.tab();
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
    await given.shows(tab.page, 'Pay ₦1,250.50');
    await prepareAxe(tab.page);
    expect(await faultsByAxe(tab.page)).toEqual([]);
    expect(tab.conduct.errors).toEqual([
      'Failed to load resource: the server responded with a status of 400 (Bad Request)',
    ]);
  });
});
