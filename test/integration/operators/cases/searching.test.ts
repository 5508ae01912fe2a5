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
