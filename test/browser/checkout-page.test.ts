import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { ReturnError, verifyReturn } from '../../sdk/src/index.ts';
import type { JsonBody } from '../e2e/api/api-client.js';
import { ApiWorld } from '../e2e/api/api-world.js';
import { isForEverybody } from './accessibility.group.js';
import { inDialog } from './dialog.group.js';
import { findChromium } from './chromium.js';
import { FrameSite } from './frame-site.js';
import { type OpenTab, PayerBrowser, phone } from './payer-browser.js';

/** The payer's page in a real Chromium: what must hold for somebody who is afraid to lose money. */
describe.skipIf(findChromium() === undefined)('the checkout page', () => {
  let world: ApiWorld;
  let browser: PayerBrowser;
  beforeAll(async () => {
    // An acquirer that does not answer is waited for so long.
    [world, browser] = await Promise.all([
      ApiWorld.start({ MANILLA_RAIL_TIMEOUT_MS: '1500' }),
      PayerBrowser.start(),
    ]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await world?.stop();
  });

  async function newPage(changes: JsonBody = {}) {
    const { reference, reply } = await world.initiated(changes);
    return { reference, url: String(reply.data.checkoutUrl) };
  }

  async function withAccount(changes: JsonBody = {}) {
    const checkout = await world.awaitingPayment({ channels: ['Bank'], ...changes });
    return { ...checkout, url: String(checkout.initiated.data.checkoutUrl) };
  }

  const shows = (page: Page, text: string | RegExp) =>
    page.locator('h1', { hasText: text }).waitFor({ timeout: 20_000 });

  it('1. opens at checkoutUrl, and an altered token is told in HTML', async () => {
    const { url } = await newPage();
    await using tab = await browser.tab();
    expect((await tab.page.goto(url))?.status()).toBe(200);
    await shows(tab.page, 'Pay ₦10,000.00');
    const altered = await tab.page.goto(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`);
    expect(altered?.status()).toBe(404);
    await shows(tab.page, 'This payment link does not work');
  });

  it('2. shows amount, merchant, bank, number, name and deadline without scrolling', async () => {
    const { url, accountNumber, account } = await withAccount();
    await using tab = await browser.tab();
    await tab.page.goto(url);
    const { accountName, bankName } = account.data as { accountName: string; bankName: string };
    const texts = ['Send exactly ₦10,000.00', 'SANDBOX SHOP', bankName, accountNumber, accountName];
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

  it('4. says that it is paid as soon as it is, also after the API was restarted', async () => {
    const [first, second] = [await withAccount(), await withAccount()];
    await using one = await browser.tab();
    await using other = await browser.tab();
    await Promise.all([one.page.goto(first.url), other.page.goto(second.url)]);
    await Promise.all([shows(one.page, 'Send exactly'), shows(other.page, 'Send exactly')]);
    await world.merchant.pay({ accountNumber: first.accountNumber, amount: first.amount });
    const arrivedAtMs = performance.now();
    await shows(one.page, 'Paid');
    console.log(`paid, shown after ${Math.round(performance.now() - arrivedAtMs)} ms`);
    await world.manilla.restart('api');
    await world.merchant.pay({ accountNumber: second.accountNumber, amount: second.amount });
    await shows(other.page, 'Paid');
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

  it('7. follows a part, too much and a second payment with the figures of the books', async () => {
    const { url, reference, accountNumber } = await withAccount();
    await using tab = await browser.tab();
    await tab.page.goto(url);
    await world.merchant.pay({ accountNumber, amount: 400_033 });
    await shows(tab.page, '₦5,999.67 is still to be paid');
    await world.merchant.pay({ accountNumber, amount: 700_000 });
    await shows(tab.page, 'Paid');
    const money = tab.page.locator('.money');
    await money.getByText('₦1,000.33 was sent back to the account it came from.').waitFor();
    const { data } = await world.merchant.query(reference);
    expect(data.refunds).toMatchObject([{ amount: 100_033, status: 'SUCCESSFUL' }]);
    expect(await tab.page.locator('main').textContent()).not.toMatch(/pay again/i);
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

  describe('9. takes a card', () => {
    async function payBy(tab: OpenTab, url: string, card: string): Promise<void> {
      await tab.page.goto(url);
      await tab.page.getByRole('link', { name: 'Pay by card' }).click();
      await tab.page.getByRole('link', { name: card, exact: true }).click();
      await tab.page.getByRole('button', { name: 'Pay ₦10,000.00' }).click();
    }

    it('that is approved', async () => {
      await using tab = await browser.tab();
      await payBy(tab, (await newPage()).url, 'card_approved');
      await shows(tab.page, 'Paid');
    });

    it('that is declined, and another way then', async () => {
      await using tab = await browser.tab();
      await payBy(tab, (await newPage()).url, 'card_declined_51');
      await tab.page.getByText('There is not enough money on the card.').waitFor();
      await tab.page.getByRole('button', { name: 'Pay by bank transfer' }).click();
      await shows(tab.page, 'Send exactly');
    });

    it.each([
      ['card_3ds', ''],
      ['card_otp', '123456'],
    ])('that its bank wants confirmed: %s', async (card, otp) => {
      await using tab = await browser.tab();
      await payBy(tab, (await newPage()).url, card);
      await tab.page.getByRole('link', { name: 'Go to your bank' }).click();
      if (otp !== '') await tab.page.getByRole('textbox').fill(otp);
      await tab.page.getByRole('button', { name: 'Approve' }).click();
      await tab.page.getByRole('link', { name: 'Back to the shop' }).click();
      await shows(tab.page, 'Paid');
    });

    it('whose charge is not known, and says not to pay again', async () => {
      const { url } = await newPage();
      await using tab = await browser.tab();
      await payBy(tab, url, 'card_unknown');
      await shows(tab.page, 'We do not know yet whether your card was charged');
      expect(await tab.page.locator('main').textContent()).toContain('Do not pay again');
      await shows(tab.page, 'Paid');
    });
  });

  it('10. leads back to the shop with a signature, which no change survives', async () => {
    const { reference, reply } = await world.initiated({
      redirectUrl: 'https://shop.example.ng/thanks',
    });
    const { checkoutUrl: url, returnSecret: secret } = reply.data as Record<string, string>;
    await world.merchant.cancel(reference);
    await using tab = await browser.tab();
    await tab.page.route('https://shop.example.ng/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Thanks</title>' }),
    );
    await tab.page.goto(url ?? '');
    await tab.page.getByRole('link', { name: 'Back to' }).click();
    await tab.page.waitForURL('https://shop.example.ng/**');
    const back = tab.page.url();
    const told = { url: back, secret: secret ?? '' };
    expect(verifyReturn(told)).toMatchObject({ paymentReference: reference, status: 'CANCELLED' });
    const other = back.replace('CANCELLED', 'SUCCESSFUL');
    expect(() => verifyReturn({ ...told, url: other })).toThrow(ReturnError);
    expect(tab.conduct.referers.filter((each) => each.includes('pg_'))).toEqual([]);
  });

  it('11. cannot be framed by an origin that nobody has named', async () => {
    const { url } = await withAccount();
    await using site = await FrameSite.start(url);
    await using tab = await browser.tab();
    await tab.page.goto(site.url);
    await expect.poll(() => tab.conduct.errors.join()).toContain('frame-ancestors');
    expect(await tab.page.frames()[1]?.content()).not.toContain('Send exactly');
  });

  describe('in a dialog of the shop', () => {
    inDialog(() => ({ world, browser, newPage, withAccount, shows }));
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

  it('12. tells the bank of a card nothing of its address by a Referer', async () => {
    const { url } = await newPage();
    await using tab = await browser.tab();
    await tab.page.goto(url);
    await tab.page.getByRole('link', { name: 'Pay by card' }).click();
    await tab.page.getByText('Choose a test card').waitFor();
    expect(tab.conduct.referers.filter((each) => each.includes('pg_'))).toEqual([]);
  });

  it('14. gives the receipt as a PDF with the figures of the books', async () => {
    const { url, reference, accountNumber } = await withAccount({ amount: 1_000_050 });
    await world.merchant.pay({ accountNumber, amount: 1_000_050 });
    await world.until(reference, 'SUCCESSFUL');
    await using tab = await browser.tab();
    await tab.page.goto(url);
    const link = tab.page.getByRole('link', { name: 'Receipt (PDF)' });
    const reply = await tab.context.request.get(
      new URL((await link.getAttribute('href')) ?? '', url).href,
    );
    const { text } = await extractText(new Uint8Array(await reply.body()), { mergePages: true });
    const { data } = await world.merchant.query(reference);
    expect(data.amountAccepted).toBe(1_000_050);
    expect(text).toContain('₦10,000.50');
    expect(text).toContain(data.transaction.transactionReference);
  });

  describe('13. is for everybody', () => {
    isForEverybody(() => ({ world, browser, newPage, withAccount, shows }));
  });

  it('15. keeps within its budget of bytes and requests', async () => {
    const { url } = await withAccount();
    await using tab = await browser.tab();
    const session = await tab.context.newCDPSession(tab.page);
    await session.send('Network.enable');
    const bytes: number[] = [];
    session.on('Network.loadingFinished', ({ encodedDataLength }) => bytes.push(encodedDataLength));
    await tab.page.goto(url, { waitUntil: 'load' });
    await expect.poll(() => bytes.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(14_000);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(30_000);
    // With the stream of changes.
    const asked = tab.conduct.requests.filter((each) => each.startsWith('http'));
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('15. paints its largest part within 2.5 seconds on a slow phone and a slow network', async () => {
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
    expect(paintMs).toBeLessThanOrEqual(2_500);
  });
});
