import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Given } from '../../browser/given.js';
import { phone } from '../../browser/payer-browser.js';

/** Five tasks of payers, as docs/checkout-page-compared.md tells them: the presses on our page, and the seconds that it takes. */
export function carriesTasks(given: () => Given): void {
  /** Presses by their names; the payer's own time and that in the bank's app count for nothing. */
  class Walk {
    presses = 0;
    readonly #startedMs = performance.now();

    constructor(
      readonly page: Page,
      private readonly name: string,
    ) {}

    async press(name: string, role: 'button' | 'link' = 'button'): Promise<void> {
      this.presses += 1;
      await this.page.getByRole(role, { name, exact: true }).click();
    }

    async end(presses: number): Promise<void> {
      await given().shows(this.page, 'Paid');
      const seconds = ((performance.now() - this.#startedMs) / 1_000).toFixed(1);
      console.log(`${this.name}: ${this.presses} presses, ${seconds} s`);
      expect(this.presses).toBe(presses);
    }
  }

  const permissions = ['clipboard-read', 'clipboard-write'];
  const accountOf = async (reference: string) => {
    const { data } = await given().world.merchant.query(reference);
    const { accountNumber, amount } = data.virtualAccount as {
      accountNumber: string;
      amount: number;
    };
    return { accountNumber, amount };
  };

  it('by transfer with the bank’s app on the same phone', async () => {
    const { url, reference } = await given().newPage({ channels: ['Bank'] });
    await using tab = await given().browser.tab({ permissions });
    const walk = new Walk(tab.page, 'same phone');
    await tab.page.goto(url);
    await walk.press('Pay by bank transfer');
    await walk.press('Copy: Account number');
    await walk.press('Copy: Amount');
    await given().world.merchant.pay(await accountOf(reference));
    await walk.end(3);
  });

  it('from a desktop with the phone', async () => {
    const { url, reference } = await given().newPage({ channels: ['Bank'] });
    await using tab = await given().browser.tab({
      permissions,
      viewport: { width: 1_280, height: 800 },
    });
    const walk = new Walk(tab.page, 'desktop and phone');
    await tab.page.goto(url);
    await tab.page.getByRole('img', { name: 'Is your bank app on your phone?' }).waitFor();
    const onPhone = await tab.context.newPage();
    await onPhone.setViewportSize(phone);
    await onPhone.goto(url);
    await onPhone.getByRole('button', { name: 'Pay by bank transfer' }).click();
    await onPhone.getByRole('button', { name: 'Copy: Account number' }).click();
    walk.presses += 2;
    await given().world.merchant.pay(await accountOf(reference));
    // The desktop's page follows by itself.
    await walk.end(2);
  });

  it('with a card that is declined first', async () => {
    const { url } = await given().newPage();
    await using tab = await given().browser.tab();
    const walk = new Walk(tab.page, 'declined card');
    await tab.page.goto(url);
    for (const card of ['card_declined_51', 'card_approved']) {
      await walk.press('Pay by card', 'link');
      await walk.press(card, 'link');
      await walk.press('Pay ₦10,000.00');
      if (card !== 'card_approved') await tab.page.getByText('not enough money').waitFor();
    }
    await walk.end(6);
  });

  it('too little, then the rest', async () => {
    const { url, accountNumber } = await given().withAccount();
    await using tab = await given().browser.tab({ permissions });
    const walk = new Walk(tab.page, 'too little');
    await tab.page.goto(url);
    await walk.press('Copy: Account number');
    await given().world.merchant.pay({ accountNumber, amount: 400_000 });
    await given().shows(tab.page, '₦6,000.00 is still to be paid');
    await walk.press('Copy: Amount');
    await given().world.merchant.pay({ accountNumber, amount: 600_000 });
    await walk.end(2);
  });

  it('come back after an hour', async () => {
    const { url, accountNumber, reference } = await given().withAccount();
    await given().world.endWindow(accountNumber);
    await using tab = await given().browser.tab({ permissions });
    const walk = new Walk(tab.page, 'after an hour');
    await tab.page.goto(url);
    await walk.press('Get a new account number');
    await walk.press('Copy: Account number');
    await given().world.merchant.pay(await accountOf(reference));
    await walk.end(2);
  });
}
