import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonBody } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import { cards } from './cards.group.js';
import { ends } from './ends.group.js';
import { merchantPage } from './merchant-page.group.js';
import { linkPictures } from './link-pictures.group.js';
import { paymentLinks } from './links.group.js';
import { EventReader } from './event-reader.js';
import { load, naira, openPage, openPageWithAccount, press, textOf } from './page-requests.js';
import type { TestEdge } from '../../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const newPage = (changes: JsonBody = {}) => openPage(world, changes);
const withAccount = (changes: JsonBody = {}) => openPageWithAccount(world, changes);

describe('the address of the page', () => {
  it('is answered by initiate, and again by the same request', async () => {
    const body = { paymentReference: `PAGE-${Date.now()}`, channels: ['Bank'] };
    const first = await world.initiated(body);
    const again = await world.initiated(body);
    expect(first.reply.data.checkoutUrl).toMatch(/\/pay\/pg_[0-9A-Z]{26}[A-Za-z0-9_-]{32}$/);
    expect(again.reply.data.checkoutUrl).toBe(first.reply.data.checkoutUrl);
    const query = await world.merchant.query(first.reference);
    expect(first.reply.data.checkoutUrl).not.toContain(query.data.accessCode);
  });

  it('is told of fields of the page that are wrong', async () => {
    const wrong = {
      cancelUrl: 'http://shop.example.ng',
      locale: 'fr',
      items: [{ name: '', quantity: 0, amount: 1 }],
    };
    const { reply } = await world.initiated(wrong);
    expect(reply.status).toBe(400);
    const errors = reply.data.errors as { field: string }[];
    expect(errors.map(({ field }) => field.split('.')[0])).toEqual(
      expect.arrayContaining(['cancelUrl', 'locale', 'items']),
    );
  });

  it('stands for another order when the page is to be another', async () => {
    const body = { paymentReference: `PAGE-O-${Date.now()}` };
    await world.initiated({ ...body, locale: 'yo' });
    expect((await world.initiated({ ...body, locale: 'ig' })).reply.data.reason).toBe(
      'DUPLICATE_REFERENCE',
    );
  });

  it('gives a page in HTML for every wrong one', async () => {
    const { url } = await newPage();
    for (const wrong of [`${url.slice(0, -1)}?`, `${url}x`, `${url}/nothing`, url.slice(0, -9)]) {
      const { status, headers, html } = await load(wrong);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html).toContain('This payment link does not work');
    }
    expect(await press(`${url}/card`, { card: '4111111111111111' })).toMatchObject({ status: 400 });
  });

  it('leads nowhere a month after the session', async () => {
    const { url, reference } = await newPage();
    const end = (ago: string) =>
      world.query(
        `update checkout set expires_at = now() - $2::interval where payment_reference = $1`,
        [reference, ago],
      );
    await end('29 days');
    expect((await load(url)).status).toBe(200);
    await end('31 days');
    expect(await load(url)).toMatchObject({ status: 410 });
  });
});

describe('the page', () => {
  it('loads nothing from elsewhere, tells nobody where it is, and is kept by no cache', async () => {
    const { url } = await newPage();
    const { headers, html } = await load(url);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const files = [...html.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g)].map(([, p]) => p);
    expect(files).toHaveLength(1);
    for (const path of files) {
      const file = await fetch(new URL(path ?? '', url));
      expect(file.status).toBe(200);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-encoding')).toBe('gzip');
      const text = await file.text();
      expect(text).not.toMatch(/sourceMappingURL|^export /m);
      expect(Buffer.byteLength(text)).toBeLessThan(9_000);
    }
  });

  it('is packed for whoever takes it, within a budget', async () => {
    const { url } = await withAccount();
    const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Mobile' };
    const packed = await load(url, phone);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(15_500);
    const plain = await load(url, { ...phone, 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const mainOf = (html: string) =>
      /<main[^]*<\/main>/.exec(html)?.[0].replace(/ value="\d+"|data-left[^/]*/g, '');
    expect(mainOf(packed.html)).toBe(mainOf(plain.html));
  });

  it('makes no account before the payer asks, and one however often', async () => {
    const { url, reference } = await newPage({ channels: ['Bank'] });
    expect(textOf((await load(url)).html)).toContain('Pay ₦10,000.00');
    expect((await world.merchant.query(reference)).data.virtualAccount).toBeNull();
    const presses = await Promise.all([1, 2, 3].map(() => press(`${url}/transfer`)));
    for (const { status, location } of presses) {
      expect({ status, location }).toEqual({ status: 303, location: new URL(url).pathname });
    }
    const { data } = await world.merchant.query(reference);
    expect(data.attempts).toHaveLength(1);
    const { accountNumber, accountName, bankName } = data.virtualAccount;
    const text = textOf((await load(url)).html);
    for (const shown of ['SANDBOX SHOP', '₦10,000.00', accountNumber, accountName, bankName]) {
      expect(text).toContain(shown);
    }
  });

  it("shows the merchant's own account, and the rest of what the merchant gave", async () => {
    const { initiated, accountNumber } = await world.awaitingPayment({
      channels: ['Bank'],
      description: 'Two pairs of shoes',
      cancelUrl: 'https://shop.example.ng/cart',
      items: [{ name: 'Shoes', quantity: 2, amount: 1_000_000 }],
    });
    const url = String(initiated.data.checkoutUrl);
    const { html } = await load(url);
    expect(textOf(html)).toContain(accountNumber);
    expect(textOf(html)).toContain('2 × Shoes ₦10,000.00');
    expect(textOf(html)).toContain('Two pairs of shoes');
    expect(html).toContain('href="https://shop.example.ng/cart"');
    // Pressed on an old page: the account is there already.
    expect(await press(`${url}/transfer`)).toMatchObject({ status: 303 });
  });

  it("speaks the merchant's language, or else the browser's", async () => {
    const given = await newPage({ locale: 'yo' });
    const open = await newPage();
    const hausa = { 'accept-language': 'ha-NG,en;q=0.5' };
    expect((await load(given.url, hausa)).html).toContain('<html lang="yo"');
    expect((await load(open.url, hausa)).html).toContain('<html lang="ha"');
    expect((await load(open.url)).html).toContain('<html lang="en"');
  });

  it("has the merchant's colour, and nothing else inline", async () => {
    const { url } = await newPage({ accentColor: '#E0A800' });
    const { headers, html } = await load(url);
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/g)].map(([, style = '']) => style);
    expect(styles[1]).toContain('--accent:#');
    const hashes = styles.map((style) => createHash('sha256').update(style).digest('base64'));
    const allowed = hashes.map((hash) => `'sha256-${hash}'`).join(' ');
    expect(headers.get('content-security-policy')).toContain(`style-src ${allowed};`);
    const { reply } = await world.initiated({ accentColor: 'red' });
    expect(reply).toMatchObject({ status: 400 });
  });

  it('stands in the frame of the site that was named, and of no other', async () => {
    const ancestorsOf = async (changes: JsonBody) =>
      /frame-ancestors ([^;]+)/.exec(
        (await load((await newPage(changes)).url)).headers.get('content-security-policy') ?? '',
      )?.[1];
    expect(await ancestorsOf({})).toBe("'none'");
    const shop = 'https://shop.example.ng';
    expect(await ancestorsOf({ embedOrigin: shop })).toBe(shop);
    for (const embedOrigin of [`${shop}/`, 'http://shop.example.ng', '*', `${shop} *`]) {
      expect((await world.initiated({ embedOrigin })).reply.status).toBe(400);
    }
  });

  it('writes nothing when the payer says that the money was sent, and tells of a part that came since', async () => {
    const { url, reference, accountNumber } = await withAccount();
    const before = (await world.merchant.query(reference)).data.version;
    const sent = async (after: string) => textOf((await load(`${url}?sent=${after}`)).html);
    expect(await sent('0')).toContain('Waiting for your transfer');
    expect(await sent('yes')).toContain('Send exactly');
    expect((await world.merchant.query(reference)).data.version).toBe(before);
    await world.merchant.pay({ accountNumber, amount: 400_000 });
    await world.until(reference, 'PARTIALLY_PAID');
    expect(await sent('0')).toContain('₦6,000.00 is still to be paid');
    expect(await sent('400000')).toContain('Waiting for your transfer');
  });

  it('offers another account when the time of one is over, and says not to pay twice', async () => {
    const { url, accountNumber } = await withAccount();
    await world.endWindow(accountNumber);
    const over = textOf((await load(url)).html);
    expect(over).toContain(`Account ${accountNumber} takes no more money`);
    expect(over).toContain('do not pay again');
    await press(`${url}/transfer`);
    const again = textOf((await load(url)).html);
    expect(again).toContain('Send exactly');
    expect(again).not.toContain(accountNumber);
  });

  it('says that a checkout was cancelled, and starts nothing then', async () => {
    const { url, reference } = await newPage();
    await world.merchant.cancel(reference);
    await press(`${url}/transfer`);
    await press(`${url}/card`, { card: 'card_approved' });
    expect(textOf((await load(url)).html)).toContain('This payment was cancelled');
    expect((await world.merchant.query(reference)).data.attempts).toEqual([]);
  });

  it('counts by page: one that asks too often is slowed down, and others are not', async () => {
    const [busy, other] = [await newPage(), await newPage()];
    const replies = await Promise.all(Array.from({ length: 300 }, () => load(busy.url)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.html).toContain('Please wait a moment');
    const { headers } = refused[0] ?? { headers: new Headers() };
    expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'));
    expect((await load(other.url)).status).toBe(200);
  });
});

describe('what became of money', () => {
  it('is told to the kobo: a part', async () => {
    const { url, reference, accountNumber } = await withAccount();
    await world.merchant.pay({ accountNumber, amount: 400_033 });
    await world.until(reference, 'PARTIALLY_PAID');
    const { data } = await world.merchant.query(reference);
    const text = textOf((await load(url)).html);
    expect(text).toContain(
      `We have received ${naira(data.amountPaid)} of ${naira(data.amountExpected)}. Send the rest, ${naira(data.amountOutstanding)}`,
    );
    expect(text).toContain('₦5,999.67');
  });

  it('is told to the kobo: too much, and a second payment', async () => {
    const { url, reference, accountNumber } = await withAccount();
    await world.merchant.pay({ accountNumber, amount: 1_200_051 });
    await world.until(reference, 'SUCCESSFUL');
    await world.merchant.pay({ accountNumber, amount: 70_007, nameEnquiry: false });
    await expect
      .poll(async () => (await world.merchant.query(reference)).data.refunds)
      .toMatchObject([{ status: 'SUCCESSFUL' }, { status: 'SUCCESSFUL' }]);
    const { data } = await world.merchant.query(reference);
    const text = textOf((await load(url)).html);
    const [over, second] = data.refunds as { amount: number }[];
    expect(text).toContain(
      `₦12,000.51 arrived. That is ₦2,000.51 too much. ${naira(over?.amount ?? 0)} was sent back to the account it came from.`,
    );
    expect(text).toContain(
      `₦700.07 arrived when the payment was already complete. ${naira(second?.amount ?? 0)} was sent back`,
    );
    expect(text).toContain(`Amount paid ${naira(data.amountAccepted)}`);
    expect(text).not.toMatch(/pay again/i);
  });

  it('is told to the kobo: too late', async () => {
    const { url, reference, accountNumber } = await withAccount();
    await world.query(
      `with ended as (update checkout set expires_at = now() - interval '2 minutes' where payment_reference = $1 returning *)
       update virtual_account v set expires_at = e.expires_at from ended e where v.checkout_id = e.checkout_id`,
      [reference],
    );
    await world.query(
      'select expire_checkout(checkout_id, now()) from checkout where payment_reference = $1',
      [reference],
    );
    expect(textOf((await load(url)).html)).toContain('The time for this payment is over');
    await world.merchant.pay({ accountNumber, amount: 1_000_003, nameEnquiry: false });
    await expect
      .poll(async () => textOf((await load(url)).html))
      .toContain('₦10,000.03 arrived after the time was over. ₦10,000.03 was sent back');
  });
});

describe('a card', () => {
  cards(() => world);
});

describe('the end of a payment', () => {
  ends(() => world);
});

describe("the merchant's choices for all pages", () => {
  merchantPage(() => world);
});

describe('a payment link', () => {
  paymentLinks(() => world);
});

describe('the picture of a payment link', () => {
  linkPictures(() => world);
});

describe('the stream of changes', () => {
  it('tells of each state once, in the form of the page, and ends with the last', async () => {
    const { url, accountNumber } = await withAccount({ channels: ['Bank'] });
    const { html } = await load(url);
    const key = /data-key="([^"]+)"/.exec(html)?.[1] ?? '';
    await using events = await EventReader.open(`${url}/events?seen=${key}`);
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events.headers.get('x-accel-buffering')).toBe('no');
    await world.merchant.pay({ accountNumber, amount: 400_000 });
    const part = await events.next('page');
    expect(textOf(JSON.parse(part.data).html)).toContain('₦6,000.00 is still to be paid');
    await world.merchant.pay({ accountNumber, amount: 600_000 });
    const paid = await events.next('page', ({ data }) => data.includes('Receipt'));
    expect(paid.id).not.toBe(part.id);
    await events.next('end');
    expect(await events.closed()).toBe(true);
  });

  it('goes on from what the browser has seen', async () => {
    const { url } = await withAccount();
    await using first = await EventReader.open(`${url}/events`);
    const { id } = await first.next('page');
    // It shows this already: nothing comes but what changes.
    await using second = await EventReader.open(`${url}/events`, { 'last-event-id': id });
    await using third = await EventReader.open(`${url}/events`, { 'last-event-id': 'other' });
    expect((await third.next('page')).id).toBe(id);
    expect(second.seen).toEqual([]);
  });

  it('lets a few listen to one page, and refuses more', async () => {
    const { url } = await withAccount();
    const open = await Promise.all(
      Array.from({ length: 8 }, () => EventReader.open(`${url}/events`)),
    );
    expect((await load(`${url}/events`)).status).toBe(503);
    for (const each of open) await each[Symbol.asyncDispose]();
    await expect
      .poll(async () => {
        await using again = await EventReader.open(`${url}/events`);
        return again.status;
      })
      .toBe(200);
  });

  it('is no page of a token that is wrong', async () => {
    const { url } = await newPage();
    expect((await load(`${url.slice(0, -1)}*/events`)).status).toBe(404);
  });
});
