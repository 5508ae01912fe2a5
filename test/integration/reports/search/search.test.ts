import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldName } from '../../../../src/domain/names.js';
import { searchTerms } from '../../../../src/domain/search-terms.js';
import { toE164 } from '../../../../src/http/phone-number.js';
import { allKinds } from '../../../../src/reports/search/found-thing.js';
import { PgSearch } from '../../../../src/reports/search/search.store.js';
import { fileAll } from '../../../support/filed-words.js';
import { addMerchant, Shop, type Order } from '../../../support/shop.js';

let shop: Shop;
let search: PgSearch;
beforeAll(async () => {
  shop = await Shop.open();
  search = new PgSearch(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** What is found, as `KIND reference`: the same before the words of all rows are filed and after. */
async function found(text: string, merchantId: string | null = null): Promise<string[]> {
  const before = await foundNow(text, merchantId);
  await fileAll(shop);
  const after = await foundNow(text, merchantId);
  expect(after).toEqual(before);
  return after;
}

async function foundNow(text: string, merchantId: string | null): Promise<string[]> {
  const terms = searchTerms(text, { seesAccounts: true, phoneOf: toE164 });
  const things = await search.find({ merchantId, terms, kinds: allKinds, limit: 20 });
  return things.map(({ kind, reference }) => `${kind} ${reference}`);
}

const customer = (firstName: string, lastName: string) => ({
  overrides: {
    customer: { email: 'Zainab@Example.ng', phoneNumber: '+2348031112222', firstName, lastName },
  },
});

async function ofMerchant<T>(merchantId: string, work: () => Promise<T>): Promise<T> {
  const before = shop.merchantId;
  Object.assign(shop, { merchantId });
  try {
    return await work();
  } finally {
    Object.assign(shop, { merchantId: before });
  }
}

/** An order of each of two merchants that everything finds. */
async function twins(order: Order) {
  const own = await shop.order(order);
  const other = await addMerchant(shop.pool);
  const others = await ofMerchant(other, () => shop.order(order));
  return { own, others, other };
}

describe('a search', () => {
  it.each([
    ['the reference', 'WEB-00417-A'],
    ['a reference in small letters', 'web-00417-a'],
    ['its beginning', 'web-004'],
    ['a part of it', '00417'],
    ['a part without zeros', '417'],
    ['a name', 'zainab'],
    ['a name with its letters', 'Ɓala Zainab'],
    ['a name without an apostrophe', 'yaradua'],
    ['an e-mail address in other letters', 'zainab@EXAMPLE.ng'],
    ['a phone number', '0803 111 2222'],
    ['naira', '₦13,579.00'],
    ['naira as a number', '13579'],
    ['kobo', '1357900'],
    ['a name and an amount', 'Zainab 13,579'],
  ])('finds an order by %s', async (_, words) => {
    const known = await shop.checkouts.find(shop.merchantId, 'WEB-00417-A');
    if (known === undefined) {
      await shop.order({
        ...{ reference: 'WEB-00417-A', amountMinor: 1_357_900n },
        ...customer('Zainab', "Ɓala Yar'adua"),
      });
    }
    expect(await found(words)).toContain('ORDER WEB-00417-A');
  });

  it('finds a payment by its sender, its sender’s account, its session and its id', async () => {
    const { account, checkout } = await shop.order({ reference: 'WEB-SENDER' });
    const source = {
      ...{ accountNumber: '0987650001', accountName: 'ỌLÁTÚNJÍ BAKARE' },
      ...{ bankCode: '011', bankName: 'First Bank' },
    };
    const { creditId } = await shop.pay(account.accountNumber, 777_700n, {
      source,
      sessionId: 'S-7771',
    });
    for (const words of [
      'bakare olatunji',
      '0987650001',
      'S-7771',
      creditId.toLowerCase(),
      '7777',
    ]) {
      expect({ words, found: await found(words) }).toMatchObject({
        found: expect.arrayContaining([`TRANSACTION ${checkout.paymentReference}`]),
      });
    }
    const byNumber = await found(account.accountNumber);
    expect(byNumber).toEqual([`ORDER WEB-SENDER`, `ACCOUNT ${account.accountNumber}`]);
  });

  it('finds a number that was given to a payer by its last four digits, and no other merchant’s', async () => {
    const { own, others, other } = await twins({});
    for (const [{ account }, merchantId] of [
      [own, shop.merchantId],
      [others, other],
    ] as const) {
      const last = account.accountNumber.slice(-4);
      expect(await found(`account ending ${last}`, merchantId)).toContain(
        `ACCOUNT ${account.accountNumber}`,
      );
      expect(await found(last)).toContain(`ACCOUNT ${account.accountNumber}`);
    }
    expect(await found(others.account.accountNumber.slice(-4), shop.merchantId)).not.toContain(
      `ACCOUNT ${others.account.accountNumber}`,
    );
  });

  it('finds a refund by the merchant’s reference in any letters', async () => {
    const order = await shop.order({ reference: 'WEB-REFUND' });
    await shop.payAndPost(order, 1_000_000n);
    // The fee of a payment is kept: only who has more than one can refund.
    await shop.payAndPost(await shop.order(), 1_000_000n);
    await shop.requestRefund('WEB-REFUND', { refundReference: 'Back-77', amountMinor: 5_000n });
    expect(await found('back-77')).toEqual(['REFUND Back-77']);
    expect(await found('₦50')).toContain('REFUND Back-77');
  });

  it('puts a whole key before words', async () => {
    await shop.order({ reference: 'EXACT-1' });
    await shop.order({ reference: 'EXACT-1-AGAIN' });
    expect(await found('EXACT-1')).toEqual(['ORDER EXACT-1', 'ORDER EXACT-1-AGAIN']);
  });

  it('forgets a payer who is erased', async () => {
    const { checkout } = await shop.order({ reference: 'GONE-1', ...customer('Gonetta', 'Obi') });
    expect(await found('gonetta')).toEqual(['ORDER GONE-1']);
    await shop.pool.query('select forget_customer($1)', [checkout.checkoutId]);
    expect(await found('gonetta')).toEqual([]);
  });

  it('shows a merchant nothing of another one, whatever the words', async () => {
    const { own, others, other } = await twins({
      ...{ reference: 'TWIN-1', amountMinor: 2_468_000n },
      ...customer('Taiwo', 'Kehinde'),
    });
    const source = {
      accountNumber: '0555000111',
      accountName: 'TAIWO KEHINDE',
      bankCode: '011',
      bankName: 'B',
    };
    const credits = await Promise.all(
      [own, others].map(({ account }) => shop.pay(account.accountNumber, 2_468_000n, { source })),
    );
    const words = [
      'TWIN-1',
      'taiwo',
      'Zainab@Example.ng',
      '08031112222',
      '24680',
      '0555000111',
    ].concat(
      ...[
        others.checkout.checkoutId,
        others.account.accountNumber,
        others.account.virtualAccountId,
      ],
      ...[credits[1]?.creditId ?? '', other],
    );
    for (const text of words) {
      const terms = searchTerms(text, { seesAccounts: true, phoneOf: toE164 });
      const things = await search.find({
        merchantId: shop.merchantId,
        terms,
        kinds: allKinds.slice(0, 7),
        limit: 20,
      });
      expect({
        text,
        of: things.filter(({ merchantId }) => merchantId !== shop.merchantId),
      }).toEqual({ text, of: [] });
      const all = await search.find({ merchantId: null, terms, kinds: allKinds, limit: 20 });
      expect({ text, others: all.some(({ merchantId }) => merchantId === other) }).toEqual({
        text,
        others: true,
      });
    }
  });
});

describe('the words of the index', () => {
  it.each([
    'Ɗanjuma Ƙasim',
    'ʼYar’Adua',
    'Ọlájídé-Ọ̀jọ́',
    "O'Brien",
    'ßtraße ﬁnn',
    '..--&&',
    '  ',
    '',
  ])('fold the name %s as programs do', async (name) => {
    const { rows } = await shop.pool.query<{ words: string[] }>(
      'select tsvector_to_array(search_words(null, $1, null, null)) as words',
      [name],
    );
    expect(rows[0]?.words).toEqual(
      [...new Set(foldName(name).split(' ').filter(Boolean))].toSorted(),
    );
  });
});
