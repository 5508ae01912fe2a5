import { describe, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { findChromium } from '../../browser/chromium.js';
import { desktop, DeskBrowser } from '../../browser/desk-browser.js';
import { faultsByAxe, phone, prepareAxe } from '../../browser/payer-browser.js';

const why = 'The payer sent the receipt.';

/** The operators' desk in a real Chromium: what test/browser/desk.test.ts does not go through each time. */
describe.skipIf(findChromium() === undefined)('the desk', () => {
  const desk = DeskBrowser.ofThisBlock();

  it('3. asks for a second operator, who is another person', async () => {
    const { number } = await desk.held(desk.world.api.prefix);
    await using adas = await desk.signedIn(desk.world.ada);
    await adas.page.goto(desk.at(`/desk/cases/${number}`));
    await adas.page.fill('#reason', why);
    await adas.page.click('button[value="accept"]');
    await adas.page.waitForURL(/done=proposed/);
    expect(await adas.page.locator('main').innerText()).toContain(
      'Another operator must confirm it.',
    );
    expect(await adas.page.getByRole('button', { name: /Confirm/ }).count()).toBe(0);
    await using bolas = await desk.signedIn(desk.world.bola);
    await bolas.page.goto(desk.at(`/desk/cases/${number}`));
    expect(await bolas.page.locator('main').innerText()).toContain('Ada proposes Give ₦7,700.00');
    await bolas.page.fill('#withdraw-reason', 'The wrong case.');
    await bolas.page.getByRole('button', { name: 'Withdraw the proposal' }).click();
    await bolas.page.waitForURL(/done=withdrawn/);
    await bolas.page.fill('#reason', why);
    await bolas.page.click('button[value="accept"]');
    await bolas.page.waitForURL(/done=proposed/);
    await adas.page.goto(desk.at(`/desk/cases/${number}`));
    await adas.page.getByRole('button', { name: /^Confirm/ }).click();
    await adas.page.waitForURL(/done=confirmed/);
    expect(await adas.page.locator('table.story').innerText()).toContain('Bola and Ada');
  });

  it('4. says why a decision is refused, and keeps what was typed', async () => {
    const { number } = await desk.held();
    await using tab = await desk.signedIn(desk.world.ada);
    const { page } = tab;
    await page.goto(desk.at(`/desk/cases/${number}`));
    await desk.world.ada.post(`/cases/${number}/decisions`, { decision: 'return', reason: why });
    await page.fill('#reason', 'too late');
    await page.click('button[value="keep"]');
    expect(await page.locator('[role="alert"]').innerText()).toContain('closed');
  });

  it('5. notes and assigns', async () => {
    const { number } = await desk.held();
    await using tab = await desk.signedIn(desk.world.bola);
    const { page } = tab;
    await page.goto(desk.at(`/desk/cases/${number}`));
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.waitForURL(/done=assigned/);
    await page.fill('#text', '<script>alert(1)</script> **asked** the bank');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.waitForURL(/done=noted/);
    expect(await page.locator('table.story').innerText()).toContain('<script>alert(1)</script>');
    await page.goto(desk.at('/desk/cases'));
    await page.selectOption('#assignee', 'Bola');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(page.url()).toContain('assignee=Bola');
    expect(await page.locator(`a[href="/desk/cases/${number}"]`).count()).toBe(1);
    await page.goto(desk.at('/desk/cases?q=tunde&sort=NEWEST'));
    expect(await page.locator('tbody tr').first().innerText()).toContain('₦7,700.00');
  });

  it('6. tells who decided what, by operator and day', async () => {
    const { number } = await desk.held();
    await desk.world.ada.post(`/cases/${number}/decisions`, { decision: 'return', reason: why });
    await using tab = await desk.signedIn(desk.world.bola);
    const { page } = tab;
    await page.goto(desk.at('/desk/decisions?operator=Ada'));
    await page.locator(`a[href="/desk/cases/${number}"]`).waitFor();
    await page.goto(desk.at('/desk/decisions?operator=Ada&day=2020-01-01'));
    expect(await page.locator('main').innerText()).toContain('Nothing is found');
  });

  it('7. is clean by axe in the light and in the dark, and fits a phone', async () => {
    const [plain, proposed] = [await desk.held(), await desk.held(desk.world.api.prefix)];
    await desk.world.ada.post(`/cases/${proposed.number}/decisions`, {
      decision: 'accept',
      reason: why,
    });
    const planted = await desk.world.plant({
      ...{ kind: 'FINDING', subject: 'NONE:axe', reason: 'FOUND: NONE' },
      decisions: ['resolved', 'adjust'],
    });
    await using tab = await desk.signedIn(desk.world.bola);
    const { page } = tab;
    const paths = [
      ...[
        '/desk',
        '/desk/cases',
        '/desk/cases?q=nobody-like-this',
        '/desk/decisions',
        '/desk/cases/999999',
      ],
      ...['/desk/journals'],
      ...[plain, proposed].map(({ number }) => `/desk/cases/${number}`),
      `/desk/cases/${planted}`,
    ];
    const faults: Record<string, string[]> = {};
    /** Colours are all that differs in the dark. */
    const look = async (name: string): Promise<void> => {
      await prepareAxe(page);
      await page.emulateMedia({ colorScheme: 'light' });
      const found = await faultsByAxe(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await faultsByAxe(page, ['color-contrast'])));
      if (found.length > 0) faults[name] = found;
    };
    for (const path of paths) {
      await page.setViewportSize(desktop);
      await page.goto(desk.at(path));
      await look(path);
      await page.setViewportSize(phone);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) faults[`${path} on a phone`] = [`${wide} px too wide`];
    }
    await page.context().clearCookies();
    await page.goto(desk.at('/desk'));
    await look('signed out');
    expect(faults).toEqual({});
  });

  it('9. posts a journal by two operators', async () => {
    await desk.world.api.paid();
    await using adas = await desk.signedIn(desk.world.ada);
    const { page } = adas;
    await page.goto(desk.at('/desk/journals'));
    await page.fill('#debit', '5300:-:NGN');
    await page.fill('#credit', '2100:mch_x:NGN');
    await page.fill('#amount', '3,000.50');
    await page.fill('#move-reason', why);
    await page.getByRole('button', { name: 'Propose' }).last().click();
    expect(await page.locator('[role="alert"]').innerText()).toContain('1100, 1110, 1200');
    expect(await page.inputValue('#amount')).toBe('3,000.50');
    await page.fill('#credit', '1100:simulator:NGN');
    await page.getByRole('button', { name: 'Propose' }).last().click();
    await page.waitForURL(/done=proposed/);
    expect(await page.getByRole('button', { name: 'Confirm and post' }).count()).toBe(0);
    await using bolas = await desk.signedIn(desk.world.bola);
    await bolas.page.goto(desk.at('/desk/journals'));
    expect(await bolas.page.locator('table').innerText()).toContain(
      '1100:simulator:NGN -₦3,000.50',
    );
    await bolas.page.getByRole('button', { name: 'Confirm and post' }).click();
    await bolas.page.waitForURL(/done=posted/);
    expect(await bolas.page.locator('table').innerText()).toMatch(/Ada and Bola\s+posted as \d+/);
    await assertBooks(desk.world.api.manilla.database);
  });

  it('10. decides about those that are ticked, by one reason, and says what became of each', async () => {
    const [one, two, left] = [await desk.held(), await desk.held(), await desk.held()];
    await using tab = await desk.signedIn(desk.world.ada);
    const { page } = tab;
    await page.goto(desk.at('/desk/cases?kind=CREDIT&reason=HELD: UNMATCHED&sort=NEWEST'));
    for (const { number } of [one, two]) await page.check(`input[value="${number}"]`);
    await desk.world.bola.post(`/cases/${two.number}/decisions`, { decision: 'keep', reason: why });
    await prepareAxe(page);
    expect(await faultsByAxe(page)).toEqual([]);
    await page.fill('#reason', why);
    await page.click('button[value="return"]');
    await page.click('section.danger button[value="return"]');
    const answers = await page.locator('main table').innerText();
    expect(answers).toMatch(new RegExp(`${one.number}\\s+Send ₦7,700.00 back .*Decided`));
    expect(answers).toMatch(new RegExp(`${two.number}\\s+Refused\\s+The case is closed`));
    await expect.poll(() => desk.resolutionOf(one.creditId)).toBe('RETURNED');
    expect(await desk.resolutionOf(left.creditId)).toBeNull();
    await page.goto(desk.at('/desk/cases?kind=CREDIT&reason=HELD: UNMATCHED&sort=NEWEST'));
    await page.fill('#reason', why);
    await page.click('button[value="return"]');
    expect(await page.locator('main').innerText()).toContain('caseNumbers');
    await page.goto(desk.at('/desk/cases?kind=CREDIT'));
    expect(await page.locator('input[type="checkbox"]').count()).toBe(0);
  });
});
