import { expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.js';
import type { AnyWorld } from '../../support/api-world.js';
import { order } from '../../support/api-client.js';
import { noise, picture } from '../../support/pictures.js';
import { load, press, textOf } from './page-requests.js';

const path = '/api/v1/merchant/checkout-page';

/** What a merchant sets once for all its pages. */
export function merchantPage(world: () => AnyWorld): void {
  const put = (shop: ApiClient, where: string, body: object) =>
    shop.send('PUT', where, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const pageOf = async (shop: ApiClient, changes = {}) => {
    const { data } = await shop.initiate(order(changes));
    return { url: String(data.checkoutUrl), reference: String(data.paymentReference) };
  };
  const ancestorsIn = (headers: Headers) =>
    /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];

  it('the colour and the sites that may frame them, until a checkout says otherwise', async () => {
    const shop = await world().otherMerchant();
    const embedOrigins = ['https://shop.example.ng', 'https://pos.example.ng'];
    const { data } = await put(shop, path, { accentColor: '#E0A800', embedOrigins });
    const rest = {
      supportEmail: null,
      supportPhone: null,
      address: null,
      returnAfterSeconds: null,
    };
    expect(data).toEqual({ accentColor: '#e0a800', embedOrigins, logoUrl: null, ...rest });
    expect((await shop.get(path)).data).toEqual(data);
    const { headers, html } = await load((await pageOf(shop)).url);
    expect(ancestorsIn(headers)).toBe(embedOrigins.join(' '));
    expect(html).toContain(`data-parent="${embedOrigins.join(' ')}"`);
    expect(html).toContain('--accent:#');
    const own = await load((await pageOf(shop, { embedOrigin: 'https://more.example.ng' })).url);
    expect(ancestorsIn(own.headers)).toBe(['https://more.example.ng', ...embedOrigins].join(' '));
    const wrong = await put(shop, path, { embedOrigins: ['https://shop.example.ng/path'] });
    expect(wrong).toMatchObject({ status: 400, data: { errors: [{ field: 'embedOrigins' }] } });
    expect((await put(shop, path, {})).data).toMatchObject({ accentColor: null, embedOrigins: [] });
  });

  it('whom to ask, and the way back by itself, as far as the merchant has told', async () => {
    const shop = await world().otherMerchant();
    const redirectUrl = 'https://shop.example.ng/thanks';
    const told = {
      ...{ supportEmail: 'help@shop.example.ng', supportPhone: '0803 123 4567' },
      ...{ address: '12 Marina, Lagos', returnAfterSeconds: 5 },
    };
    const before = await load((await pageOf(shop)).url);
    expect(textOf(before.html)).toContain('Questions about this payment? Ask');
    expect(before.html).not.toMatch(/mailto:|tel:|data-return/);
    const kept = { ...told, supportPhone: '+2348031234567' };
    expect((await put(shop, path, told)).data).toMatchObject(kept);
    const { url, reference } = await pageOf(shop, { redirectUrl });
    const open = await load(url);
    expect(open.html).toContain('href="mailto:help@shop.example.ng"');
    expect(open.html).toContain('href="tel:+2348031234567"');
    // It leads back from an end only, and while the end is news.
    expect(open.html).not.toContain('data-return');
    await shop.cancel(reference);
    expect((await load(url)).html).toContain('data-return="5" hidden');
    await world().query(
      `update checkout set updated_at = now() - interval '6 minutes' where payment_reference = $1`,
      [reference],
    );
    expect((await load(url)).html).not.toContain('data-return');
    for (const [field, wrong] of [
      ['supportEmail', 'help'],
      ['supportPhone', '0803'],
      ['address', 'x'.repeat(201)],
      ['returnAfterSeconds', 2],
      ['returnAfterSeconds', 61],
      ['returnAfterSeconds', 3.5],
    ]) {
      const refused = await put(shop, path, { [String(field)]: wrong });
      expect(refused, String(field)).toMatchObject({ status: 400, data: { errors: [{ field }] } });
    }
  });

  it('the logo, which every page and receipt shows, from an address that holds its hash', async () => {
    const shop = await world().otherMerchant();
    const image = (await picture(400, 100).png()).toString('base64');
    const { status, data } = await put(shop, `${path}/logo`, { image });
    expect(status).toBe(200);
    const logoUrl = String(data.logoUrl);
    expect(logoUrl).toMatch(/\/pay\/logos\/[0-9a-f]{32}\.png$/);
    const { url, reference } = await pageOf(shop);
    const source = new URL(logoUrl).pathname;
    expect((await load(url)).html).toContain(`<img src="${source}" width="320" height="80" alt`);
    const picked = await fetch(logoUrl);
    expect(picked.headers.get('content-type')).toBe('image/png');
    expect(picked.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    await press(`${url}/card`, { card: 'card_approved' });
    await expect.poll(async () => (await shop.query(reference)).data.status).toBe('SUCCESSFUL');
    const pdf = await (await fetch(`${url}/receipt.pdf`)).text();
    expect(pdf).toMatch(/\/Subtype \/Image/);
    const link = await shop.post('/api/v1/payment-links', { description: 'Fees', amount: 500_000 });
    expect((await load(String(link.data.url))).html).toContain(`<img src="${source}"`);
    const removed = await shop.send('DELETE', `${path}/logo`);
    expect(removed.data.logoUrl).toBeNull();
    expect((await load(url)).html).not.toContain('<img');
    expect(await load(logoUrl.replace(/.{36}$/, `${'0'.repeat(32)}.png`))).toMatchObject({
      status: 404,
    });
  });

  it('no logo that is none, with the reason', async () => {
    const shop = await world().otherMerchant();
    const faultOf = async (image: string) => {
      const { status, data } = await put(shop, `${path}/logo`, { image });
      expect(status).toBe(400);
      return (data.errors as { message: string }[])[0]?.message;
    };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect(await faultOf(svg)).toBe('image must be a PNG, JPEG or WebP picture');
    expect(await faultOf('this is no base64!')).toMatch(/base64/);
    // Within the size of a body of this operation, and beyond it.
    const heavy = Buffer.concat([await noise(20, 20).png(), Buffer.alloc(200 * 1_024)]);
    expect((await put(shop, `${path}/logo`, { image: heavy.toString('base64') })).status).toBe(200);
    const tooHeavy = Buffer.alloc(300 * 1_024).toString('base64');
    expect((await put(shop, `${path}/logo`, { image: tooHeavy })).status).toBe(413);
  });
}
