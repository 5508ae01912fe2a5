-- Sums of hours that are over (kept_sum). The worker makes them some minutes after the hour, and makes them again when orders of the hour
-- have changed since. What was booked never changes, so the amounts of a stored hour are final. The numbers of paid orders follow within
-- two minutes.

-- Rounds up how long an order took to be paid: to a second up to two minutes, to half a minute up to two hours, and then to ten minutes.
-- The time is rounded up, so that it stays true that half of the orders took no longer than the median.
create function wait_step(p_seconds double precision) returns integer language sql immutable as $$
  select case when p_seconds <= 120 then ceil(p_seconds)
              when p_seconds <= 7200 then ceil(p_seconds / 30) * 30
              else ceil(p_seconds / 600) * 600 end::integer
$$;

-- Stores the sums of these hours of these merchants, from what was booked and from the orders that were begun in the hours: for each hour
-- as a whole, by channel and by provider, split in the same way as in sums_of. Orders are looked up by their times alone, as in sums_of
-- ("is true").
create function keep_hours(p_merchants text[], p_hours timestamptz[]) returns void language sql as $$
  delete from kept_sum k using unnest(p_merchants, p_hours) p (merchant_id, hour) where k.merchant_id = p.merchant_id and k.hour = p.hour;
  with wanted as materialized (select * from unnest(p_merchants, p_hours) p (merchant_id, hour)),
  money as (
    select p.merchant_id, b.currency, p.hour, x.split, x.key,
           count(*) filter (where b.type = 'COLLECTION') as payments,
           sum(b.gross_minor) filter (where b.type = 'COLLECTION') as gross,
           sum(b.gross_minor - b.net_minor) as fee,
           count(*) filter (where b.type = 'REFUND' and b.gross_minor < 0) as refunds,
           -sum(b.gross_minor) filter (where b.type = 'REFUND') as refund,
           -sum(b.gross_minor) filter (where b.type = 'CHARGEBACK') as dispute,
           sum(b.gross_minor) filter (where b.type = 'ADJUSTMENT') as adjustment,
           -sum(b.gross_minor) filter (where b.type like 'SETTLEMENT%') as settled,
           sum(b.net_minor) as change
      from wanted p
      join balance_transaction b on b.merchant_id = p.merchant_id and b.created_at >= p.hour and b.created_at < p.hour + interval '1 hour'
      left join refund r on b.source_type = 'refund' and r.refund_id = b.source_id
      left join dispute d on b.source_type = 'dispute' and d.dispute_id = b.source_id
      left join inward_credit k on k.credit_id = case b.source_type when 'credit' then b.source_id else coalesce(r.credit_id, d.credit_id) end
     cross join lateral (values ('', ''), ('channel', coalesce(k.channel, '')), ('provider', coalesce(k.provider, ''))) x (split, key)
     group by p.merchant_id, b.currency, p.hour, x.split, x.key
  ), begun as (
    select p.merchant_id, c.currency, p.hour, x.split, x.key, c.accepted_minor > 0 as is_paid,
           case when c.accepted_minor > 0 then wait_step(extract(epoch from f.paid_at - c.created_at)::double precision) end as wait
      from wanted p
      join checkout c on hashtextextended(c.merchant_id, 0) = hashtextextended(p.merchant_id, 0) and (c.merchant_id = p.merchant_id) is true
       and c.created_at >= p.hour and c.created_at < p.hour + interval '1 hour'
      left join lateral (
        select max(k.received_at) filter (where k.applied_minor > 0) as paid_at, min(k.channel) as channel, min(k.provider) as provider
          from inward_credit k where k.checkout_id = c.checkout_id
      ) f on c.paid_minor > 0
     cross join lateral (values ('', ''), ('channel', coalesce(f.channel, '')), ('provider', coalesce(f.provider, ''))) x (split, key)
  ), orders as (
    select o.merchant_id, o.currency, o.hour, o.split, o.key, count(*) as initiated, count(*) filter (where o.is_paid) as paid
      from begun o group by o.merchant_id, o.currency, o.hour, o.split, o.key
  ), waits as (
    select w.merchant_id, w.currency, w.hour, w.split, w.key,
           array_agg(w.wait order by w.wait) as seconds, array_agg(w.orders order by w.wait) as orders
      from (select o.merchant_id, o.currency, o.hour, o.split, o.key, o.wait, count(*)::integer as orders
              from begun o where o.wait is not null group by o.merchant_id, o.currency, o.hour, o.split, o.key, o.wait) w
     group by w.merchant_id, w.currency, w.hour, w.split, w.key
  )
  insert into kept_sum (merchant_id, currency, split, hour, key, payments, gross_minor, fee_minor, refunds, refund_minor, dispute_minor,
                        adjustment_minor, settled_minor, change_minor, initiated, paid, wait_seconds, wait_orders)
    select merchant_id, currency, split, hour, key, coalesce(m.payments, 0), coalesce(m.gross, 0), coalesce(m.fee, 0), coalesce(m.refunds, 0),
           coalesce(m.refund, 0), coalesce(m.dispute, 0), coalesce(m.adjustment, 0), coalesce(m.settled, 0), coalesce(m.change, 0),
           coalesce(o.initiated, 0), coalesce(o.paid, 0), coalesce(w.seconds, '{}'), coalesce(w.orders, '{}')
      from money m full join orders o using (merchant_id, currency, hour, split, key)
      left join waits w using (merchant_id, currency, hour, split, key);
$$;

-- Adds up the merchants' sums of these hours and stores the sums of all merchants.
create function keep_hours_of_all(p_hours timestamptz[]) returns void language sql as $$
  delete from kept_sum k using unnest(p_hours) h (hour) where k.merchant_id = '' and k.hour = h.hour;
  with of_each as materialized (
    select k.* from merchant m join kept_sum k on k.merchant_id = m.merchant_id and k.hour = any (p_hours)
  ), waits as (
    select w.currency, w.hour, w.split, w.key, array_agg(w.seconds order by w.seconds) as seconds, array_agg(w.orders order by w.seconds) as orders
      from (select k.currency, k.hour, k.split, k.key, u.seconds, sum(u.orders)::integer as orders
              from of_each k, unnest(k.wait_seconds, k.wait_orders) u (seconds, orders)
             group by k.currency, k.hour, k.split, k.key, u.seconds) w
     group by w.currency, w.hour, w.split, w.key
  ), whole as (
    select k.currency, k.split, k.hour, k.key, sum(k.payments) as payments, sum(k.gross_minor) as gross, sum(k.fee_minor) as fee,
           sum(k.refunds) as refunds, sum(k.refund_minor) as refund, sum(k.dispute_minor) as dispute, sum(k.adjustment_minor) as adjustment,
           sum(k.settled_minor) as settled, sum(k.change_minor) as change, sum(k.initiated) as initiated, sum(k.paid) as paid
      from of_each k group by k.currency, k.split, k.hour, k.key
  )
  insert into kept_sum (merchant_id, currency, split, hour, key, payments, gross_minor, fee_minor, refunds, refund_minor, dispute_minor,
                        adjustment_minor, settled_minor, change_minor, initiated, paid, wait_seconds, wait_orders)
    select '', currency, split, hour, key, x.payments, x.gross, x.fee, x.refunds, x.refund, x.dispute, x.adjustment, x.settled, x.change,
           x.initiated, x.paid, coalesce(w.seconds, '{}'), coalesce(w.orders, '{}')
      from whole x left join waits w using (currency, split, hour, key);
$$;

-- Returns the first hour in which anything was booked or begun.
create function first_hour() returns timestamptz language sql stable as $$
  select date_trunc('hour', min(least(b.at, c.at))) from merchant m
    left join lateral (select min(x.created_at) as at from balance_transaction x where x.merchant_id = m.merchant_id) b on true
    left join lateral (
      select min(x.created_at) as at from checkout x where hashtextextended(x.merchant_id, 0) = hashtextextended(m.merchant_id, 0)) c on true
$$;

-- Returns the merchants that have orders of this hour which have changed since p_since; null: none. An order for which no money has come
-- counts as it did when it was begun, so it is left out: most changes are orders that expire.
create function merchants_changed(p_hour timestamptz, p_since timestamptz) returns text[] language sql stable as $$
  select array_agg(distinct c.merchant_id) from merchant m
    join checkout c on hashtextextended(c.merchant_id, 0) = hashtextextended(m.merchant_id, 0) and (c.merchant_id = m.merchant_id) is true
   where c.created_at >= p_hour and c.created_at < p_hour + interval '1 hour' and c.updated_at >= p_since
     and (c.paid_minor > 0 or c.accepted_minor > 0)
$$;

-- Returns the hours of a period in which orders were begun that have changed since p_since, more than a day after they were begun
-- (mark_changed_later), and the merchants of these orders.
create function hours_changed_later(p_since timestamptz, p_from timestamptz, p_before timestamptz)
returns table (hour timestamptz, merchants text[]) language sql stable as $$
  select date_trunc('hour', c.created_at), array_agg(distinct c.merchant_id) from merchant m
    join checkout_mark k on k.merchant_id = m.merchant_id and k.created_at >= p_from and k.created_at < p_before
     and k.mark in (select 'changed ' || d from generate_series(floor(extract(epoch from p_since) / 86400)::integer,
                                                               floor(extract(epoch from now()) / 86400)::integer) d)
    join checkout c on c.checkout_id = k.checkout_id
   where c.updated_at >= p_since and (c.paid_minor > 0 or c.accepted_minor > 0)
   group by 1 order by 1
$$;

-- Makes the sums of an hour again that these merchants have in it, and those of all merchants.
create function remake_hour(p_hour timestamptz, p_merchants text[]) returns void language sql as $$
  select keep_hours(p_merchants, array_fill(p_hour, array[cardinality(p_merchants)]));
  select keep_hours_of_all(array[p_hour]);
$$;

-- Stores the sums of up to p_most further hours. Returns how many hours it has added. One process does it at a time. An hour is stored ten
-- minutes after its end. None of our transactions takes that long, so nothing more is booked in the hour.
create function keep_sums(p_most integer, p_now timestamptz) returns integer language plpgsql as $$
declare
  s kept_sum_state;
  -- The clock of the worker may be ahead. An hour that is stored before its end would never get the rest of its money.
  at constant timestamptz := least(p_now, now());
  last constant timestamptz := date_trunc('hour', at - interval '10 minutes');
  goal timestamptz;
begin
  select * into s from kept_sum_state for update skip locked;
  if not found then
    return 0;
  end if;
  if s.since is null then
    s.since := least(first_hour(), last);
    if s.since is null then
      return 0;
    end if;
    s.kept_until := s.since;
    s.seen_until := at;
    s.search_began := null;
  end if;
  goal := least(last, s.kept_until + make_interval(hours => p_most));
  if goal > s.kept_until then
    perform keep_hours(array_agg(m.merchant_id), array_agg(h.hour))
       from merchant m, generate_series(s.kept_until, goal - interval '1 hour', interval '1 hour') h (hour);
    perform keep_hours_of_all(array_agg(h.hour)) from generate_series(s.kept_until, goal - interval '1 hour', interval '1 hour') h (hour);
  end if;
  update kept_sum_state
     set since = s.since, kept_until = greatest(goal, s.kept_until), seen_until = s.seen_until, search_began = s.search_began;
  return (extract(epoch from greatest(goal, s.kept_until) - s.kept_until) / 3600)::integer;
end $$;

-- Makes the sums again of the stored hours whose orders have changed, as far as it comes in p_for_ms; one hour at least. Returns true when
-- the search is not through all hours: a later call goes on where this one has stopped. Orders of the last day are all searched, and orders
-- that change later are marked. A search begins 80 seconds after the one before it.
create function remake_sums(p_now timestamptz, p_for_ms integer) returns boolean language plpgsql as $$
declare
  s kept_sum_state;
  at constant timestamptz := least(p_now, now());
  stop constant timestamptz := clock_timestamp() + p_for_ms * interval '1 millisecond';
  is_over boolean := false;
  last_day timestamptz;
  later record;
  changed text[];
begin
  select * into s from kept_sum_state for update skip locked;
  if not found or s.since is null or s.search_began is null and at - s.seen_until < interval '80 seconds' then
    return false;
  end if;
  if s.search_began is null then
    s.search_began := at;
    s.searched_until := s.since;
  end if;
  last_day := least(date_trunc('hour', s.seen_until - interval '25 hours'), s.kept_until);
  if s.searched_until < last_day then
    for later in select * from hours_changed_later(s.seen_until, s.searched_until, last_day) loop
      perform remake_hour(later.hour, later.merchants);
      s.searched_until := later.hour + interval '1 hour';
      is_over := clock_timestamp() >= stop;
      exit when is_over;
    end loop;
    if not is_over then
      s.searched_until := last_day;
    end if;
  end if;
  while not is_over and s.searched_until < s.kept_until loop
    changed := merchants_changed(s.searched_until, s.seen_until);
    if changed is not null then
      perform remake_hour(s.searched_until, changed);
    end if;
    s.searched_until := s.searched_until + interval '1 hour';
    is_over := clock_timestamp() >= stop;
  end loop;
  if s.searched_until >= s.kept_until then
    -- An order gets its time before its transaction ends, so the last minute is searched again.
    s.seen_until := s.search_began - interval '1 minute';
    s.search_began := null;
  end if;
  update kept_sum_state set seen_until = s.seen_until, search_began = s.search_began, searched_until = s.searched_until;
  return s.search_began is not null;
end $$;
