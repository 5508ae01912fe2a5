import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { nextCode } from '../support/operators.js';
import { findChromium } from './chromium.js';
import { desktop, DeskBrowser } from './desk-browser.js';
import { faultsByAxe, prepareAxe } from './payer-browser.js';

const why = 'The payer sent the receipt.';

/** The operators' desk in a real Chromium: found, understood and decided. */
describe.skipIf(findChromium() === undefined)('the desk', () => {
  const desk = DeskBrowser.ofThisBlock();
  const heading = (page: Page) => page.locator('h1').innerText();

  it('1. leads from the queue to a decision in three clicks and one reason typed', async () => {
    const { creditId, number } = await desk.held();
    await using tab = await desk.signedIn(desk.world.ada);
    const { page, conduct } = tab;
    await page.goto(desk.at('/desk/cases?kind=CREDIT&sort=NEWEST'));
    let clicks = 0;
    const click = async (selector: string): Promise<void> => {
      clicks += 1;
      await page.click(selector);
    };
    await click(`a[href="/desk/cases/${number}"]`);
    expect(await heading(page)).toMatch(
      /^₦7,700\.00 from TUNDE BAKARE, .*\*{4}4455, to 999\d{7}, \d+ (?:s|min) old$/,
    );
    await click('#reason');
    await page.keyboard.type(why);
    await click('button[value="return"]');
    await click('section.danger button[value="return"]');
    await page.waitForURL(desk.at(`/desk/cases/${number}?done=decided`));
    expect(clicks).toBeLessThanOrEqual(5);
    await expect.poll(() => desk.resolutionOf(creditId)).toBe('RETURNED');
    expect(await page.locator('[role="status"]').innerText()).toContain('Decided');
    const history = await page.locator('table.story').innerText();
    expect(history).toMatch(
      /Decided: Send it back[^]*Ada at the desk[^]*The payer sent the receipt\./,
    );
    expect(await page.locator('button[value="return"]').count()).toBe(0);
    expect(conduct.errors).toEqual([]);
    expect(conduct.requests.filter((url) => !url.startsWith(desk.world.desk.baseUrl))).toEqual([]);
  });

  it('2. is used with the keyboard alone', async () => {
    const { creditId, number } = await desk.held();
    await using tab = await desk.browser.tab({ viewport: desktop });
    const { page } = tab;
    const untilOn = async (selector: string): Promise<void> => {
      for (let tabs = 0; tabs < 80; tabs += 1) {
        await page.keyboard.press('Tab');
        const isThere = await page.evaluate(
          (wanted) => document.activeElement?.matches(wanted) ?? false,
          selector,
        );
        if (isThere) return;
      }
      throw new Error(`${selector} is not reached by the keyboard`);
    };
    const { name, password, totpSecret } = await desk.world.operators.join(
      'Keyboard',
      'operations',
    );
    await page.goto(desk.at(`/desk/cases/${number}`));
    await untilOn('#name');
    await page.keyboard.type(name);
    await untilOn('#password');
    await page.keyboard.type(password);
    await untilOn('#code');
    await page.keyboard.type(nextCode(totpSecret));
    await page.keyboard.press('Enter');
    await page.locator('#reason').waitFor();
    await untilOn('#reason');
    await page.keyboard.type(why);
    await untilOn('button[value="return"]');
    await page.keyboard.press('Enter');
    await page.locator('section.danger').waitFor();
    await untilOn('section.danger button[value="return"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/done=decided/);
    await expect.poll(() => desk.resolutionOf(creditId)).toBe('RETURNED');
  });

  it('8. shows the page’s Markdown, nothing of it as a tag, and is clean by axe', async () => {
    const number = await desk.world.plant({
      ...{ kind: 'FINDING', subject: 'NONE:markdown', reason: 'FOUND: NONE' },
      decisions: ['resolved'],
    });
    await desk.world.api.query(
      `update attention_case set page = page || '{"happened": "<img src=x onerror=alert(1)> **bold** and \`code\`"}' where case_number = $1`,
      [number],
    );
    await using tab = await desk.signedIn(desk.world.ada);
    const { page, conduct } = tab;
    await page.goto(desk.at(`/desk/cases/${number}`));
    const happened = page.locator('section', { hasText: 'What happened' });
    expect(await happened.innerText()).toContain('<img src=x onerror=alert(1)> bold and code');
    expect(await happened.locator('b').innerText()).toBe('bold');
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.locator('section', { hasText: 'What to do' }).locator('td').count()).toBe(2);
    await prepareAxe(page);
    expect(await faultsByAxe(page)).toEqual([]);
    expect(conduct.errors).toEqual([]);
  });
});
