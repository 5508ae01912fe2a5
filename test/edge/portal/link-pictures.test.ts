import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkPictureLimits } from '../../../src/payments/links/link-picture.js';
import { formKeyOf } from '../../../src/people/session-secret.js';
import { noise, picture } from '../../support/pictures.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
let path: string;
beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
  const made = await send('/links', { description: 'Shirts', amount: '5,000', usage: 'MANY' });
  path = (made.location ?? '').split('?')[0] ?? '';
});
afterAll(() => world?.stop());

const send = (to: string, fields: Record<string, string> = {}, by = owner) =>
  by.send(to, { once: randomBytes(16).toString('base64url'), ...fields });

/** Sends a file as a browser's form does. */
async function upload(file: Buffer | null, by = owner, key = formKeyOf(by.secret)) {
  const body = new FormData();
  if (file !== null) body.set('file', new Blob([new Uint8Array(file)]), 'shirt.exe');
  const reply = await fetch(`${world.portal.baseUrl}${path}/picture?formKey=${key}`, {
    ...{ method: 'POST', redirect: 'manual', body },
    headers: { origin: world.portal.baseUrl, cookie: `manilla-portal=${by.secret}` },
  });
  const { status, headers } = reply;
  return { status, location: headers.get('location') ?? '', text: await reply.text() };
}

const shownIn = (html: string) => /<img class="preview" src="data:image\/webp;base64,/.test(html);
const payersPage = async () => {
  const { html } = await owner.see(path);
  const url = /id="link-url" value="([^"]*)"/.exec(html)?.[1] ?? '';
  return (await fetch(url)).text();
};
const kept = () =>
  world.api.query<{ hash: string }>(
    `select picture ->> 'hash' as hash from payment_link where payment_link_id = $1`,
    [path.slice('/links/'.length)],
  );

it('is uploaded as a phone takes it, seen, shown to customers and removed', async () => {
  const before = await owner.see(path);
  expect(before.text).toContain('It has none.');
  expect(before.html).toContain(`action="${path}/picture?formKey=`);
  expect(before.html).not.toContain('picture/remove');
  const sent = await upload(await picture(2_400, 1_800).jpeg());
  expect(sent).toMatchObject({ status: 303, location: `${path}?done=pictured` });
  const page = await owner.see(sent.location);
  expect(page.text).toContain('Customers see the picture now.');
  expect(shownIn(page.html)).toBe(true);
  expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:");
  expect(await payersPage()).toContain('width="640" height="480" alt="Shirts"');
  await send(path, { description: 'Shirts', amount: '6,000', usage: 'MANY' });
  expect(await payersPage()).toContain('alt="Shirts"');
  const { location } = await send(`${path}/picture/remove`);
  const after = await owner.see(location ?? '');
  expect(after.text).toContain('The picture is removed.');
  expect(shownIn(after.html)).toBe(false);
  expect(await payersPage()).not.toContain('<img class="goods"');
  const noted = await world.api.query<{ action: string }>(
    `select action from audit_entry where subject = $1 and person_id = $2 order by audit_id`,
    [path.slice('/links/'.length), owner.personId],
  );
  expect(noted.map(({ action }) => action.split('.')[1])).toEqual([
    ...['create', 'change', 'change', 'change'],
  ]);
});

it('is none without a file, of another kind, or too large, with the reason on the page', async () => {
  await upload(await picture(40, 30).png());
  const before = await kept();
  for (const [file, status, words] of [
    [null, 400, 'Choose a file first.'],
    [Buffer.from('MZ this is a program'), 400, 'must be a PNG, JPEG or WebP picture'],
    [(await noise(60, 60).png()).subarray(0, 900), 400, 'it cannot be read'],
    [Buffer.alloc(linkPictureLimits.bytes + 1), 413, 'The file is too large.'],
    [Buffer.alloc(linkPictureLimits.bytes + 100_000), 413, 'The file is too large.'],
  ] as const) {
    const refused = await upload(file);
    expect([words, refused.status]).toEqual([words, status]);
    expect(refused.text).toContain(words);
  }
  expect(await kept()).toEqual(before);
});

it('is left to who may change links, of the merchant of the link, from a form of the portal', async () => {
  const file = await picture(30, 40).png();
  const other = await world.api.otherMerchant('Stranger Shop');
  const stranger = await world.person({ merchantId: other.merchant.merchantId });
  const viewer = await world.person({ role: 'viewer' });
  const before = await kept();
  expect((await upload(file, stranger)).status).toBe(404);
  expect((await send(`${path}/picture/remove`, {}, stranger)).status).toBe(404);
  expect((await upload(file, viewer)).status).toBe(403);
  expect((await send(`${path}/picture/remove`, {}, viewer)).status).toBe(403);
  expect((await upload(file, owner, 'x')).status).toBe(403);
  const seen = await viewer.see(path);
  expect(shownIn(seen.html)).toBe(true);
  expect(seen.html).not.toMatch(/type="file"|picture\/remove/);
  expect(await kept()).toEqual(before);
});

it('of a link that has ended is only removed', async () => {
  await send(`${path}/off`);
  const page = await owner.see(path);
  expect(page.html).not.toContain('type="file"');
  expect(page.html).toContain(`${path}/picture/remove`);
  expect((await upload(await picture(20, 20).png())).text).toContain('so it cannot be changed');
  expect((await send(`${path}/picture/remove`)).status).toBe(303);
  expect(await kept()).toEqual([{ hash: null }]);
});
