import { Transformer } from '@napi-rs/image';
import { describe, expect, it } from 'vitest';
import type { JsonBody } from '../../support/api-client.js';
import type { AnyWorld } from '../../support/api-world.js';
import { load, press, textOf } from './page-requests.js';

/** Payment links: the merchant's side through the API, the payer's side through the form. */
export function paymentLinks(world: () => AnyWorld): void {
  const create = async (changes: JsonBody = {}) => {
    const body = { description: 'School fees, term 1', amount: 1_000_000, ...changes };
    const reply = await world().merchant.post('/api/v1/payment-links', body);
    return { reply, url: String(reply.data.url), id: String(reply.data.paymentLinkId) };
  };
  const ada = { firstName: 'Ada', lastName: 'Obi', contact: '0803 123 4567' };
  const keyIn = (html: string): string => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const formOf = async (url: string) => ({ key: keyIn((await load(url)).html) });
  const submit = async (url: string, fields: Record<string, string> = {}) =>
    press(url, { ...ada, ...(await formOf(url)), ...fields });
  const checkoutsOf = async (id: string) =>
    (await world().merchant.get(`/api/v1/checkouts?paymentLinkId=${id}`)).data.items as JsonBody[];

  it('is made, read, listed and switched off by its merchant alone', async () => {
    const { reply, id } = await create({ metadata: { term: '1' }, usage: 'ONCE' });
    expect(reply).toMatchObject({ status: 200, data: { status: 'ACTIVE', usage: 'ONCE' } });
    const path = `/api/v1/payment-links/${id}`;
    expect((await world().merchant.get(path)).data).toEqual(reply.data);
    const { items } = (await world().merchant.get('/api/v1/payment-links?size=1')).data;
    expect(items).toEqual([reply.data]);
    const other = await world().otherMerchant();
    expect(await other.get(path)).toMatchObject({ status: 404 });
    expect(await other.post(`${path}/deactivate`, {})).toMatchObject({ status: 404 });
    const off = await world().merchant.post(`${path}/deactivate`, {});
    expect(off.data.status).toBe('INACTIVE');
    const again = await world().merchant.post(`${path}/deactivate`, {});
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is made once for one Idempotency-Key', async () => {
    const body = { description: 'Fees', amount: 500_000 };
    const headers = { 'idempotency-key': `link-${Date.now()}` };
    const send = () => world().merchant.post('/api/v1/payment-links', body, headers);
    const [first, second] = [await send(), await send()];
    expect(second.data).toEqual(first.data);
  });

  it.each([
    ['amount', { minAmount: 100 }],
    ['maxAmount', { amount: null, minAmount: 200, maxAmount: 100 }],
    // No payer could write an amount that fits: kobo were meant.
    ['minAmount', { amount: null, minAmount: 100_000_000_000 }],
    ['maxAmount', { amount: null, maxAmount: 50 }],
    ['expiresAt', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['redirectUrl', { redirectUrl: 'http://shop.example.ng' }],
    ['usage', { usage: 'TWICE' }],
    ['description', { description: '' }],
  ])('is refused with a wrong %s', async (field, changes) => {
    const { reply } = await create(changes);
    expect(reply.status).toBe(400);
    expect((reply.data.errors as { field: string }[]).map((each) => each.field)).toContain(field);
  });

  it('leads from the form to a checkout that knows its link, and tells the merchant', async () => {
    const { url, id } = await create({ metadata: { term: '1' }, locale: 'en' });
    const { html, headers } = await load(url);
    expect(textOf(html)).toContain('Pay ₦10,000.00');
    expect(textOf(html)).toContain('School fees, term 1');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const { status, location } = await submit(url);
    expect(status).toBe(303);
    expect(location).toMatch(/^\/pay\/pg_/);
    expect(textOf((await load(new URL(location ?? '', url).href)).html)).toContain(
      'Pay ₦10,000.00',
    );
    const [made, ...more] = await checkoutsOf(id);
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      paymentLinkId: id,
      metadata: { term: '1' },
      customer: { firstName: 'Ada', email: null, phoneNumber: '**********4567' },
    });
    const { data } = await world().merchant.query(String(made?.['paymentReference']));
    expect(data.paymentLinkId).toBe(id);
  });

  it('is paid on that page, by a payer of whom nothing but a phone number is known', async () => {
    const { url, id } = await create({ usage: 'ONCE', channels: ['Bank'] });
    const { location } = await submit(url);
    const page = new URL(location ?? '', url).href;
    await press(`${page}/transfer`);
    const [made] = await checkoutsOf(id);
    const reference = String(made?.['paymentReference']);
    const { accountNumber, accountName } = (await world().merchant.query(reference)).data
      .virtualAccount;
    expect(accountName).toBe('SANDBOX SHOP-ADA OBI');
    await world().merchant.pay({ accountNumber, amount: 1_000_000 });
    await world().until(reference, 'SUCCESSFUL');
    const used = await load(url);
    expect(used.status).toBe(410);
    expect(textOf(used.html)).toContain('This link has been paid');
    expect((await world().merchant.get(`/api/v1/payment-links/${id}`)).data.status).toBe('USED');
    const all = await world().merchant.get('/api/v1/payment-links?status=USED');
    expect((all.data.items as JsonBody[]).map((each) => each['paymentLinkId'])).toContain(id);
  });

  it('that customers have paid with stays one for many payments, and says why', async () => {
    const { url, id } = await create({ channels: ['Bank'] });
    const page = new URL((await submit(url)).location ?? '', url).href;
    await press(`${page}/transfer`);
    const [made] = await checkoutsOf(id);
    const reference = String(made?.['paymentReference']);
    const { accountNumber } = (await world().merchant.query(reference)).data.virtualAccount;
    await world().merchant.pay({ accountNumber, amount: 1_000_000 });
    await world().until(reference, 'SUCCESSFUL');
    const put = (changes: JsonBody) =>
      world().merchant.send('PUT', `/api/v1/payment-links/${id}`, {
        body: JSON.stringify({ description: 'Fees', amount: 1_000_000, ...changes }),
        headers: { 'content-type': 'application/json' },
      });
    const refused = await put({ usage: 'ONCE' });
    expect(refused).toMatchObject({ status: 403, data: { reason: 'OPERATION_NOT_PERMITTED' } });
    expect(refused.message).toContain('cannot become a link for one payment');
    expect((await put({})).data).toMatchObject({ status: 'ACTIVE', usage: 'MANY' });
  });

  it('takes long answers in every language of its customers', async () => {
    const labels = ['A', 'B', 'C', 'D', 'E'];
    const { url, id } = await create({ fields: labels.map((label) => ({ label })) });
    const answer = 'ọ'.repeat(300);
    const answers = Object.fromEntries(labels.map((_, at) => [`own${at}`, answer]));
    expect(await submit(url, answers)).toMatchObject({ status: 303 });
    const [made] = await checkoutsOf(id);
    expect(made?.['metadata']).toEqual(Object.fromEntries(labels.map((each) => [each, answer])));
  });

  it('makes one checkout of a form that is sent twice, and another when it is filled in again', async () => {
    const { url, id } = await create();
    const form = { ...ada, ...(await formOf(url)) };
    const sent = await Promise.all([1, 2, 3].map(() => press(url, form)));
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    expect(await checkoutsOf(id)).toHaveLength(1);
    await submit(url);
    expect(await checkoutsOf(id)).toHaveLength(2);
  });

  it("takes the payer's amount within the bounds, and says what is wrong with the rest", async () => {
    const bounds = { amount: null, minAmount: 50_000, maxAmount: 2_000_000 };
    const { url, id } = await create(bounds);
    expect(textOf((await load(url)).html)).toContain('Between ₦500.00 and ₦20,000.00');
    const wrong = await submit(url, { amount: '20,000.01', contact: '<b>', firstName: '7' });
    expect(wrong.status).toBe(400);
    const text = textOf(wrong.html);
    expect(text).toContain('The amount must be between ₦500.00 and ₦20,000.00.');
    expect(text).toContain('Write an e-mail address, or a phone number');
    expect(text).toContain('Write your name in letters.');
    expect(wrong.html).toContain('value="20,000.01"');
    expect(wrong.html).not.toContain('<b>');
    expect(await checkoutsOf(id)).toEqual([]);
    expect(await submit(url, { amount: '₦1,250.50', contact: 'ada@example.ng' })).toMatchObject({
      status: 303,
    });
    expect(await checkoutsOf(id)).toMatchObject([{ amount: 125_050 }]);
  });

  it('tells a second payer of a link for one payment when it is free again', async () => {
    const { url, id } = await create({ usage: 'ONCE' });
    const first = await submit(url);
    expect((await submit(url)).location).toBe(first.location);
    const other = await submit(url, { contact: 'bola@example.ng' });
    expect(other.status).toBe(409);
    const [made] = await checkoutsOf(id);
    const ends = new Date(Date.parse(String(made?.['expiresAt'])) + 3_600_000).toISOString();
    expect(textOf(other.html)).toContain(`you can pay after ${ends.slice(11, 16)}, Nigerian time`);
  });

  it('says in plain words that it was switched off, or that its time is over', async () => {
    const [off, over] = [await create(), await create()];
    const form = { ...ada, ...(await formOf(off.url)) };
    await world().merchant.post(`/api/v1/payment-links/${off.id}/deactivate`, {});
    const late = await press(off.url, form);
    expect(late.status).toBe(410);
    expect(textOf(late.html)).toContain('This link is switched off');
    await world().query(
      `update payment_link set expires_at = now() - interval '1 minute' where payment_link_id = $1`,
      [over.id],
    );
    const { status, html } = await load(over.url, { 'accept-language': 'pcm' });
    expect(status).toBe(410);
    expect(textOf(html)).toContain('Time don finish for this link');
  });

  it('is an HTML 404 for every address that is none, and a form that is not ours is refused', async () => {
    const { url } = await create();
    for (const wrong of [`${url.slice(0, -1)}!`, `${url}x`, url.replace(/.{4}$/, 'zzzz')]) {
      expect(await load(wrong)).toMatchObject({ status: 404 });
    }
    expect(await press(url, { ...ada, key: 'mine' })).toMatchObject({ status: 400 });
  });

  it('has a QR code of its address as SVG and as PNG', async () => {
    const { reply } = await create();
    const { qrSvgUrl, qrPngUrl } = reply.data as { qrSvgUrl: string; qrPngUrl: string };
    const svg = await load(qrSvgUrl);
    expect(svg.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.html).toMatch(/^<svg /);
    const png = await fetch(qrPngUrl);
    expect(png.headers.get('content-type')).toBe('image/png');
    const { width, height } = await new Transformer(
      new Uint8Array(await png.arrayBuffer()),
    ).metadata();
    expect(width).toBe(height);
  });

  describe('many forms', () => {
    it('of one network are slowed down for their link, and for no other', async () => {
      const [busy, other] = [await create(), await create()];
      const forms = await Promise.all(Array.from({ length: 14 }, () => submit(busy.url)));
      const refused = forms.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(4);
      expect(refused[0]?.html).toContain('Please wait a moment');
      expect(await submit(other.url)).toMatchObject({ status: 303 });
    });

    it('of a link for one payment wait for hours after the sixth, and mistyped ones do not count', async () => {
      const { url } = await create({ usage: 'ONCE' });
      for (let time = 0; time < 7; time += 1) {
        expect(await submit(url, { contact: '<b>' })).toMatchObject({ status: 400 });
      }
      expect(await submit(url)).toMatchObject({ status: 303 });
      for (let time = 0; time < 5; time += 1) await submit(url);
      const { status, html, headers } = await submit(url);
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_600);
      expect(textOf(html)).toMatch(
        /You can go on after \d\d\/\d\d\/\d{4} \d\d:\d\d, Nigerian time/,
      );
    });
  });
}
