-- Sums over what was booked for merchants, and over their orders. Amounts are those of balance transactions, which are the changes of a
-- merchant's accounts in the ledger, so the sums of every split add up to the change of the accounts.

-- Returns how each split tells money, orders and exceptions apart: the expression of the key, and the further tables that it needs. k is
-- the credit of a balance transaction; payouts and adjustments have none.
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

-- Returns the hours of a period whose sums are stored. kept_from = kept_to: there are none. Sums by status are never stored, because a
-- status changes later, in some cases only because time passes.
create function kept_hours(p_since timestamptz, p_before timestamptz, p_by text, out kept_from timestamptz, out kept_to timestamptz)
language sql stable as $$
  select case when k.is_any then k.first else p_since end, case when k.is_any then k.last else p_since end
    from (values (true)) one
    left join kept_sum_state s on true
    cross join lateral (
      select greatest(s.since, date_trunc('hour', p_since + interval '1 hour' - interval '1 microsecond')) as first,
             least(s.kept_until, date_trunc('hour', p_before)) as last) h
    cross join lateral (
      select h.first, h.last, p_by <> 'status' and s.since is not null and h.first < h.last as is_any) k
$$;

-- Returns the sums of a period for one merchant, or for all (null), by day, hour, channel, provider or status. A row has an empty key when
-- the split does not apply to it: payouts and unpaid orders have no channel. The row with is_total is the sum of all.
create function sums_of(p_merchant_id text, p_since timestamptz, p_before timestamptz, p_by text, p_currency text)
returns table (key text, is_total boolean, payments bigint, gross_minor bigint, fee_minor bigint, refunds bigint, refund_minor bigint,
               dispute_minor bigint, adjustment_minor bigint, net_minor bigint, settled_minor bigint, change_minor bigint, exceptions bigint,
               initiated bigint, paid bigint, median_seconds double precision)
language plpgsql stable as $$
declare
  split constant record := split_of(p_by);
  kept constant record := kept_hours(p_since, p_before, p_by);
begin
  return query execute format($q$
    with merchants as materialized (select m.merchant_id from merchant m where $1 is null or m.merchant_id = $1),
    -- The parts of the period that are not stored, for each merchant. They are one table, so that each part is looked up by its merchant
    -- and its times. When they were joined one after the other, everything that was ever booked for a merchant was read, and its times were
    -- compared only afterwards.
    places as materialized (
      select m.merchant_id, v.since, v.before from merchants m cross join (values ($2, $5), ($6, $3)) v (since, before) where v.since < v.before
    ), kept as (
      select coalesce(%6$s, '') as kept_key, k.* from kept_sum k
       where k.merchant_id = coalesce($1, '') and k.currency = $4 and k.split = %7$L and k.hour >= $5 and k.hour < $6
    ), money as (
      select coalesce(%1$s, '') as key, b.type, b.gross_minor as gross, b.net_minor as net
        from places p
        join balance_transaction b on b.merchant_id = p.merchant_id and b.created_at >= p.since and b.created_at < p.before and b.currency = $4
        %2$s
    ), orders as (
      select coalesce(%3$s, '') as key, c.accepted_minor > 0 as is_paid,
             case when c.accepted_minor > 0 then wait_step(extract(epoch from f.paid_at - c.created_at)::double precision) end as wait
        from places p
        -- "is true" keeps the planner from the index of references, which also has all orders of a merchant and must not be read for this
        join checkout c on hashtextextended(c.merchant_id, 0) = hashtextextended(p.merchant_id, 0) and (c.merchant_id = p.merchant_id) is true
         and c.created_at >= p.since and c.created_at < p.before and c.currency = $4
        left join lateral (
          select max(k.received_at) filter (where k.applied_minor > 0) as paid_at, min(k.channel) as channel, min(k.provider) as provider
            from inward_credit k where k.checkout_id = c.checkout_id) f on c.paid_minor > 0
    ), noted as (
      select coalesce(%4$s, '') as key
        from merchants m
        join noted_credit n on n.merchant_id = m.merchant_id and n.received_at >= $2 and n.received_at < $3
        join inward_credit k on k.credit_id = n.credit_id and k.outcome <> 'EXACT' and k.currency = $4
        %5$s
    ), waits as (
      select w.key, grouping(w.key) = 1 as is_total, w.wait, sum(w.orders) as orders
        from (select o.key, o.wait, count(*) as orders from orders o where o.wait is not null group by o.key, o.wait
              union all
              select k.kept_key, u.seconds, u.orders from kept k, unnest(k.wait_seconds, k.wait_orders) u (seconds, orders)) w
       group by grouping sets ((w.key, w.wait), (w.wait))
    ), medians as (
      select w.key, w.is_total, min(w.wait) filter (where w.so_far * 2 >= w.whole) as median
        from (select x.*, sum(x.orders) over (partition by x.is_total, x.key order by x.wait) as so_far,
                     sum(x.orders) over (partition by x.is_total, x.key) as whole from waits x) w
       group by w.key, w.is_total
    ), parts as (
      select x.key, grouping(x.key) = 1 as is_total,
             count(*) filter (where x.type = 'COLLECTION') as payments,
             coalesce(sum(x.gross) filter (where x.type = 'COLLECTION'), 0)::bigint as gross,
             coalesce(sum(x.gross - x.net), 0)::bigint as fee,
             count(*) filter (where x.type = 'REFUND' and x.gross < 0) as refunds,
             coalesce(-sum(x.gross) filter (where x.type = 'REFUND'), 0)::bigint as refund,
             coalesce(-sum(x.gross) filter (where x.type = 'CHARGEBACK'), 0)::bigint as dispute,
             coalesce(sum(x.gross) filter (where x.type = 'ADJUSTMENT'), 0)::bigint as adjustment,
             coalesce(-sum(x.gross) filter (where x.type like 'SETTLEMENT%%'), 0)::bigint as settled,
             coalesce(sum(x.net), 0)::bigint as change,
             0::bigint as exceptions, 0::bigint as initiated, 0::bigint as paid
        from money x group by grouping sets ((x.key), ())
      union all
      select k.kept_key, grouping(k.kept_key) = 1, sum(k.payments), sum(k.gross_minor), sum(k.fee_minor), sum(k.refunds), sum(k.refund_minor),
             sum(k.dispute_minor), sum(k.adjustment_minor), sum(k.settled_minor), sum(k.change_minor), 0, sum(k.initiated), sum(k.paid)
        from kept k group by grouping sets ((k.kept_key), ())
      union all
      select o.key, grouping(o.key) = 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), count(*) filter (where o.is_paid)
        from orders o group by grouping sets ((o.key), ())
      union all
      select e.key, grouping(e.key) = 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), 0, 0
        from noted e group by grouping sets ((e.key), ())
    ), whole as (
      select p.key, p.is_total, sum(p.payments) as payments, sum(p.gross) as gross, sum(p.fee) as fee, sum(p.refunds) as refunds,
             sum(p.refund) as refund, sum(p.dispute) as dispute, sum(p.adjustment) as adjustment, sum(p.settled) as settled,
             sum(p.change) as change, sum(p.exceptions) as exceptions, sum(p.initiated) as initiated, sum(p.paid) as paid
        from parts p group by p.key, p.is_total
    )
    select coalesce(w.key, ''), w.is_total, w.payments::bigint, w.gross::bigint, w.fee::bigint, w.refunds::bigint, w.refund::bigint,
           w.dispute::bigint, w.adjustment::bigint, (w.change + w.settled)::bigint, w.settled::bigint, w.change::bigint,
           w.exceptions::bigint, w.initiated::bigint, w.paid::bigint, m.median::double precision
      from whole w left join medians m on m.is_total = w.is_total and m.key is not distinct from w.key
     order by w.is_total, w.key$q$,
    split.money, split.money_joins, split.orders, split.noted, split.noted_joins,
    case p_by when 'day' then 'lagos_date(k.hour)::text' when 'hour' then 'lagos_hour(k.hour)' else 'k.key' end,
    case when p_by in ('channel', 'provider') then p_by else '' end)
    using p_merchant_id, p_since, p_before, p_currency, kept.kept_from, kept.kept_to;
end $$;
