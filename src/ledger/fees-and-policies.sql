-- Charges, the costs of our own transfers, and the policies for money that does not fit.

-- Returns a merchant's present fee plan for a channel: the last plan that has begun, or else the one the merchant began
-- with.
create function fee_plan_of(p_merchant_id text, p_channel text) returns text language sql stable as $$
  select coalesce(
    (select f.fee_plan_id from merchant_fee_plan f
      where f.merchant_id = p_merchant_id and f.channel = p_channel and f.holds_from <= now()
      order by f.holds_from desc limit 1),
    (select x.fee_plan_id from merchant_channel x where x.merchant_id = p_merchant_id and x.channel = p_channel))
$$;

-- The account of the books in which a channel's money lies.
create function pool_of(p_channel text) returns text language sql stable as $$
  select x.pool_account from channel x where x.name = p_channel
$$;

-- Tells whether the payer sent the money to an account number; otherwise an acquirer charged the payer.
create function was_sent(k inward_credit) returns boolean language sql immutable as $$
  select k.account_number is not null
$$;

-- The fee on an accepted amount. Null when the plan has another currency; then nothing can be booked. src/domain/fees.ts has
-- the rule, and a test compares the two.
create function fee_on(p_fee_plan_id text, p_currency text, p_amount_minor bigint, out fee_minor bigint, out vat_minor bigint)
language sql stable as $$
  select f.fee, (f.fee * p.vat_bps + 5000) / 10000
    from fee_plan p
    cross join lateral (select least(
      (p_amount_minor * p.rate_bps + 5000) / 10000
        + case when p_amount_minor >= p.flat_waived_below_minor then p.flat_minor else 0 end, p.cap_minor) as fee) f
   where p.fee_plan_id = p_fee_plan_id and p.currency = p_currency
$$;

-- Returns the part of an order's fee that one of its payments bears: its share by amount, rounded down to the kobo over
-- the payments up to this one. So the shares sum to the fee, and none is more than its payment while the fee is not
-- more than the order. p_before_minor: the payments before it, in the order of arrival; p_through_minor: with it;
-- p_accepted_minor: all.
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

-- The duty on a transfer that we send. Only transfers of naira bear this duty.
create function stamp_duty_on(p_currency text, p_amount_minor bigint, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce((select case when p_amount_minor >= d.threshold_minor then d.duty_minor else 0 end
                     from stamp_duty d where d.effective_from <= p_at and p_currency = home_currency()
                    order by d.effective_from desc limit 1), 0)
$$;

-- The policies that hold for a credit: of its checkout, or of the merchant whose static account it came to.
create function policies_for(k inward_credit, c checkout) returns jsonb language sql stable as $$
  select case when c.checkout_id is not null then c.policies
              when k.virtual_account_id is not null then (select m.policies from merchant m where m.merchant_id = k.merchant_id) end
$$;
