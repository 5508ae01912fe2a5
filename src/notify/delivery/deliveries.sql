-- Deliveries: claimed by dispatchers, tried, and taken up again.

-- A delivery with all that is needed to send it: the present endpoint, and the secrets that sign now. A pinned delivery goes
-- to the URL that an operator has replaced.
create view delivery_read as
  select d.delivery_id, d.event_id, v.type as event_type, d.merchant_id, v.checkout_id, c.payment_reference,
         coalesce(d.pinned_url, e.url) as url, coalesce(d.pinned_secret_sealed, e.secret_sealed) as secret_sealed,
         case when d.pinned_url is null then live_former_secrets(e.merchant_id, e.endpoint) else '{}' end as former_secrets_sealed,
         v.body, d.attempts, d.status, d.endpoint
    from webhook_delivery d
    join event v on v.event_id = d.event_id
    left join checkout c on c.checkout_id = v.checkout_id
    left join webhook_endpoint e on e.merchant_id = d.merchant_id and e.endpoint = d.endpoint and e.status = 'ACTIVE';

-- Returns the deliveries that the dispatcher has taken as they were written, for it to send. Null: none.
create function taken_deliveries() returns jsonb language sql stable as $$
  select jsonb_agg(to_jsonb(r) order by r.delivery_id) from delivery_read r where r.delivery_id = any (taken_as_written())
$$;

-- Tells whether an earlier event of the same checkout is in its first attempt at the same endpoint, by another dispatcher. A
-- dispatcher keeps the order of its own deliveries itself. No delivery waits for longer than half a minute.
create function waits_for_earlier(p_event_id text, p_endpoint integer, p_claimant text) returns boolean language sql stable as $$
  select exists (
    select from event v
      join event w on w.checkout_id = v.checkout_id and w.sequence < v.sequence
      -- The search uses the event alone: the queue of an endpoint that is down is long, and must not be read for each delivery.
      cross join lateral (select d.* from webhook_delivery d where d.event_id = w.event_id offset 0) o
     where v.event_id = p_event_id and v.created_at > now() - interval '30 seconds'
       and o.endpoint = p_endpoint and o.status = 'DELIVERING' and o.attempts = 0 and o.lease_until > now() and o.claimed_by <> p_claimant)
$$;

-- Takes due deliveries, the oldest few of each endpoint, so that no endpoint's backlog delays the events of others. Takes
-- none of endpoints of which the dispatcher holds enough (p_crowded).
create function claim_deliveries(p_limit integer, p_lease_ms integer, p_claimant text, p_crowded text[])
returns setof delivery_read language sql as $$
  with recursive queues as (
    (select d.merchant_id, d.endpoint from webhook_delivery d
      where d.status in ('PENDING', 'DELIVERING') order by d.merchant_id, d.endpoint limit 1)
    union all
    select n.merchant_id, n.endpoint from queues q cross join lateral (
      select d.merchant_id, d.endpoint from webhook_delivery d
       where d.status in ('PENDING', 'DELIVERING') and (d.merchant_id, d.endpoint) > (q.merchant_id, q.endpoint)
       order by d.merchant_id, d.endpoint limit 1) n
  ), due as materialized (
    select t.delivery_id from queues q cross join lateral (
      select d.delivery_id from webhook_delivery d
       where d.merchant_id = q.merchant_id and d.endpoint = q.endpoint and d.status in ('PENDING', 'DELIVERING')
         and (d.status = 'PENDING' or d.lease_until < now()) and not waits_for_earlier(d.event_id, d.endpoint, p_claimant)
       order by d.delivery_id limit p_limit for update skip locked) t
     where endpoint_name(q.merchant_id, q.endpoint) <> all (p_crowded)
     limit p_limit
  ), claimed as (
    update webhook_delivery d
       set status = 'DELIVERING', lease_until = now() + interval '1 millisecond' * p_lease_ms, claimed_by = p_claimant
      from due where d.delivery_id = due.delivery_id
    returning d.delivery_id, d.status
  )
  select r.delivery_id, r.event_id, r.event_type, r.merchant_id, r.checkout_id, r.payment_reference, r.url, r.secret_sealed,
         r.former_secrets_sealed, r.body, r.attempts, k.status, r.endpoint
    from claimed k join delivery_read r on r.delivery_id = k.delivery_id
   order by r.delivery_id
$$;

-- Writes attempts, each once, the status of the deliveries, and the health of the endpoints. A delivery that has
-- arrived stays so. The next retry of a delivery that is RETRYING is written down within the schedule's longest wait. A
-- delivery whose workflow could not be started is due here again after "dueInMs", which is its wait by the same
-- schedule.
create function record_attempts(p_attempts jsonb, p_suppress_after_ms bigint) returns void language sql as $$
  with given as materialized (
    select * from jsonb_to_recordset(p_attempts) as t (
      "deliveryId" text, attempt integer, "startedAt" timestamptz, "durationMs" integer, "firstByteMs" integer,
      "httpStatus" integer, failure text, response text, url text, signature text, "bodySignature" text, status text, "dueInMs" bigint)
  ), locked as materialized (
    select delivery_id from webhook_delivery where delivery_id in (select "deliveryId" from given)
     order by delivery_id for no key update
  ), kept as (
    insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, first_byte_ms, http_status, failure, response,
                                 url, signature, body_signature)
      select g."deliveryId", g.attempt, g."startedAt", g."durationMs", g."firstByteMs", g."httpStatus", g.failure, g.response,
             g.url, g.signature, g."bodySignature"
        from given g join locked l on l.delivery_id = g."deliveryId"
    on conflict (delivery_id, attempt) do nothing
  )
  update webhook_delivery d
     set status = g.status, attempts = greatest(d.attempts, g.attempt),
         lease_until = case when g.status = 'RETRYING'
                         then now() + coalesce(interval '1 millisecond' * g."dueInMs", retry_within()) end,
         finished_at = case when g.status in ('DELIVERED', 'DEAD') then now() end
    from (select distinct on ("deliveryId") * from given order by "deliveryId", attempt desc) g
    join locked l on l.delivery_id = g."deliveryId"
   where d.delivery_id = g."deliveryId" and d.status <> 'DELIVERED';
  select note_endpoint_health(p_attempts, p_suppress_after_ms);
$$;

-- Makes deliveries due again whose workflow could not be started, was terminated, or went down with Temporal's store.
-- Answers how many.
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
