-- What a checkout asks of its payer.

-- What a checkout asks of who pays by this channel; null: it does not offer it.
create function offered_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select (c.offers -> p_channel ->> 'expectedMinor')::bigint
$$;

-- What a payer still owes, by this channel when it is said: nothing once the checkout has ended; null: there is no checkout.
-- src/payments/checkouts/checkout-money.ts says the same of what was read.
create function due_minor(c checkout, p_channel text default null) returns bigint language sql immutable as $$
  select case when is_open_status(c.status) then greatest(coalesce(offered_minor(c, p_channel), c.expected_minor) - c.applied_minor, 0)
              when c.checkout_id is not null then 0 end
$$;
