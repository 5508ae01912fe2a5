import type pg from 'pg';

/**
 * Payers as they are: a few names that many have, many that few have, some with marks and apostrophes. The name of a number is
 * always the same. Each e-mail address and phone number has a thousandth of the orders.
 */
const firstNames =
  'Ada,Chinedu,Amaka,Tunde,Ngozi,Emeka,Ibrahim,Fatima,Musa,Aisha,Yusuf,Zainab,Blessing,Grace,Precious,Samuel,Daniel,Ọlájídé,Folákẹ́,Babatunde,Ifeoma,Obinna,Uche,Kẹ́hìndé,Táíwò,Sade,Segun,Femi,Bọ́lá,Chioma,Nneka,Ikenna,Ɓala,Ƙasim,Hauwa,Halima,Abubakar,Sani,Danjuma,Efe'.split(
    ',',
  );
const beginnings = 'O,Ade,Olu,Oluwa,Chi,Nwa,Oke,Ogun,Ife,Ayo,Eze,Bala'.split(',');
const endings =
  "bi,wale,tunji,segun,funke,bode,niyi,kunle,dayo,sola,nna,ma,kwu,chukwu,nkwo,olie,biora,mobi,nedu,rah,'adua,bello,garba,lawal,usman".split(
    ',',
  );

function namesOf(n: string): string {
  return `(array[${quoted(firstNames)}])[1 + floor(${firstNames.length} * power(${n}::bigint * 7919 % 10007 / 10007.0, 2))] as first_name,
    (array[${quoted(beginnings)}])[1 + ${n} * 31 % 97 * ${beginnings.length} / 97]
      || (array[${quoted(endings)}])[1 + floor(${endings.length} * power(${n}::bigint * 6101 % 9973 / 9973.0, 2))] as last_name`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name.replaceAll("'", "''")}'`).join(',');
}

const customer = `(select jsonb_build_object('email', 'ada' || s.n % 1000 || '@example.ng', 'phoneNumber',
  '+234803' || lpad((s.n % 1000)::text, 7, '0'), 'firstName', s.first_name, 'lastName', s.last_name) as customer)`;

export interface SeededOrders {
  readonly merchantId: string;
  /** Of its account numbers, three digits. */
  readonly prefix: string;
  /** Makes ids and references unique. */
  readonly mark: string;
  readonly count: number;
}

/**
 * Writes a merchant's history in bulk, within the caller's transaction: paid orders a minute apart, the newest a minute old, with the
 * legs of their journals posted as the engine posts them. In each hundred, one was paid by card, one was sent back in part, one was
 * paid twice the amount due, and one came too late; beside each tenth there is one that nobody tried to pay. A temporary table
 * `seeded` has what was written until the transaction ends. `from` and `to` choose orders of the history, counted from 1: a
 * long one is written in parts.
 */
export async function seedOrders(
  client: pg.ClientBase,
  { merchantId, prefix, mark, count }: SeededOrders,
  { from = 1, to = count }: { readonly from?: number; readonly to?: number } = {},
): Promise<void> {
  // The programs look rows up by key; here all rows of two tables are joined.
  await client.query('set local enable_hashjoin = on; set local plan_cache_mode = auto');
  await client.query(make, [merchantId, count, prefix, mark, from, to]);
  await client.query('analyze seeded');
  for (const step of steps) await client.query(step);
}

/** $1: merchant, $2: number of orders, $3: prefix, $4: mark, $5 and $6: the first and the last order. */
const make = `create temporary table seeded on commit drop as
     select n, $4 || '-' || lpad(n::text, 7, '0') as payment_reference, new_id('chk_') as checkout_id,
            case when n % 10 = 1 then new_id('chk_') end as abandoned_id, new_id('txn_') as credit_id,
            new_id('va_') as virtual_account_id, $3 || lpad((n % 10000000)::text, 7, '0') as account_number,
            date_trunc('minute', now()) - make_interval(mins => $2::integer - n + 1) as at,
            1000000 + (n % 500) * 100 as amount_minor,
            case when n % 100 = 7 then 'Card' else 'Bank' end as channel,
            case when n % 100 = 33 then 'LATE' when n % 100 = 66 then 'OVERPAID' else 'EXACT' end as outcome,
            n % 100 = 50 as is_refunded, $1::text as merchant_id, ${namesOf('n')}
       from generate_series($5::integer, $6::integer) n`;

const steps: readonly string[] = [
  `insert into checkout (checkout_id, merchant_id, payment_reference, request_hash, status, status_reason, exception, exceptions,
                         amount_minor, expected_minor, fee_minor, vat_minor, fee_bearer, paid_minor, applied_minor,
                         accepted_minor, refunded_minor, channels, customer, created_at, updated_at, expires_at)
     select s.checkout_id, s.merchant_id, s.payment_reference, '\\x00'::bytea,
            case when s.outcome = 'LATE' then 'EXPIRED' when s.is_refunded then 'PARTIALLY_REFUNDED' else 'SUCCESSFUL' end,
            case s.outcome when 'LATE' then 'UNPAID' end, nullif(s.outcome, 'EXACT'),
            case s.outcome when 'EXACT' then '{}' else array[s.outcome] end::text[],
            s.amount_minor, s.amount_minor, 10000, 750, 'MERCHANT', s.amount_minor,
            case s.outcome when 'LATE' then 0 else s.amount_minor end, case s.outcome when 'LATE' then 0 else s.amount_minor end,
            case when s.is_refunded then 1000 else 0 end, '{Bank,Card}'::text[], u.customer, s.at - interval '5 minutes', s.at, s.at + interval '1 day'
       from seeded s cross join lateral ${customer} u
     union all
     select s.abandoned_id, s.merchant_id, s.payment_reference || '-left', '\\x00'::bytea, 'EXPIRED', 'ABANDONED', null, '{}',
            s.amount_minor, s.amount_minor, 10000, 750, 'MERCHANT', 0, 0, 0, 0, '{Bank,Card}', u.customer,
            s.at - interval '4 minutes', s.at, s.at + interval '1 day'
       from seeded s cross join lateral ${customer} u where s.abandoned_id is not null`,
  // The trigger makes the marks, except the mark of a card.
  `update checkout c set status = c.status
     from (select checkout_id from seeded union all select abandoned_id from seeded where abandoned_id is not null) s
    where c.checkout_id = s.checkout_id and (c.status <> 'SUCCESSFUL' or c.exceptions <> '{}')`,
  `insert into checkout_mark (merchant_id, mark, created_at, checkout_id)
     select c.merchant_id, 'channel Card', c.created_at, c.checkout_id
       from seeded s join checkout c on c.checkout_id = s.checkout_id where s.channel = 'Card'`,
  `insert into virtual_account (virtual_account_id, account_number, generation, prefix, checkout_id, merchant_id, account_name,
                                amount_minor, validity_minutes, status, created_at, expires_at)
     select virtual_account_id, account_number, 1 + (select coalesce(max(v.generation), 0) from virtual_account v), left(account_number, 3), checkout_id, merchant_id, 'SHOP-ADA OBI', amount_minor, 30, 'USED', at, at + interval '30 minutes'
       from seeded where channel = 'Bank'`,
  `insert into inward_credit (credit_id, provider, session_id, account_number, virtual_account_id, checkout_id, merchant_id,
                              amount_minor, source, narration, sent_at, received_at, outcome, applied_minor, excess_minor,
                              fee_minor, vat_minor, applied_at, channel)
     select credit_id, case channel when 'Card' then 'simulator-acquirer' else 'simulator' end, credit_id,
            case channel when 'Bank' then account_number end, case channel when 'Bank' then virtual_account_id end, checkout_id,
            merchant_id, amount_minor,
            jsonb_build_object('accountNumber', '01' || lpad((n * 7877 % 100000000)::text, 8, '0'), 'accountName',
              upper(last_name || ' ' || first_name), 'bankCode', '999998', 'bankName', 'Simulator Bank'), 'Order',
            at, at, outcome, case outcome when 'LATE' then 0 else amount_minor end,
            case outcome when 'LATE' then amount_minor else 0 end, case outcome when 'LATE' then 0 else 10000 end,
            case outcome when 'LATE' then 0 else 750 end, at, channel from seeded`,
  `insert into noted_credit (merchant_id, received_at, credit_id, outcome)
     select merchant_id, at, credit_id, outcome from seeded where outcome <> 'EXACT' or is_refunded`,
  `insert into refund (refund_id, merchant_id, checkout_id, credit_id, refund_reference, origin, reason, note, amount_minor,
                       duty_bearer, channel, provider, destination, status, created_at, updated_at, completed_at)
     select new_id('rfd_'), merchant_id, checkout_id, credit_id, 'R-' || payment_reference, 'MERCHANT', 'MERCHANT_REQUEST',
            'Out of stock', 1000, 'PLATFORM', 'Bank', 'simulator', '{"accountNumber":"0123457503"}', 'SUCCESSFUL', at, at, at
       from seeded where is_refunded`,
  `update inward_credit k set refunded_minor = 1000 from seeded s where s.credit_id = k.credit_id and s.is_refunded`,
  `select post_journals(array_agg(x.leg order by s.n))
     from seeded s
     cross join lateral unnest(case s.outcome when 'LATE' then array[
         ('credit', s.credit_id, 'collection', 'pool', '1100', 'simulator', 'NGN', s.amount_minor)::leg,
         ('credit', s.credit_id, 'collection', 'credit-held', '2230', s.credit_id, 'NGN', -s.amount_minor)::leg]
       else array[
         ('credit', s.credit_id, 'collection', 'pool', case s.channel when 'Card' then '1200' else '1100' end, case s.channel when 'Card' then 'simulator-acquirer' else 'simulator' end, 'NGN', s.amount_minor)::leg,
         ('credit', s.credit_id, 'collection', 'merchant', '2100', s.merchant_id, 'NGN', -s.amount_minor)::leg,
         ('credit', s.credit_id, 'collection', 'fee-charged', '2100', s.merchant_id, 'NGN', 10750)::leg,
         ('credit', s.credit_id, 'collection', 'fee-income', case s.channel when 'Card' then '4110' else '4100' end, '-', 'NGN', -10000)::leg,
         ('credit', s.credit_id, 'collection', 'vat', '2400', '-', 'NGN', -750)::leg] end) as l(source_type, source_id, purpose, name, code, owner, currency, amount_minor)
     cross join lateral (select (l.source_type, l.source_id, l.purpose, l.name, l.code, l.owner, l.currency, l.amount_minor)::leg as leg) x
    group by s.n / 2000`,
  `select post_journals(array_agg(x.leg))
     from (select r.refund_id, r.merchant_id from refund r join seeded s on s.credit_id = r.credit_id where s.is_refunded) r
     cross join lateral unnest(array[
         ('refund', r.refund_id, 'request', 'merchant-pending', '2100', r.merchant_id, 'NGN', 1000)::leg,
         ('refund', r.refund_id, 'request', 'owed', '2300', r.refund_id, 'NGN', -1000)::leg,
         ('refund', r.refund_id, 'confirmed#1', 'in-transit', '2300', r.refund_id, 'NGN', 1000)::leg,
         ('refund', r.refund_id, 'confirmed#1', 'paid-out', '1110', 'simulator', 'NGN', -1000)::leg]) as l(source_type, source_id, purpose, name, code, owner, currency, amount_minor)
     cross join lateral (select (l.source_type, l.source_id, l.purpose, l.name, l.code, l.owner, l.currency, l.amount_minor)::leg as leg) x`,
];
