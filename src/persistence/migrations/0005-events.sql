-- Up Migration
-- Writes events and their deliveries, in the transaction of the change they tell of.

create function rfc3339(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function masked(p_account text) returns text language sql immutable as $$
  select repeat('*', greatest(length(p_account) - 4, 0)) || right(p_account, 4)
$$;

-- Events of one checkout, in this order; the credit they speak of, if any. The caller has raised event_sequence already.
create type emission as (checkout_id text, credit_id text, types text[]);

-- WebhookCollectionPayload: the bytes that every attempt signs and sends.
create function emit_events(p_emissions emission[]) returns void language plpgsql as $$
declare pending integer;
begin
  with told as materialized (
    select c.merchant_id, c.checkout_id, c.updated_at, x.types, c.event_sequence - cardinality(x.types) as before,
      (select row_to_json(n) from (select
         k.credit_id as "transactionReference",
         c.payment_reference as "paymentReference",
         c.checkout_id as "checkoutId",
         c.status as "status",
         c.exception as "exception",
         c.status_reason as "statusReason",
         case when v.virtual_account_id is not null then 'Bank' end as "paymentChannel",
         c.currency as "currency",
         c.amount_minor as "amount",
         c.expected_minor as "amountExpected",
         k.amount_minor as "amountReceived",
         c.paid_minor as "amountPaid",
         c.accepted_minor as "amountAccepted",
         c.expected_minor - c.applied_minor as "amountOutstanding",
         coalesce(k.excess_minor, 0) as "excessAmount",
         case when c.accepted_minor > 0 then c.fee_minor else 0 end as "fee",
         case when c.accepted_minor > 0 then c.vat_minor else 0 end as "vat",
         c.fee_bearer as "feeBearer",
         case when c.accepted_minor > 0 then c.accepted_minor - c.fee_minor - c.vat_minor else 0 end as "settlementAmount",
         null as "settlementDueDate",
         k.session_id as "sessionId",
         k.narration as "narration",
         case when v.virtual_account_id is not null then
           (select row_to_json(a) from (select v.account_number as "accountNumber", v.account_name as "accountName",
              b.bank_code as "bankCode", b.bank_name as "bankName", v.prefix as "prefix", 'DYNAMIC' as "type",
              rfc3339(v.expires_at) as "expiresAt") a) end as "virtualAccount",
         case when k.credit_id is not null then
           (select row_to_json(s) from (select masked(k.source ->> 'accountNumber') as "accountNumber",
              k.source ->> 'accountName' as "accountName", k.source ->> 'bankCode' as "bankCode",
              k.source ->> 'bankName' as "bankName") s) end as "source",
         null as "card",
         (select row_to_json(u) from (select c.customer ->> 'email' as "email", c.customer ->> 'phoneNumber' as "phoneNumber",
            c.customer ->> 'firstName' as "firstName", c.customer ->> 'lastName' as "lastName") u) as "customer",
         -- the codes and messages of src/domain/result-code.ts; a test compares them
         case c.status when 'SUCCESSFUL' then '00' when 'EXPIRED' then '68' when 'CANCELLED' then '21' else '09' end
           as "responseCode",
         case c.status when 'SUCCESSFUL' then 'Successful' when 'EXPIRED' then 'Received too late, expired'
           when 'CANCELLED' then 'No action taken' else 'Request processing in progress' end as "responseMessage",
         rfc3339(c.created_at) as "initiatedAt",
         rfc3339(coalesce(k.sent_at, k.received_at)) as "paidAt",
         rfc3339(k.received_at) as "receivedAt",
         case when k.outcome <> 'EXACT' then 'HOLD' end as "policyApplied",
         null as "refund",
         c.metadata as "metadata",
         c.version as "version"
       ) n) as data
      from unnest(p_emissions) x
      join checkout c on c.checkout_id = x.checkout_id
      left join inward_credit k on k.credit_id = x.credit_id
      left join virtual_account v on v.virtual_account_id = coalesce(k.virtual_account_id,
        (select w.virtual_account_id from virtual_account w where w.checkout_id = c.checkout_id order by w.created_at desc limit 1))
      left join number_prefix b on b.prefix = v.prefix
  ), numbered as materialized (
    select new_id('evt_') as event_id, t.*, e.type, t.before + e.n::integer as sequence
      from told t cross join unnest(t.types) with ordinality as e (type, n)
  ), written as (
    insert into event (event_id, merchant_id, checkout_id, sequence, type, body)
      select n.event_id, n.merchant_id, n.checkout_id, n.sequence, n.type,
             (select row_to_json(p) from (select n.event_id as "id", n.type as "type", rfc3339(n.updated_at) as "timestamp",
                'v1' as "apiVersion", (select value from setting where name = 'environment') as "environment",
                n.sequence as "sequence", n.merchant_id as "merchantId", n.data as "data") p)::text
        from numbered n
    returning event_id, merchant_id, type
  ), addressed as (
    insert into webhook_delivery (delivery_id, event_id, merchant_id, url, status)
      select 'dlv_' || substr(w.event_id, 5), w.event_id, w.merchant_id,
             case when e.status = 'ACTIVE' then e.url end,
             case when e.status = 'ACTIVE' then 'PENDING' else 'SUPPRESSED' end
        from written w left join webhook_endpoint e on e.merchant_id = w.merchant_id
       where e.status is distinct from 'ACTIVE' or e.events is null or w.type = any (e.events)
    returning status
  )
  select count(*) filter (where status = 'PENDING') into pending from addressed;
  if pending > 0 then
    perform pg_notify('deliveries', '');
  end if;
end $$;

-- Down Migration
drop function emit_events;
drop type emission;
drop function masked, rfc3339;
