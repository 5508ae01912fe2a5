-- Merchants' requests to erase a payer. Each request is a finding that waits for an operator's decision.

-- Asks operators to erase a payer of this merchant, who is known by an e-mail address or a phone number. The finding names the newest order
-- and not the payer, because a request for an erasure must not keep what is to be erased. The merchant's reason is stored in the audit.
-- Outcomes: ASKED, ASKED_BEFORE (an earlier request still waits), UNKNOWN.
create function ask_erasure(p_by jsonb, p_merchant_id text, p_email text, p_phone text,
                            out outcome text, out payment_reference text) language plpgsql as $$
declare
  c checkout;
begin
  if p_email is not null then
    select * into c from checkout x
     where hashtextextended(x.merchant_id || lower(x.customer ->> 'email'), 0) = hashtextextended(p_merchant_id || lower(p_email), 0)
       and x.merchant_id = p_merchant_id and lower(x.customer ->> 'email') = lower(p_email) and (x.customer ->> 'email') is not null
     order by x.created_at desc, x.checkout_id desc limit 1;
  else
    select * into c from checkout x
     where hashtextextended(x.merchant_id || (x.customer ->> 'phoneNumber'), 0) = hashtextextended(p_merchant_id || p_phone, 0)
       and x.merchant_id = p_merchant_id and x.customer ->> 'phoneNumber' = p_phone
     order by x.created_at desc, x.checkout_id desc limit 1;
  end if;
  -- the lock makes sure that a form that is sent twice makes one request
  perform pg_advisory_xact_lock(hashtextextended('erasure ' || c.checkout_id, 0));
  payment_reference := c.payment_reference;
  outcome := case
    when c.checkout_id is null then 'UNKNOWN'
    when exists (select from finding f where f.kind = 'ERASURE_ASKED' and f.subject = c.checkout_id and f.action = 'ATTENTION') then 'ASKED_BEFORE'
    else 'ASKED' end;
  if outcome <> 'ASKED' then
    return;
  end if;
  perform record_finding('ERASURE_ASKED', c.checkout_id, jsonb_build_object(
    'merchantId', p_merchant_id, 'paymentReference', c.payment_reference,
    'knownBy', case when p_email is not null then 'EMAIL' else 'PHONE' end), 'ATTENTION');
  perform record_audit(p_by, 'payer.ask-erasure', 'checkout', c.checkout_id, p_merchant_id, null,
                       jsonb_build_object('paymentReference', c.payment_reference));
end $$;

-- Returns a merchant's requests, the newest first.
create function erasures_asked(p_merchant_id text) returns table (payment_reference text, asked_at timestamptz, is_decided boolean)
language sql stable as $$
  select f.detail ->> 'paymentReference', f.found_at, f.action <> 'ATTENTION'
    from finding f
   where f.kind = 'ERASURE_ASKED' and f.detail ->> 'merchantId' = p_merchant_id
   order by f.found_at desc limit 50
$$;
