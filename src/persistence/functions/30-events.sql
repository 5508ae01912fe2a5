-- Writes events and their deliveries, in the transaction of the change they tell of.

create function rfc3339(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function masked(p_account text) returns text language sql immutable as $$
  select repeat('*', greatest(length(p_account) - 4, 0)) || right(p_account, 4)
$$;

-- CollectionNotification: how the checkout stands, and the credit that made it so, if one did.
create function collection_notification(p_checkout checkout, p_credit inward_credit) returns json language plpgsql stable as $$
declare
  v virtual_account;
  bank number_prefix;
  accepted constant boolean := p_checkout.accepted_minor > 0;
  result json;
begin
  if p_credit.virtual_account_id is not null then
    select * into v from virtual_account a where a.virtual_account_id = p_credit.virtual_account_id;
  else
    select * into v from virtual_account a where a.checkout_id = p_checkout.checkout_id order by a.created_at desc limit 1;
  end if;
  select * into bank from number_prefix b where b.prefix = v.prefix;
  select row_to_json(n) into result from (select
    p_credit.credit_id as "transactionReference",
    p_checkout.payment_reference as "paymentReference",
    p_checkout.checkout_id as "checkoutId",
    p_checkout.status as "status",
    p_checkout.exception as "exception",
    p_checkout.status_reason as "statusReason",
    case when v.virtual_account_id is not null then 'Bank' end as "paymentChannel",
    p_checkout.currency as "currency",
    p_checkout.amount_minor as "amount",
    p_checkout.expected_minor as "amountExpected",
    p_credit.amount_minor as "amountReceived",
    p_checkout.paid_minor as "amountPaid",
    p_checkout.accepted_minor as "amountAccepted",
    p_checkout.expected_minor - p_checkout.applied_minor as "amountOutstanding",
    coalesce(p_credit.excess_minor, 0) as "excessAmount",
    case when accepted then p_checkout.fee_minor else 0 end as "fee",
    case when accepted then p_checkout.vat_minor else 0 end as "vat",
    p_checkout.fee_bearer as "feeBearer",
    case when accepted then p_checkout.accepted_minor - p_checkout.fee_minor - p_checkout.vat_minor else 0 end
      as "settlementAmount",
    null as "settlementDueDate",
    p_credit.session_id as "sessionId",
    p_credit.narration as "narration",
    case when v.virtual_account_id is not null then (select row_to_json(a) from (select
      v.account_number as "accountNumber", v.account_name as "accountName", bank.bank_code as "bankCode",
      bank.bank_name as "bankName", v.prefix as "prefix", 'DYNAMIC' as "type", rfc3339(v.expires_at) as "expiresAt"
    ) a) end as "virtualAccount",
    case when p_credit.credit_id is not null then (select row_to_json(s) from (select
      masked(p_credit.source ->> 'accountNumber') as "accountNumber", p_credit.source ->> 'accountName' as "accountName",
      p_credit.source ->> 'bankCode' as "bankCode", p_credit.source ->> 'bankName' as "bankName"
    ) s) end as "source",
    null as "card",
    (select row_to_json(u) from (select
      p_checkout.customer ->> 'email' as "email", p_checkout.customer ->> 'phoneNumber' as "phoneNumber",
      p_checkout.customer ->> 'firstName' as "firstName", p_checkout.customer ->> 'lastName' as "lastName"
    ) u) as "customer",
    -- codes and messages are those of src/domain/result-code.ts; a test compares them
    case p_checkout.status when 'SUCCESSFUL' then '00' when 'EXPIRED' then '68' when 'CANCELLED' then '21' else '09' end
      as "responseCode",
    case p_checkout.status when 'SUCCESSFUL' then 'Successful' when 'EXPIRED' then 'Received too late, expired'
      when 'CANCELLED' then 'No action taken' else 'Request processing in progress' end as "responseMessage",
    rfc3339(p_checkout.created_at) as "initiatedAt",
    rfc3339(coalesce(p_credit.sent_at, p_credit.received_at)) as "paidAt",
    rfc3339(p_credit.received_at) as "receivedAt",
    case when p_credit.outcome <> 'EXACT' then 'HOLD' end as "policyApplied",
    null as "refund",
    p_checkout.metadata as "metadata",
    p_checkout.version as "version"
  ) n;
  return result;
end $$;

-- Writes events of these types, in this order, with one body for all but the head. The caller has raised event_sequence by
-- their number already. The body is WebhookCollectionPayload: the bytes that every attempt signs and sends.
create function emit_events(p_checkout checkout, p_credit inward_credit, p_types text[]) returns void language plpgsql as $$
declare
  endpoint webhook_endpoint;
  notification constant json := collection_notification(p_checkout, p_credit);
  environment constant text := (select s.value from setting s where s.name = 'environment');
  sequence_number integer := p_checkout.event_sequence - cardinality(p_types);
  event_type text;
  ulid text;
begin
  select * into endpoint from webhook_endpoint e where e.merchant_id = p_checkout.merchant_id;
  foreach event_type in array p_types loop
    ulid := new_id('');
    sequence_number := sequence_number + 1;
    insert into event (event_id, merchant_id, checkout_id, sequence, type, body)
      values ('evt_' || ulid, p_checkout.merchant_id, p_checkout.checkout_id, sequence_number, event_type,
              (select row_to_json(p)::text from (select
                 'evt_' || ulid as "id", event_type as "type", rfc3339(p_checkout.updated_at) as "timestamp",
                 'v1' as "apiVersion", environment as "environment", sequence_number as "sequence",
                 p_checkout.merchant_id as "merchantId", notification as "data") p));
    if endpoint.status is distinct from 'ACTIVE' then
      insert into webhook_delivery (delivery_id, event_id, merchant_id, status)
        values ('dlv_' || ulid, 'evt_' || ulid, p_checkout.merchant_id, 'SUPPRESSED');
    elsif endpoint.events is null or event_type = any (endpoint.events) then
      insert into webhook_delivery (delivery_id, event_id, merchant_id, url, status)
        values ('dlv_' || ulid, 'evt_' || ulid, p_checkout.merchant_id, endpoint.url, 'PENDING');
      perform pg_notify('deliveries', '');
    end if;
  end loop;
end $$;
