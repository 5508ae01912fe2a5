import { it } from 'vitest';
import type { Given } from '../../browser/given.js';
import type { OpenTab } from '../../browser/payer-browser.js';

export async function payBy(tab: OpenTab, url: string, card: string): Promise<void> {
  await tab.page.goto(url);
  await tab.page.getByRole('link', { name: 'Pay by card' }).click();
  await tab.page.getByRole('link', { name: card, exact: true }).click();
  await tab.page.getByRole('button', { name: 'Pay ₦10,000.00' }).click();
}

/** Cards, on the page of the acquirer and of the payer's bank. */
export function takesCards(given: () => Given): void {
  it('that is approved', async () => {
    await using tab = await given().browser.tab();
    await payBy(tab, (await given().newPage()).url, 'card_approved');
    await given().shows(tab.page, 'Paid');
  });

  it('that is declined, and another way then', async () => {
    await using tab = await given().browser.tab();
    await payBy(tab, (await given().newPage()).url, 'card_declined_51');
    await tab.page.getByText('There is not enough money on the card.').waitFor();
    await tab.page.getByRole('button', { name: 'Pay by bank transfer' }).click();
    await given().shows(tab.page, 'Send exactly');
  });

  it.each([
    ['card_3ds', ''],
    ['card_otp', '123456'],
  ])('that its bank wants confirmed: %s', async (card, otp) => {
    await using tab = await given().browser.tab();
    await payBy(tab, (await given().newPage()).url, card);
    // The tab goes on to the bank by itself.
    await tab.page.waitForURL(/\/acquirer\/3ds\//);
    if (otp !== '') await tab.page.getByRole('textbox').fill(otp);
    await tab.page.getByRole('button', { name: 'Approve' }).click();
    await tab.page.getByRole('link', { name: 'Back to the shop' }).click();
    await given().shows(tab.page, 'Paid');
  });
}
