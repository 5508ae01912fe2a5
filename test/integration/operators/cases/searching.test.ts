import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from '../../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(2);
});
afterAll(() => shop[Symbol.asyncDispose]());

async function isPayer(accountName: string, typed: string): Promise<boolean> {
  const { rows } = await shop.pool.query<{ found: boolean }>('select is_payer($1, $2) as found', [
    JSON.stringify({ accountName, accountNumber: '0123456789' }),
    typed,
  ]);
  return rows[0]?.found ?? false;
}

describe('a payer is found', () => {
  it.each([
    ['ADÉ ỌLÁ', 'ADE OLA'],
    ['ADÉ ỌLÁ', 'ola ade'],
    ['ADE OLA', 'Adé Ọlá'],
    ['Ɗanjuma Ƙasim', 'danjuma kasim'],
    ["O'BRIEN", 'obrien'],
    ['OBRIEN', 'O’Brien'],
    ['TUNDE BAKARE', 'kare'],
    ['TUNDE BAKARE', '0123456789'],
  ])('%s as %s', async (name, typed) => {
    expect(await isPayer(name, typed)).toBe(true);
  });
});

describe('a payer is not found', () => {
  it.each([
    ['TUNDE BAKARE', 'TUNDE OBI'],
    ['TUNDE BAKARE', 'tu'],
    ['TUNDE BAKARE', '% _'],
    ['TUNDE BAKARE', '012345678'],
    ['', '---'],
  ])('%s as %s', async (name, typed) => {
    expect(await isPayer(name, typed)).toBe(false);
  });
});

describe('a payer by another name', () => {
  it.each([
    [{ accountName: 'SHOP COLLECTIONS', payerName: 'Ada Obi' }, 'ada obi', true],
    [{ accountName: 'ADA OBI', payerName: null }, 'ada obi', true],
    [{ accountName: null, payerName: 'Bola Ade' }, 'ada obi', false],
    [{ accountName: null, payerName: null }, 'ada obi', false],
  ])('%j is found as %s: %s', async (payer, typed, found) => {
    const { rows } = await shop.pool.query('select is_payer($1, $2) as found', [
      JSON.stringify({ accountNumber: '0123456789', ...payer }),
      typed,
    ]);
    expect(rows).toEqual([{ found }]);
  });
});

describe('a case', () => {
  it.each([
    ['OPEN', null, true],
    ['CLOSED', '29 days', true],
    ['CLOSED', '31 days', false],
  ])('that is %s since %s is found by its payer: %s', async (status, ago, found) => {
    const { checkout, account } = await shop.order({ policies: { late: 'HOLD' as never } });
    await shop.payAndPost({ checkout, account }, 1_000_000n);
    const { creditId } = await shop.payAndPost({ checkout, account }, 1_000_000n);
    const payer = `Ngozi ${creditId.slice(-8)}`;
    await shop.pool.query(
      `update inward_credit set source = source || jsonb_build_object('accountName', $2::text) where credit_id = $1`,
      [creditId, payer],
    );
    const { rows } = await shop.pool.query(
      `insert into attention_case (kind, subject, workflow_id, update_name, reason, decisions, page, status, closed_at)
         values ('CREDIT', $1, 'w', 'u', 'X: Y', '{}', '{}', $2, now() - $3::interval) returning case_number`,
      [creditId, status, ago],
    );
    const hits = await shop.pool.query('select cases_found($1)::text as number', [payer]);
    expect(hits.rows).toEqual(found ? [{ number: String(rows[0].case_number) }] : []);
  });
});
