import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { order } from '../../support/api-client.js';
import type { Given } from '../../browser/given.js';
import { payBy } from './cards.group.js';
import { press } from '../../edge/pay/page-requests.js';

const desktop = { width: 1_280, height: 800 };
const shop = 'https://shop.example.ng';

/** The page's clock stands until a test moves it, however long the machine takes. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
}

/** What makes a checkout of a form, as only a browser can tell. */
export function hasManners(given: () => Given): void {
  it('1. says who asks, from which server, and whom to ask, on a phone', async () => {
    const { url, reference } = await given().withAccount();
    await using tab = await given().browser.tab();
    await tab.page.goto(url);
    const { host, origin } = new URL(url);
    expect(await tab.page.locator('header').innerText()).toContain(host);
    const foot = await tab.page.locator('footer').innerText();
    for (const told of [`Name the order ${reference}`, `begins with ${origin}`]) {
      expect(foot).toContain(told);
    }
    expect(await tab.page.getByText('Your bank app will show this name').isVisible()).toBe(true);
  });

  it('2. goes on to the bank by itself, once, and is free at once when the card is given up', async () => {
    const { url } = await given().newPage();
    await using tab = await given().browser.tab();
    await payBy(tab, url, 'card_3ds');
    await tab.page.waitForURL(/\/acquirer\/3ds\//);
    await tab.page.goBack();
    await given().shows(tab.page, 'Confirm the payment');
    expect(await tab.page.locator('main').innerText()).toMatch(/VISA •••• \d{4}/);
    await tab.page.getByRole('button', { name: 'Choose another way' }).click();
    await given().shows(tab.page, 'Pay ₦10,000.00');
    await tab.page.getByRole('button', { name: 'Pay by bank transfer' }).click();
    await given().shows(tab.page, 'Send exactly');
  });

  it.each([
    ['goes back to the shop by itself', false],
    ['stays when the payer says so', true],
  ])('3. %s', async (_what, stays) => {
    const merchant = await given().world.otherMerchant();
    const body = JSON.stringify({ returnAfterSeconds: 5 });
    const headers = { 'content-type': 'application/json' };
    await merchant.send('PUT', '/api/v1/merchant/checkout-page', { body, headers });
    const { data } = await merchant.initiate(order({ redirectUrl: `${shop}/thanks` }));
    const url = String(data.checkoutUrl);
    await press(`${url}/card`, { card: 'card_approved' });
    await using tab = await given().browser.tab();
    await tab.page.route(`${shop}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Thanks</title>' }),
    );
    await stopClock(tab.page);
    await tab.page.goto(url);
    await given().shows(tab.page, 'Paid');
    const box = tab.page.locator('[data-return]');
    await box.waitFor();
    if (stays) await tab.page.getByRole('button', { name: 'Stay here' }).click();
    await tab.page.clock.runFor(6_000);
    if (!stays) {
      await tab.page.waitForURL(`${shop}/**`);
      return;
    }
    expect(await box.isVisible()).toBe(false);
    expect(tab.page.url()).toBe(url);
  });

  it('4. has the order beside the payment on a desktop, with a code for the phone', async () => {
    const items = [{ name: 'Shoes', quantity: 2, amount: 1_000_000 }];
    const { url } = await given().withAccount({ items });
    await using tab = await given().browser.tab({ viewport: desktop });
    const { page } = tab;
    await page.goto(url);
    const code = page.getByRole('img', { name: 'Is your bank app on your phone?' });
    const line = page.getByText('2 × Shoes').locator('visible=true');
    expect(await code.isVisible()).toBe(true);
    const [left, right] = [await line.boundingBox(), await page.locator('h1').boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await code.isVisible()).toBe(false);
    expect(await line.count()).toBe(0);
    await page.locator('summary', { hasText: 'Your order' }).click();
    await line.waitFor();
  });

  it('5. hurries in the last two minutes, in words and in colour', async () => {
    const { url } = await given().withAccount();
    await using tab = await given().browser.tab();
    await stopClock(tab.page);
    await tab.page.goto(url);
    const left = tab.page.locator('[data-left]');
    const colour = () => left.evaluate((each) => getComputedStyle(each).color);
    const calm = await colour();
    await tab.page.clock.runFor(28 * 60_000 + 2_000);
    expect(await left.innerText()).toMatch(/^1:5\d$/);
    expect(await colour()).not.toBe(calm);
    expect(await tab.page.getByRole('status').textContent()).toContain('2:00');
  });

  it('6. changes its words while the payer waits, and offers to dial on a phone', async () => {
    const { url } = await given().withAccount();
    await using tab = await given().browser.tab();
    const { page } = tab;
    await stopClock(page);
    await page.goto(url);
    await page.locator('summary', { hasText: 'USSD' }).click();
    expect(await page.getByRole('link', { name: '*737#' }).getAttribute('href')).toBe(
      'tel:*737%23',
    );
    await page.getByRole('link', { name: 'I have sent the money' }).click();
    await given().shows(page, 'Waiting for your transfer');
    const words = page.locator('[data-after]').locator('visible=true');
    expect(await words.innerText()).toContain('has not arrived yet');
    await page.clock.runFor(200_000);
    expect(await words.innerText()).toContain('longer than usual');
    await page.clock.runFor(420_000);
    expect(await words.innerText()).toContain('session ID');
  });

  it('7. says TEST in its title, and on top of all however far it is scrolled', async () => {
    const { url } = await given().withAccount();
    await using tab = await given().browser.tab();
    await tab.page.goto(url);
    expect(await tab.page.title()).toMatch(/^TEST · /);
    await tab.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const ribbon = await tab.page.getByText('no real money moves').boundingBox();
    expect(ribbon?.y).toBe(0);
  });

  it('9. has its own type, and one colour on buttons and bars', async () => {
    const { url } = await given().withAccount({ accentColor: '#7a1f5c' });
    await using tab = await given().browser.tab();
    await tab.page.goto(url);
    const shown = await tab.page.evaluate(async () => {
      await document.fonts.ready;
      const button = document.querySelector('a.go');
      return {
        fonts: [...document.fonts].map(({ family, status }) => `${family} ${status}`),
        button: button === null ? '' : getComputedStyle(button).backgroundColor,
      };
    });
    expect(shown).toEqual({ fonts: ['Page loaded'], button: 'rgb(122, 31, 92)' });
  });

  it('10. fills the dialog to its edges', async () => {
    const { url } = await given().withAccount({ embedOrigin: shop });
    await using tab = await given().browser.tab({ viewport: desktop });
    const body = `<!doctype html><title>Shop</title><button data-manilla="${url}">Buy</button>
  <script src="${new URL(url).origin}/pay/embed.js"></script>`;
    await tab.page.route(`${shop}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await tab.page.goto(`${shop}/`);
    await tab.page.getByRole('button', { name: 'Buy' }).click();
    await tab.page.frameLocator('iframe').locator('h1').waitFor();
    const [outer, inner] = [
      await tab.page.locator('dialog').boundingBox(),
      await tab.page.locator('iframe').boundingBox(),
    ];
    expect(inner).toEqual(outer);
    await tab.page.keyboard.press('Escape');
    await tab.page.locator('dialog').waitFor({ state: 'detached' });
  });
}
