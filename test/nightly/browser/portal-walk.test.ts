import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { totpCode } from '../../../src/people/second-factor.js';
import { newReference } from '../../support/api-client.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { PortalWorld } from '../../support/portal-world.js';
import { findChromium } from '../../browser/chromium.js';
import { PayerBrowser } from '../../browser/payer-browser.js';

const pictures = process.env['MANILLA_PORTAL_SCREENSHOTS'];
const password = 'correct horse battery staple';

/** What the specification says: a merchant gets its two values on its developer screen in the merchant portal. */
describe.skipIf(findChromium() === undefined)('a new merchant', () => {
  let browser: PayerBrowser;
  beforeAll(async () => {
    browser = await PayerBrowser.start();
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
  });

  async function look(page: Page, name: string): Promise<void> {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  }

  it('leads an invited owner to a client id and a secret, which take the payment of the README; it takes pictures when asked to', async () => {
    const [mine, desk] = await Promise.all([PortalWorld.edge(), DeskWorld.edge()]);
    const here = (path: string) =>
      `${mine.portal.baseUrl.replace('127.0.0.1', 'localhost')}${path}`;
    const began = performance.now();
    const { data } = await desk.ada.post(`/merchants/${mine.merchantId}/people/owner`, {
      ...{ name: 'Ngozi Obi', email: 'ngozi@shop.example' },
    });
    await using tab = await browser.tab({ viewport: { width: 1_024, height: 768 } });
    const { page, conduct } = tab;
    await page.goto(here(new URL(data.link).pathname));
    await look(page, 'sign-up');
    const secret = (await page.innerText('#secret')).replaceAll(' ', '');
    await page.fill('#password', password);
    await page.fill('#again', password);
    await page.fill('#code', totpCode(secret, Date.now()));
    await page.click('button:has-text("Sign up")');
    await page.locator('#codes').waitFor();
    await page.click('a:has-text("To the portal")');
    await page.click('nav a:has-text("Developers")');
    await page.fill('form #name', 'Web shop');
    await page.click('button:has-text("Make the key")');
    await page.locator('#shown-1').waitFor();
    await look(page, 'keys');
    const [clientId, clientSecret] = await Promise.all(
      ['#shown-0', '#shown-1'].map((field) => page.inputValue(field)),
    );
    expect(await takePayment(mine, { clientId, clientSecret })).toBe('SUCCESSFUL');
    const seconds = (performance.now() - began) / 1_000;
    expect(seconds).toBeLessThan(60);
    for (const path of ['/profile', '/team', '/team/roles', '/audit', '/payments', '/']) {
      await page.goto(here(path));
      await look(page, path === '/' ? 'home' : path.slice(1).replace('/', '-'));
    }
    // The secret is nowhere any more.
    await page.goto(here('/developers/keys'));
    expect(await page.content()).toContain(clientId);
    expect(await page.content()).not.toContain(clientSecret);
    expect(conduct.errors).toEqual([]);
    await Promise.all([mine.stop(), desk.stop()]);
  });

  /** The calls of the README; how the payment ends. */
  async function takePayment(
    { api }: { readonly api: { readonly manilla: TestEdge; readonly prefix: string } },
    credentials: object,
  ): Promise<unknown> {
    const call = async (path: string, body: object, token = '') => {
      const reply = await fetch(`${api.manilla.baseUrl}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      return ((await reply.json()) as { data: Record<string, string> }).data;
    };
    const { access_token: token } = await call('/merchant/authenticate', credentials);
    const paymentReference = newReference();
    const amount = 1_000_000;
    await call(
      '/checkout/initiate',
      {
        ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada' },
        ...{ lastName: 'Obi', amount, paymentReference, channels: ['Bank'] },
      },
      token,
    );
    const { accountNumber: account } = await call(
      '/checkout/create-account',
      { paymentReference, prefix: api.prefix, validity: 30, amount },
      token,
    );
    await call('/sandbox/inward-credit', { accountNumber: account, amount }, token);
    return vi.waitFor(
      async () => {
        const reply = await fetch(
          `${api.manilla.baseUrl}/api/v1/checkout/query/${paymentReference}`,
          { headers: { authorization: `Bearer ${token}` } },
        );
        const { data } = (await reply.json()) as { data: { status: string } };
        if (data.status !== 'SUCCESSFUL') throw new Error(data.status);
        return data.status;
      },
      { timeout: 20_000, interval: 100 },
    );
  }
});
