-- The amount that a checkout asks of its payer.

-- The amount that a checkout asks of payers who use this channel; null: the checkout does not offer the channel.
create function offered_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select (c.offers -> p_channel ->> 'expectedMinor')::bigint
$$;

-- Returns the amount that a checkout asks by this channel; if it does not offer the channel, its usual amount, because
-- money may still come by the channel.
create function asked_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select coalesce(offered_minor(c, p_channel), c.expected_minor)
$$;

-- The unpaid part of the amount that a checkout asks by this channel, whether the checkout has ended or not.
create function outstanding_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select greatest(asked_minor(c, p_channel) - c.applied_minor, 0)
$$;

-- The amount that a payer still owes, by this channel when one is given. The amount is 0 once the checkout has ended;
-- null: there is no checkout.
create function due_minor(c checkout, p_channel text default null) returns bigint language sql immutable as $$
  select case when is_open_status(c.status) then outstanding_minor(c, p_channel) when c.checkout_id is not null then 0 end
$$;
