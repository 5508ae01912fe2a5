import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldName, lookAlikeName, nipText } from '../../../src/domain/names.js';
import { Shop } from '../../support/shop.js';

/** The two ways to fold a name, in the programs and in PostgreSQL, must agree. */
let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open(2);
});
afterAll(() => shop[Symbol.asyncDispose]());

const names = [
  ...['Ɗanjuma Ƙasim', 'ʼYar’Adua', 'Adé Ọlá', 'Ọlájídé-Ọ̀jọ́', "O'Brien", 'D´Angelo & Sons'],
  ...[
    'ßtraße ﬁnn ½',
    'İstanbul ıI',
    'محمّد عليّ',
    'Ἀθῆναι ΐ',
    '商店 ｶﾞ',
    'a–b—c−d',
    '  ',
    '',
    '..--&&',
  ],
  ...['SANDBOX SHOP-ỌLÁWÁLÉ OBI – order\t₦5 “x”', 'नमस्ते', 'x'.repeat(120), `${'y'.repeat(99)} z`],
];
/** Each character of the basic plane between two letters; of the ideographs and syllables of the far east, each 64th. */
const characters = Array.from({ length: 0xffff }, (_, at) => at + 1)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .filter(
    (code) => code < 0x3400 || code > 0xd7ff || code % 64 === 0 || (code > 0xa000 && code < 0xac00),
  )
  .map((code) => `a${String.fromCodePoint(code)}b`);
const atOnce = 4_000;

/** Null for a character that PostgreSQL's Unicode does not have yet, or not its capital. */
async function sql(fn: string, texts: readonly string[]): Promise<(string | null)[]> {
  const folded: (string | null)[] = [];
  for (let at = 0; at < texts.length; at += atOnce) {
    const some = texts.slice(at, at + atOnce);
    const { rows } = await shop.pool.query<{ folded: string | null }>(
      `select case when unicode_assigned(t || u) then ${fn}(t) end as folded
         from unnest($1::text[], $2::text[]) with ordinality x(t, u, n) order by n`,
      [some, some.map((text) => text.toUpperCase())],
    );
    folded.push(...rows.map((row) => row.folded));
  }
  return folded;
}

it.each([
  ['fold_name', foldName],
  ['nip_text', nipText],
  ['look_alike_name', lookAlikeName],
])('%s is the same in PostgreSQL and in the programs', async (fn, here) => {
  const texts = [...names, ...characters];
  const there = await sql(fn, texts);
  const differing = texts.filter((text, at) => there[at] !== null && there[at] !== here(text));
  expect(differing.slice(0, 20)).toEqual([]);
});

it.each([
  ['SANDBOX SHOP', 'Ọláwálé Obi', 'SANDBOX SHOP-OLAWALE OBI'],
  ['Ɗan’s Shop', null, 'DANS SHOP'],
  ['SHOP', '李小龙', 'SHOP'],
  ['SHOP', 'A'.repeat(120), `SHOP-${'A'.repeat(95)}`],
])('banks know a number of %s for %s as %s', async (tradeName, customer, name) => {
  const { rows } = await shop.pool.query('select customer_account_name($1, $2) as name', [
    tradeName,
    customer,
  ]);
  expect(rows).toEqual([{ name }]);
});
