-- Changes of the due dates of collections that no settlement has yet: by a day that ops declare, or by a merchant's
-- schedule.

-- The money that moved from one due date to another; its net amount is in minor units.
create type due_move as (was_due_on date, now_due_on date, transactions bigint, merchants bigint, net_minor bigint);

-- Computes new due dates for a merchant's money that is due on that day or later. Money that a daily run has made due stays due. A run that
-- freezes the same rows at this moment fails, because the sums of its settlement no longer agree, and is tried again. A merchant may have
-- very many rows, so the caller has changed the calendar or the schedule in a transaction before.
create function replan_due_dates(p_from date, p_merchant_id text) returns due_move[] language plpgsql
-- plans once for each schedule and day, however many rows there are
set enable_hashjoin = on as $$
declare
  first_day constant date := greatest(p_from,
    (select max(lagos_date(r.cut_off)) + 1 from settlement_run r where r.cycle = 'DAILY'));
  moves due_move[];
begin
  with open as (
    select b.balance_transaction_id, b.due_on, m.settlement_schedule, k.channel, lagos_date(k.received_at) as received_on
      from balance_transaction b
      join merchant m on m.merchant_id = b.merchant_id
      join inward_credit k on k.credit_id = b.source_id
     where b.merchant_id = p_merchant_id and b.settlement_id is null and b.type = 'COLLECTION' and b.due_on >= first_day
  ), planned as materialized (
    select d.*, due_after(d.settlement_schedule, d.channel, d.received_on) as due_on
      from (select distinct o.settlement_schedule, o.channel, o.received_on from open o) d
  ), moving as (
    select b.balance_transaction_id, p.due_on
      from open o
      join planned p using (settlement_schedule, channel, received_on)
      join balance_transaction b on b.balance_transaction_id = o.balance_transaction_id
     where p.due_on <> o.due_on and b.settlement_id is null
     order by b.merchant_id, b.due_on, b.balance_transaction_id   -- in the order in which a run locks them
       for no key update of b
  ), moved as (
    update balance_transaction b set due_on = n.due_on from moving n
     where b.balance_transaction_id = n.balance_transaction_id
    returning old.due_on as was_due_on, new.due_on as now_due_on, new.merchant_id, new.net_minor
  )
  select array_agg((x.was_due_on, x.now_due_on, x.transactions, x.merchants, x.net_minor)::due_move order by x.was_due_on, x.now_due_on)
    into moves
    from (select o.was_due_on, o.now_due_on, count(*) as transactions, count(distinct o.merchant_id) as merchants,
                 sum(o.net_minor) as net_minor
            from moved o group by o.was_due_on, o.now_due_on) x;
  return coalesce(moves, '{}');
end $$;

-- Counts the transactions that have moved.
create function transactions_moved(p_moves due_move[]) returns integer language sql immutable as $$
  select coalesce(sum(m.transactions), 0)::integer from unnest(p_moves) m
$$;

-- Records who changed what is declared about a day, or how many due dates were moved by such a change.
create function note_holiday(p_day date, p_operator text, p_reason text, p_replanned integer) returns void language sql as $$
  insert into holiday_change (day, is_holiday, name, operator, reason, replanned)
    select p_day, h.is_holiday, h.name, p_operator, p_reason, p_replanned
      from (select) one left join holiday h on h.day = p_day
$$;

-- Declares that a day is a holiday, or that it is not one although it usually is. Declaring it again changes nothing. Returns DECLARED,
-- UNCHANGED, or WEEKEND (a day of a weekend cannot be made a working day).
create function declare_holiday(
  p_day date, p_is_holiday boolean, p_name text, p_operator text, p_reason text
) returns text language plpgsql as $$
begin
  if not p_is_holiday and extract(isodow from p_day) > 5 then
    return 'WEEKEND';
  end if;
  insert into holiday as h (day, is_holiday, name) values (p_day, p_is_holiday, p_name)
    on conflict (day) do update set is_holiday = excluded.is_holiday, name = excluded.name, changed_at = excluded.changed_at
      where (h.is_holiday, h.name) is distinct from (excluded.is_holiday, excluded.name);
  if not found then
    return 'UNCHANGED';
  end if;
  perform note_holiday(p_day, p_operator, p_reason, 0);
  return 'DECLARED';
end $$;

-- Withdraws what ops declared about a day. Returns WITHDRAWN, or UNCHANGED: nothing was declared.
create function withdraw_holiday(p_day date, p_operator text, p_reason text) returns text language plpgsql as $$
begin
  delete from holiday h where h.day = p_day;
  if not found then
    return 'UNCHANGED';
  end if;
  perform note_holiday(p_day, p_operator, p_reason, 0);
  return 'WITHDRAWN';
end $$;

-- Stores a merchant's choices about its payouts, and returns the merchant with them. replan_merchant then moves the due dates.
create function change_settlement_settings(
  p_merchant_id text, p_schedule text, p_minimum_payout_minor bigint, p_actor text, p_by jsonb default null
) returns merchant language plpgsql as $$
declare
  m merchant;
  before merchant;
begin
  perform lock_settlements(p_merchant_id, home_currency());   -- payments that are being booked have their due date by the schedule before
  select * into before from merchant x where x.merchant_id = p_merchant_id for no key update;
  update merchant x set settlement_schedule = p_schedule, minimum_payout_minor = p_minimum_payout_minor
   where x.merchant_id = p_merchant_id
     and (x.settlement_schedule, x.minimum_payout_minor) <> (p_schedule, p_minimum_payout_minor)
  returning * into m;
  if not found then
    return before;
  end if;
  insert into settlement_settings_change (merchant_id, settlement_schedule, minimum_payout_minor, actor, replanned)
    values (p_merchant_id, p_schedule, p_minimum_payout_minor, p_actor, 0);
  -- A program of the version before names only the actor.
  if p_by is not null then
    perform record_audit(
      p_by, 'merchant.settlement-settings', 'merchant', p_merchant_id, p_merchant_id,
      jsonb_build_object('schedule', before.settlement_schedule, 'minimumPayoutMinor', before.minimum_payout_minor),
      jsonb_build_object('schedule', m.settlement_schedule, 'minimumPayoutMinor', m.minimum_payout_minor));
  end if;
  return m;
end $$;

-- Moves the due dates of a merchant's money to its schedule, and records how many. Money that is due already stays due.
create function replan_merchant(p_merchant_id text, p_actor text) returns void language plpgsql as $$
declare
  moved integer;
begin
  perform serialize_settlements(p_merchant_id);   -- no run may freeze money whose due date changes
  moved := transactions_moved(replan_due_dates(lagos_date(now()) + 1, p_merchant_id));
  insert into settlement_settings_change (merchant_id, settlement_schedule, minimum_payout_minor, actor, replanned)
    select m.merchant_id, m.settlement_schedule, m.minimum_payout_minor, p_actor, moved
      from merchant m where m.merchant_id = p_merchant_id and moved > 0;
end $$;
