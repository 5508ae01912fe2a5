-- The URLs that merchants are notified at, the secrets that sign, and the health of the endpoints.

-- The sealed secrets of an endpoint that still sign beside the newest one, newest first.
create function live_former_secrets(p_merchant_id text, p_endpoint integer) returns bytea[] language sql stable as $$
  select array(select f.secret_sealed from webhook_former_secret f
                where f.merchant_id = p_merchant_id and f.endpoint = p_endpoint and f.expires_at > now()
                order by f.secret_version desc)
$$;

-- The audit's view of an endpoint. The view leaves out the query of the address, which may hold a secret.
create function endpoint_json(e webhook_endpoint) returns jsonb language sql immutable as $$
  select case when e.merchant_id is not null then jsonb_build_object(
    'url', split_part(e.url, '?', 1), 'events', e.events, 'secretVersion', e.secret_version) end
$$;

-- Notifies a merchant, at the new URL and at the former one, that an operator or one of its people has changed the URL of
-- its notifications.
create function notify_of_url(before webhook_endpoint, after webhook_endpoint, p_by jsonb) returns void language plpgsql as $$
begin
  perform notify_change(after.merchant_id, 'WEBHOOK_CHANGED', p_by, jsonb_build_object('url', split_part(after.url, '?', 1)));
  if before.url is distinct from after.url and before.status = 'ACTIVE' then
    perform send_to_former_url(before, 'security.changed');
  end if;
end $$;

-- Sets an endpoint. A null secret keeps the present one; a new one replaces it at once. An endpoint that was given up is
-- taken up again. p_is_new: the endpoint is made; without that, only the first is made, with the secret that it is given. All
-- null: there is no such endpoint.
create function put_endpoint(
  p_merchant_id text, p_url text, p_secret_sealed bytea, p_events text[], p_by jsonb default null, p_endpoint integer default 1,
  p_is_new boolean default false
) returns webhook_endpoint language plpgsql as $$
declare
  before webhook_endpoint;
  stored webhook_endpoint;
begin
  select * into before from webhook_endpoint x where x.merchant_id = p_merchant_id and x.endpoint = p_endpoint for no key update;
  if not found and (p_secret_sealed is null or p_endpoint > 1 and not p_is_new) then
    return null;
  end if;
  insert into webhook_endpoint as e (merchant_id, endpoint, url, secret_sealed, events)
    values (p_merchant_id, p_endpoint, p_url, coalesce(p_secret_sealed, before.secret_sealed), p_events)
  on conflict (merchant_id, endpoint) do update
    set url = excluded.url, events = excluded.events, secret_sealed = coalesce(p_secret_sealed, e.secret_sealed),
        secret_version = e.secret_version + case when p_secret_sealed is null then 0 else 1 end,
        status = 'ACTIVE', disabled_reason = null, failing_since = null, updated_at = now()
  returning * into stored;
  if p_secret_sealed is not null then
    delete from webhook_former_secret f where f.merchant_id = p_merchant_id and f.endpoint = p_endpoint;
  end if;
  if p_by ->> 'kind' in ('OPERATOR', 'PERSON') and (before.url, before.secret_version, before.events)
                                      is distinct from (stored.url, stored.secret_version, stored.events) then
    perform notify_of_url(before, stored, p_by);
  end if;
  -- A program of the version before does not say who asks.
  if p_by is not null then
    perform notify_security(p_merchant_id, 'WEBHOOK_CHANGED', '{TECHNICAL,BUSINESS}', record_audit(
      p_by, 'webhook.set', 'webhook', endpoint_name(p_merchant_id, p_endpoint), p_merchant_id, endpoint_json(before),
      endpoint_json(stored)));
  end if;
  return stored;
end $$;

-- Makes another endpoint; the first, when there is none. Anybody who holds a key of the merchant could send its events
-- elsewhere, so the merchant is notified. All null: the merchant has as many as it may have.
create function add_endpoint(p_merchant_id text, p_url text, p_secret_sealed bytea, p_events text[], p_by jsonb)
returns webhook_endpoint language plpgsql as $$
declare
  number integer := 1;
  stored webhook_endpoint;
begin
  -- Changes of a merchant's endpoints are made one after the other.
  perform 1 from merchant m where m.merchant_id = p_merchant_id for no key update;
  if (select count(*) from webhook_endpoint e where e.merchant_id = p_merchant_id) >= 10 then
    return null;
  end if;
  if exists (select from webhook_endpoint e where e.merchant_id = p_merchant_id and e.endpoint = 1) then
    update merchant m set webhook_endpoints = m.webhook_endpoints + 1 where m.merchant_id = p_merchant_id
      returning m.webhook_endpoints into number;
  end if;
  stored := put_endpoint(p_merchant_id, p_url, p_secret_sealed, p_events, p_by, number, true);
  if number > 1 then
    perform notify_change(p_merchant_id, 'WEBHOOK_ADDED', p_by, jsonb_build_object('url', split_part(stored.url, '?', 1)));
  end if;
  return stored;
end $$;

-- Suppresses deliveries that wait for an endpoint, at most p_limit that are due and p_limit that wait for their next try (null: all).
-- Returns how many it suppressed.
create function suppress_waiting(p_merchant_id text, p_endpoint integer, p_limit integer) returns integer language sql as $$
  with waiting as materialized (
    (select d.delivery_id from webhook_delivery d
      where d.merchant_id = p_merchant_id and d.endpoint = p_endpoint and d.status = 'PENDING' and d.pinned_url is null
      order by d.delivery_id limit p_limit)
    union all
    (select d.delivery_id from webhook_delivery d
      where d.merchant_id = p_merchant_id and d.endpoint = p_endpoint and d.status = 'RETRYING' and d.pinned_url is null
      order by d.event_id limit p_limit)
  ), suppressed as (
    update webhook_delivery d set status = 'SUPPRESSED', lease_until = null from waiting w
     where d.delivery_id = w.delivery_id and d.status in ('PENDING', 'RETRYING')
    returning 1
  )
  select count(*)::integer from suppressed
$$;

-- Removes an endpoint: nothing is sent to it any more, and what waits for it is not kept for another one. The caller has suppressed in steps
-- what waits, because days of events are too many for one statement. False: there is none.
create function remove_endpoint(p_merchant_id text, p_endpoint integer, p_by jsonb) returns boolean language plpgsql as $$
declare gone webhook_endpoint;
begin
  delete from webhook_endpoint e where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint returning * into gone;
  if not found then
    return false;
  end if;
  perform suppress_waiting(p_merchant_id, p_endpoint, null);
  perform notify_security(p_merchant_id, 'WEBHOOK_CHANGED', '{TECHNICAL,BUSINESS}', record_audit(
    p_by, 'webhook.remove', 'webhook', endpoint_name(p_merchant_id, p_endpoint), p_merchant_id, endpoint_json(gone), null));
  perform notify_change(p_merchant_id, 'WEBHOOK_REMOVED', p_by, jsonb_build_object('url', split_part(gone.url, '?', 1)));
  return true;
end $$;

-- The present secret goes on signing beside the new one; when the overlap is 0, it stops at once. At most three former secrets
-- sign, because each makes every webhook longer, in the database and on its way. All null when there is no endpoint.
create function rotate_secret(
  p_merchant_id text, p_secret_sealed bytea, p_overlap_ms bigint, p_by jsonb default null, p_endpoint integer default 1
) returns webhook_endpoint language plpgsql as $$
declare
  before webhook_endpoint;
  stored webhook_endpoint;
begin
  select * into before from webhook_endpoint e where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint for no key update;
  if not found then
    return null;
  end if;
  delete from webhook_former_secret f
   where f.merchant_id = p_merchant_id and f.endpoint = p_endpoint
     and (p_overlap_ms = 0 or f.expires_at <= now() or f.secret_version <= before.secret_version - 3);
  if p_overlap_ms > 0 then
    insert into webhook_former_secret (merchant_id, endpoint, secret_version, secret_sealed, expires_at)
      values (p_merchant_id, p_endpoint, before.secret_version, before.secret_sealed, now() + interval '1 millisecond' * p_overlap_ms);
  end if;
  update webhook_endpoint e set secret_sealed = p_secret_sealed, secret_version = e.secret_version + 1, updated_at = now()
   where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint
  returning * into stored;
  -- A program of the version before does not say who asks.
  if p_by is not null then
    perform notify_security(p_merchant_id, 'WEBHOOK_CHANGED', '{TECHNICAL,BUSINESS}', record_audit(
      p_by, 'webhook.rotate', 'webhook', endpoint_name(p_merchant_id, p_endpoint), p_merchant_id, endpoint_json(before),
      endpoint_json(stored) || jsonb_build_object('formerSecretEndsAtOnce', p_overlap_ms = 0)));
  end if;
  return stored;
end $$;

-- Updates the health of endpoints from attempts: a 410 disables an endpoint, and so many days without any success
-- suppress it. Only attempts at the present URL count, and a healthy endpoint costs no write. A request that could not be made, because
-- of the endpoint's secret or URL, has no URL in its attempt, and counts against the present one.
create function note_endpoint_health(p_attempts jsonb, p_suppress_after_ms bigint) returns void language sql as $$
  with outcomes as materialized (
    select t."merchantId" as merchant_id, t.endpoint, u.url, bool_or(t.failure is null) as succeeded,
           coalesce(bool_or(t.failure = 'ENDPOINT_GONE'), false) as gone,
           min(t."startedAt") as first_at, max(t."startedAt") as last_at
      from jsonb_to_recordset(p_attempts) as t (
        "deliveryId" text, "merchantId" text, endpoint integer, url text, failure text, "startedAt" timestamptz)
     cross join lateral (select coalesce(t.url, (
       select x.url from webhook_endpoint x join webhook_delivery d on d.delivery_id = t."deliveryId" and d.pinned_url is null
        where x.merchant_id = t."merchantId" and x.endpoint = t.endpoint and t.failure in ('SECRET_UNREADABLE', 'URL_REFUSED'))) as url) u
     where t.failure is distinct from 'ENDPOINT_BUSY' and u.url is not null
     group by t."merchantId", t.endpoint, u.url
  ), changes as materialized (
    select e.merchant_id, e.endpoint, t.gone, t.last_at, e.failing_since as former_since,
           case when t.succeeded and not t.gone then null else coalesce(e.failing_since, t.first_at) end as failing_since
      from webhook_endpoint e join outcomes t on t.merchant_id = e.merchant_id and t.endpoint = e.endpoint and t.url = e.url
     where e.status = 'ACTIVE' and (e.failing_since is not null or not t.succeeded or t.gone)
     order by e.merchant_id, e.endpoint for no key update of e
  ), changed as (
  update webhook_endpoint e
     set failing_since = c.failing_since,
         status = case when c.gone then 'DISABLED' when o.is_over then 'SUPPRESSED' else e.status end,
         disabled_reason = case when c.gone then 'ENDPOINT_GONE' when o.is_over then 'NO_SUCCESS' end,
         updated_at = now()
    from changes c
   cross join lateral (select coalesce(
     c.failing_since <= c.last_at - interval '1 millisecond' * p_suppress_after_ms, false) as is_over) o
   where e.merchant_id = c.merchant_id and e.endpoint = c.endpoint and (c.gone or o.is_over or e.failing_since is distinct from c.failing_since)
  returning e.merchant_id, e.endpoint, e.status, coalesce(e.failing_since, c.former_since) as since, e.failing_since is null as is_back
  )
  select notify_of_endpoint(x.merchant_id, x.endpoint, case when x.status <> 'ACTIVE' then 'WEBHOOK_OFF' else 'WEBHOOK_BACK' end, x.since)
    from changed x where x.status <> 'ACTIVE' or x.is_back
$$;

-- Switches an endpoint that is off on again after a test has arrived, if the address is still its own. Returns whether it
-- was off.
create function switch_on_endpoint(p_merchant_id text, p_endpoint integer, p_url text) returns boolean language plpgsql as $$
declare before webhook_endpoint;
begin
  select * into before from webhook_endpoint e
   where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint and e.url = p_url and e.status <> 'ACTIVE'
   for no key update;
  if not found then
    return false;
  end if;
  update webhook_endpoint e set status = 'ACTIVE', disabled_reason = null, failing_since = null, updated_at = now()
   where e.merchant_id = p_merchant_id and e.endpoint = p_endpoint;
  perform notify_of_endpoint(p_merchant_id, p_endpoint, 'WEBHOOK_BACK', before.failing_since);
  return true;
end $$;

-- Finds endpoints that have failed for an hour. The finding is resolved when a delivery has arrived, or when the
-- endpoint is suppressed, which has a finding of its own.
create function find_failing_endpoints() returns setof found language sql as $$
  select clear_findings('{ENDPOINT_FAILING}', array(
    select f.subject from finding f left join webhook_endpoint e on endpoint_name(e.merchant_id, e.endpoint) = f.subject
     where f.kind = 'ENDPOINT_FAILING' and f.action = 'ATTENTION' and (e.status is distinct from 'ACTIVE' or e.failing_since is null)));
  with failing as (
    select n.name, e.merchant_id, e.endpoint, e.failing_since, e.url
      from webhook_endpoint e cross join lateral (select endpoint_name(e.merchant_id, e.endpoint) as name) n
     where e.status = 'ACTIVE' and e.failing_since < now() - interval '1 hour'
       and not exists (select from finding f where f.kind = 'ENDPOINT_FAILING' and f.subject = n.name and f.action = 'ATTENTION')
     order by last_found('ENDPOINT_FAILING', n.name) nulls first, e.failing_since, n.name limit 100
  ), written as (
    select g.name, record_finding('ENDPOINT_FAILING', g.name,
             jsonb_build_object('failingSince', rfc3339(g.failing_since), 'url', g.url), 'ATTENTION'),
           notify_of_endpoint(g.merchant_id, g.endpoint, 'WEBHOOK_FAILING', g.failing_since) from failing g
  )
  select 'ENDPOINT_FAILING', w.name, 'ATTENTION', null::text, null::text, null::text from written w;
$$;

-- Finds endpoints that were given up: their merchants get no events any more, and somebody should tell them. The finding is
-- resolved when the endpoint is on again.
create function find_suppressed_endpoints() returns setof found language sql as $$
  select clear_findings('{ENDPOINT_SUPPRESSED}', array(
    select f.subject from finding f left join webhook_endpoint e on endpoint_name(e.merchant_id, e.endpoint) = f.subject
     where f.kind = 'ENDPOINT_SUPPRESSED' and f.action = 'ATTENTION' and e.status is distinct from 'SUPPRESSED'));
  with given_up as (
    select n.name, e.failing_since, e.url
      from webhook_endpoint e cross join lateral (select endpoint_name(e.merchant_id, e.endpoint) as name) n
     where e.status = 'SUPPRESSED'
     order by last_found('ENDPOINT_SUPPRESSED', n.name) nulls first, n.name limit 100
  ), written as (
    select g.name,
           record_finding('ENDPOINT_SUPPRESSED', g.name, jsonb_build_object('failingSince', rfc3339(g.failing_since), 'url', g.url),
                          'ATTENTION')
      from given_up g
  )
  select 'ENDPOINT_SUPPRESSED', w.name, 'ATTENTION', null::text, null::text, null::text from written w;
$$;
