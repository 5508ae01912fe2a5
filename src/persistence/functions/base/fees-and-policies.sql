-- What is charged, what a transfer of ours costs, and what is done with money that does not fit.

-- What a merchant pays for a channel now: the last plan that has begun, or else the one the merchant began with.
create function fee_plan_of(p_merchant_id text, p_channel text) returns text language sql stable as $$
  select coalesce(
    (select f.fee_plan_id from merchant_fee_plan f
      where f.merchant_id = p_merchant_id and f.channel = p_channel and f.holds_from <= now()
      order by f.holds_from desc limit 1),
    (select x.fee_plan_id from merchant_channel x where x.merchant_id = p_merchant_id and x.channel = p_channel))
$$;

-- What a checkout asks of who pays by this channel; null: it does not offer it.
create function offered_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select (c.offers -> p_channel ->> 'expectedMinor')::bigint
$$;

-- What a payer still owes, by this channel when it is said: nothing once the checkout has ended; null: there is no checkout.
-- src/checkout/checkout-money.ts says the same of what was read.
create function due_minor(c checkout, p_channel text default null) returns bigint language sql immutable as $$
  select case when is_open_status(c.status) then greatest(coalesce(offered_minor(c, p_channel), c.expected_minor) - c.applied_minor, 0)
              when c.checkout_id is not null then 0 end
$$;

-- The account of the books in which a channel's money lies.
create function pool_of(p_channel text) returns text language sql stable as $$
  select x.pool_account from channel x where x.name = p_channel
$$;

-- Whether the payer sent the money to an account number; otherwise an acquirer charged the payer.
create function was_sent(k inward_credit) returns boolean language sql immutable as $$
  select k.account_number is not null
$$;

-- The fee on an amount that is accepted; null when the plan is not of its currency, and then nothing can be booked. src/domain/fees.ts has the rule, and a test compares the two.
create function fee_on(p_fee_plan_id text, p_currency text, p_amount_minor bigint, out fee_minor bigint, out vat_minor bigint)
language sql stable as $$
  select f.fee, (f.fee * p.vat_bps + 5000) / 10000
    from fee_plan p
    cross join lateral (select least(
      (p_amount_minor * p.rate_bps + 5000) / 10000
        + case when p_amount_minor >= p.flat_waived_below_minor then p.flat_minor else 0 end, p.cap_minor) as fee) f
   where p.fee_plan_id = p_fee_plan_id and p.currency = p_currency
$$;

-- What one of several payments of an order bears of its fee: its share by amount, rounded down to the kobo over the payments up to
-- this one, so that the shares sum to the fee, and none is more than its payment while the fee is not more than the order.
-- p_before_minor: the payments before it, in the order of arrival; p_through_minor: with it; p_accepted_minor: all.
create function fee_share(
  p_fee_minor bigint, p_vat_minor bigint, p_before_minor bigint, p_through_minor bigint, p_accepted_minor bigint,
  out fee_minor bigint, out vat_minor bigint
) language sql immutable as $$
  select (c.through - c.before - v.through + v.before)::bigint, (v.through - v.before)::bigint
    from (select p_fee_minor::numeric + p_vat_minor as charge) x
   cross join lateral (select div(x.charge * p_before_minor, p_accepted_minor) as before,
                              div(x.charge * p_through_minor, p_accepted_minor) as through) c
   cross join lateral (select coalesce(div(p_vat_minor * c.before, nullif(x.charge, 0)), 0) as before,
                              coalesce(div(p_vat_minor * c.through, nullif(x.charge, 0)), 0) as through) v
$$;

-- The duty on a transfer that we send. It is a duty on naira: on nothing else is any.
create function stamp_duty_on(p_currency text, p_amount_minor bigint, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce((select case when p_amount_minor >= d.threshold_minor then d.duty_minor else 0 end
                     from stamp_duty d where d.effective_from <= p_at and p_currency = home_currency()
                    order by d.effective_from desc limit 1), 0)
$$;

-- A policy, or its default where none is written down. A test compares the defaults with src/domain/policies.ts.
create function policy_of(p_policies jsonb, p_name text) returns text language sql immutable as $$
  select coalesce(p_policies ->> p_name, case p_name
    when 'underpaid' then 'HOLD_TOP_UP' when 'overpaid' then 'REFUND_EXCESS' when 'late' then 'REFUND'
    when 'duplicate' then 'REFUND' when 'onAccountExpiry' then 'REISSUE' when 'refundFeeBearer' then 'PLATFORM'
    when 'tolerance' then '0' end)
$$;

-- The policies that hold for a credit: of its checkout, or of the merchant whose static account it came to.
create function policies_for(k inward_credit, c checkout) returns jsonb language sql stable as $$
  select case when c.checkout_id is not null then c.policies
              when k.virtual_account_id is not null then (select m.policies from merchant m where m.merchant_id = k.merchant_id) end
$$;

-- What an in-time payment is, and what becomes of it.
create type verdict as (
  fit            text,     -- EXACT, UNDERPAID or OVERPAID
  act            text,     -- ACCEPT: the checkout is paid; HOLD: for a top-up; RETURN: all of this credit
  policy         text,     -- what decided; null when it fits
  applied_minor  bigint,   -- of this credit, what counts towards the due
  excess_minor   bigint,   -- of this credit, the rest
  returned_minor bigint,   -- of this credit, what goes back
  accepted_minor bigint,   -- of the checkout, with this credit
  fee_minor      bigint,
  vat_minor      bigint
);

-- Judges a payment in minor units against what its checkout asks: what is applied, returned and charged, and by which policy.
create function judge_payment(p_checkout checkout, p_amount_minor bigint, p_channel text) returns verdict
language plpgsql stable as $$
declare
  v verdict;
  offer constant jsonb := p_checkout.offers -> p_channel;
  expected constant bigint := coalesce((offer ->> 'expectedMinor')::bigint, p_checkout.expected_minor);
  due constant bigint := greatest(expected - p_checkout.applied_minor, 0);
  -- toleranceCapBps of src/domain/policies.ts
  tolerance constant bigint := least(policy_of(p_checkout.policies, 'tolerance')::bigint, expected / 100);
  -- what fits besides what is due (src/domain/amount-rule.ts)
  rule constant text := p_checkout.amount_rule;
begin
  v.fit := case when p_amount_minor < due - tolerance and rule not in ('AT_MOST', 'ANY') then 'UNDERPAID'
                when p_amount_minor > due + tolerance and rule not in ('AT_LEAST', 'ANY') then 'OVERPAID' else 'EXACT' end;
  v.policy := case v.fit when 'UNDERPAID' then policy_of(p_checkout.policies, 'underpaid')
                         when 'OVERPAID' then policy_of(p_checkout.policies, 'overpaid') end;
  v.act := case
    when v.fit = 'EXACT' or v.policy in ('ACCEPT', 'KEEP', 'REFUND_EXCESS') then 'ACCEPT'
    -- nothing is held for a top-up that nobody can make any more
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
