-- The state that the edge keeps for all its processes: answers under Idempotency-Keys, and quotas.

-- Takes the key for this attempt (BEGUN), or says why not: REPLAY with the stored answer, IN_FLIGHT while another attempt has
-- its lease, REUSED for another request.
create function begin_idempotent(
  p_caller text, p_key text, p_fingerprint bytea, p_attempt text, p_lease_ms integer,
  out outcome text, out http_status smallint, out body_sealed bytea
) language plpgsql as $$
declare
  known idempotent_request;
  lease constant timestamptz := clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0);
begin
  insert into idempotent_request (caller, key, fingerprint, attempt, lease_until)
    values (p_caller, p_key, p_fingerprint, p_attempt, lease)
  on conflict (caller, key) do nothing;
  if found then
    outcome := 'BEGUN';
    return;
  end if;
  select * into known from idempotent_request r where r.caller = p_caller and r.key = p_key for update;
  if not found then
    -- The key was given back at this very moment. The caller is told to try again.
    outcome := 'IN_FLIGHT';
  elsif known.fingerprint <> p_fingerprint then
    outcome := 'REUSED';
  elsif known.http_status is not null then
    outcome := 'REPLAY';
    http_status := known.http_status;
    body_sealed := known.body_sealed;
  elsif known.lease_until > clock_timestamp() then
    outcome := 'IN_FLIGHT';
  else
    update idempotent_request r set attempt = p_attempt, lease_until = lease
     where r.caller = p_caller and r.key = p_key;
    outcome := 'BEGUN';
  end if;
end $$;

-- Notes requests of merchants that were refused or slow, and forgets the oldest of each key beyond a thousand.
create function note_calls(p_calls jsonb) returns void language sql as $$
  insert into noted_call (merchant_id, client_id, request_id, operation, status, reason, duration_ms, happened_at)
    select c."merchantId", c."clientId", c."requestId", c.operation, c.status, c.reason, c."durationMs", c."happenedAt"
      from jsonb_to_recordset(p_calls) as c ("merchantId" text, "clientId" text, "requestId" text, operation text, status smallint,
                                             reason text, "durationMs" integer, "happenedAt" timestamptz);
  delete from noted_call c
   using (select distinct k."clientId" as client_id from jsonb_to_recordset(p_calls) as k ("clientId" text)) t
   cross join lateral (select x.call_id from noted_call x where x.client_id = t.client_id
                        order by x.call_id desc offset 1000 limit 1) beyond
   where c.client_id = t.client_id and c.call_id <= beyond.call_id;
$$;

-- Forgets answers after 30 days, requests of merchants after seven, and windows of quotas that are over.
create function purge_edge(p_limit integer) returns integer language sql as $$
  with old as (
    select r.caller, r.key from idempotent_request r
     where r.created_at < now() - interval '30 days' order by r.created_at limit p_limit for update skip locked
  ), answers as (
    delete from idempotent_request r using old o where r.caller = o.caller and r.key = o.key returning 1
  ), calls as (
    delete from noted_call c
     using (select x.call_id, x.happened_at from noted_call x order by x.call_id limit p_limit) o
     where c.call_id = o.call_id and o.happened_at < now() - interval '7 days' returning 1
  ), over as (
    select q.name from quota_window q where q.ends_at < now() order by q.ends_at limit p_limit for update skip locked
  ), windows as (
    delete from quota_window q using over o where q.name = o.name returning 1
  )
  select ((select count(*) from answers) + (select count(*) from calls) + (select count(*) from windows))::integer
$$;

-- Counts requests that a process has let through already, and grants it up to p_want more of the window's limit. The
-- first caller after a window's end begins the next one.
create function draw_quota(
  p_name text, p_used integer, p_want integer, p_limit integer, p_window_ms integer,
  out granted integer, out remaining integer, out ends_in_ms integer
) language plpgsql as $$
declare
  w quota_window;
  present constant timestamptz := clock_timestamp();
  window_end constant timestamptz := present + make_interval(secs => p_window_ms / 1000.0);
begin
  insert into quota_window as q (name, ends_at, used) values (p_name, window_end, p_used)
  on conflict (name) do update set
    used = case when q.ends_at <= present then p_used else q.used + p_used end,
    ends_at = case when q.ends_at <= present then window_end else q.ends_at end
  returning * into w;
  granted := least(p_want, greatest(p_limit - w.used, 0));
  if granted > 0 then
    update quota_window q set used = q.used + granted where q.name = p_name;
  end if;
  remaining := greatest(p_limit - w.used - granted, 0);
  ends_in_ms := ceil(extract(epoch from w.ends_at - present) * 1000);
end $$;
