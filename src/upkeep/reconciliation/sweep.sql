-- Finds things that stand still, or are owed to nobody, and acts on each.

-- Moves money from the pool to the payout account, to pay back what the payout account has borrowed for its sendings. A run does so once.
create function refill_payout_account(p_provider text, p_run_id text) returns bigint language plpgsql as $$
declare
  owed constant bigint := coalesce((select -a.balance_minor from ledger_account a
                                     where a.account_id = account_of('1110', p_provider, home_currency()) and a.balance_minor < 0), 0);
begin
  if owed > 0 then
    perform post_journals(array[
      ('sweep', p_run_id, 'out', 'in-transit', '1400', p_provider, home_currency(), owed),
      ('sweep', p_run_id, 'out', 'pool', '1100', p_provider, home_currency(), -owed),
      ('sweep', p_run_id, 'in', 'payout', '1110', p_provider, home_currency(), owed),
      ('sweep', p_run_id, 'in', 'in-transit', '1400', p_provider, home_currency(), -owed)]::leg[]);
  end if;
  return owed;
end $$;

-- Finds checkouts that are still open although their deadline has passed, and makes their facts due again at once.
create function rearm_overdue_checkouts() returns setof found language sql as $$
  with overdue as (
    select c.checkout_id, c.status from fact f join checkout c on c.checkout_id = f.checkout_id
     where f.applied_at is null and f.kind = 'INITIATED' and f.deadline < now() - interval '5 minutes'
       and is_open_status(c.status)
     order by last_found('CHECKOUT_OVERDUE', c.checkout_id) nulls first, f.deadline, c.checkout_id limit 100
  ), written as (
    select o.checkout_id, hurry_facts(o.checkout_id),
           record_finding('CHECKOUT_OVERDUE', o.checkout_id, jsonb_build_object('status', o.status), 'TOLD_AGAIN')
      from overdue o
  )
  select 'CHECKOUT_OVERDUE', w.checkout_id, 'TOLD_AGAIN', null::text, null::text, null::text from written w
$$;

-- Finds refunds that do not move: unknown for a day, waiting without anybody working on them (the longest normal pause is an hour), or sent
-- without an answer. A refund that waits may have got an account that its workflow was not told of. The workflow is told at once, and again about
-- once an hour.
create function find_stalled_refunds() returns setof found language sql as $$
  with stalled as (
    select r.refund_id, r.status, k.kind,
           case when r.status = 'REQUESTED' and coalesce(f.times % 60 = 0, true) then 'TOLD_AGAIN' else 'STARTED' end as action
      from refund r
      cross join lateral (select case when r.status = 'UNKNOWN' then 'REFUND_UNKNOWN' else 'REFUND_STALLED' end as kind) k
      left join finding f on f.kind = k.kind and f.subject = r.refund_id
     where r.status not in ('SUCCESSFUL', 'FAILED')
       and (r.status = 'UNKNOWN' and r.created_at < now() - interval '24 hours'
            or r.status in ('REQUESTED', 'NAME_ENQUIRY')
               and greatest(r.updated_at, refund_sendable_from(r.redirected_at)) < now() - interval '65 minutes'
            or r.status = 'PROCESSING' and r.updated_at < now() - interval '10 minutes')
     order by f.last_at nulls first, r.updated_at, r.refund_id limit 100
  ), written as (
    select s.*, record_finding(s.kind, s.refund_id, jsonb_build_object('status', s.status), s.action) from stalled s
  )
  select w.kind, w.refund_id, w.action, 'REFUND', w.refund_id, null::text from written w
$$;

-- Finds settlements that do not move: unknown for a day, sent without an answer, waiting without anybody working on them (the longest
-- normal pause is half an hour), or held while nobody is asked.
create function find_stalled_payouts() returns setof found language sql as $$
  with stalled as (
    select s.settlement_id, s.status,
           case s.status when 'UNKNOWN' then 'PAYOUT_UNKNOWN' else 'SETTLEMENT_STALLED' end as kind from settlement s
     where s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD') and s.net_minor > 0
       and s.updated_at < now() - case s.status when 'PROCESSING' then interval '10 minutes'
                                                when 'SCHEDULED' then interval '65 minutes' else interval '24 hours' end
     order by last_found(case s.status when 'UNKNOWN' then 'PAYOUT_UNKNOWN' else 'SETTLEMENT_STALLED' end, s.settlement_id) nulls first,
              s.updated_at, s.settlement_id limit 100
  ), written as (
    select s.*, record_finding(s.kind, s.settlement_id, jsonb_build_object('status', s.status), 'STARTED') from stalled s
  )
  select w.kind, w.settlement_id, 'STARTED', 'SETTLEMENT', w.settlement_id, null::text from written w
$$;

-- Finds card attempts that have stood still for a quarter of an hour. That is longer than a payer has to act, and longer than the
-- workflow asks the acquirer. Each is found at most every quarter of an hour. `was_absent`: the acquirer had no record of the attempt the
-- last time. After a day a person must deal with it.
create function find_stalled_charges() returns table (
  attempt_id text, provider text, action text, was_absent boolean,
  checkout_id text, merchant_id text, payment_reference text, amount_minor bigint, currency text, expires_at timestamptz
) language sql as $$
  with stalled as materialized (
    select a.attempt_id, a.provider, a.checkout_id, a.status,
           case when a.created_at < now() - interval '24 hours' then 'ATTENTION' else 'ASKED' end as action,
           coalesce(f.detail ->> 'answer' = 'ABSENT', false) as was_absent
      from card_attempt a left join finding f on f.kind = 'CHARGE_STALLED' and f.subject = a.attempt_id
     where is_open_attempt(a.status) and a.status <> 'PENDING' and a.updated_at < now() - interval '15 minutes'
       and coalesce(f.last_at < now() - interval '15 minutes', true)
     order by f.last_at nulls first, a.updated_at, a.attempt_id limit 100
  ), written as (
    select s.attempt_id, record_finding('CHARGE_STALLED', s.attempt_id, jsonb_build_object('status', s.status), s.action)
      from stalled s
  )
  select s.attempt_id, s.provider, s.action, s.was_absent,
         c.checkout_id, c.merchant_id, c.payment_reference, c.amount_minor, c.currency, c.expires_at
    from written w join stalled s on s.attempt_id = w.attempt_id join checkout c on c.checkout_id = s.checkout_id
$$;

-- Finds held credits that nobody has decided about: those that should have been returned automatically an hour ago, and those that are a
-- week old.
create function find_forgotten_credits() returns setof found language sql as $$
  with forgotten as (
    select k.credit_id, k.outcome,
           case when k.outcome = 'UNMATCHED' then 'RETURN_OVERDUE' else 'SUSPENSE_AGED' end as kind
      from fact h join inward_credit k on k.credit_id = h.subject_id
     where h.kind = 'CREDIT_HELD' and h.created_at between now() - interval '90 days' and now() - interval '25 hours'
       and k.resolution is null and (k.outcome = 'UNMATCHED' or k.received_at < now() - interval '7 days')
     order by last_found(case when k.outcome = 'UNMATCHED' then 'RETURN_OVERDUE' else 'SUSPENSE_AGED' end, k.credit_id) nulls first,
              h.created_at, h.fact_id limit 100
  ), written as (
    select f.*, record_finding(f.kind, f.credit_id, jsonb_build_object('outcome', f.outcome),
                               case f.kind when 'RETURN_OVERDUE' then 'RETURNED' else 'ATTENTION' end) from forgotten f
  )
  select w.kind, w.credit_id, case w.kind when 'RETURN_OVERDUE' then 'RETURNED' else 'ATTENTION' end, null::text, null::text, null::text
    from written w
$$;

-- Finds facts that no workflow has applied for longer than their queue takes on a bad day. The age of a fact counts and not the time of its
-- next sending, because the relay postpones the sending with each attempt. Refunds, cards, settlements and answers to disputes have searches
-- of their own, because their facts may stay open for days.
create function find_stalled_facts() returns setof found language sql as $$
  select clear_findings('{FACT_STALLED}', array(
    select f.subject from finding f
     where f.kind = 'FACT_STALLED' and f.action = 'ATTENTION'
       and not exists (select from fact o where o.fact_id = f.subject::bigint and o.applied_at is null)));
  with stalled as (
    select f.fact_id::text as subject, f.kind as what from fact f
     where f.due_at < now() + interval '6 minutes'   -- the longest pause is five minutes; a fact that waits for its deadline is due later
       and greatest(f.created_at, f.deadline) < now() - interval '10 minutes'
       and f.kind in ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CLOCK_MOVED', 'CREDIT_HELD',
                      'ERRAND_CONFIRMED')
     order by last_found('FACT_STALLED', f.fact_id::text) nulls first, f.fact_id limit 100
  ), written as (
    select s.*, record_finding('FACT_STALLED', s.subject, jsonb_build_object('what', s.what), 'ATTENTION') from stalled s
  )
  select 'FACT_STALLED', w.subject, 'ATTENTION', null::text, null::text, null::text from written w;
$$;

-- Finds the oldest delivery of each endpoint queue in which nothing moves for ten minutes: nobody has tried the delivery, or the claim of it
-- is over, and no claim of the queue is alive. The queue of an endpoint that hangs is long and moves. A delivery that was revived has been
-- tried before and may be old. The oldest hundred tell it, so that a long queue is not read.
create function find_stalled_deliveries() returns setof found language sql as $$
  select clear_findings('{DELIVERY_STALLED}', array(
    select f.subject from finding f
     where f.kind = 'DELIVERY_STALLED' and f.action = 'ATTENTION'
       and not exists (select from webhook_delivery d where d.delivery_id = f.subject and d.status in ('PENDING', 'DELIVERING'))));
  with recursive queues as (
    (select d.merchant_id, d.endpoint from webhook_delivery d
      where d.status in ('PENDING', 'DELIVERING') order by d.merchant_id, d.endpoint limit 1)
    union all
    select n.merchant_id, n.endpoint from queues q cross join lateral (
      select d.merchant_id, d.endpoint from webhook_delivery d
       where d.status in ('PENDING', 'DELIVERING') and (d.merchant_id, d.endpoint) > (q.merchant_id, q.endpoint)
       order by d.merchant_id, d.endpoint limit 1) n
  ), stalled as (
    select s.delivery_id, s.status from queues q cross join lateral (
      select o.delivery_id, o.status
        from (select d.*, bool_or(d.status = 'DELIVERING' and d.lease_until > now()) over () as moves
                from (select x.* from webhook_delivery x
                       where x.merchant_id = q.merchant_id and x.endpoint = q.endpoint and x.status in ('PENDING', 'DELIVERING')
                       order by x.delivery_id limit 100) d) o
       where case o.status when 'DELIVERING' then o.lease_until < now() - interval '10 minutes'
                           else o.attempts = 0 and o.created_at < now() - interval '10 minutes' and not o.moves end
       order by o.delivery_id limit 1) s
     order by last_found('DELIVERY_STALLED', s.delivery_id) nulls first, s.delivery_id limit 100
  ), written as (
    select s.*, record_finding('DELIVERY_STALLED', s.delivery_id, jsonb_build_object('what', s.status), 'ATTENTION') from stalled s
  )
  select 'DELIVERY_STALLED', w.delivery_id, 'ATTENTION', null::text, null::text, null::text from written w;
$$;

-- Returns the prefixes, beginning with those whose last count is the oldest.
create function prefixes_to_count() returns setof text language sql stable as $$
  select b.prefix from number_prefix b left join prefix_usage u on u.prefix = b.prefix
   order by u.counted_at nulls first, b.prefix
$$;

-- Finds a prefix that is used to 70 % and more, because somebody must get another before it is full. The finding is resolved when this is
-- no longer so.
create function find_crowded_prefix(p_prefix text) returns setof found language plpgsql as $$
declare
  b number_prefix;
  u prefix_usage;
begin
  select * into b from number_prefix x where x.prefix = p_prefix;
  u := prefix_usage_of(p_prefix);
  if u.in_use + u.quarantined < 0.7 * b.capacity then
    perform clear_findings('{NUMBER_POOL_LOW}', array[p_prefix]);
    return;
  end if;
  perform record_finding('NUMBER_POOL_LOW', p_prefix, jsonb_build_object('capacity', b.capacity::text,
            'inUse', u.in_use::text, 'quarantined', u.quarantined::text), 'ATTENTION');
  return next row('NUMBER_POOL_LOW', p_prefix, 'ATTENTION', null, null, null)::found;
end $$;
