import { expect, it } from 'vitest';
import type { AnyWorld } from '../../support/api-world.js';
import { load, openPage, press, textOf } from './page-requests.js';

/** A payer who pays by card, and one who turns away from the card's bank. */
export function cards(world: () => AnyWorld): void {
  it('is charged when the payer says so on the page, and not before', async () => {
    const { url, reference } = await openPage(world());
    const { html } = await load(url);
    const cardPage = /href="([^"]*\/acquirer\/cards[^"]*)"/.exec(html)?.[1] ?? '';
    const choice = await load(cardPage.replaceAll('&amp;', '&'));
    const back = /href="([^"]*card=card_approved)"/.exec(choice.html)?.[1] ?? '';
    expect(back.startsWith(url)).toBe(true);
    expect(textOf((await load(back)).html)).toContain('Pay ₦10,000.00 by card?');
    expect((await world().merchant.query(reference)).data.attempts).toEqual([]);
    const presses = await Promise.all(
      [1, 2].map(() => press(`${url}/card`, { card: 'card_approved' })),
    );
    for (const { status } of presses) expect(status).toBe(303);
    await world().until(reference, 'SUCCESSFUL');
    const text = textOf((await load(url)).html);
    expect(text).toContain('Paid by Card');
    expect((await world().merchant.query(reference)).data.attempts).toHaveLength(1);
    // An old page asks for nothing.
    expect((await load(back)).status).toBe(303);
  });

  it('is confirmed at the bank, which leads back to the page and not to the shop', async () => {
    const { url, reference } = await openPage(world(), {
      redirectUrl: 'https://shop.example.ng/thanks',
    });
    await press(`${url}/card`, { card: 'card_3ds' });
    await expect.poll(async () => (await load(url)).html).toContain('/acquirer/3ds/');
    const [, action = ''] =
      /href="([^"]*\/acquirer\/3ds\/[^"]*)"/.exec((await load(url)).html) ?? [];
    const { html } = await press(`${action}/approve`);
    expect(html).toContain(`href="${url}"`);
    await world().until(reference, 'SUCCESSFUL');
    expect((await load(url)).html).toContain('href="https://shop.example.ng/thanks?');
  });

  it('is named before it is charged, with the order', async () => {
    const { url, reference } = await openPage(world(), { description: 'Two pairs of shoes' });
    const text = textOf((await load(`${url}/card?card=card_approved`)).html);
    expect(text).toMatch(/Pay ₦10,000.00 by card\? Card VISA •••• \d{4} Simulator Bank Order/);
    expect(text).toContain(`Order ${reference} Two pairs of shoes`);
  });

  it('that is given up at the bank frees the order at once, and pays it if it is approved after all', async () => {
    const { url, reference } = await openPage(world());
    expect(await press(`${url}/card/give-up`)).toMatchObject({ status: 303 });
    expect((await press(`${url}/card`, { card: 'card_3ds' })).location).toMatch(/\?go=bank$/);
    await expect.poll(async () => (await load(url)).html).toContain('data-go');
    const [, action = ''] =
      /href="([^"]*\/acquirer\/3ds\/[^"]*)"/.exec((await load(url)).html) ?? [];
    expect(await press(`${url}/card/give-up`)).toMatchObject({
      status: 303,
      location: new URL(url).pathname,
    });
    const free = textOf((await load(url)).html);
    expect(free).toContain(
      'The card payment was not confirmed. If the card is charged all the same',
    );
    expect((await world().merchant.query(reference)).data.status).toBe('INITIATED');
    await press(`${action}/approve`);
    await world().until(reference, 'SUCCESSFUL');
    expect((await world().merchant.query(reference)).data.amountPaid).toBe(1_000_000);
  });

  it('that is given up and approved after another way has paid goes back', async () => {
    const { url, reference } = await openPage(world());
    await press(`${url}/card`, { card: 'card_3ds' });
    await expect.poll(async () => (await load(url)).html).toContain('data-go');
    const [, action = ''] =
      /href="([^"]*\/acquirer\/3ds\/[^"]*)"/.exec((await load(url)).html) ?? [];
    await press(`${url}/card/give-up`);
    await press(`${url}/card`, { card: 'card_approved' });
    await world().until(reference, 'SUCCESSFUL');
    await press(`${action}/approve`);
    await expect
      .poll(async () => (await world().merchant.query(reference)).data.refunds)
      .toMatchObject([{ amount: 1_000_000, status: 'SUCCESSFUL' }]);
    expect(textOf((await load(url)).html)).toContain(
      '₦10,000.00 arrived when the payment was already complete. ₦10,000.00 was sent back to the card.',
    );
  });

  it('that was declined leaves the choice, with the reason', async () => {
    const { url, reference } = await openPage(world());
    await press(`${url}/card`, { card: 'card_declined_51' });
    await world().until(reference, 'INITIATED');
    await expect
      .poll(async () => textOf((await load(url)).html))
      .toContain('There is not enough money on the card. The card was not charged.');
  });
}
