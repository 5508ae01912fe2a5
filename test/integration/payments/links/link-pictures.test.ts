import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LinkPicture } from '../../../../src/payments/links/link-picture.js';
import { PgPaymentLinkStore } from '../../../../src/payments/links/payment-link.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let links: PgPaymentLinkStore;
beforeAll(async () => {
  shop = await Shop.open(8);
  links = new PgPaymentLinkStore(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function add(): Promise<string> {
  const paymentLinkId = newId('lnk');
  await links.add({
    ...{ paymentLinkId, merchantId: shop.merchantId, description: 'Shirts' },
    slug: paymentLinkId.slice(-12).toLowerCase(),
    ...{ amountMinor: 100n, minAmountMinor: null, maxAmountMinor: null, maxQuantity: null },
    ...{ usage: 'MANY', redirectUrl: null, fields: [], metadata: {}, channels: null, page: null },
    expiresAt: null,
  });
  return paymentLinkId;
}

const made = (mark: string): LinkPicture => ({
  ...{ hash: mark.repeat(32), width: 640, height: 480, webp: Buffer.from(mark) },
});
const seen = ({ hash, width, height }: LinkPicture) => ({ hash, width, height });
const keep = (id: string, picture: LinkPicture | null, merchantId = shop.merchantId) =>
  links.keepPicture(merchantId, id, picture);
const rows = async (id: string) =>
  (
    await shop.pool.query<{ hash: string }>(
      'select hash from payment_link_picture where payment_link_id = $1',
      [id],
    )
  ).rows.map(({ hash }) => hash);

it('is set, replaced by the next, and gone once it is taken away', async () => {
  const id = await add();
  expect((await links.find(shop.merchantId, id))?.picture).toBeNull();
  const [one, two] = [made('a'), made('b')];
  expect((await keep(id, one))?.picture).toEqual(seen(one));
  expect(await links.picture(one.hash)).toEqual(one.webp);
  const kept = await keep(id, two);
  expect(kept?.picture).toEqual(seen(two));
  expect((await links.findBySlug(kept?.slug ?? ''))?.picture).toEqual(seen(two));
  expect(await links.picture(one.hash)).toBeUndefined();
  expect((await keep(id, null))?.picture).toBeNull();
  expect(await links.picture(two.hash)).toBeUndefined();
  expect((await keep(id, null))?.picture).toBeNull();
});

it('is not taken away while another link has the same', async () => {
  const [one, other] = [await add(), await add()];
  const picture = made('c');
  await keep(one, picture);
  await keep(other, picture);
  await keep(one, null);
  expect(await links.picture(picture.hash)).toEqual(picture.webp);
});

it('is only of the merchant’s own link, and of none that is not there', async () => {
  const id = await add();
  await keep(id, made('d'));
  const other = await addMerchant(shop.pool);
  expect(await keep(id, made('e'), other)).toBeUndefined();
  expect(await keep(id, null, other)).toBeUndefined();
  expect(await keep(newId('lnk'), made('e'))).toBeUndefined();
  expect((await links.find(shop.merchantId, id))?.picture).toEqual(seen(made('d')));
});

it.each([
  ['deactivated_at = now()', false],
  [`expires_at = now() - interval '1 second'`, true],
])(
  'of a link with %s: another is taken (%#): %s; its own can be removed',
  async (change, taken) => {
    const id = await add();
    await keep(id, made('f'));
    await shop.pool.query(`update payment_link set ${change} where payment_link_id = $1`, [id]);
    expect((await keep(id, made('0')))?.picture?.hash).toBe(taken ? made('0').hash : undefined);
    expect((await keep(id, null))?.picture).toBeNull();
    expect(await rows(id)).toEqual([]);
  },
);

it('stays when the link is changed', async () => {
  const id = await add();
  await keep(id, made('1'));
  const link = await links.find(shop.merchantId, id);
  if (link === undefined) throw new Error('it is gone');
  const changed = await links.change({ ...link, description: 'Blue shirts' });
  expect(changed).toMatchObject({ description: 'Blue shirts', picture: seen(made('1')) });
});

it('and its bytes are the same one, however many set and remove it at once', async () => {
  const id = await add();
  const marks = ['2', '3', '4', '5', null, '6', '7', null];
  await Promise.all(marks.map((mark) => keep(id, mark === null ? null : made(mark))));
  const link = await links.find(shop.merchantId, id);
  expect(await rows(id)).toEqual(link?.picture ? [link.picture.hash] : []);
});
