-- Writes events and their deliveries, in the transaction of the change that they report.

-- The name of an endpoint in the audit and in findings: the first one's is its merchant's id.
create function endpoint_name(p_merchant_id text, p_endpoint integer) returns text language sql immutable as $$
  select p_merchant_id || case when p_endpoint > 1 then '/' || p_endpoint else '' end
$$;

-- A dispatcher that writes deliveries takes them in the same transaction, so no dispatcher has to be woken and nothing is
-- claimed. p_taker: {"claimant", "leaseMs", "limit", "crowded": endpoints of which it has enough}; null: no dispatcher takes
-- them.
create function take_as_written(p_taker jsonb) returns void language sql as $$
  select set_config('manilla.taker', coalesce(p_taker::text, ''), true), set_config('manilla.taken', '', true)
$$;

-- The ids of the deliveries that were taken as they were written, in this transaction.
create function taken_as_written() returns text[] language sql stable as $$
  select string_to_array(nullif(current_setting('manilla.taken', true), ''), ',')
$$;

-- Takes a delivery for the dispatcher that writes it, unless that dispatcher has no room or an earlier event of the checkout
-- is not sent to the endpoint yet. Returns the end of the lease; null: the delivery waits to be claimed.
create function taken_until(
  p_taker jsonb, p_delivery_id text, p_endpoint webhook_endpoint, p_checkout_id text, p_sequence integer
) returns timestamptz language plpgsql as $$
declare taken constant text[] := coalesce(taken_as_written(), '{}');
begin
  if p_taker is null or cardinality(taken) >= (p_taker ->> 'limit')::integer
     or p_taker -> 'crowded' ? endpoint_name(p_endpoint.merchant_id, p_endpoint.endpoint) then
    return null;
  end if;
  if p_sequence > 1 and p_checkout_id is not null and exists (
    select from event w
      cross join lateral (select d.* from webhook_delivery d where d.event_id = w.event_id offset 0) o
     where w.checkout_id = p_checkout_id and w.sequence < p_sequence and o.endpoint = p_endpoint.endpoint and o.attempts = 0
       and (o.status = 'PENDING' or o.status = 'DELIVERING' and o.claimed_by <> p_taker ->> 'claimant')
  ) then
    return null;
  end if;
  perform set_config('manilla.taken', array_to_string(taken || p_delivery_id, ','), true);
  return now() + interval '1 millisecond' * (p_taker ->> 'leaseMs')::integer;
end $$;

-- Writes one event and its delivery to each endpoint that takes it. Every attempt signs and sends this body. For a merchant
-- without an endpoint, the delivery to the first endpoint is SUPPRESSED, because the merchant may set that endpoint later.
create function write_event(
  p_merchant_id text, p_endpoints webhook_endpoint[], p_environment text, p_checkout_id text, p_sequence integer, p_type text,
  p_happened_at text, p_data json
) returns void language plpgsql as $$
declare
  ulid constant text := new_id('');
  taker constant jsonb := nullif(current_setting('manilla.taker', true), '')::jsonb;
  until timestamptz;
  each_one webhook_endpoint;
  id text := 'dlv_' || ulid;
begin
  insert into event (event_id, merchant_id, checkout_id, sequence, type, body)
    values ('evt_' || ulid, p_merchant_id, p_checkout_id, p_sequence, p_type,
            (select row_to_json(p)::text from (select
               'evt_' || ulid as "id", p_type as "type", p_happened_at as "timestamp",
               'v1' as "apiVersion", p_environment as "environment", p_sequence as "sequence",
               p_merchant_id as "merchantId", p_data as "data") p));
  if cardinality(p_endpoints) = 0 then
    insert into webhook_delivery (delivery_id, event_id, merchant_id, status)
      values (id, 'evt_' || ulid, p_merchant_id, 'SUPPRESSED');
  end if;
  foreach each_one in array p_endpoints loop
    id := coalesce(id, new_id('dlv_'));
    if each_one.status <> 'ACTIVE' then
      insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, status)
        values (id, 'evt_' || ulid, p_merchant_id, each_one.endpoint, 'SUPPRESSED');
    elsif each_one.events is null or p_type = any (each_one.events) or p_type = 'security.changed' then
      until := taken_until(taker, id, each_one, p_checkout_id, p_sequence);
      insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, url, status, lease_until, claimed_by)
        values (id, 'evt_' || ulid, p_merchant_id, each_one.endpoint, each_one.url,
                case when until is null then 'PENDING' else 'DELIVERING' end, until,
                case when until is not null then taker ->> 'claimant' end);
      if until is null then
        perform pg_notify('deliveries', '');
      end if;
    end if;
    id := null;
  end loop;
end $$;

-- The endpoints of a merchant, the first one first.
create function endpoints_of(p_merchant_id text) returns webhook_endpoint[] language sql stable as $$
  select array(select e from webhook_endpoint e where e.merchant_id = p_merchant_id order by e.endpoint)
$$;

-- Writes an event without meaning, and its delivery, which the caller sends.
create function write_test_event(p_endpoint webhook_endpoint, p_ulid text, p_body text, p_lease_ms integer) returns void
language plpgsql as $$
begin
  insert into event (event_id, merchant_id, sequence, type, body)
    values ('evt_' || p_ulid, p_endpoint.merchant_id, 1, 'webhook.test', p_body);
  insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, url, status, lease_until, claimed_by)
    values ('dlv_' || p_ulid, 'evt_' || p_ulid, p_endpoint.merchant_id, p_endpoint.endpoint, p_endpoint.url, 'DELIVERING',
            now() + interval '1 millisecond' * p_lease_ms, 'test');
end $$;

-- Writes an event that is not about a checkout. p_sequence: the event's number among the events of its subject, counted
-- by the caller.
create function notify_merchant(p_merchant_id text, p_type text, p_sequence integer, p_data json) returns void
language plpgsql as $$
begin
  perform write_event(p_merchant_id, endpoints_of(p_merchant_id), (select s.value from setting s where s.name = 'environment'), null, p_sequence,
                      p_type, rfc3339(clock_timestamp()), p_data);
end $$;

-- Notifies a merchant of a change of its keys, rights or URL, also when its endpoint does not ask for this event. p_what:
-- further data of the event.
create function notify_change(p_merchant_id text, p_change text, p_by jsonb, p_what jsonb) returns void language plpgsql as $$
declare
  sequence_number integer;
begin
  insert into merchant_told as t (merchant_id, changes) values (p_merchant_id, 1)
    on conflict (merchant_id) do update set changes = t.changes + 1
    returning t.changes into sequence_number;
  perform notify_merchant(p_merchant_id, 'security.changed', sequence_number, (
    jsonb_build_object('change', p_change, 'by', p_by ->> 'kind', 'clientId', null, 'name', null, 'groups', null, 'scopes', null,
                       'dailySettlementLimit', null, 'url', null)
      || p_what || jsonb_build_object('changedAt', rfc3339(clock_timestamp())))::json);
end $$;

-- Sends the newest event of this type also to the former URL of a merchant, signed with the secret of that time.
create function send_to_former_url(p_former webhook_endpoint, p_type text) returns void language plpgsql as $$
begin
  insert into webhook_delivery (delivery_id, event_id, merchant_id, endpoint, url, status, pinned_url, pinned_secret_sealed)
    select 'dlv_' || new_id(''), v.event_id, v.merchant_id, p_former.endpoint, p_former.url, 'PENDING', p_former.url, p_former.secret_sealed
      from event v where v.merchant_id = p_former.merchant_id and v.type = p_type order by v.event_id desc limit 1;
  perform pg_notify('deliveries', '');
end $$;

-- Writes one event per type, in order; all share the same body, whose data is CollectionNotification. The caller has already
-- advanced event_sequence (the checkout's, or the credit's where it has no checkout) by the number of events. A credit without
-- a merchant produces no events.
create function emit_events(
  p_checkout checkout, p_credit inward_credit, p_types text[], p_refund_id text default null, p_dispute json default null
) returns void language plpgsql as $$
declare
  endpoints webhook_endpoint[];
  merchant constant text := coalesce(p_checkout.merchant_id, p_credit.merchant_id);
  notification constant json := case when merchant is not null then
    collection_notification(p_checkout, p_credit, p_refund_id, p_dispute) end;
  environment constant text := (select s.value from setting s where s.name = 'environment');
  happened_at constant text := rfc3339(coalesce(p_checkout.updated_at, clock_timestamp()));
  sequence_number integer := coalesce(p_checkout.event_sequence, p_credit.event_sequence) - cardinality(p_types);
  event_type text;
begin
  if merchant is null then
    return;
  end if;
  endpoints := endpoints_of(merchant);
  foreach event_type in array p_types loop
    sequence_number := sequence_number + 1;
    perform write_event(merchant, endpoints, environment, p_checkout.checkout_id, sequence_number, event_type, happened_at,
                        notification);
  end loop;
  if p_checkout.checkout_id is not null then
    perform notify_payer_of_events(p_checkout, p_credit, p_types, p_refund_id, p_dispute);
  end if;
end $$;
