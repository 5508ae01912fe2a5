-- The data of a payment's events.

-- The account number that was paid into: the credit's, or else the checkout's latest. A number that is nobody's is named as
-- well.
create function account_json(p_checkout_id text, p_credit inward_credit) returns json language plpgsql stable as $$
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
create function refund_json(p_credit inward_credit, p_refund_id text) returns json language sql stable as $$
  select row_to_json(f) from (
    select r.refund_reference as "reference", r.origin as "origin", r.reason as "cause",
           r.amount_minor as "amount", r.status as "status",
           r.redirected_at is not null as "toAnotherAccount"
      from refund r where r.credit_id = p_credit.credit_id and r.refund_id = coalesce(p_refund_id, r.refund_id)
     order by r.created_at desc, r.refund_id desc limit 1) f
$$;

-- Returns the card of a card payment; the session id of the credit is the id of its attempt.
create function card_json(p_credit inward_credit) returns json language sql stable as $$
  select json_build_object('brand', a.card ->> 'brand', 'last4', a.card ->> 'last4')
    from card_attempt a where a.attempt_id = p_credit.session_id and not was_sent(p_credit)
$$;

-- Describes a payment into a static account in the terms of a checkout, for its events. Null for any other payment.
create function static_standing(k inward_credit) returns checkout language plpgsql stable as $$
declare
  c checkout;
  s static_account;
  m record;
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
  c.applied_minor := k.applied_minor;
  c.accepted_minor := 0;
  if k.applied_minor > 0 or k.resolution = 'ACCEPTED' then
    c.accepted_minor := counted_minor(k);
    c.fee_minor := k.fee_minor;
    c.vat_minor := k.vat_minor;
    select * into m from movements_of(k.credit_id, k.refunded_minor);
    c.refunded_minor := m.refunded_minor;
    c.taken_back_minor := m.taken_back_minor;
    c.status := case
      when m.refunded_minor + m.taken_back_minor < c.accepted_minor
        then case when m.refunded_minor = 0 then 'SUCCESSFUL' else 'PARTIALLY_REFUNDED' end
      when m.taken_back_minor > 0 and m.lost_at >= coalesce(m.refunded_at, m.lost_at) then 'REVERSED'
      else 'REFUNDED' end;
  end if;
  return c;
end $$;

-- Returns the date from which the money of a merchant's credit may be paid out. While the credit is being booked, its
-- journal is not written yet, so the day is worked out.
create function settlement_due_on(k inward_credit) returns date language sql stable as $$
  select coalesce(
    (select b.due_on from balance_transaction b where b.source_type = 'credit' and b.source_id = k.credit_id
      order by b.purpose limit 1),
    (select due_on(m.settlement_schedule, k.channel, k.received_at) from merchant m where m.merchant_id = k.merchant_id))
$$;

-- The payments that an order was paid with, oldest first, each as it is booked. p_due: the due date of the credit that the
-- event is about. When that credit is the only one, nothing is read.
create function payments_json(c checkout, p_credit inward_credit, p_due date) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object(
           'transactionReference', k.credit_id, 'amountReceived', k.amount_minor, 'fee', k.fee_minor, 'vat', k.vat_minor,
           'settlementAmount', collected_minor(k.credit_id, k.amount_minor, k.excess_minor, k.refunded_minor) - k.fee_minor - k.vat_minor,
           'settlementDueDate', case when k.credit_id = p_credit.credit_id then p_due else settlement_due_on(k) end)
           order by k.received_at, k.credit_id), '[]')
    from (select (p_credit).* where p_credit.applied_minor = c.applied_minor
          union all
          select * from inward_credit x
           where x.checkout_id = c.checkout_id and x.applied_minor > 0 and c.applied_minor is distinct from p_credit.applied_minor) k
$$;

-- CollectionNotification: the state of the checkout (null: the money is a static account's or nobody's), and the credit that
-- led to this state, if one did.
create function collection_notification(p_checkout checkout, p_credit inward_credit, p_refund_id text, p_dispute json)
returns json language plpgsql stable as $$
declare
  c constant checkout := case when p_checkout.checkout_id is null and p_credit.virtual_account_id is not null
                              then static_standing(p_credit) else p_checkout end;
  paid constant boolean := coalesce(c.accepted_minor > 0, false);
  theirs constant boolean := p_credit.merchant_id is not null
    and coalesce(is_merchants(p_credit.applied_minor, p_credit.resolution, p_checkout.status), false);
  due constant date := case when theirs then settlement_due_on(p_credit) end;
  all_accepted constant boolean := coalesce(c.paid_minor, 0) = coalesce(c.accepted_minor, 0);
  returned constant bigint := case when all_accepted then 0 when c.checkout_id is not null then returned_of(c.checkout_id)
    else (select m.returned_minor from movements_of(p_credit.credit_id, p_credit.refunded_minor) m) end;
  kept constant bigint := case when all_accepted or c.checkout_id is null then 0 else kept_of(c.checkout_id) end;
  account constant json := account_json(c.checkout_id, p_credit);
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
    c.paid_minor - c.accepted_minor - kept - returned as "amountHeld",
    kept as "amountKept",
    returned as "amountReturned",
    coalesce(c.refunded_minor, 0) as "amountRefunded",
    coalesce(c.taken_back_minor, 0) as "amountTakenBack",
    coalesce(due_minor(c), 0) as "amountOutstanding",
    coalesce(p_credit.excess_minor, 0) as "excessAmount",
    case when theirs then p_credit.fee_minor else 0 end as "fee",
    case when theirs then p_credit.vat_minor else 0 end as "vat",
    c.fee_bearer as "feeBearer",
    case when theirs then collected_minor(p_credit.credit_id, p_credit.amount_minor, p_credit.excess_minor, p_credit.refunded_minor)
                          - p_credit.fee_minor - p_credit.vat_minor else 0 end as "settlementAmount",
    due as "settlementDueDate",
    case when not paid then '[]' else payments_json(c, p_credit, due) end as "transactions",
    p_credit.session_id as "sessionId",
    p_credit.narration as "narration",
    account as "virtualAccount",
    case when was_sent(p_credit) then (select row_to_json(s) from (select
      masked(p_credit.source ->> 'accountNumber') as "accountNumber", p_credit.source ->> 'accountName' as "accountName",
      p_credit.source ->> 'bankCode' as "bankCode", p_credit.source ->> 'bankName' as "bankName"
    ) s) end as "source",
    case when p_credit.credit_id is not null and not was_sent(p_credit) then card_json(p_credit) end as "card",
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
    case when p_credit.refunded_minor > 0 then refund_json(p_credit, p_refund_id) end as "refund",
    p_dispute as "dispute",
    coalesce(c.metadata, '{}') as "metadata",
    coalesce(c.version, p_credit.event_sequence) as "version"
  ) n;
  return result;
end $$;
