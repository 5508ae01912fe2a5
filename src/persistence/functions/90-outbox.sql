-- The two queues that leave the database: facts for Temporal, deliveries for merchants.

-- Takes facts that are due. Each time a fact is taken, the next time is put off twice as far, up to 5 minutes.
create function claim_facts(p_limit integer) returns table (
  fact_id bigint, kind text, subject_id text, deadline timestamptz,
  checkout_id text, merchant_id text, payment_reference text, amount_minor bigint, currency text, expires_at timestamptz
) language sql as $$
  with due as materialized (
    select fact_id from fact where due_at <= now()
     order by due_at limit p_limit for update skip locked
  )
  update fact f
     set attempts = f.attempts + 1,
         due_at = now() + least(interval '3 seconds' * 2 ^ least(f.attempts, 10), interval '5 minutes')
    from due d
    join fact g on g.fact_id = d.fact_id
    left join checkout c on c.checkout_id = g.checkout_id   -- a credit of nobody has none
   where f.fact_id = d.fact_id
  returning f.fact_id, f.kind, f.subject_id, f.deadline, c.checkout_id, c.merchant_id, c.payment_reference, c.amount_minor,
            c.currency, c.expires_at
$$;

-- Temporal has these. They are due again only when the workflow ought to have acted long ago. A row that is being marked
-- applied at this moment is passed over: waiting for it could only end in two batches waiting for each other.
create function mark_facts_sent(p_fact_ids bigint[]) returns void language sql as $$
  with sent as materialized (
    select fact_id from fact where fact_id = any (p_fact_ids) and applied_at is null for update skip locked
  )
  update fact f
     set due_at = greatest(f.deadline + interval '1 minute', now() + interval '30 seconds')
    from sent s where f.fact_id = s.fact_id
$$;

create function mark_facts_applied(p_fact_ids bigint[]) returns void language sql as $$
  with done as materialized (
    select fact_id from fact where fact_id = any (p_fact_ids) and applied_at is null order by fact_id for update
  )
  update fact f set applied_at = now(), due_at = null from done d where f.fact_id = d.fact_id
$$;

-- A delivery with all that is needed to send it: the endpoint is the one of today.
create view delivery_read as
  select d.delivery_id, d.event_id, v.type as event_type, d.merchant_id, v.checkout_id, c.payment_reference, e.url,
         e.secret_sealed, v.body, d.attempts, d.status
    from webhook_delivery d
    join event v on v.event_id = d.event_id
    left join checkout c on c.checkout_id = v.checkout_id
    left join webhook_endpoint e on e.merchant_id = d.merchant_id and e.status = 'ACTIVE';

create function claim_deliveries(p_limit integer, p_lease_ms integer) returns setof delivery_read language sql as $$
  with due as materialized (
    select delivery_id from webhook_delivery
     where status = 'PENDING' or (status = 'DELIVERING' and lease_until < now())
     order by delivery_id limit p_limit for update skip locked
  ), claimed as (
    update webhook_delivery d
       set status = 'DELIVERING', lease_until = now() + interval '1 millisecond' * p_lease_ms
      from due where d.delivery_id = due.delivery_id
    returning d.delivery_id, d.status
  )
  select r.delivery_id, r.event_id, r.event_type, r.merchant_id, r.checkout_id, r.payment_reference, r.url, r.secret_sealed,
         r.body, r.attempts, k.status
    from claimed k join delivery_read r on r.delivery_id = k.delivery_id
   order by r.delivery_id
$$;

-- Writes attempts, each once, and what the deliveries become. A delivery that has arrived stays so; one that is still
-- DELIVERING (its retries could not be started) keeps its lease, so that it is claimed again when that is over. The next
-- retry of one that is RETRYING is written down within 27 hours: the schedule's longest wait is 24 hours and a tenth.
create function record_attempts(p_attempts jsonb) returns void language sql as $$
  with given as materialized (
    select * from jsonb_to_recordset(p_attempts) as t (
      "deliveryId" text, attempt integer, "startedAt" timestamptz, "durationMs" integer, "httpStatus" integer,
      failure text, response text, status text)
  ), locked as materialized (
    select delivery_id from webhook_delivery where delivery_id in (select "deliveryId" from given)
     order by delivery_id for no key update
  ), kept as (
    insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, http_status, failure, response)
      select g."deliveryId", g.attempt, g."startedAt", g."durationMs", g."httpStatus", g.failure, g.response
        from given g join locked l on l.delivery_id = g."deliveryId"
    on conflict (delivery_id, attempt) do nothing
  )
  update webhook_delivery d
     set status = g.status, attempts = greatest(d.attempts, g.attempt),
         lease_until = case g.status when 'DELIVERING' then d.lease_until when 'RETRYING' then now() + interval '27 hours' end,
         finished_at = case when g.status in ('DELIVERED', 'DEAD') then now() end
    from (select distinct on ("deliveryId") * from given order by "deliveryId", attempt desc) g
    join locked l on l.delivery_id = g."deliveryId"
   where d.delivery_id = g."deliveryId" and d.status <> 'DELIVERED'
$$;

-- Deliveries whose retry never came, because their workflow was terminated or went down with Temporal's store, are due
-- again. Answers how many.
create function revive_deliveries(p_limit integer) returns integer language sql as $$
  with stalled as materialized (
    select delivery_id from webhook_delivery where status = 'RETRYING' and lease_until < now()
     order by lease_until limit p_limit for update skip locked
  ), revived as (
    update webhook_delivery d set status = 'PENDING', lease_until = null
      from stalled s where d.delivery_id = s.delivery_id
    returning d.delivery_id
  )
  select count(*)::integer from revived
$$;
