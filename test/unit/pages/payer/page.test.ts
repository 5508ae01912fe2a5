import { describe, expect, it } from 'vitest';
import { pageLocales } from '../../../../src/domain/page-locale.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { moneyLines } from '../../../../src/pages/payer/money-lines.js';
import { mainOf, pageDocument } from '../../../../src/pages/payer/page.js';
import { screenOf } from '../../../../src/pages/payer/screen.js';
import { stateKey } from '../../../../src/pages/payer/state-key.js';
import { account, checkout, later, refund } from '../../../support/shown-checkout.js';
import { documentsIn, over, states, viewOf } from '../../../support/shown-pages.js';

const assets = { script: '/pay/assets/page.1.js', style: 'main{}' };

describe.each(Object.entries(states))('the page of a checkout: %s', (_name, shown) => {
  it.each(pageLocales)('is whole in %s, with one heading and no hole in a text', (locale) => {
    const html = pageDocument(viewOf(shown, { locale }), assets, null);
    expect(html).toContain(`<html lang="${locale}"`);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/\{\w+\}|undefined|null|NaN/);
    expect(Buffer.byteLength(html)).toBeLessThan(14_000);
  });

  it('holds nothing of the payer but the name of the account', () => {
    const html = pageDocument(viewOf(shown), assets, null);
    expect(html).not.toMatch(/ada@example|8031234567|c-1/i);
  });

  it('has nothing inline but its style, and nothing from elsewhere', () => {
    const html = pageDocument(viewOf(shown), assets, null);
    expect(html.replace(`<style>${assets.style}</style>`, '')).not.toMatch(
      /<script>|<style|\sstyle=|\son\w+=/,
    );
    const loaded = [...html.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)];
    expect(loaded.map(([, url]) => url)).toEqual([assets.script]);
  });
});

describe('the page', () => {
  it('shows texts of the merchant as they are, and runs none of them', () => {
    const evil = '<script>alert(1)</script>"&';
    const html = pageDocument(
      viewOf(states.choose, {
        merchantName: evil,
        description: evil,
        items: [{ name: evil, quantity: 2, amount: 5 }],
        cancelUrl: 'https://shop.example.ng/?a="><b>',
      }),
      assets,
      null,
    );
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('"><b>');
    expect(html).toContain('&lt;script>');
  });

  it('is loaded again where no script runs, for as long as something may change', () => {
    const live = { eventsPath: '/pay/pg_1/events', key: 'k' };
    expect(pageDocument(viewOf(states.transfer), assets, live)).toMatch(
      /<noscript><meta http-equiv="refresh" content="10"/,
    );
    expect(pageDocument(viewOf(states.paid), assets, null)).not.toContain('http-equiv="refresh"');
  });

  it('never asks to pay again where money may be on its way', () => {
    expect(mainOf(viewOf(states['account over']))).toContain('Then do not pay again');
    expect(mainOf(viewOf(states.expired))).toContain('Then do not pay again');
    expect(mainOf(viewOf(states.over))).not.toMatch(/pay again/i);
  });

  it('names figures to the kobo', () => {
    expect(mainOf(viewOf(states.short))).toContain(
      'We have received ₦4,000.00 of ₦10,000.50. Send the rest, ₦6,000.50, to the same account.',
    );
    expect(mainOf(viewOf(states.over))).toContain(
      '₦12,000.51 arrived. That is ₦2,000.01 too much. ₦2,000.01 goes back to the account it came from.',
    );
  });

  it('copies digits, and kobo only where there are some', () => {
    const html = mainOf(viewOf(states.transfer));
    expect([...html.matchAll(/data-copy="([^"]*)"/g)].map(([, text]) => text)).toEqual([
      '5011234561',
      '10000.50',
    ]);
    const round = checkout({ expectedMinor: 1_000_000n, accounts: [account()] });
    expect(mainOf(viewOf(round))).toContain('data-copy="10000"');
  });

  it('leads back to the shop by a link once it is over, and out of it before', () => {
    const ways = {
      redirectUrl: 'https://shop.example.ng/thanks',
      cancelUrl: 'https://shop.example.ng/cart',
    };
    expect(mainOf(viewOf(states.paid, ways))).toContain('href="https://shop.example.ng/thanks"');
    expect(mainOf(viewOf(states.paid, ways))).not.toContain('cart');
    expect(mainOf(viewOf(states.choose, ways))).toContain('href="https://shop.example.ng/cart"');
    expect(mainOf(viewOf(states.choose, ways))).not.toContain('thanks');
    expect(mainOf(viewOf(states.card, ways))).not.toContain('shop.example.ng');
  });

  it('says who asks, who carries it, whom to ask and how to know the page', () => {
    const help = { email: 'help@shop.example.ng', phoneNumber: '+2348031234567' };
    const text = pageDocument(viewOf(states.transfer, { help }), assets, null).replaceAll(
      /<[^>]*>/g,
      ' ',
    );
    for (const told of [
      ...['SS', 'Sheyi Shoes', 'pay.example.ng', 'help@shop.example.ng', '+2348031234567'],
      ...['Name the order ORD-1001', 'Your bank app will show this name', 'is encrypted'],
      'the address of this page begins with https://pay.example.ng',
    ]) {
      expect(text).toContain(told);
    }
    const plain = pageDocument(
      viewOf(states.transfer, { url: 'http://localhost:3000/pay/x' }),
      assets,
      null,
    );
    expect(plain).not.toContain('encrypted');
    expect(plain).not.toContain('class="lock"');
  });

  it('says TEST in its title and first of all, in the sandbox alone', () => {
    const html = pageDocument(viewOf(states.paid, { isSandbox: true }), assets, null);
    expect(html).toContain('<title>TEST · Pay Sheyi Shoes</title>');
    expect(html).toContain('<body><aside class="test"><strong>TEST</strong>');
    expect(pageDocument(viewOf(states.paid), assets, null)).not.toContain('TEST');
  });

  it.each([
    ['paid', 'face good', 'Paid'],
    ['refunded', 'face calm', 'Paid, and partly refunded'],
    ['reversed', 'face warn', 'Taken back'],
    ['expired', 'face warn', 'The time for this payment is over'],
    ['failed', 'face bad', 'The card payment has failed'],
    ['cancelled', 'face over', 'This payment was cancelled'],
  ] as const)('has a face of its own: %s', (state, face, title) => {
    const html = mainOf(viewOf(states[state]));
    expect(html).toContain(`class="${face}"`);
    expect(html).toContain(`<h1 tabindex="-1">${title}</h1>`);
  });

  it('does not say "Paid" of an order that was refunded', () => {
    const gone = { ...states.refunded, status: 'REFUNDED', refundedMinor: 1_000_050n } as const;
    const html = mainOf(viewOf(gone));
    expect(html).toContain('<h1 tabindex="-1">Refunded</h1>');
    expect(html).not.toMatch(/face good|>Paid</);
  });

  it('shows what has come of the whole, and the rest as the largest', () => {
    const html = mainOf(viewOf(states.short));
    expect(html).toContain('<b class="sum">₦6,000.50</b>');
    expect(html).toMatch(/<progress max="1000050" value="400000"/);
  });

  it('offers to dial the banks whose strings are known, with the amount only where it has no kobo', () => {
    const ussdBanks = [
      { bank: 'GTBank', string: '*737#' },
      { bank: 'Zenith Bank', string: '*966*{amount}*{account}#' },
    ];
    const html = mainOf(viewOf(states.transfer, { ussdBanks }));
    expect(html).toContain('<a href="tel:*737%23">*737#</a>');
    expect(html).not.toContain('*966');
    const round = checkout({ expectedMinor: 1_000_000n, accounts: [account()] });
    expect(mainOf(viewOf(round, { ussdBanks }))).toContain('href="tel:*966*10000*5011234561%23"');
    expect(mainOf(viewOf(states.transfer, { ussdBanks: [] }))).not.toContain('USSD, without');
  });

  it('tells a payer who waits what to do after ten minutes', () => {
    const html = mainOf(viewOf(states.transfer, { sent: true }));
    const told = [...html.matchAll(/data-after="(\d+)">([^<]+)/g)].map(([, after, text]) => [
      after,
      text,
    ]);
    expect(told.map(([after]) => after)).toEqual(['0', '180', '600']);
    expect(told[2]?.[1]).toContain(
      'with the session ID of the transfer, and tell Sheyi Shoes the order ORD-1001',
    );
  });

  it('hurries the payer in the last two minutes only', () => {
    expect(mainOf(viewOf(states.transfer, { secondsLeft: 121 }))).not.toContain('urgent');
    expect(mainOf(viewOf(states.transfer, { secondsLeft: 120 }))).toContain('class="clock urgent"');
  });

  it('takes the page to the phone by a code, while it can be paid', () => {
    expect(mainOf(viewOf(states.transfer))).toContain('role="img" aria-label="Is your bank app');
    expect(mainOf(viewOf(states.paid))).not.toContain('class="desk qr"');
    // A phone does not pay for what it does not show.
    expect(mainOf(viewOf(states.transfer, { isPhone: true }))).not.toContain('class="desk qr"');
    // Whoever confirms a card has it in hand here.
    expect(documentsIn('en', assets)['confirm']).not.toContain('class="desk qr"');
  });

  it('offers to begin again where the shop has told where', () => {
    const cancelUrl = 'https://shop.example.ng/cart';
    expect(mainOf(viewOf(states.expired, { cancelUrl }))).toContain(
      `<a class="go" href="${cancelUrl}" target="_top">Begin again</a>`,
    );
    expect(mainOf(viewOf(states.expired))).not.toContain('Begin again');
  });

  it('goes back by itself only by the shop’s choice', () => {
    const redirectUrl = 'https://shop.example.ng/thanks';
    const choice = { redirectUrl, returnAfterSeconds: 5 };
    for (const end of ['paid', 'expired', 'failed', 'cancelled'] as const) {
      expect(mainOf(viewOf(states[end], choice))).toContain('data-return="5" hidden');
    }
    expect(mainOf(viewOf(states.paid, { redirectUrl }))).not.toContain('data-return');
    expect(mainOf(viewOf(states.transfer, choice))).not.toContain('data-return');
  });

  it('waits once the payer says that the money was sent', () => {
    const html = mainOf(viewOf(states.transfer, { sent: true }));
    expect(html).toContain('Waiting for your transfer');
    expect(html).not.toContain('I have sent');
    // A part that arrives afterwards is told: the address says what had been received.
    expect(mainOf(viewOf(states.transfer))).toContain('href="?sent=0"');
    expect(mainOf(viewOf(states.short))).toContain('href="?sent=400000"');
  });
});

describe('the key of what is shown', () => {
  const keyOf = (shown: Checkout) => stateKey(screenOf(shown), moneyLines(shown));

  it('stays while only time passes, and changes with the screen', () => {
    const before = keyOf(checkout());
    expect(keyOf(checkout({ now: later(29) }))).toBe(before);
    expect(keyOf(checkout({ now: later(30) }))).not.toBe(before);
    expect(keyOf(checkout({ status: 'PARTIALLY_PAID', appliedMinor: 1n }))).not.toBe(before);
  });

  it('changes with a refund, though the checkout does not', () => {
    const keyWith = (status: 'PROCESSING' | 'SUCCESSFUL') =>
      keyOf(checkout({ ...states.over, credits: [{ ...over, refunds: [refund({ status })] }] }));
    expect(keyWith('PROCESSING')).not.toBe(keyWith('SUCCESSFUL'));
  });
});
