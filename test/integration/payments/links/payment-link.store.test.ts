import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  LinkStart,
  NewPaymentLink,
  PaymentLink,
} from '../../../../src/payments/links/payment-link.js';
import { PgPaymentLinkStore } from '../../../../src/payments/links/payment-link.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { releaseSchema } from '../../../../src/platform/database/release.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let links: PgPaymentLinkStore;
beforeAll(async () => {
  shop = await Shop.open(16);
  links = new PgPaymentLinkStore(shop.pool);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const add = (changes: Partial<NewPaymentLink> = {}): Promise<PaymentLink> => {
  const paymentLinkId = newId('lnk');
  return links.add({
    paymentLinkId,
    merchantId: shop.merchantId,
    slug: paymentLinkId.slice(-12).toLowerCase(),
    description: 'School fees',
    amountMinor: null,
    minAmountMinor: 100n,
    maxAmountMinor: null,
    usage: 'MANY',
    redirectUrl: null,
    fields: [{ label: 'Pupil', required: true }],
    maxQuantity: null,
    metadata: { term: '1' },
    channels: null,
    page: { locale: 'yo' },
    expiresAt: null,
    ...changes,
  });
};

/** A submission of Ada's, or of somebody else who is named. */
const submission = (firstName = 'Ada', reference?: string) =>
  shop.newCheckout({
    ...(reference !== undefined && { reference }),
    overrides: {
      customer: { email: null, phoneNumber: '+2348031234567', firstName, lastName: 'Obi' },
    },
  });

const start = ({ paymentLinkId }: PaymentLink, firstName?: string, reference?: string) =>
  links.start(paymentLinkId, submission(firstName, reference));

const checkoutIn = (begun: LinkStart) => {
  if (begun.outcome !== 'STARTED') throw new Error(`it was ${begun.outcome}`);
  return begun.checkout;
};

describe('a payment link', () => {
  it('is found as it was made, by its merchant and by its address', async () => {
    const link = await add({ expiresAt: new Date(Date.now() + 3_600_000) });
    expect(link).toMatchObject({ status: 'ACTIVE', page: { locale: 'yo' }, minAmountMinor: 100n });
    expect(await links.find(shop.merchantId, link.paymentLinkId)).toEqual(link);
    expect(await links.findBySlug(link.slug)).toEqual({
      ...link,
      ...{ merchantName: 'Shop', merchantPage: {}, logo: null },
    });
  });

  it('is unknown to another merchant, who cannot switch it off either', async () => {
    const [link, other] = [await add(), await addMerchant(shop.pool)];
    expect(await links.find(other, link.paymentLinkId)).toBeUndefined();
    expect(await links.deactivate(other, link.paymentLinkId)).toBeUndefined();
    expect(await links.find(shop.merchantId, link.paymentLinkId)).toEqual(link);
  });

  it('is switched off once, and for good', async () => {
    const { paymentLinkId } = await add();
    const off = () => links.deactivate(shop.merchantId, paymentLinkId);
    expect(await off()).toMatchObject({ changed: true, link: { status: 'INACTIVE' } });
    expect(await off()).toMatchObject({ changed: false, link: { status: 'INACTIVE' } });
  });

  it.each([
    ['deactivated_at = now()', 'INACTIVE'],
    [`expires_at = now() - interval '1 second'`, 'EXPIRED'],
    [`expires_at = now() + interval '1 minute'`, 'ACTIVE'],
    [`deactivated_at = now(), expires_at = now() - interval '1 second'`, 'INACTIVE'],
  ])('with %s is %s', async (change, status) => {
    const { paymentLinkId } = await add();
    await shop.pool.query(`update payment_link set ${change} where payment_link_id = $1`, [
      paymentLinkId,
    ]);
    expect(await links.find(shop.merchantId, paymentLinkId)).toMatchObject({ status });
  });

  it('that was paid does not become one for one payment, which would end it', async () => {
    const link = await add();
    const change = (changes: Partial<PaymentLink>) => links.change({ ...link, ...changes });
    const checkout = checkoutIn(await start(link));
    expect(await change({ usage: 'ONCE' })).toMatchObject({ status: 'ACTIVE', usage: 'ONCE' });
    await change({ usage: 'MANY' });
    const account = await shop.issue(checkout);
    await shop.payAndPost({ checkout, account }, checkout.expectedMinor);
    expect(await change({ usage: 'ONCE' })).toBeUndefined();
    expect(await change({ description: 'Books' })).toMatchObject({ status: 'ACTIVE' });
    expect(await links.find(shop.merchantId, link.paymentLinkId)).toMatchObject({
      ...{ status: 'ACTIVE', usage: 'MANY', description: 'Books' },
    });
  });

  it('is listed by status and by place, the newest first', async () => {
    const merchantId = await addMerchant(shop.pool);
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push(await add({ merchantId }));
    const [first, second, third] = made.map(({ paymentLinkId }) => paymentLinkId);
    await links.deactivate(merchantId, second ?? '');
    const any = { since: null, before: null };
    const idsOf = async (
      filter: Parameters<PgPaymentLinkStore['list']>[1],
      after: readonly string[] | null = null,
    ) =>
      (await links.list(merchantId, filter, { limit: 2, offset: 0, after })).map(
        ({ item, position }) => ({ id: item.paymentLinkId, position }),
      );
    const page = await idsOf(any);
    expect(page.map(({ id }) => id)).toEqual([third, second]);
    expect((await idsOf(any, page[1]?.position)).map(({ id }) => id)).toEqual([first]);
    expect((await idsOf({ ...any, status: 'INACTIVE' })).map(({ id }) => id)).toEqual([second]);
  });
});

describe('a checkout of a link', () => {
  it('knows its link, and is the same for the same submission at the same time', async () => {
    const link = await add();
    const same = submission();
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        links.start(link.paymentLinkId, { ...same, checkoutId: newId('chk') }),
      ),
    );
    const found = all.map(checkoutIn);
    expect(new Set(found.map(({ checkoutId }) => checkoutId)).size).toBe(1);
    expect(all.filter((each) => each.outcome === 'STARTED' && each.fact !== null)).toHaveLength(1);
    expect(found[0]).toMatchObject({
      paymentLinkId: link.paymentLinkId,
      customer: { email: null, firstName: 'Ada' },
    });
    expect((await shop.initiate()).paymentLinkId).toBeNull();
  });

  it('is another for another submission, also with the same contents', async () => {
    const link = await add();
    const [one, other] = [checkoutIn(await start(link)), checkoutIn(await start(link))];
    expect(one.checkoutId).not.toBe(other.checkoutId);
  });

  it.each([
    ['INACTIVE', 'deactivated_at = now()'],
    ['EXPIRED', "expires_at = now() - interval '1 second'"],
  ])('is not begun when the link is %s, but found if it had begun', async (outcome, ended) => {
    const link = await add();
    const begun = checkoutIn(await start(link, 'Ada', `${outcome}-1`));
    await shop.pool.query(`update payment_link set ${ended} where payment_link_id = $1`, [
      link.paymentLinkId,
    ]);
    expect(await start(link)).toEqual({ outcome });
    expect(checkoutIn(await start(link, 'Ada', `${outcome}-1`)).checkoutId).toBe(begun.checkoutId);
  });
});

describe('a link for one payment', () => {
  it('has one open checkout, whoever comes at the same time', async () => {
    const link = await add({ usage: 'ONCE' });
    const all = await Promise.all(
      ['Ada', 'Bola', 'Chidi', 'Dayo'].map((firstName) => start(link, firstName)),
    );
    expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
      'BUSY',
      'BUSY',
      'BUSY',
      'STARTED',
    ]);
    const busy = all.find((each) => each.outcome === 'BUSY');
    const open = all.find((each) => each.outcome === 'STARTED');
    if (busy?.outcome !== 'BUSY' || open === undefined) throw new Error('nobody was told to wait');
    expect(busy.until).toEqual(checkoutIn(open).expiresAt);
  });

  it('whose payment is booked after its session is not promised for a time that is over', async () => {
    const link = await add({ usage: 'ONCE' });
    const paying = checkoutIn(await start(link));
    const { accountNumber } = await shop.issue(paying);
    await shop.pay(accountNumber, paying.expectedMinor);
    await shop.letPass(paying, 24 * 60 + 1);
    const busy = await start(link, 'Bola');
    if (busy.outcome !== 'BUSY') throw new Error('nobody was told to wait');
    const { rows } = await shop.pool.query<{ now: Date }>('select now()');
    expect(busy.until.getTime()).toBeGreaterThan(rows[0]?.now.getTime() ?? Infinity);
  });

  it('leads its payer back to the open checkout, and nobody else', async () => {
    const link = await add({ usage: 'ONCE' });
    const { checkoutId } = checkoutIn(await start(link));
    expect(checkoutIn(await start(link)).checkoutId).toBe(checkoutId);
    expect(await start(link, 'Bola')).toMatchObject({ outcome: 'BUSY' });
  });

  it('does not lead its payer to another amount than was asked for now', async () => {
    const link = await add({ usage: 'ONCE' });
    await start(link);
    const other = shop.newCheckout({
      amountMinor: 1_000_001n,
      overrides: { customer: submission().customer },
    });
    expect(await links.start(link.paymentLinkId, other)).toMatchObject({ outcome: 'BUSY' });
  });

  it('keeps the answers that its payer has corrected, until money has come', async () => {
    const link = await add({ usage: 'ONCE' });
    const answer = async (Pupil: string) => {
      const asked = { ...submission(), metadata: { term: '1', Pupil } };
      return checkoutIn(await links.start(link.paymentLinkId, asked));
    };
    const first = await answer('Bola');
    const corrected = await answer('Bisi');
    expect(corrected).toMatchObject({
      ...{ checkoutId: first.checkoutId, metadata: { term: '1', Pupil: 'Bisi' } },
      version: first.version + 1,
    });
    expect((await answer('Bisi')).version).toBe(corrected.version);
    const { accountNumber } = await shop.issue(corrected);
    await shop.pay(accountNumber, 1n);
    expect(await answer('Chidi')).toMatchObject({ metadata: { Pupil: 'Bisi' } });
  });

  it('is not begun anew while it is being paid', async () => {
    const link = await add({ usage: 'ONCE' });
    const checkout = checkoutIn(await start(link));
    const account = await shop.issue(checkout);
    const [late, gate] = [await shop.pool.connect(), await shop.pool.connect()];
    const waiting = async () => {
      const locks = `select from pg_locks where locktype = 'advisory' and not granted
                        and database = (select oid from pg_database where datname = current_database())`;
      return (await shop.pool.query(locks)).rowCount;
    };
    try {
      // The second payer's call waits in the middle of asking whether the link was paid. The function is another one in
      // this transaction only.
      await gate.query('select pg_advisory_lock(1)');
      await late.query('begin');
      await late.query(`create or replace function ${releaseSchema()}.is_paid_status(p_status text) returns boolean language plpgsql immutable as $$
        begin perform pg_advisory_xact_lock_shared(1); return p_status = 'SUCCESSFUL'; end $$`);
      const second = new PgPaymentLinkStore(late as unknown as typeof shop.pool);
      const begun = second.start(link.paymentLinkId, submission('Bola'));
      await expect.poll(waiting).toBe(1);
      await shop.payAndPost({ checkout, account }, checkout.expectedMinor);
      await gate.query('select pg_advisory_unlock(1)');
      expect(await begun).toMatchObject({ outcome: 'BUSY' });
    } finally {
      gate.release(true);
      late.release(true);
    }
  });

  it('is free again when nobody has paid in time, before the timer has said so', async () => {
    const link = await add({ usage: 'ONCE' });
    const unpaid = checkoutIn(await start(link));
    await shop.letPass(unpaid, 24 * 60 + 1);
    expect(checkoutIn(await start(link, 'Bola')).checkoutId).not.toBe(unpaid.checkoutId);
  });

  it('is used when it was paid', async () => {
    const link = await add({ usage: 'ONCE' });
    const checkout = checkoutIn(await start(link));
    const account = await shop.issue(checkout);
    await shop.payAndPost({ checkout, account }, checkout.expectedMinor);
    expect(await start(link)).toEqual({ outcome: 'USED' });
    expect(await links.find(shop.merchantId, link.paymentLinkId)).toMatchObject({ status: 'USED' });
    expect(await links.deactivate(shop.merchantId, link.paymentLinkId)).toMatchObject({
      link: { status: 'USED' },
    });
  });
});
