-- Merchants' requests about refunds.

-- A refund with its order, and the time from which it may be sent.
create view refund_read as
  select r.*, c.payment_reference, refund_sendable_from(r.redirected_at) as sendable_from
    from refund r left join checkout c on c.checkout_id = r.checkout_id;

-- The transfers that paid an order, oldest first.
create function credits_that_paid(p_checkout_id text) returns text[] language sql stable as $$
  select array_agg(k.credit_id order by k.received_at, k.credit_id)
    from inward_credit k where k.checkout_id = p_checkout_id and k.applied_minor > 0
$$;

-- The credit that a merchant means: a transaction's id, or the reference of a checkout that one credit has paid.
create function credit_meant(p_merchant_id text, p_reference text) returns text language sql stable as $$
  select coalesce(
    (select k.credit_id from inward_credit k where k.credit_id = p_reference and k.merchant_id = p_merchant_id),
    (select case when cardinality(p.paying) = 1 then p.paying[1] end
       from checkout c cross join lateral (select credits_that_paid(c.checkout_id) as paying) p
      where c.merchant_id = p_merchant_id and c.payment_reference = p_reference))
$$;

-- Returns the reason that an order's reference names no credit to refund. NOT_REFUNDABLE: its money is held, or never
-- was the merchant's.
create function no_credit_meant(p_merchant_id text, p_reference text, out outcome text, out several text[])
language plpgsql stable as $$
declare
  c checkout;
begin
  select * into c from checkout x where x.merchant_id = p_merchant_id and x.payment_reference = p_reference;
  outcome := case
    when is_paid_status(c.status) then 'SEVERAL_PAYMENTS'
    when exists (select from inward_credit k where k.checkout_id = c.checkout_id) then 'NOT_REFUNDABLE'
    else 'RESOURCE_NOT_FOUND' end;
  several := case when outcome = 'SEVERAL_PAYMENTS' then credits_that_paid(c.checkout_id) end;
end $$;

-- Returns the part of a credit that its merchant may still refund. The part is 0 until the credit belongs to the merchant. It leaves out
-- money that is on its way back, that the rail has taken back, or that is disputed. is_blocked: the part is 0 for another reason than that
-- all of the credit was refunded.
create function refundable_of(k inward_credit, out minor bigint, out is_blocked boolean) language sql stable as $$
  select r.minor, r.minor = 0 and (not w.theirs or w.claimed > 0)
    from (select) x
    left join checkout c on c.checkout_id = k.checkout_id
    cross join lateral (select is_merchants(k.applied_minor, k.resolution, c.status) as theirs,
                               taken_back_minor(k.credit_id, '{OPENED,LOST}') as claimed) w
    cross join lateral (select case when w.theirs then greatest(k.amount_minor - k.refunded_minor - w.claimed, 0) else 0 end as minor) r
$$;

-- Returns the legs that take the amount from the merchant's balance, first from money that is due already. Returns null when the balance is
-- too small. Money that the merchant owes us cannot be used. Locks the accounts, so that two requests cannot spend the same money.
create function legs_from_merchant(
  p_merchant_id text, p_refund_id text, p_currency text, p_amount_minor bigint, p_duty_minor bigint
) returns leg[] language plpgsql as $$
declare
  due bigint;
begin
  perform lock_merchant_accounts(p_merchant_id, p_currency);
  if merchant_balance_minor(p_merchant_id, p_currency) < p_amount_minor + p_duty_minor then
    return null;
  end if;
  due := least(p_amount_minor, greatest(coalesce((
    select -x.balance_minor from ledger_account x where x.account_id = account_of('2110', p_merchant_id, p_currency)), 0), 0));
  return array[
    ('refund', p_refund_id, 'request', 'merchant-available', '2110', p_merchant_id, p_currency, due),
    ('refund', p_refund_id, 'request', 'merchant-pending', '2100', p_merchant_id, p_currency, p_amount_minor - due)]::leg[];
end $$;

-- Returns the payer of the credit that the merchant means. has_account: the credit came by a transfer, so it can be sent back to another
-- account. is_asked: a refund with this reference exists already, and no other refund may use the reference.
create function refund_payer(
  p_merchant_id text, p_reference text, p_refund_reference text,
  out credit_id text, out has_account boolean, out account_name text, out is_asked boolean
) language sql stable as $$
  select k.credit_id, was_sent(k), k.source ->> 'accountName',
         exists (select from refund r where r.merchant_id = p_merchant_id and r.refund_reference = p_refund_reference)
    from (select credit_meant(p_merchant_id, p_reference) as credit_id) x left join inward_credit k on k.credit_id = x.credit_id
$$;

-- Records that a key holder names the account that a refund goes to, and whether its holder is the payer. No name is recorded.
create function note_refund_destination(p_by jsonb, r refund) returns void language sql as $$
  select record_audit(p_by, 'refund.destination', 'refund', r.refund_id, r.merchant_id, null, jsonb_build_object(
           'accountNumber', masked(r.destination ->> 'accountNumber'), 'bankCode', r.destination ->> 'bankCode',
           'amountMinor', r.amount_minor, 'isPayers', r.destination -> 'isPayers'))
   where p_by is not null and r.destination ->> 'accountNumber' is not null
$$;

-- Sends back a transaction, or a part of it, because the merchant asks for it. p_asked: the fields that open_refund reads; amount_minor
-- null: all that is left. refundable_minor: with LIMIT_EXCEEDED, the part of the day's limit that is left for another account.
-- several_payments: with SEVERAL_PAYMENTS, the transfers from which the merchant must name one.
create function request_refund(
  p_merchant_id text, p_reference text, p_asked refund, p_by jsonb default null,
  out outcome text, out stored refund_read, out refundable_minor bigint, out new_fact_id bigint, out requested_for checkout,
  out several_payments text[]
) language plpgsql as $$
declare
  k inward_credit;
  earlier refund;
  asked refund := p_asked;
  opened record;
  legs leg[];
  left_minor bigint;
  is_blocked boolean;
begin
  -- two requests may use the same reference for different credits at once: one of them is refused
  perform pg_advisory_xact_lock(hashtextextended(p_merchant_id || '/' || p_asked.refund_reference, 0));
  select * into earlier from refund r where r.merchant_id = p_merchant_id and r.refund_reference = p_asked.refund_reference;
  if found then
    outcome := case when earlier.request_hash = p_asked.request_hash then 'EXISTING' else 'DUPLICATE_REFERENCE' end;
    select * into stored from refund_read r where r.refund_id = earlier.refund_id;
    return;
  end if;
  asked.credit_id := credit_meant(p_merchant_id, p_reference);
  if asked.credit_id is null then
    select n.outcome, n.several into request_refund.outcome, several_payments from no_credit_meant(p_merchant_id, p_reference) n;
    return;
  end if;
  perform lock_case(asked.credit_id);
  select * into k from inward_credit x where x.credit_id = asked.credit_id;
  select r.minor, r.is_blocked into refundable_minor, is_blocked from refundable_of(k) r;
  asked.amount_minor := coalesce(asked.amount_minor, refundable_minor);
  outcome := case when is_blocked then 'NOT_REFUNDABLE'
                  -- the payer was not found, so the account's holder could not be compared with the payer's name
                  when is_redirected(k, asked.destination) and asked.destination ->> 'accountName' is null then 'NOT_REFUNDABLE'
                  when asked.amount_minor > refundable_minor or asked.amount_minor = 0 then 'AMOUNT_EXCEEDS_REFUNDABLE'
                  else 'REQUESTED' end;
  if outcome <> 'REQUESTED' then
    return;
  end if;
  legs := legs_from_merchant(p_merchant_id, asked.refund_id, k.currency, asked.amount_minor,
    duty_for_merchant(k, asked.amount_minor));
  if legs is null then
    outcome := 'INSUFFICIENT_AVAILABLE_BALANCE';
    return;
  end if;
  -- the merchant's accounts are locked already, so two requests cannot use the same part of the limit
  if is_redirected(k, asked.destination) then
    left_minor := left_to_send(m, k.currency, lagos_date(now()), null) from merchant m where m.merchant_id = p_merchant_id;
    if asked.amount_minor > left_minor then
      outcome := 'LIMIT_EXCEEDED';
      refundable_minor := left_minor;
      return;
    end if;
  end if;
  select * into opened from open_refund(asked, '3 seconds');
  new_fact_id := opened.new_fact_id;
  asked.merchant_id := p_merchant_id;
  perform note_refund_destination(p_by, asked);
  refundable_minor := refundable_minor - asked.amount_minor;
  select * into stored from refund_read r where r.refund_id = asked.refund_id;
  select * into requested_for from checkout c where c.checkout_id = k.checkout_id;
  perform post_journals(legs || opened.legs);
end $$;

-- Stores the account that the merchant names for a refund that waits for one; the caller notifies the refund's workflow. outcome: PROVIDED,
-- REFUND_NEEDS_NO_ACCOUNT, or LIMIT_EXCEEDED with the part of the day's limit that is left.
create function provide_refund_account(
  p_refund_id text, p_destination jsonb, p_by text default null, p_holder jsonb default null,
  out outcome text, out left_minor bigint, out stored refund_read
) language plpgsql as $$
declare
  r refund := lock_refund(p_refund_id);
  redirected boolean;
begin
  if r.status <> 'NEEDS_ACCOUNT' then
    outcome := 'REFUND_NEEDS_NO_ACCOUNT';
    return;
  end if;
  select is_redirected(k, p_destination) into redirected from inward_credit k where k.credit_id = r.credit_id;
  if redirected then
    perform from ledger_account a
      where a.account_id in (account_of('2100', r.merchant_id, r.currency), account_of('2110', r.merchant_id, r.currency))
      order by a.account_id for no key update;
    left_minor := left_to_send(m, r.currency, lagos_date(now()), p_refund_id) from merchant m where m.merchant_id = r.merchant_id;
    if r.amount_minor > left_minor then
      outcome := 'LIMIT_EXCEEDED';
      return;
    end if;
  end if;
  update refund x
     set destination = p_destination, redirected_at = case when redirected then now() end,
         redirected_by = case when redirected then p_by end, updated_at = clock_timestamp()
   where x.refund_id = p_refund_id
  returning * into r;
  perform note_refund_destination(p_holder, r);
  perform take_refund_step(p_refund_id, 'ACCOUNT_PROVIDED', null, null, null);
  outcome := 'PROVIDED';
  select * into stored from refund_read x where x.refund_id = p_refund_id;
end $$;
