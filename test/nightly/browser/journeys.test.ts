import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskClient, DeskWorld } from '../../support/desk-world.js';
import { accountHeldBy } from '../../support/same-holder.js';
import { payBy } from './cards.group.js';
import { findChromium } from '../../browser/chromium.js';
import { givenOf } from '../../browser/given.js';
import { showsPaidAtOnce, waitsForMoney } from '../../browser/paid-at-once.js';
import { PayerBrowser } from '../../browser/payer-browser.js';

const why = 'The payer sent the receipt.';

/** A whole Manilla in a real Chromium: what a page does while programs end, and what workflows make of a decision. */
describe.skipIf(findChromium() === undefined)('with all programs', () => {
  let world: DeskWorld;
  let browser: PayerBrowser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([
      // An acquirer that does not answer is waited for so long.
      DeskWorld.start({ MANILLA_RAIL_TIMEOUT_MS: '1500' }),
      PayerBrowser.start(),
    ]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await world?.stop();
    await world?.api.stop();
  });

  const at = (path: string) => `${world.desk.baseUrl}${path}`;

  /** The case of money for a number of nobody; by its prefix it could be a merchant's. */
  const held = async (prefix?: string): Promise<string> =>
    world.caseOf(await world.strayCredit(undefined, undefined, prefix));

  /** A tab in which this operator is signed in. */
  async function signedIn(operator: DeskClient) {
    const tab = await browser.tab({ viewport: { width: 1_024, height: 768 } });
    await tab.page.context().addCookies([operator.browserCookie]);
    return tab;
  }

  it('gives a refund another account, by two operators at the desk', async () => {
    const { number, statusOf } = await world.strandedRefund('5550003333');
    const bankCode = '000013';
    await using adas = await signedIn(world.ada);
    const { page } = adas;
    await page.goto(at(`/desk/cases/${number}`));
    // A number that its bank does not know.
    await page.fill('#accountNumber', '9900000007');
    await page.selectOption('#bankCode', bankCode);
    await page.fill('#redirect-reason', why);
    await page.click('button[value="redirect"]');
    expect(await page.locator('[role="alert"]').count()).toBe(1);
    expect(await page.inputValue('#redirect-reason')).toBe(why);
    const accountNumber = accountHeldBy('ADA OBI', bankCode);
    await page.fill('#accountNumber', accountNumber);
    await page.click('button[value="redirect"]');
    await page.waitForURL(/done=proposed/);
    await using bolas = await signedIn(world.bola);
    await bolas.page.goto(at(`/desk/cases/${number}`));
    const shown = await bolas.page.locator('main').innerText();
    for (const each of [`${accountNumber}, `, 'ADA OBI', 'Obi, Ada']) expect(shown).toContain(each);
    await bolas.page.getByRole('button', { name: /^Confirm/ }).click();
    await bolas.page.waitForURL(/done=confirmed/);
    expect(await statusOf()).toBe('REQUESTED');
  });

  it('says not to pay again while nobody knows whether a card was charged', async () => {
    const { newPage, shows } = givenOf(world.api, browser);
    await using tab = await browser.tab();
    await payBy(tab, (await newPage()).url, 'card_unknown');
    await shows(tab.page, 'We do not know yet whether your card was charged');
    expect(await tab.page.locator('main').textContent()).toContain('Do not pay again');
    await shows(tab.page, 'Paid');
  });

  it('shows the payer at once that it is paid, after the API was restarted meanwhile', async () => {
    const given = givenOf(world.api, browser);
    const checkout = await given.withAccount();
    await using tab = await browser.tab();
    const streams = await waitsForMoney(given, tab.page, checkout.url);
    await world.api.manilla.restart('api');
    await expect.poll(streams).toBe(2);
    await showsPaidAtOnce(given, tab, checkout);
  });

  /** Where scripts/screenshots.ts wants the pictures for docs/desk.md. */
  const pictures = process.env['MANILLA_DESK_SCREENSHOTS'];
  it.runIf(pictures !== undefined)('takes pictures of the desk', async () => {
    await world.api.query(
      `update attention_case set status = 'CLOSED', closed_at = now() where status = 'OPEN'`,
    );
    await world.strandedRefund('5550004444');
    await world.ada.put(`/cases/${await held(undefined)}/assignee`, { assignee: 'Bola' });
    const number = await held(world.api.prefix);
    await world.ada.post(`/cases/${number}/decisions`, { decision: 'accept', reason: why });
    await using tab = await signedIn(world.bola);
    const { page } = tab;
    const take = async (name: string, path: string): Promise<void> => {
      await page.goto(at(path));
      await page.screenshot({ path: join(pictures ?? '', `${name}.png`) });
    };
    await take('queue', '/desk/cases?sort=NEWEST');
    await take('proposal', `/desk/cases/${number}`);
    await take('case', `/desk/cases/${await held(undefined)}`);
  });
});
