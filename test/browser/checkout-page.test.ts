import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { ApiWorld } from '../e2e/api/api-world.js';
import type { TestEdge } from '../support/edge.js';
import { isForEverybody } from './accessibility.group.js';
import { isSoonSeen, staysSmall } from './budget.group.js';
import { takesCards } from './cards.group.js';
import { type Given, givenOf } from './given.js';
import { showsPaidAtOnce, waitsForMoney } from './paid-at-once.js';
import { leadsBack } from './return.group.js';
import { takesPictures } from './pictures.group.js';
import { inDialog } from './dialog.group.js';
import { findChromium } from './chromium.js';
import { FrameSite } from './frame-site.js';
import { PayerBrowser, phone } from './payer-browser.js';

/** The payer's page in a real Chromium: what must hold for somebody who is afraid to lose money. */
describe.skipIf(findChromium() === undefined)('the checkout page', () => {
  let world: ApiWorld<TestEdge>;
  let browser: PayerBrowser;
  let given: Given;
  beforeAll(async () => {
    // An acquirer that does not answer is waited for so long.
    [world, browser] = await Promise.all([
      ApiWorld.ownEdge({ MANILLA_RAIL_TIMEOUT_MS: '1500' }),
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

  /** What the books have sent back to the payer, oldest first. */
  async function sentBack(reference: string): Promise<number[]> {
    const rows = await world.query<{ amount: string }>(
      `select r.amount_minor::text as amount from refund r join checkout c using (checkout_id)
        where c.payment_reference = $1 and r.status = 'SUCCESSFUL' order by r.created_at, r.refund_id`,
      [reference],
    );
    return rows.map(({ amount }) => Number(amount));
  }

  describe.concurrent('at the same time as others', () => {
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

    it('4. shows that it is paid when it is told, and waits for nothing', async () => {
      const checkout = await withAccount();
      await using tab = await browser.tab();
      await waitsForMoney(given, tab.page, checkout.url);
      await showsPaidAtOnce(given, tab, checkout);
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
      await world.merchant.pay({ accountNumber, amount: 70_007, nameEnquiry: false });
      await expect.poll(() => sentBack(reference)).toEqual([100_033, 70_007]);
      await tab.page.reload();
      await money.getByText('₦700.07 arrived when the payment was already complete.').waitFor();
      await money.getByText('₦700.07 was sent back to the account it came from.').waitFor();
      expect(await tab.page.locator('main').textContent()).not.toMatch(/pay again/i);
    });

    it('7. tells of money that was late with the figures of the books', async () => {
      const { url, reference, accountNumber } = await withAccount();
      await world.query(
        `with ended as (update checkout set expires_at = now() - interval '2 minutes' where payment_reference = $1 returning *)
       update virtual_account v set expires_at = e.expires_at from ended e where v.checkout_id = e.checkout_id`,
        [reference],
      );
      await using tab = await browser.tab();
      await tab.page.goto(url);
      await shows(tab.page, 'The time for this payment is over');
      await world.merchant.pay({ accountNumber, amount: 1_000_003, nameEnquiry: false });
      const money = tab.page.locator('.money');
      await money.getByText('₦10,000.03 arrived after the time was over.').waitFor();
      await money.getByText('₦10,000.03 was sent back to the account it came from.').waitFor();
      expect(await sentBack(reference)).toEqual([1_000_003]);
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
      takesCards(() => given);
    });

    describe('10. leads back to the shop', () => {
      leadsBack(() => given);
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

    describe('is for everybody', () => {
      isForEverybody(() => given);
    });

    it('15. keeps within its budget of bytes and requests, with a logo', () => staysSmall(given));
  });

  describe('pictures', () => {
    takesPictures(() => given);
  });

  // The clipboard is one for all tabs.
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

  describe('in a dialog of the shop', () => {
    inDialog(() => given);
  });

  // It is alone, because it is measured.
  it('15. paints its largest part within 2.5 seconds on a slow phone and a slow network', () =>
    isSoonSeen(given));
});
