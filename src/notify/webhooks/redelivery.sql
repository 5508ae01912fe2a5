-- Test events, and events that are sent once more.

-- The smallest id of a kind that can have been minted at a time.
create function id_floor(p_prefix text, p_at timestamptz) returns text language plpgsql immutable strict as $$
declare
  ms bigint := greatest(floor(extract(epoch from p_at) * 1000)::bigint, 0);
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  head text := '';
begin
  for i in 1..10 loop
    head := substr(alphabet, (ms & 31)::int + 1, 1) || head;
    ms := ms >> 5;
  end loop;
  return p_prefix || head || repeat('0', 16);
end $$;

-- Writes an event without meaning and its delivery, which the caller sends. The event goes to the endpoint whatever the
-- endpoint's state is. If the caller dies, a dispatcher takes the delivery over when the lease is over. No row when there is
-- no endpoint.
create function begin_webhook_test(p_merchant_id text, p_endpoint integer, p_lease_ms integer) returns setof delivery_read language plpgsql as $$
declare
  endpoint webhook_endpoint;
  ulid constant text := new_id('');
  test_body constant text := (select row_to_json(t)::text from (select
    'evt_' || ulid as "id", 'webhook.test' as "type", rfc3339(now()) as "timestamp", 'v1' as "apiVersion",
    (select s.value from setting s where s.name = 'environment') as "environment", 1 as "sequence",
    p_merchant_id as "merchantId", json_build_object('message', 'A test: no money has moved.') as "data") t);
begin
  select * into endpoint from webhook_endpoint e where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint;
  if not found then
    return;
  end if;
  perform write_test_event(endpoint, ulid, test_body, p_lease_ms);
  return query select 'dlv_' || ulid, 'evt_' || ulid, 'webhook.test', p_merchant_id, null::text, null::text, endpoint.url,
    endpoint.secret_sealed, live_former_secrets(p_merchant_id, p_endpoint), test_body, 0, 'DELIVERING', p_endpoint;
end $$;

-- Tells whether an event has not arrived at an endpoint, and no delivery is about to bring it. The next try of a first
-- delivery can be a day away. A delivery that was made again begins its schedule anew, and is not made a third time.
create function is_missed(p_event_id text, p_endpoint integer) returns boolean language sql stable as $$
  select not exists (select from webhook_delivery o
                      where o.event_id = p_event_id and o.endpoint = p_endpoint
                        and (o.status in ('DELIVERED', 'PENDING', 'DELIVERING')
                          or o.status = 'RETRYING' and (o.replay_id is not null or o.redelivery_of is not null)))
$$;

-- Returns the oldest events between two ids of which a delivery to the endpoint has not arrived. Each status is read by itself, so that the
-- index webhook_delivery_unsent finds the rows, and none of other endpoints is read.
create function unsent_events(p_merchant_id text, p_endpoint integer, p_after text, p_before text, p_limit integer) returns setof text
language sql stable as $$
  select distinct u.event_id from unnest(array['DEAD', 'SUPPRESSED', 'RETRYING']) s (status)
   cross join lateral (
     select distinct d.event_id from webhook_delivery d
      where d.merchant_id = p_merchant_id and d.endpoint = p_endpoint and d.status = s.status
        and d.status in ('DEAD', 'SUPPRESSED', 'RETRYING') and d.event_id > p_after and d.event_id < p_before
      order by d.event_id limit p_limit) u
   order by u.event_id limit p_limit
$$;

-- Returns how many events since then an endpoint should have got and did not, and the time of the first of them. It looks at
-- the oldest 1,000 that did not arrive at once, because there may be a month of them. more: there are others; then first_at is not null.
create function missed_events(
  p_merchant_id text, p_endpoint integer, p_since timestamptz, out missed integer, out first_at timestamptz, out more boolean
) language sql stable as $$
  with unsent as materialized (
    select u.event_id, u.place
      from unsent_events(p_merchant_id, p_endpoint, id_floor('evt_', p_since), id_floor('evt_', now() + interval '1 minute'), 1001)
           with ordinality u (event_id, place)
  ), looked_at as materialized (
    select v.created_at, v.type <> 'webhook.test' and v.created_at >= p_since and is_missed(u.event_id, p_endpoint) as is_missed
      from unsent u join event v on v.event_id = u.event_id where u.place <= 1000
  )
  select count(*) filter (where l.is_missed)::integer,
         coalesce(min(l.created_at) filter (where l.is_missed), case when o.more then greatest(max(l.created_at), p_since) end), o.more
    from (select count(*) > 1000 as more from unsent) o left join looked_at l on true group by o.more
$$;

-- Writes the attempt of a test down. A test that has arrived switches on an endpoint that was suppressed, and reports
-- the events that it missed.
create function finish_webhook_test(
  p_attempt jsonb, p_suppress_after_ms bigint, p_missed_since timestamptz, out reenabled boolean, out missed integer,
  out first_at timestamptz, out more boolean
) language plpgsql as $$
declare
  merchant constant text := p_attempt ->> 'merchantId';
  number constant integer := (p_attempt ->> 'endpoint')::integer;
begin
  perform record_attempts(jsonb_build_array(p_attempt), p_suppress_after_ms);
  reenabled := false;
  missed := 0;
  more := false;
  if p_attempt ->> 'status' = 'DELIVERED' then
    reenabled := switch_on_endpoint(merchant, number, p_attempt ->> 'url');
    select m.missed, m.first_at, m.more into missed, first_at, more from missed_events(merchant, number, p_missed_since) m;
  end if;
end $$;

-- Makes a new delivery of the same event to the same endpoint, or returns the one that is about to be sent anyway. Outcomes:
-- QUEUED, UNDER_WAY, ENDPOINT_INACTIVE, UNKNOWN.
create function redeliver(p_merchant_id text, p_delivery_id text, out outcome text, out new_delivery_id text) language plpgsql as $$
declare
  original webhook_delivery;
  endpoint webhook_endpoint;
begin
  select * into original from webhook_delivery d where d.delivery_id = p_delivery_id and d.merchant_id = p_merchant_id;
  if not found then
    outcome := 'UNKNOWN';
    return;
  end if;
  perform from event v where v.event_id = original.event_id for no key update;
  if not found then   -- it was old, and is dropped just now (src/upkeep/retention)
    outcome := 'UNKNOWN';
    return;
  end if;
  select d.delivery_id into new_delivery_id from webhook_delivery d
   where d.event_id = original.event_id and d.endpoint = original.endpoint and d.status in ('PENDING', 'DELIVERING')
   order by d.delivery_id limit 1;
  select * into endpoint from webhook_endpoint e where e.merchant_id = p_merchant_id and e.endpoint = original.endpoint;
  if endpoint.status is distinct from 'ACTIVE' then
    outcome := 'ENDPOINT_INACTIVE';
  elsif new_delivery_id is not null then
    outcome := 'UNDER_WAY';
  else
    new_delivery_id := new_id('dlv_');
    insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, url, status, redelivery_of)
      values (new_delivery_id, original.event_id, p_merchant_id, original.endpoint, endpoint.url, 'PENDING', p_delivery_id);
    perform pg_notify('deliveries', '');
    outcome := 'QUEUED';
  end if;
end $$;

-- Requests a replay. An endpoint has one at a time. Outcomes: REQUESTED, SAME (it runs already), IN_PROGRESS (another one
-- runs), ENDPOINT_INACTIVE.
create function request_replay(
  p_replay_id text, p_merchant_id text, p_endpoint integer, p_since timestamptz, p_before timestamptz, p_event_types text[],
  p_only_failed boolean, out outcome text, out stored webhook_replay
) language plpgsql as $$
begin
  if not exists (select from webhook_endpoint e
                  where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint and e.status = 'ACTIVE') then
    outcome := 'ENDPOINT_INACTIVE';
    return;
  end if;
  loop
    insert into webhook_replay (replay_id, merchant_id, endpoint, since, before, event_types, only_failed)
      values (p_replay_id, p_merchant_id, p_endpoint, p_since, p_before, p_event_types, p_only_failed)
    on conflict (merchant_id, endpoint) where status = 'RUNNING' do nothing
    returning * into stored;
    outcome := 'REQUESTED';
    exit when found;
    select * into stored from webhook_replay r
     where r.merchant_id = p_merchant_id and r.endpoint = p_endpoint and r.status = 'RUNNING';
    outcome := case
      when (stored.since, stored.before, stored.only_failed) = (p_since, p_before, p_only_failed)
        and stored.event_types is not distinct from p_event_types then 'SAME' else 'IN_PROGRESS' end;
    exit when found;
  end loop;
end $$;

-- Switches an endpoint on again though no test has arrived, and sends the events that it has missed once more. Returns
-- the running replay when there is one; null when there is no endpoint. p_name: endpoint_name.
create function revive_endpoint(p_name text, p_since timestamptz) returns text language plpgsql as $$
declare
  merchant constant text := split_part(p_name, '/', 1);
  number constant integer := coalesce(nullif(split_part(p_name, '/', 2), '')::integer, 1);
  replay text;
begin
  perform switch_on_endpoint(merchant, number, e.url) from webhook_endpoint e
    where e.merchant_id = merchant and e.endpoint = number and e.status = 'SUPPRESSED';
  select (r.stored).replay_id into replay from request_replay(new_id('rpl_'), merchant, number, p_since, now(), null, true) r;
  return replay;
end $$;

-- Sends now what waits for an endpoint. Deliveries whose next try is still to come are made due, the oldest first, at most
-- p_limit at once. Events that nothing would bring any more are replayed. A repeated call finds what is left. left_over:
-- more than p_limit waited. replay_id: the replay that runs; null when the endpoint has missed nothing. Where missed_events
-- has not looked at all, the replay looks, and may find nothing. outcome: UNKNOWN (there is no such endpoint),
-- ENDPOINT_INACTIVE, or DUE.
create function deliver_waiting(
  p_merchant_id text, p_endpoint integer, p_limit integer, p_since timestamptz, out outcome text, out hurried integer,
  out left_over boolean, out replay_id text
) language plpgsql as $$
begin
  hurried := 0;
  left_over := false;
  outcome := coalesce((select case e.status when 'ACTIVE' then 'DUE' else 'ENDPOINT_INACTIVE' end from webhook_endpoint e
                        where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint), 'UNKNOWN');
  if outcome <> 'DUE' then
    return;
  end if;
  with waiting as materialized (
    select d.delivery_id from webhook_delivery d
     where d.merchant_id = p_merchant_id and d.endpoint = p_endpoint and d.status = 'RETRYING'
     order by d.event_id limit p_limit for update skip locked
  )
  update webhook_delivery d set status = 'PENDING', lease_until = null from waiting w where d.delivery_id = w.delivery_id;
  get diagnostics hurried = row_count;
  left_over := hurried = p_limit and exists (
    select from webhook_delivery d where d.merchant_id = p_merchant_id and d.endpoint = p_endpoint and d.status = 'RETRYING');
  if hurried > 0 then
    perform pg_notify('deliveries', '');
  end if;
  -- The deliveries that are left over are RETRYING still: a replay would send them a second time.
  if not left_over and (select m.missed > 0 or m.more from missed_events(p_merchant_id, p_endpoint, p_since) m) then
    select (r.stored).replay_id into replay_id
      from request_replay(new_id('rpl_'), p_merchant_id, p_endpoint, p_since, now(), null, true) r;
  end if;
end $$;

-- The next events of a replay, in their order, after a position.
create function replay_candidates(job webhook_replay, p_limit integer) returns setof text language plpgsql stable as $$
declare
  -- an event is minted a moment after the time that is written on it
  lower_bound constant text := greatest(job.position, id_floor('evt_', job.since));
  upper_bound constant text := id_floor('evt_', job.before + interval '1 minute');
begin
  if job.only_failed then
    return query select unsent_events(job.merchant_id, job.endpoint, lower_bound, upper_bound, p_limit);
  else
    return query select v.event_id from event v
      where v.merchant_id = job.merchant_id and v.event_id > lower_bound and v.event_id < upper_bound
      order by v.event_id limit p_limit;
  end if;
end $$;

-- Queues the next events of a replay, but never so many that more than `p_window` have not arrived. A repeated call goes on
-- where the replay stands. Null when there is no such replay.
create function replay_page(p_replay_id text, p_window integer, p_scan integer) returns webhook_replay language plpgsql as $$
declare
  job webhook_replay;
  endpoint webhook_endpoint;
  room integer;
  scanned text[];
  taken text[];
begin
  select * into job from webhook_replay r where r.replay_id = p_replay_id for update;
  if not found or job.status <> 'RUNNING' then
    return job;
  end if;
  select * into endpoint from webhook_endpoint e where e.merchant_id = job.merchant_id and e.endpoint = job.endpoint;
  if endpoint.status is distinct from 'ACTIVE' then
    update webhook_replay r set status = 'STOPPED', stop_reason = 'ENDPOINT_INACTIVE', moved_at = now(), finished_at = now()
     where r.replay_id = p_replay_id returning * into job;
    return job;
  end if;
  room := p_window - (select count(*) from webhook_delivery d
                       where d.replay_id = p_replay_id and d.status in ('PENDING', 'DELIVERING', 'RETRYING'));
  scanned := case when room > 0 then array(select c from replay_candidates(job, p_scan) c) end;
  taken := array(
    select v.event_id from event v
     where v.event_id = any (scanned) and v.created_at >= job.since and v.created_at < job.before and v.type <> 'webhook.test'
       and (job.event_types is null or v.type = any (job.event_types))
       and (endpoint.events is null or v.type = any (endpoint.events) or v.type = 'security.changed')
       and (not job.only_failed or is_missed(v.event_id, job.endpoint))
     order by v.event_id limit greatest(room, 0));
  insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, url, status, replay_id)
    select new_id('dlv_'), e, job.merchant_id, job.endpoint, endpoint.url, 'PENDING', p_replay_id from unnest(taken) with ordinality u (e, n)
     order by n;
  if cardinality(taken) > 0 then
    perform pg_notify('deliveries', '');
  end if;
  update webhook_replay r
     set queued = r.queued + cardinality(taken), moved_at = now(),
         position = coalesce(case when cardinality(taken) = room then taken[room] else scanned[cardinality(scanned)] end, r.position),
         status = case when cardinality(scanned) < p_scan and cardinality(taken) < room then 'DONE' else r.status end,
         finished_at = case when cardinality(scanned) < p_scan and cardinality(taken) < room then now() end
   where r.replay_id = p_replay_id returning * into job;
  return job;
end $$;
