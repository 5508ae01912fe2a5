import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../../src/people/second-factor.js';
import { linkIn, nextCode } from '../support/portal-people.js';
import { type PortalVisitor, PortalWorld } from '../support/portal-world.js';
import { findChromium } from './chromium.js';
import { faultsByAxe, type OpenTab, PayerBrowser, prepareAxe } from './payer-browser.js';

/** A device with a finger: what a phone's own lock is for passkeys. */
async function withDevice({ context, page }: OpenTab): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** The portal in a real Chromium: signing up, passkeys, and pages that everybody can use. */
describe.skipIf(findChromium() === undefined)('the portal', () => {
  let world: PortalWorld;
  let browser: PayerBrowser;
  let owner: PortalVisitor;
  let at: (path: string) => string;
  beforeAll(async () => {
    [world, browser] = await Promise.all([PortalWorld.edge(), PayerBrowser.start()]);
    owner = await world.person();
    at = (path) => `${world.portal.baseUrl.replace('127.0.0.1', 'localhost')}${path}`;
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await world?.stop();
  });

  const newcomer = { name: 'Bisi Ade', email: 'bisi@shop.example' };
  const password = 'correct horse battery staple';

  async function signUp(page: Page, role: string): Promise<string> {
    const link = linkIn(await owner.send('/team', { ...newcomer, role }));
    await page.goto(at(link));
    const secret = (await page.innerText('#secret')).replaceAll(' ', '');
    await page.fill('#password', password);
    await page.fill('#again', password);
    await page.fill('#code', totpCode(secret, Date.now()));
    await page.click('button:has-text("Sign up")');
    await page.locator('#codes').waitFor();
    return secret;
  }

  it('signs a person up by an invitation, who makes a passkey and signs in with it alone', async () => {
    await using tab = await browser.tab();
    const { page, conduct } = tab;
    const device = await withDevice(tab);
    await signUp(page, 'admin');
    await page.goto(at('/profile'));
    await page.fill('form[data-passkey] #label', 'Bisi’s phone');
    await page.click('button:has-text("Add a passkey")');
    await page.waitForURL(at('/profile?done=passkey'));
    expect(await page.innerText('main')).toContain('Bisi’s phone');
    await page.click('button:has-text("Sign out"):not(:has-text("everywhere"))');
    await page.waitForURL(at('/sign-in'));
    await page.click('button:has-text("Sign in with a passkey")');
    await page.waitForURL(at('/'));
    await page.goto(at('/profile'));
    expect(await page.innerText('main')).toContain('by passkey');
    expect(conduct.errors.filter((text) => !text.includes('404'))).toEqual([]);

    // A passkey that is taken away signs nobody in.
    await page.click('button:has-text("Remove it")');
    await page.waitForURL(at('/profile?done=removed'));
    await page.context().clearCookies();
    await page.goto(at('/sign-in'));
    await page.click('button:has-text("Sign in with a passkey")');
    await page.locator('form:not([data-passkey]) [role=alert]').waitFor();
    expect(await page.innerText('main')).toContain('The passkey was not accepted');
    await device.detach();
  });

  it('takes no signature that a device has made for another origin, nor one twice', async () => {
    await using tab = await browser.tab();
    const { page } = tab;
    await withDevice(tab);
    await signUpAnew(page);
    await page.goto(at('/profile'));
    await page.fill('form[data-passkey] #label', 'Phone');
    await page.click('button:has-text("Add a passkey")');
    await page.waitForURL(at('/profile?done=passkey'));
    await page.context().clearCookies();
    // The reply of the device is sent by hand, so that it can be changed and sent again.
    await page.goto(at('/sign-in'));
    const reply = await replyOf(page);
    const forged = withOrigin(reply, 'https://portal.evil.example');
    const send = (passkey: string) => world.visitor().send('/sign-in/passkey', { passkey });
    expect((await send(forged)).status).toBe(401);
    // The challenge of the forged one was used up by it.
    expect((await send(reply)).status).toBe(401);
    await page.goto(at('/sign-in'));
    const second = await replyOf(page);
    expect((await send(second)).status).toBe(303);
    expect((await send(second)).status).toBe(401);
    for (const nonsense of ['', '{}', '[]', '{"id":1}', `{"id":"${'x'.repeat(5_000)}"}`]) {
      expect([400, 401]).toContain((await send(nonsense)).status);
    }
  });

  it('takes no signature of a device that has not asked for a finger, a face or a PIN', async () => {
    await using tab = await browser.tab();
    const { page } = tab;
    const device = await withDevice(tab);
    await signUpAnew(page);
    await page.goto(at('/profile'));
    await page.fill('form[data-passkey] #label', 'Stolen phone');
    await page.click('button:has-text("Add a passkey")');
    await page.waitForURL(at('/profile?done=passkey'));
    await page.context().clearCookies();
    // Who holds the phone changes what the portal asks for on its way: no lock is opened.
    await page.route('**/sign-in/passkey/ask', async (route) => {
      const asked = await route.fetch();
      await route.fulfill({
        json: { ...((await asked.json()) as object), userVerification: 'discouraged' },
      });
    });
    await page.goto(at('/sign-in'));
    const reply = await replyOf(page);
    const flags = Buffer.from(
      (JSON.parse(reply) as { response: { authenticatorData: string } }).response.authenticatorData,
      'base64url',
    )[32] as number;
    expect(flags & 4).toBe(0);
    expect((await world.visitor().send('/sign-in/passkey', { passkey: reply })).status).toBe(401);
    await device.detach();
  });

  let newcomers = 0;
  async function signUpAnew(page: Page): Promise<void> {
    newcomers += 1;
    newcomer.email = `bisi${newcomers}@shop.example`;
    await signUp(page, 'admin');
  }

  it('is signed in to with the keyboard alone, on a page without a fault by axe', async () => {
    await using tab = await browser.tab();
    const { page } = tab;
    newcomer.email = 'keys@shop.example';
    const secret = await signUp(page, 'viewer');
    await page.context().clearCookies();
    await page.goto(at('/sign-in?to=/profile'));
    await prepareAxe(page);
    expect(await faultsByAxe(page)).toEqual([]);
    const code = nextCode({ totpSecret: secret } as never);
    for (const [id, text] of [
      ['email', newcomer.email],
      ['password', password],
      ['code', code],
    ] as const) {
      for (let tabs = 0; tabs < 20; tabs += 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement?.id === wanted, id)) break;
      }
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(at('/profile'));
  });

  /** What the device answers to the portal's question, as JSON. */
  function replyOf(page: Page): Promise<string> {
    return page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const form = document.querySelector<HTMLFormElement>('form[data-passkey]');
          if (form === null) throw new Error('the page offers no passkey');
          form.submit = () =>
            resolve((form.elements.namedItem('passkey') as HTMLInputElement).value);
          form.requestSubmit();
        }),
    );
  }

  function withOrigin(reply: string, origin: string): string {
    const told = JSON.parse(reply) as { response: { clientDataJSON: string } };
    const data = JSON.parse(
      Buffer.from(told.response.clientDataJSON, 'base64url').toString(),
    ) as object;
    const forged = Buffer.from(JSON.stringify({ ...data, origin })).toString('base64url');
    return JSON.stringify({ ...told, response: { ...told.response, clientDataJSON: forged } });
  }
});
