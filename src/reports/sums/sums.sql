-- Sums over what was booked for merchants, and over their orders. Amounts are those of balance transactions, which are the changes of a
-- merchant's accounts in the ledger, so sums of any split add up to what the accounts have changed by.

-- How money, orders and exceptions are told apart by each split: the expression of the key, and the tables that it needs besides. The credit
-- of a balance transaction is k; payouts and adjustments have none.
create function split_of(p_by text, out money text, out money_joins text, out orders text, out noted text, out noted_joins text)
language plpgsql immutable as $$
declare
  of_credit constant text := $q$left join refund r on b.source_type = 'refund' and r.refund_id = b.source_id
        left join dispute d on b.source_type = 'dispute' and d.dispute_id = b.source_id
        left join inward_credit k on k.credit_id = case b.source_type when 'credit' then b.source_id else coalesce(r.credit_id, d.credit_id) end$q$;
  of_order constant text := 'left join checkout c on c.checkout_id = k.checkout_id';
begin
  select v.money, v.money_joins, v.orders, v.noted, v.noted_joins into money, money_joins, orders, noted, noted_joins
    from (values
      ('day', 'lagos_date(b.created_at)::text', '', 'lagos_date(c.created_at)::text', 'lagos_date(n.received_at)::text', ''),
      ('hour', 'lagos_hour(b.created_at)', '', 'lagos_hour(c.created_at)', 'lagos_hour(n.received_at)', ''),
      ('channel', 'k.channel', of_credit, 'f.channel', 'k.channel', ''),
      ('provider', 'k.provider', of_credit, 'f.provider', 'k.provider', ''),
      ('status', 'status_by_clock(c)', of_credit || ' ' || of_order, 'status_by_clock(c)', 'status_by_clock(c)', of_order))
      v (by, money, money_joins, orders, noted, noted_joins)
   where v.by = p_by;
end $$;

-- Sums of a period, of one merchant or of all (null), by day, hour, channel, provider or status. A key is empty where there is nothing to
-- tell it by: payouts have no channel, unpaid orders neither. The row with is_total has the sum of all.
create function sums_of(p_merchant_id text, p_since timestamptz, p_before timestamptz, p_by text, p_currency text)
returns table (key text, is_total boolean, payments bigint, gross_minor bigint, fee_minor bigint, refunds bigint, refund_minor bigint,
               dispute_minor bigint, adjustment_minor bigint, net_minor bigint, settled_minor bigint, change_minor bigint, exceptions bigint,
               initiated bigint, paid bigint, median_seconds double precision)
language plpgsql stable as $$
declare
  split constant record := split_of(p_by);
begin
  return query execute format($q$
    with merchants as materialized (select m.merchant_id from merchant m where $1 is null or m.merchant_id = $1),
    money as (
      select coalesce(%1$s, '') as key, b.type, b.gross_minor as gross, b.net_minor as net
        from merchants m
        join balance_transaction b on b.merchant_id = m.merchant_id and b.created_at >= $2 and b.created_at < $3 and b.currency = $4
        %2$s
    ), orders as (
      select coalesce(%3$s, '') as key, c.accepted_minor > 0 as is_paid,
             case when c.accepted_minor > 0 then extract(epoch from f.paid_at - c.created_at) end as seconds
        from merchants m
        join checkout c on hashtextextended(c.merchant_id, 0) = hashtextextended(m.merchant_id, 0) and c.merchant_id = m.merchant_id
         and c.created_at >= $2 and c.created_at < $3 and c.currency = $4
        left join lateral (
          select max(k.received_at) filter (where k.applied_minor > 0) as paid_at, min(k.channel) as channel, min(k.provider) as provider
            from inward_credit k where k.checkout_id = c.checkout_id) f on c.paid_minor > 0
    ), noted as (
      select coalesce(%4$s, '') as key
        from merchants m
        join noted_credit n on n.merchant_id = m.merchant_id and n.received_at >= $2 and n.received_at < $3
        join inward_credit k on k.credit_id = n.credit_id and k.outcome <> 'EXACT' and k.currency = $4
        %5$s
    ), parts as (
      select x.key, grouping(x.key) = 1 as is_total,
             count(*) filter (where x.type = 'COLLECTION') as payments,
             coalesce(sum(x.gross) filter (where x.type = 'COLLECTION'), 0)::bigint as gross,
             coalesce(sum(x.gross - x.net), 0)::bigint as fee,
             count(*) filter (where x.type = 'REFUND' and x.gross < 0) as refunds,
             coalesce(-sum(x.gross) filter (where x.type = 'REFUND'), 0)::bigint as refund,
             coalesce(-sum(x.gross) filter (where x.type = 'CHARGEBACK'), 0)::bigint as dispute,
             coalesce(sum(x.gross) filter (where x.type = 'ADJUSTMENT'), 0)::bigint as adjustment,
             (coalesce(sum(x.net), 0) - coalesce(sum(x.gross) filter (where x.type like 'SETTLEMENT%%'), 0))::bigint as net,
             coalesce(-sum(x.gross) filter (where x.type like 'SETTLEMENT%%'), 0)::bigint as settled,
             coalesce(sum(x.net), 0)::bigint as change,
             0::bigint as exceptions, 0::bigint as initiated, 0::bigint as paid, null::double precision as median
        from money x group by grouping sets ((x.key), ())
      union all
      select o.key, grouping(o.key) = 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), count(*) filter (where o.is_paid),
             percentile_cont(0.5) within group (order by o.seconds)
        from orders o group by grouping sets ((o.key), ())
      union all
      select e.key, grouping(e.key) = 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), 0, 0, null
        from noted e group by grouping sets ((e.key), ())
    )
    select coalesce(p.key, ''), p.is_total, sum(p.payments)::bigint, sum(p.gross)::bigint, sum(p.fee)::bigint, sum(p.refunds)::bigint,
           sum(p.refund)::bigint, sum(p.dispute)::bigint, sum(p.adjustment)::bigint, sum(p.net)::bigint, sum(p.settled)::bigint,
           sum(p.change)::bigint, sum(p.exceptions)::bigint, sum(p.initiated)::bigint, sum(p.paid)::bigint, max(p.median)
      from parts p group by p.key, p.is_total order by p.is_total, p.key$q$,
    split.money, split.money_joins, split.orders, split.noted, split.noted_joins)
    using p_merchant_id, p_since, p_before, p_currency;
end $$;
