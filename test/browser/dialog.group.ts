import { expect, it } from 'vitest';
import { order } from '../support/api-client.js';
import type { Given } from './given.js';
import type { OpenTab } from './payer-browser.js';

/** The page in a frame of the shop that has loaded embed.js. */
export function inDialog(given: () => Given): void {
  const shop = 'https://shop.example.ng';

  /** A page of a merchant that has named the shop after another site. */
  async function pageOfSites(first: string): Promise<string> {
    const other = await given().world.otherMerchant();
    const body = JSON.stringify({ embedOrigins: [first, shop] });
    const headers = { 'content-type': 'application/json' };
    await other.send('PUT', '/api/v1/merchant/checkout-page', { body, headers });
    const { data } = await other.initiate(order({ channels: ['Bank'] }));
    return String(data.checkoutUrl);
  }

  /** The shop's page, with the button and the script of docs/checkout-page.md. */
  async function buyAt(tab: OpenTab, url: string): Promise<void> {
    const body = `<!doctype html><title>Shop</title><button data-manilla="${url}">Buy</button>
  <script src="${new URL(url).origin}/pay/embed.js"></script>`;
    await tab.page.route(`${shop}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await tab.page.goto(`${shop}/`);
    await tab.page.evaluate(() => {
      const states: string[] = [];
      Object.assign(globalThis, { states });
      document.addEventListener('manilla', (event) =>
        states.push((event as CustomEvent<{ state: string }>).detail.state),
      );
    });
    await tab.page.getByRole('button', { name: 'Buy' }).click();
  }

  const statesAt = (tab: OpenTab) =>
    tab.page.evaluate(() => (globalThis as unknown as { states: string[] }).states);

  it('3. copies exactly the digits inside a foreign frame, and tells the shop how it goes', async () => {
    const { url, accountNumber, amount } = await given().withAccount({ embedOrigin: shop });
    await using tab = await given().browser.tab({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await buyAt(tab, url);
    const frame = tab.page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Copy: Account number' }).click();
    await frame.getByText(`Copied: ${accountNumber}`).waitFor({ state: 'attached' });
    await expect
      .poll(() => tab.page.evaluate(() => navigator.clipboard.readText()))
      .toBe(accountNumber);
    await given().world.merchant.pay({ accountNumber, amount });
    await frame.locator('h1', { hasText: 'Paid' }).waitFor();
    await expect.poll(() => statesAt(tab)).toEqual(['transfer', 'paid']);
    expect(tab.conduct.errors).toEqual([]);
  });

  it('tells the shop how it goes where other sites of the merchant are named first', async () => {
    const url = await pageOfSites('https://www.shop.example.ng');
    await using tab = await given().browser.tab();
    await buyAt(tab, url);
    await expect.poll(() => statesAt(tab)).toEqual(['choose']);
    expect(tab.conduct.errors).toEqual([]);
  });

  it('tells the shop the same in a browser that does not say which site shows the page', async () => {
    const url = await pageOfSites('https://www.shop.example.ng');
    await using tab = await given().browser.tab();
    await tab.page.route('**/pay/assets/*.js', async (route) => {
      const reply = await route.fetch();
      const body = (await reply.text()).replaceAll('ancestorOrigins', 'noSuchList');
      await route.fulfill({ response: reply, body });
    });
    await buyAt(tab, url);
    await expect.poll(() => statesAt(tab)).toEqual(['choose']);
  });

  it('says in the dialog that there is no account number, and leads back to the page', async () => {
    const other = await given().world.otherMerchant();
    const { data } = await other.initiate(order({ channels: ['Bank'], embedOrigin: shop }));
    const { prefix } = other.merchant;
    await given().world.query(`select setval('serial_${prefix}', 999999, true)`);
    await given().world.query('update number_prefix set swept_at = now() where prefix = $1', [
      prefix,
    ]);
    await using tab = await given().browser.tab();
    await buyAt(tab, String(data.checkoutUrl));
    const frame = tab.page.frameLocator('iframe');
    const pay = frame.getByRole('button', { name: 'Pay by bank transfer' });
    await pay.click();
    await frame.getByText('You cannot pay here at the moment').waitFor();
    await frame.getByRole('link', { name: 'Load again' }).click();
    await pay.waitFor();
    // The browser logs the status of the page, and nothing else.
    expect(new Set(tab.conduct.errors)).toEqual(
      new Set([
        'Failed to load resource: the server responded with a status of 503 (Service Unavailable)',
      ]),
    );
  });

  it('11. goes to the page itself where the shop was not named', async () => {
    const { url } = await given().withAccount();
    await using tab = await given().browser.tab();
    await tab.page.clock.install();
    await buyAt(tab, url);
    await expect.poll(() => tab.conduct.errors.join()).toContain('frame-ancestors');
    await tab.page.clock.fastForward(9_000);
    await tab.page.waitForURL(url);
    await given().shows(tab.page, 'Send exactly');
  });
}
