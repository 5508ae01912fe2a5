import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../../src/people/second-factor.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { findChromium } from '../../browser/chromium.js';
import { faultsByAxe, PayerBrowser, phone, prepareAxe } from '../../browser/payer-browser.js';

const desktop = { width: 1_024, height: 768 };
const pictures = process.env['MANILLA_DESK_SCREENSHOTS'];
/** Those that docs/operators.md shows. */
const shown: ReadonlySet<string> = new Set(['people', 'sign-up', 'sign-in', 'you', 'audit']);

/** People of the desk in a real Chromium: invited, signed up, signed in, and ended. */
describe.skipIf(findChromium() === undefined)('people of the desk', () => {
  let world: DeskWorld<TestEdge>;
  let browser: PayerBrowser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([DeskWorld.edge(), PayerBrowser.start()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await world?.stop();
  });

  const at = (path: string) => `${world.desk.baseUrl}${path}`;

  /** Takes a picture for the documents when asked to, and looks for what keeps people out. */
  async function look(page: Page, name: string): Promise<void> {
    if (pictures !== undefined && shown.has(name)) {
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    }
    await prepareAxe(page);
    expect({ name, faults: await faultsByAxe(page) }).toEqual({ name, faults: [] });
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ name, size, wide }).toEqual({ name, size, wide: 0 });
    }
  }

  it('sign up by a link, sign in, and are ended by an administrator; it takes pictures when asked to', async () => {
    await using adas = await browser.tab({ viewport: desktop, javaScriptEnabled: true });
    await adas.context.addCookies([world.ada.browserCookie]);
    await adas.page.goto(at('/desk/people'));
    await adas.page.fill('#name', 'Zainab Bello');
    await adas.page.selectOption('#role', 'finance');
    await adas.page.getByRole('button', { name: 'Invite' }).click();
    const link = await adas.page.locator('#link').innerText();
    await look(adas.page, 'people');

    await using zainabs = await browser.tab({ viewport: desktop });
    const { page, conduct } = zainabs;
    await page.goto(link);
    const secret = (await page.locator('#secret').innerText()).replaceAll(' ', '');
    expect(
      await page.locator('img.qr').evaluate((img: HTMLImageElement) => img.naturalWidth),
    ).toBeGreaterThan(0);
    await look(page, 'sign-up');
    await page.fill('#password', 'rain on a tin roof');
    await page.fill('#again', 'rain on a tin roof');
    await page.fill('#code', totpCode(secret, Date.now()));
    await page.getByRole('button', { name: 'Sign up' }).click();
    const recoveryCodes = (await page.locator('#codes').innerText()).split('\n');
    expect(recoveryCodes).toHaveLength(10);
    await look(page, 'recovery-codes');
    await page.goto(at('/desk'));
    // Finance reads the audit and not the people.
    const places = await page.locator('nav a').allInnerTexts();
    expect(places).toContain('Audit');
    expect(places).not.toContain('People');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await look(page, 'sign-in');
    await page.fill('#name', 'Zainab Bello');
    await page.fill('#password', 'rain on a tin roof');
    await page.fill('#code', totpCode(secret, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(at('/desk'));
    await page.goto(at('/desk/you'));
    await page.fill('#label', 'laptop');
    await page.selectOption('#token-role', 'viewer');
    await page.getByRole('button', { name: 'Make it' }).click();
    expect(await page.locator('#token').innerText()).toMatch(/^mop_/);
    await look(page, 'you');
    await page.fill('#password', 'not this one');
    await page.fill('#newPassword', 'harmattan on a red road');
    await page.fill('#again', 'harmattan on a red road');
    await page.fill('#code', recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Change it' }).click();
    expect(await page.locator('[role="alert"]').innerText()).toContain('is wrong');
    await look(page, 'password-refused');
    await page.fill('#password', 'rain on a tin roof');
    await page.fill('#newPassword', 'harmattan on a red road');
    await page.fill('#again', 'harmattan on a red road');
    await page.fill('#code', recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.waitForURL(/done=password/);
    expect(await page.locator('[role="status"]').innerText()).toContain('is changed');

    await adas.page.goto(at('/desk/people'));
    await adas.page.getByRole('link', { name: 'Zainab Bello' }).click();
    await look(adas.page, 'person');
    await adas.page.locator('form[action*="/sessions/"] button').click();
    await adas.page.waitForURL(/done=ended/);
    await page.goto(at('/desk'));
    expect(await page.locator('h1').innerText()).toBe('Sign in');
    await adas.page.goto(at('/desk/audit?action=session'));
    expect(await adas.page.locator('table').innerText()).toContain('session.end');
    await adas.page.goto(at('/desk/audit'));
    await look(adas.page, 'audit');
    expect(conduct.requests.filter((url) => !/^(data:|http:\/\/127)/.test(url))).toEqual([]);
    // The page that asks to sign in is answered 401, which the browser notes.
    expect(conduct.errors.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('work without JavaScript', async () => {
    const wish = { name: 'Plain Person', role: 'viewer' };
    const link = (await world.ada.post('/operators', wish)).data.link as string;
    await using tab = await browser.tab({ viewport: phone, javaScriptEnabled: false });
    const { page } = tab;
    await page.goto(link);
    const secret = (await page.locator('#secret').innerText()).replaceAll(' ', '');
    await page.fill('#password', 'rain on a tin roof');
    await page.fill('#again', 'another roof of tin');
    await page.fill('#code', totpCode(secret, Date.now()));
    await page.getByRole('button', { name: 'Sign up' }).click();
    expect(await page.locator('[role="alert"]').innerText()).toContain('again must be the same');
    await page.fill('#password', 'rain on a tin roof');
    await page.fill('#again', 'rain on a tin roof');
    await page.fill('#code', totpCode(secret, Date.now()));
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('link', { name: 'To the queue' }).click();
    await page.waitForURL(at('/desk'));
  });
});
