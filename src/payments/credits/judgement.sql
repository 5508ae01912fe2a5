-- The judgement of payments: which part counts towards the amount due, what is charged, and which part is too much.

-- The judgement of an in-time payment, and the use of its money.
create type verdict as (
  fit            text,     -- EXACT, UNDERPAID or OVERPAID
  act            text,     -- ACCEPT: the checkout is paid; HOLD: for a top-up; RETURN: all of this credit
  policy         text,     -- the policy that decided; null when it fits
  applied_minor  bigint,   -- the part of this credit that counts towards the due
  excess_minor   bigint,   -- the rest of this credit
  returned_minor bigint,   -- the part of this credit that goes back
  accepted_minor bigint,   -- the checkout's accepted amount, with this credit
  fee_minor      bigint,
  vat_minor      bigint
);

-- Judges a payment in minor units against the amount that its checkout asks: which part is applied, returned and
-- charged, and by which policy.
create function judge_payment(p_checkout checkout, p_amount_minor bigint, p_channel text) returns verdict
language plpgsql stable as $$
declare
  v verdict;
  offer constant jsonb := p_checkout.offers -> p_channel;
  expected constant bigint := asked_minor(p_checkout, p_channel);
  -- this may be a checkout that has ended, because a payment may be reported late
  due constant bigint := outstanding_minor(p_checkout, p_channel);
  tolerance constant bigint := least(policy_of(p_checkout.policies, 'tolerance')::bigint, tolerance_cap(expected));
begin
  v.fit := case when p_amount_minor < due - tolerance and not takes_less(p_checkout.amount_rule) then 'UNDERPAID'
                when p_amount_minor > due + tolerance and not takes_more(p_checkout.amount_rule) then 'OVERPAID' else 'EXACT' end;
  v.policy := case v.fit when 'UNDERPAID' then policy_of(p_checkout.policies, 'underpaid')
                         when 'OVERPAID' then policy_of(p_checkout.policies, 'overpaid') end;
  v.act := case
    when v.fit = 'EXACT' or v.policy in ('ACCEPT', 'KEEP', 'REFUND_EXCESS') then 'ACCEPT'
    -- a checkout that has ended can get no top-up, so nothing is held for one
    when v.policy = 'HOLD_TOP_UP' and is_open_status(p_checkout.status) then 'HOLD'
    else 'RETURN' end;
  v.applied_minor := case when v.act = 'RETURN' then 0 when v.fit = 'OVERPAID' then due else p_amount_minor end;
  v.excess_minor := p_amount_minor - v.applied_minor;
  v.returned_minor := case when v.act = 'RETURN' then p_amount_minor when v.policy = 'REFUND_EXCESS' then v.excess_minor else 0 end;
  v.accepted_minor := case v.act when 'ACCEPT' then p_checkout.applied_minor + p_amount_minor - v.returned_minor else 0 end;
  v.fee_minor := 0;
  v.vat_minor := 0;
  if v.accepted_minor = expected then
    v.fee_minor := (offer ->> 'feeMinor')::bigint;   -- as agreed at initiate
    v.vat_minor := (offer ->> 'vatMinor')::bigint;
  elsif v.act = 'ACCEPT' then
    select f.fee_minor, f.vat_minor into v.fee_minor, v.vat_minor
      from fee_on(offer ->> 'feePlanId', p_checkout.currency, v.accepted_minor) f;
  end if;
  return v;
end $$;
