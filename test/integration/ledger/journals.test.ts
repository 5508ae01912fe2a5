import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { Shop } from '../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
  const order = await shop.order();
  await shop.payAndPost(order, 1_000_000n);
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

type Leg = readonly [name: string, account: string, amount: number];

/** Writes a journal as only a hand at the database would, claiming to have `entries` entries. */
function writeJournal(entries: number, legs: readonly Leg[]) {
  const values = legs.map(
    ([name, account, amount]) => `('${name}', '${account}', ${amount}::bigint)`,
  );
  return shop.pool.query(
    `with j as (
       insert into journal (source_type, source_id, purpose, entries)
         values ('hand', gen_random_uuid()::text, 'test', ${entries}) returning journal_id
     )
     insert into entry (journal_id, leg, account_id, amount_minor)
       select j.journal_id, l.* from j, (values ${values.join(', ')}) l`,
  );
}

describe('the books', () => {
  it('take a journal that balances', async () => {
    await writeJournal(2, [
      ['a', '1100:sandbox:NGN', 500],
      ['b', '4100:-:NGN', -500],
    ]);
    await writeJournal(2, [
      ['a', '1100:sandbox:NGN', -500],
      ['b', '4100:-:NGN', 500],
    ]);
  });

  it('refuse a journal that does not balance', async () => {
    const legs: Leg[] = [
      ['a', '1100:sandbox:NGN', 500],
      ['b', '4100:-:NGN', -499],
    ];
    await expect(writeJournal(2, legs)).rejects.toMatchObject({ constraint: 'journal_balanced' });
  });

  it('refuse a journal that balances over two currencies only', async () => {
    const legs: Leg[] = [
      ['a', '1100:sandbox:NGN', 500],
      ['b', '4100:-:USD', -500],
    ];
    await expect(writeJournal(2, legs)).rejects.toMatchObject({ constraint: 'journal_balanced' });
  });

  it('refuse an entry in a currency in which there is no such account', async () => {
    const legs: Leg[] = [
      ['a', '1100:sandbox:USD', 500],
      ['b', '4100:-:USD', -500],
    ];
    await expect(writeJournal(2, legs)).rejects.toMatchObject({
      constraint: 'entry_account_exists',
    });
  });

  it('refuse an entry on an account that is not there', async () => {
    const legs: Leg[] = [
      ['a', '1100:sandbox:NGN', 500],
      ['b', '9999:-:NGN', -500],
    ];
    await expect(writeJournal(2, legs)).rejects.toMatchObject({
      constraint: 'entry_account_exists',
    });
  });

  it('refuse a journal with one leg, with none, and with fewer than it claims', async () => {
    await expect(writeJournal(1, [['a', '1100:sandbox:NGN', 500]])).rejects.toMatchObject({
      constraint: 'journal_entries_check',
    });
    await expect(writeJournal(2, [['a', '1100:sandbox:NGN', 500]])).rejects.toMatchObject({
      constraint: 'journal_balanced',
    });
    const empty = `insert into journal (source_type, source_id, purpose, entries) values ('hand', 'empty', 'test', 2)`;
    await expect(shop.pool.query(empty)).rejects.toMatchObject({
      constraint: 'journal_has_entries',
    });
  });

  it('refuse an entry of nothing', async () => {
    const legs: Leg[] = [
      ['a', '1100:sandbox:NGN', 0],
      ['b', '4100:-:NGN', 0],
    ];
    await expect(writeJournal(2, legs)).rejects.toMatchObject({
      constraint: 'entry_amount_minor_check',
    });
  });

  it('refuse entries added later to a journal, also when they balance', async () => {
    const later = `insert into entry (journal_id, leg, account_id, amount_minor)
      select min(journal_id), leg, '4100:-:NGN', amount from journal, (values ('x', 5), ('y', -5)) v (leg, amount)
       group by leg, amount`;
    await expect(shop.pool.query(later)).rejects.toMatchObject({ constraint: 'journal_balanced' });
  });

  it.each([
    ['update entry set amount_minor = amount_minor + 1'],
    ['update entry set amount_minor = amount_minor where false'],
    ["update journal set purpose = 'other'"],
    ['delete from entry'],
    ['delete from journal'],
    ['truncate entry'],
    ['truncate journal cascade'],
    ['delete from ledger_account'],
    ['truncate ledger_account'],
    ["update ledger_account set owner = 'other'"],
  ])('refuse to %s', async (sql) => {
    await expect(shop.pool.query(sql)).rejects.toMatchObject({
      code: '23001',
      message: expect.stringContaining('append-only'),
    });
  });

  it('show a balance that was changed by hand', async () => {
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        "update ledger_account set balance_minor = balance_minor + 1 where code = '4100'",
      );
      const { rows } = await client.query('select claim from books_proof where faults > 0');
      expect(rows).toEqual([{ claim: 'balances equal the sum of entries' }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('post a source once, whoever tries again', async () => {
    const post = `select post_journals(array[('test', 's1', 'once', 'a', '1100', 'sandbox', 'NGN', 7), ('test', 's1', 'once', 'b', '4100', '-', 'NGN', -7)]::leg[])`;
    await Promise.all(Array.from({ length: 10 }, () => shop.pool.query(post)));
    const { rows } = await shop.pool.query(
      "select count(*)::int as journals from journal where source_type = 'test'",
    );
    expect(rows).toEqual([{ journals: 1 }]);
  });

  it('refuse to promise back more than a credit brought', async () => {
    await expect(
      shop.pool.query('update inward_credit set refunded_minor = amount_minor + 1'),
    ).rejects.toMatchObject({ constraint: 'refunded_of_received' });
  });

  it('refuse a status that no step leads to', async () => {
    for (const [sql, constraint] of [
      ["select status_after('REFUNDED', 'CANCELLED')", 'checkout_transition'],
      ["select refund_status_after('UNKNOWN', 'SENT')", 'refund_transition'],
    ] as const)
      await expect(shop.pool.query(sql)).rejects.toMatchObject({ constraint });
  });

  /** What a mistake in the code would write: journals that balance, and are wrong. */
  const planted: readonly (readonly [string, string, string])[] = [
    [
      'an excess that is held and never goes back',
      'every suspense account holds what its checkout or credit says',
      "('credit', c.checkout_id, 'planted', 'a', '2100', c.merchant_id, 'NGN', 5), ('credit', c.checkout_id, 'planted', 'b', '2220', c.checkout_id, 'NGN', -5)",
    ],
    [
      'money owed back twice',
      'every refund is owed, on its way or sent as its status says',
      "('refund', r.refund_id, 'planted', 'a', '2100', r.merchant_id, 'NGN', 5), ('refund', r.refund_id, 'planted', 'b', '2300', r.refund_id, 'NGN', -5)",
    ],
    [
      'a refund that is sent twice',
      'every refund is owed, on its way or sent as its status says',
      "('refund', r.refund_id, 'planted', 'a', '2310', r.refund_id, 'NGN', 5), ('refund', r.refund_id, 'planted', 'b', '1110', r.provider, 'NGN', -5)",
    ],
  ];

  it.each(planted)('show %s', async (_, claim, legs) => {
    const order = await shop.order();
    await shop.payAndPost(order, 1_200_000n);
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `select post_journals(array[${legs}]::leg[])
           from checkout c join refund r on r.checkout_id = c.checkout_id where c.checkout_id = $1`,
        [order.checkout.checkoutId],
      );
      const { rows } = await client.query('select claim from books_proof where faults > 0');
      expect(rows).toContainEqual({ claim });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('show a merchant that was credited twice', async () => {
    const order = await shop.order();
    await shop.payAndPost(order, 1_000_000n);
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `select post_journals(array[('credit', $1, 'again', 'pool', '1100', 'sandbox', 'NGN', 5),
                                    ('credit', $1, 'again', 'merchant', '2100', $2, 'NGN', -5)]::leg[])`,
        [order.checkout.checkoutId, shop.merchantId],
      );
      await expect(assertBooks(client)).rejects.toThrow(
        'a merchant has what its checkouts settled',
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
