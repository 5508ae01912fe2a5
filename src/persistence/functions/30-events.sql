-- Writes events and their deliveries, in the transaction of the change they tell of.

create function rfc3339(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function masked(p_account text) returns text language sql immutable as $$
  select repeat('*', greatest(length(p_account) - 4, 0)) || right(p_account, 4)
$$;

-- The answer of the API to a checkout in this status: codes and messages of src/domain/result-code.ts; a test compares them.
create function response_of(p_status text, out code text, out message text) language plpgsql immutable as $$
begin
  case
    when is_paid_status(p_status) then code := '00'; message := 'Successful';
    when p_status = 'EXPIRED' then code := '68'; message := 'Received too late, expired';
    when p_status = 'CANCELLED' then code := '21'; message := 'No action taken';
    when p_status = 'FAILED' then code := '05'; message := 'Payment was declined';
    else code := '09'; message := 'Request processing in progress';
  end case;
end $$;

-- The number that was paid into: of the credit, else the checkout's latest. One that is nobody's is named all the same.
create function account_told(p_checkout_id text, p_credit inward_credit) returns json language plpgsql stable as $$
declare
  v virtual_account;
  bank number_prefix;
begin
  if p_credit.channel = 'Card' then
    return null;
  elsif p_credit.virtual_account_id is not null then
    select * into v from virtual_account a where a.virtual_account_id = p_credit.virtual_account_id;
  else
    select * into v from virtual_account a where a.checkout_id = p_checkout_id order by a.created_at desc limit 1;
  end if;
  if v.account_number is null and p_credit.account_number is null then
    return null;
  end if;
  select * into bank from number_prefix b where b.prefix = coalesce(v.prefix, left(p_credit.account_number, 3));
  return (select row_to_json(a) from (select
    coalesce(v.account_number, p_credit.account_number) as "accountNumber", v.account_name as "accountName",
    bank.bank_code as "bankCode", bank.bank_name as "bankName", bank.prefix as "prefix",
    v.type as "type", rfc3339(v.expires_at) as "expiresAt",
    case v.type when 'STATIC' then (
      select s.reference from static_account s where s.virtual_account_id = v.virtual_account_id) end as "reference") a);
end $$;

-- The refund that an event is about, or else the latest of its credit.
create function refund_told(p_credit inward_credit, p_refund_id text) returns json language sql stable as $$
  select row_to_json(f) from (
    select r.refund_reference as "reference", r.amount_minor as "amount", r.status as "status",
           r.redirected_at is not null as "toAnotherAccount"
      from refund r where r.credit_id = p_credit.credit_id and r.refund_id = coalesce(p_refund_id, r.refund_id)
     order by r.created_at desc, r.refund_id desc limit 1) f
$$;

-- The card of a card payment, whose session id is that of its attempt.
create function card_told(p_credit inward_credit) returns json language sql stable as $$
  select json_build_object('brand', a.card ->> 'brand', 'last4', a.card ->> 'last4')
    from card_attempt a where p_credit.channel = 'Card' and a.attempt_id = p_credit.session_id
$$;

-- CollectionNotification: how the checkout stands (null: the money is a static account's or nobody's), and the credit that
-- made it so, if one did.
create function collection_notification(p_checkout checkout, p_credit inward_credit, p_refund_id text, p_dispute json)
returns json language plpgsql stable as $$
declare
  c constant checkout := case when p_checkout.checkout_id is null and p_credit.virtual_account_id is not null
                              then static_standing(p_credit) else p_checkout end;
  paid constant boolean := coalesce(c.accepted_minor > 0, false);
  account constant json := account_told(c.checkout_id, p_credit);
  response constant record := response_of(c.status);
  result json;
begin
  select row_to_json(n) into result from (select
    p_credit.credit_id as "transactionReference",
    c.payment_reference as "paymentReference",
    c.checkout_id as "checkoutId",
    c.status as "status",
    c.exception as "exception",
    c.status_reason as "statusReason",
    coalesce(p_credit.channel, case when account is not null then 'Bank' end) as "paymentChannel",
    coalesce(c.currency, p_credit.currency) as "currency",
    c.amount_minor as "amount",
    c.expected_minor as "amountExpected",
    p_credit.amount_minor as "amountReceived",
    c.paid_minor as "amountPaid",
    c.accepted_minor as "amountAccepted",
    case when paid then 0 else greatest(c.expected_minor - c.applied_minor, 0) end as "amountOutstanding",
    coalesce(p_credit.excess_minor, 0) as "excessAmount",
    case when paid then c.fee_minor else 0 end as "fee",
    case when paid then c.vat_minor else 0 end as "vat",
    c.fee_bearer as "feeBearer",
    case when paid then c.accepted_minor - c.fee_minor - c.vat_minor else 0 end as "settlementAmount",
    settlement_due_on(c, p_credit) as "settlementDueDate",
    p_credit.session_id as "sessionId",
    p_credit.narration as "narration",
    account as "virtualAccount",
    case when p_credit.channel = 'Bank' then (select row_to_json(s) from (select
      masked(p_credit.source ->> 'accountNumber') as "accountNumber", p_credit.source ->> 'accountName' as "accountName",
      p_credit.source ->> 'bankCode' as "bankCode", p_credit.source ->> 'bankName' as "bankName"
    ) s) end as "source",
    case when p_credit.channel = 'Card' then card_told(p_credit) end as "card",
    case when c.customer is not null then (select row_to_json(u) from (select
      c.customer ->> 'email' as "email", c.customer ->> 'phoneNumber' as "phoneNumber",
      c.customer ->> 'firstName' as "firstName", c.customer ->> 'lastName' as "lastName"
    ) u) end as "customer",
    response.code as "responseCode",
    response.message as "responseMessage",
    rfc3339(c.created_at) as "initiatedAt",
    rfc3339(coalesce(p_credit.sent_at, p_credit.received_at)) as "paidAt",
    rfc3339(p_credit.received_at) as "receivedAt",
    p_credit.policy_applied as "policyApplied",
    case when p_credit.refunded_minor > 0 then refund_told(p_credit, p_refund_id) end as "refund",
    p_dispute as "dispute",
    coalesce(c.metadata, '{}') as "metadata",
    coalesce(c.version, p_credit.event_sequence) as "version"
  ) n;
  return result;
end $$;

-- The dispatcher that writes its own deliveries takes them in the same transaction: nobody has to be woken, and nothing claimed.
-- p_taker: {"claimant", "leaseMs", "limit", "crowded": merchants of whom it has enough}; null: nobody does.
create function take_as_written(p_taker jsonb) returns void language sql as $$
  select set_config('manilla.taker', coalesce(p_taker::text, ''), true), set_config('manilla.taken', '', true)
$$;

-- The ids of the deliveries that were taken as they were written, in this transaction.
create function taken_as_written() returns text[] language sql stable as $$
  select string_to_array(nullif(current_setting('manilla.taken', true), ''), ',')
$$;

-- Takes this delivery for the dispatcher that writes it, unless it has no room or an earlier event of the checkout is not sent
-- yet. Answers until when; null: it waits to be claimed.
create function taken_until(
  p_taker jsonb, p_delivery_id text, p_merchant_id text, p_checkout_id text, p_sequence integer
) returns timestamptz language plpgsql as $$
declare taken constant text[] := coalesce(taken_as_written(), '{}');
begin
  if p_taker is null or cardinality(taken) >= (p_taker ->> 'limit')::integer or p_taker -> 'crowded' ? p_merchant_id then
    return null;
  end if;
  if p_sequence > 1 and p_checkout_id is not null and exists (
    select from event w join webhook_delivery o on o.event_id = w.event_id
     where w.checkout_id = p_checkout_id and w.sequence < p_sequence and o.attempts = 0
       and (o.status = 'PENDING' or o.status = 'DELIVERING' and o.claimed_by <> p_taker ->> 'claimant')
  ) then
    return null;
  end if;
  perform set_config('manilla.taken', array_to_string(taken || p_delivery_id, ','), true);
  return now() + interval '1 millisecond' * (p_taker ->> 'leaseMs')::integer;
end $$;

-- One event and its delivery. The body is what every attempt signs and sends.
create function write_event(
  p_merchant_id text, p_endpoint webhook_endpoint, p_environment text, p_checkout_id text, p_sequence integer, p_type text,
  p_happened_at text, p_data json
) returns void language plpgsql as $$
declare
  ulid constant text := new_id('');
  taker constant jsonb := nullif(current_setting('manilla.taker', true), '')::jsonb;
  until timestamptz;
begin
  insert into event (event_id, merchant_id, checkout_id, sequence, type, body)
    values ('evt_' || ulid, p_merchant_id, p_checkout_id, p_sequence, p_type,
            (select row_to_json(p)::text from (select
               'evt_' || ulid as "id", p_type as "type", p_happened_at as "timestamp",
               'v1' as "apiVersion", p_environment as "environment", p_sequence as "sequence",
               p_merchant_id as "merchantId", p_data as "data") p));
  if p_endpoint.status is distinct from 'ACTIVE' then
    insert into webhook_delivery (delivery_id, event_id, merchant_id, status)
      values ('dlv_' || ulid, 'evt_' || ulid, p_merchant_id, 'SUPPRESSED');
  elsif p_endpoint.events is null or p_type = any (p_endpoint.events) then
    until := taken_until(taker, 'dlv_' || ulid, p_merchant_id, p_checkout_id, p_sequence);
    insert into webhook_delivery (delivery_id, event_id, merchant_id, url, status, lease_until, claimed_by)
      values ('dlv_' || ulid, 'evt_' || ulid, p_merchant_id, p_endpoint.url,
              case when until is null then 'PENDING' else 'DELIVERING' end, until,
              case when until is not null then taker ->> 'claimant' end);
    if until is null then
      perform pg_notify('deliveries', '');
    end if;
  end if;
end $$;

-- An event of a merchant that is not about a checkout. p_sequence: of what it is about, counted by the caller.
create function tell_merchant(p_merchant_id text, p_type text, p_sequence integer, p_data json) returns void
language plpgsql as $$
declare endpoint webhook_endpoint;
begin
  select * into endpoint from webhook_endpoint e where e.merchant_id = p_merchant_id;
  perform write_event(p_merchant_id, endpoint, (select s.value from setting s where s.name = 'environment'), null, p_sequence,
                      p_type, rfc3339(clock_timestamp()), p_data);
end $$;

-- Writes one event per type, in order; all share the same body, whose data is CollectionNotification. The caller has already
-- advanced event_sequence (the checkout's, or the credit's where it has no checkout) by the number of events. A credit without
-- a merchant produces no events.
create function emit_events(
  p_checkout checkout, p_credit inward_credit, p_types text[], p_refund_id text default null, p_dispute json default null
) returns void language plpgsql as $$
declare
  endpoint webhook_endpoint;
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
  select * into endpoint from webhook_endpoint e where e.merchant_id = merchant;
  foreach event_type in array p_types loop
    sequence_number := sequence_number + 1;
    perform write_event(merchant, endpoint, environment, p_checkout.checkout_id, sequence_number, event_type, happened_at,
                        notification);
  end loop;
end $$;
