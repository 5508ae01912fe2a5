import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { midnight, SettlementWorld } from '../../support/settlement-world.js';

let world: SettlementWorld;

beforeAll(async () => {
  world = await SettlementWorld.open();
  await world.shop.pool.query(
    `insert into fee_plan (fee_plan_id, currency, rate_bps, cap_minor, vat_bps) values ('dollars', 'USD', 200, 100000, 750)`,
  );
});
afterAll(async () => {
  await world.shop.assertBooks();
  await world[Symbol.asyncDispose]();
});

/** An order in dollars, paid in dollars on that day at noon; its fee is 2 % and VAT. Answers the credit's id. */
async function collectDollars(merchantId: string, amountMinor: bigint, day: string) {
  const { shop } = world;
  const offer = { feePlanId: 'dollars', expectedMinor: amountMinor, feeMinor: 0n, vatMinor: 0n };
  const order = shop.newCheckout({ amountMinor, overrides: { merchantId } });
  const { checkout } = await shop.checkouts.initiate({
    ...order,
    currency: 'USD' as 'NGN',
    offers: { Bank: { ...offer, feeMinor: amountMinor / 50n, vatMinor: amountMinor / 667n } },
  });
  const { accountNumber } = await shop.issue(checkout);
  const { creditId } = await shop.pay(accountNumber, amountMinor, { currency: 'USD' as 'NGN' });
  await shop.pool.query('update inward_credit set received_at = $2 where credit_id = $1', [
    creditId,
    `${day}T12:00:00+01:00`,
  ]);
  await shop.steps.applyCredit({ creditId });
  return creditId;
}

/** A merchant with ₦10,000 and $500 of one day, and what is left of each after the fees. */
async function merchantWithBoth(day = '2026-11-20') {
  const merchantId = await world.merchant();
  const naira = await world.collect(merchantId, 1_000_000n, day);
  const dollars = await collectDollars(merchantId, 50_000n, day);
  return { merchantId, naira, dollars };
}
const netNaira = 989_250n;
const netDollars = 50_000n - 1_000n - 74n;

/** What the merchant has, by account and currency; credits positive, without those that are empty. */
async function moneyOf(merchantId: string): Promise<Record<string, bigint>> {
  const { rows } = await world.shop.pool.query<{ account: string; minor: bigint }>(
    `select code || ' ' || currency as account, -balance_minor as minor from ledger_account
      where owner = $1 and balance_minor <> 0 order by 1`,
    [merchantId],
  );
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]));
}

async function faults() {
  const sql =
    'select claim from (table books_proof union all table books_proof_whole) p where faults <> 0';
  return (await world.shop.pool.query(sql)).rows;
}

/** Settles what the merchant has in dollars, as a run of that day would. */
async function settleDollars(merchantId: string, day: string) {
  const { rows } = await world.shop.pool.query<{ outcome: string; settlement_id: string | null }>(
    `select outcome, settlement_id from settle_merchant($1, 'DAILY', $2, p_currency => 'USD')`,
    [merchantId, midnight(day)],
  );
  return rows[0];
}

async function dollarAccount(merchantId: string) {
  await world.shop.pool.query(
    `insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, account_name, provider,
                                     currency, is_default, status, usable_from)
       values ('sta_usd' || $1::text, $1, '0999999999', '000014', 'SHOP LIMITED', 'sandbox', 'USD', true, 'ACTIVE', 'epoch')`,
    [merchantId],
  );
}

describe('a merchant that is paid in naira and in dollars', () => {
  it('has each on an account of its own, and the books prove both', async () => {
    const { merchantId } = await merchantWithBoth();
    expect(await moneyOf(merchantId)).toEqual({ '2100 NGN': netNaira, '2100 USD': netDollars });
    expect(await faults()).toEqual([]);
    const { rows } = await world.shop.pool.query(
      `select currency, total_minor from unnest('{NGN,USD}'::text[]) c (name) cross join lateral wallet_balance($1, c.name)`,
      [merchantId],
    );
    expect(rows).toEqual([
      { currency: 'NGN', total_minor: netNaira },
      { currency: 'USD', total_minor: netDollars },
    ]);
  });

  it('is settled in one while the other stays as it is', async () => {
    const { merchantId } = await merchantWithBoth();
    await world.settle(merchantId, '2026-11-23');
    const naira = await moneyOf(merchantId);
    expect(naira).toMatchObject({ '2100 USD': netDollars });
    expect(naira['2100 NGN']).toBeUndefined();

    expect(await settleDollars(merchantId, '2026-11-23')).toMatchObject({
      outcome: 'WITHOUT_ACCOUNT',
    });
    await dollarAccount(merchantId);
    expect(await settleDollars(merchantId, '2026-11-23')).toMatchObject({ outcome: 'SETTLED' });
    const { '2100 USD': _, ...others } = naira;
    expect(await moneyOf(merchantId)).toEqual({ ...others, '2320 USD': netDollars });
    const { rows } = await world.shop.pool.query(
      `select s.currency, s.number, s.gross_minor, p.currency as paid_in, a.currency as paid_to
         from settlement s join payout p using (settlement_id) join settlement_account a using (settlement_account_id)
        where s.merchant_id = $1 order by s.currency`,
      [merchantId],
    );
    expect(rows).toEqual([
      { currency: 'NGN', number: 1, gross_minor: 1_000_000n, paid_in: 'NGN', paid_to: 'NGN' },
      { currency: 'USD', number: 1, gross_minor: 50_000n, paid_in: 'USD', paid_to: 'USD' },
    ]);
    for (const { settlement_id: id } of await world.settlementsOf(merchantId)) await world.pay(id);
    expect(await faults()).toEqual([]);
  });

  it('gives dollars back from its dollars, and only while those reach', async () => {
    const { merchantId, dollars } = await merchantWithBoth();
    const [poor, rich] = await Promise.all(
      [60_000n, 20_000n].map((amountMinor) =>
        world.shop.requestRefund(dollars, { merchantId, amountMinor }),
      ),
    );
    expect([poor?.outcome, rich?.outcome]).toEqual(['AMOUNT_EXCEEDS_REFUNDABLE', 'REQUESTED']);
    const money = { '2100 NGN': netNaira, '2100 USD': netDollars - 20_000n };
    expect(await moneyOf(merchantId)).toEqual(money);
    // the fee is not given back, so that the rest of the order is more than what is left of it
    const rest = await world.shop.requestRefund(dollars, { merchantId });
    expect(rest.outcome).toBe('INSUFFICIENT_AVAILABLE_BALANCE');
    const sent = await world.shop.balanceOf('1110:sandbox:USD');
    const [refund] = await world.shop.refundsOf(dollars);
    await world.shop.sendRefund(refund?.refundId ?? '');
    expect(await moneyOf(merchantId)).toEqual(money);
    expect((await world.shop.balanceOf('1110:sandbox:USD')) - sent).toBe(-20_000n);
    expect(await faults()).toEqual([]);
  });

  it('loses dollars to a recall of dollars, and owes in dollars what is not there', async () => {
    const { merchantId, dollars } = await merchantWithBoth();
    await world.shop.pool.query(
      `select recall_credit(k.provider, 'r-' || k.credit_id, k.credit_id, k.amount_minor) from inward_credit k where k.credit_id = $1`,
      [dollars],
    );
    expect(await moneyOf(merchantId)).toEqual({
      '1300 USD': netDollars - 50_000n,
      '2100 NGN': netNaira,
    });
    expect(await faults()).toEqual([]);
  });

  it('has lines and statements of each', async () => {
    const { merchantId } = await merchantWithBoth();
    await world.shop.pool.query(
      `update balance_transaction set created_at = created_at - interval '6 seconds' where merchant_id = $1`,
      [merchantId],
    );
    const { rows } = await world.shop.pool.query(
      `select c.name, s.balance_minor, x.gross_minor, x.change_minor,
              (select sum(l.amount_minor)::bigint
                 from wallet_lines($1, 'epoch', 'infinity', null, null, null, null, 100, 0, c.name) l) as lines_minor
         from unnest('{NGN,USD}'::text[]) c (name)
        cross join lateral statement_of_period($1, 'infinity', c.name) s
        cross join lateral sum_statement($1, c.name, 'epoch', s.as_of) x`,
      [merchantId],
    );
    const naira = { gross_minor: 1_000_000n, change_minor: netNaira, lines_minor: netNaira };
    const dollars = { gross_minor: 50_000n, change_minor: netDollars, lines_minor: netDollars };
    expect(rows).toEqual([
      { name: 'NGN', balance_minor: netNaira, ...naira },
      { name: 'USD', balance_minor: netDollars, ...dollars },
    ]);
  });

  it('cannot pay for naira with dollars', async () => {
    const { naira } = await merchantWithBoth();
    const client = await world.shop.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `update inward_credit set currency = 'USD', outcome = null where credit_id = $1`,
        [naira],
      );
      await expect(client.query('select judge_credit($1, false)', [naira])).rejects.toMatchObject({
        constraint: 'credit_in_currency_of_checkout',
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a journal of two currencies', () => {
  const post = (legs: string) =>
    world.shop.pool.query(`select post_journals(array[${legs}]::leg[])`);
  const leg = (
    id: string,
    name: string,
    code: string,
    owner: string,
    currency: string,
    minor: number,
  ) =>
    `('adjustment', '${id}', 'exchanged', '${name}', '${code}', '${owner}', '${currency}', ${minor})`;

  it('is refused unless it balances in each', async () => {
    const legs = [
      leg('fx-1', 'gave', '1100', 'sandbox', 'USD', -100),
      leg('fx-1', 'got', '1100', 'sandbox', 'NGN', 100),
    ];
    await expect(post(legs.join(', '))).rejects.toMatchObject({ constraint: 'journal_balanced' });
  });

  it('is a balance transaction of the merchant in each', async () => {
    const merchantId = await world.merchant();
    await post(
      [
        leg('fx-2', 'dollars-in', '1100', 'sandbox', 'USD', 100),
        leg('fx-2', 'dollars-of', '2100', merchantId, 'USD', -100),
        leg('fx-2', 'naira-out', '1100', 'sandbox', 'NGN', -150_000),
        leg('fx-2', 'naira-of', '2100', merchantId, 'NGN', 150_000),
      ].join(', '),
    );
    const { rows } = await world.shop.pool.query(
      'select currency, net_minor from balance_transaction where merchant_id = $1 order by currency',
      [merchantId],
    );
    expect(rows).toEqual([
      { currency: 'NGN', net_minor: -150_000n },
      { currency: 'USD', net_minor: 100n },
    ]);
    expect(await faults()).toEqual([]);
  });
});
