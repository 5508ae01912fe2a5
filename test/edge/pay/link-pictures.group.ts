import { expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.js';
import type { AnyWorld } from '../../support/api-world.js';
import { noise, picture } from '../../support/pictures.js';
import { load } from './page-requests.js';

/** The picture of a payment link, which the merchant sets by the API and the payer sees. */
export function linkPictures(world: () => AnyWorld): void {
  const create = async () => {
    const body = { description: 'Shirt "Ada" & co', amount: 500_000 };
    const { data } = await world().merchant.post('/api/v1/payment-links', body);
    const path = `/api/v1/payment-links/${String(data.paymentLinkId)}`;
    return { path, url: String(data.url), pictureUrl: data.pictureUrl as unknown };
  };
  const put = (path: string, file: Buffer, by: ApiClient = world().merchant) =>
    by.send('PUT', `${path}/picture`, {
      body: JSON.stringify({ image: file.toString('base64') }),
      headers: { 'content-type': 'application/json' },
    });
  const imageIn = (html: string) => /<img class="goods"[^>]*>/.exec(html)?.[0];

  it('is shown on the page of the link, from an address that holds its hash, until it is removed', async () => {
    const { path, url, pictureUrl } = await create();
    expect(pictureUrl).toBeNull();
    expect(imageIn((await load(url)).html)).toBeUndefined();
    const set = await put(path, await picture(1_280, 960).jpeg());
    expect(set.status).toBe(200);
    const at = String(set.data.pictureUrl);
    expect(at).toMatch(/\/pay\/pictures\/[0-9a-f]{32}\.webp$/);
    expect((await world().merchant.get(path)).data).toEqual(set.data);
    const { html, headers } = await load(url);
    const image = imageIn(html);
    expect(image).toContain(`src="${new URL(at).pathname}" width="640" height="480"`);
    expect(image).toContain('alt="Shirt &quot;Ada&quot; &amp; co" loading="lazy"');
    // The policy of the page lets it come from the page's own server, and nothing else.
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data:");
    expect(new URL(at).origin).toBe(new URL(url).origin);
    const picked = await fetch(at);
    expect(picked.headers.get('content-type')).toBe('image/webp');
    expect(picked.headers.get('x-content-type-options')).toBe('nosniff');
    expect(picked.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await picked.arrayBuffer()).byteLength).toBeLessThanOrEqual(40_000);
    const other = await put(path, await picture(1_280, 960, 200).jpeg());
    expect(other.data.pictureUrl).not.toBe(at);
    expect((await load(at)).status).toBe(404);
    const removed = await world().merchant.send('DELETE', `${path}/picture`);
    expect(removed.data.pictureUrl).toBeNull();
    expect(imageIn((await load(url)).html)).toBeUndefined();
    expect((await load(String(other.data.pictureUrl))).status).toBe(404);
    expect((await world().merchant.send('DELETE', `${path}/picture`)).status).toBe(200);
  });

  it.each(['0'.repeat(32), `${'0'.repeat(32)}.png`, '../logos/x', `${'0'.repeat(32)}.webp.webp`])(
    'is nothing at %s',
    async (name) => {
      const { url } = await create();
      const at = new URL(`/pay/pictures/${encodeURIComponent(name)}`, url);
      expect((await load(at.href)).status).toBe(404);
    },
  );

  it('is none that is no picture, too large or of a link that has ended, with the reason', async () => {
    const { path } = await create();
    const faultOf = async (file: Buffer) => {
      const { status, data } = await put(path, file);
      return { status, ...(data.errors as object[])[0] };
    };
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await faultOf(svg)).toMatchObject({
      ...{ status: 400, field: 'image', message: 'image must be a PNG, JPEG or WebP picture' },
    });
    const bomb = await picture(20, 20).png();
    bomb.writeUInt32BE(60_000, 16);
    expect(await faultOf(bomb)).toMatchObject({
      ...{ status: 400, field: 'image', message: expect.stringMatching(/16 to 4200 pixels/) },
    });
    // Within the size of a body of this operation, and beyond it.
    const heavy = Buffer.concat([await noise(20, 20).png(), Buffer.alloc(200 * 1_024)]);
    expect((await put(path, heavy)).status).toBe(200);
    expect((await put(path, Buffer.alloc(300 * 1_024))).status).toBe(413);
    await world().merchant.post(`${path}/deactivate`, {});
    expect(await put(path, await picture(20, 20).png())).toMatchObject({
      ...{ status: 403, data: { reason: 'OPERATION_NOT_PERMITTED' } },
    });
    const removed = await world().merchant.send('DELETE', `${path}/picture`);
    expect(removed).toMatchObject({ status: 200, data: { pictureUrl: null } });
  });

  it('is set and removed by the merchant of the link alone', async () => {
    const [{ path }, other] = [await create(), await world().otherMerchant()];
    const kept = await put(path, await picture(40, 30).png());
    const gone = { status: 404, data: { reason: 'RESOURCE_NOT_FOUND' } };
    expect(await put(path, await picture(30, 40).png(), other)).toMatchObject(gone);
    expect(await other.send('DELETE', `${path}/picture`)).toMatchObject(gone);
    expect((await world().merchant.get(path)).data).toEqual(kept.data);
  });
}
