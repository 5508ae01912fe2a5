/**
 * Merchants with money that is due, in bulk: each sale is a credit and a journal, posted as the engine posts them.
 * Orders and numbers are left out. Each merchant is on T1, with an account of its own at the simulator's bank.
 *
 * $1: the number of merchants, $2: text that makes ids unique, $3: fee plan.
 */
export const seedMerchants: readonly string[] = [
  `with made as (
     insert into merchant (merchant_id, name, trade_name, settlement_schedule, minimum_payout_minor)
       select 'mch_' || $2 || lpad(n::text, 6, '0'), 'Shop ' || n, 'SHOP', 'T1', 0 from generate_series(1, $1::integer) n
     returning merchant_id)
   insert into merchant_channel (merchant_id, channel, fee_plan_id, place) select merchant_id, 'Bank', $3, 1 from made`,
  `insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, account_name, provider,
                                   is_default, status, usable_from)
     select 'sta_' || $2 || lpad(n::text, 6, '0'), 'mch_' || $2 || lpad(n::text, 6, '0'), (6000000000 + n)::text, '999998',
            'SHOP', 'simulator', true, 'ACTIVE', now() - interval '1 day'
       from generate_series(1, $1::integer) n where length($3) > 0`,
];

/** One entry for each merchant from $2 to $3; $1: text that makes ids unique, $4: number of the entry, $5: when it came. */
export const seedEntries: readonly string[] = [
  `insert into inward_credit (credit_id, provider, session_id, merchant_id, amount_minor, received_at, outcome, applied_minor,
                              fee_minor, vat_minor, applied_at, channel, checkout_id, account_number, resolution)
     select c.id, 'simulator', c.id, 'mch_' || $1 || lpad(n::text, 6, '0'), 1000000 + n, $5::timestamptz, 'LATE', 0,
            10000, 750, $5::timestamptz, 'Bank', null, '9990000000', 'ACCEPTED'
       from generate_series($2::integer, $3::integer) n
      cross join lateral (select 'txn_' || $1 || lpad(n::text, 6, '0') || '-' || $4::text as id) c`,
  `select post_journals(array_agg(x.leg))
     from generate_series($2::integer, $3::integer) n
    cross join lateral (select 'txn_' || $1 || lpad(n::text, 6, '0') || '-' || $4::text as id,
                               'mch_' || $1 || lpad(n::text, 6, '0') as merchant_id) c
    cross join lateral unnest(array[
      ('credit', c.id, 'collection', 'pool', '1100', 'simulator', 'NGN', 1000000 + n)::leg,
      ('credit', c.id, 'collection', 'merchant', '2100', c.merchant_id, 'NGN', -(1000000 + n))::leg,
      ('credit', c.id, 'collection', 'fee-charged', '2100', c.merchant_id, 'NGN', 10750)::leg,
      ('credit', c.id, 'collection', 'fee-income', '4100', '-', 'NGN', -10000)::leg,
      ('credit', c.id, 'collection', 'vat', '2400', '-', 'NGN', -750)::leg]) as l(source_type, source_id, purpose, name, code, owner, currency, amount_minor)
    cross join lateral (select (l.source_type, l.source_id, l.purpose, l.name, l.code, l.owner, l.currency, l.amount_minor)::leg as leg) x
    where $5::text is not null`,
];
