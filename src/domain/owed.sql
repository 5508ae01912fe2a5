-- What a checkout asks of its payer.

-- What a checkout asks of who pays by this channel; null: it does not offer it.
create function offered_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select (c.offers -> p_channel ->> 'expectedMinor')::bigint
$$;

-- The same, or what it asks by whatever it offers: money may come by a channel that it does not.
create function asked_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select coalesce(offered_minor(c, p_channel), c.expected_minor)
$$;

-- What of what a checkout asks by this channel has not been paid, whether it has ended or not.
create function outstanding_minor(c checkout, p_channel text) returns bigint language sql immutable as $$
  select greatest(asked_minor(c, p_channel) - c.applied_minor, 0)
$$;

-- What a payer still owes, by this channel when it is said: nothing once the checkout has ended; null: there is no checkout.
create function due_minor(c checkout, p_channel text default null) returns bigint language sql immutable as $$
  select case when is_open_status(c.status) then outstanding_minor(c, p_channel) when c.checkout_id is not null then 0 end
$$;
