-- What the events of a payment tell.

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
  if p_credit.credit_id is not null and not was_sent(p_credit) then
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
    from card_attempt a where a.attempt_id = p_credit.session_id and not was_sent(p_credit)
$$;

-- How a payment into a static account stands, in the terms of a checkout: what its events tell. Null for any other.
create function static_standing(k inward_credit) returns checkout language plpgsql stable as $$
declare
  c checkout;
  s static_account;
  refunded bigint;
begin
  select * into s from static_account x where x.virtual_account_id = k.virtual_account_id;
  if not found then
    return null;
  end if;
  c.merchant_id := k.merchant_id;
  c.currency := k.currency;
  c.exception := nullif(k.outcome, 'EXACT');
  c.fee_bearer := 'MERCHANT';   -- there is no amount to add a fee to
  c.customer := s.owner;
  c.metadata := s.metadata;
  c.paid_minor := k.amount_minor;
  c.accepted_minor := 0;
  if k.applied_minor > 0 or k.resolution = 'ACCEPTED' then
    c.accepted_minor := k.amount_minor;
    c.fee_minor := k.fee_minor;
    c.vat_minor := k.vat_minor;
    select coalesce(sum(r.amount_minor), 0) into refunded from refund r
     where r.credit_id = k.credit_id and r.origin = 'MERCHANT' and r.status = 'SUCCESSFUL';
    c.status := case
      when exists (select from dispute d where d.credit_id = k.credit_id and d.status = 'LOST') then 'REVERSED'
      when refunded = 0 then 'SUCCESSFUL' when refunded < k.amount_minor then 'PARTIALLY_REFUNDED' else 'REFUNDED' end;
  end if;
  return c;
end $$;

-- When the money of a paid checkout may be paid out; null while it is not paid. The credit may be booked just now: then its
-- journal comes last, and it is worked out.
create function settlement_due_on(p_checkout checkout, p_credit inward_credit) returns date language plpgsql stable as $$
declare
  due date;
begin
  if coalesce(p_checkout.accepted_minor, 0) = 0 then
    return null;
  end if;
  if p_checkout.checkout_id is null then   -- a static account's payment
    select b.due_on into due from balance_transaction b
     where b.source_type = 'credit' and b.source_id = p_credit.credit_id order by b.balance_transaction_id desc limit 1;
  else
    -- One by one: the plan of a join is made while the tables are small, and would later read all that was ever booked.
    select b.due_on into due
      from inward_credit k
     cross join lateral (
       select x.due_on, x.balance_transaction_id from balance_transaction x
        where x.source_type = 'credit' and x.source_id = k.credit_id order by x.balance_transaction_id desc limit 1) b
     where k.checkout_id = p_checkout.checkout_id
     order by (k.credit_id = p_credit.credit_id) desc nulls last, b.balance_transaction_id desc limit 1;
  end if;
  if due is null and (p_credit.applied_minor > 0 or p_checkout.checkout_id is null) then
    select due_on(m.settlement_schedule, p_credit.channel, p_credit.received_at) into due
      from merchant m where m.merchant_id = p_checkout.merchant_id;
  end if;
  return due;
end $$;

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
    coalesce(p_credit.channel, (select b.channel from number_prefix b where b.prefix = account ->> 'prefix')) as "paymentChannel",
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
    case when was_sent(p_credit) then (select row_to_json(s) from (select
      masked(p_credit.source ->> 'accountNumber') as "accountNumber", p_credit.source ->> 'accountName' as "accountName",
      p_credit.source ->> 'bankCode' as "bankCode", p_credit.source ->> 'bankName' as "bankName"
    ) s) end as "source",
    case when p_credit.credit_id is not null and not was_sent(p_credit) then card_told(p_credit) end as "card",
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
