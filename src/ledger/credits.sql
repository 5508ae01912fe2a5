-- The owner of a credit's money, and the amounts that have left it.

-- Tells whether the money of a credit belongs to the merchant. It does if it was applied and its order is paid (p_order_status), if it was
-- applied without an order (it came to a static account: p_order_status is null), or if it was not applied, and a policy or an operator
-- accepted it for the merchant.
create function is_merchants(p_applied_minor bigint, p_resolution text, p_order_status text) returns boolean
language sql immutable as $$
  select case when p_applied_minor > 0 then p_order_status is null or is_paid_status(p_order_status)
              else coalesce(p_resolution = 'ACCEPTED', false) end
$$;

-- Returns the amount that rails took back of a credit while it was held. That amount never counts, and never goes back.
create function taken_while_held(p_credit_id text) returns bigint language sql stable as $$
  select coalesce(sum(d.held_minor), 0)::bigint from dispute d where d.credit_id = p_credit_id
$$;

-- Returns the amount of a credit that counts, to whomever it goes: all but what rails took back while it was held.
create function counted_minor(k inward_credit) returns bigint language sql stable as $$
  select k.amount_minor - taken_while_held(k.credit_id)
$$;

-- Returns the part of a merchant's credit that was booked to it: an amount that a policy has sent back, or that was taken back while it was
-- held, never was. An amount that was taken back is part of the credit's excess, so a credit without any needs no sums.
create function collected_minor(p_credit_id text, p_amount_minor bigint, p_excess_minor bigint, p_refunded_minor bigint) returns bigint
language sql stable as $$
  select p_amount_minor - case when p_excess_minor > 0 then taken_while_held(p_credit_id) else 0 end - case when p_refunded_minor > 0 then (
    select coalesce(sum(f.amount_minor), 0)::bigint from refund f where f.credit_id = p_credit_id and f.origin <> 'MERCHANT') else 0 end
$$;

-- Returns the amount of a credit that the rail has taken back for good, or may still take back.
create function taken_back_minor(p_credit_id text, p_statuses text[]) returns bigint language sql stable as $$
  select coalesce(sum(d.amount_minor), 0)::bigint from dispute d where d.credit_id = p_credit_id and d.status = any (p_statuses)
$$;

-- Returns the amounts that have left a credit. returned: sent back by a policy or an operator, on its way or arrived, or
-- taken while it was held; this money never was the merchant's. refunded: sent back by the merchant, and arrived.
-- taken_back: money of the merchant that was lost to the rail. p_refunded_minor: the credit's own refunded_minor, so that
-- nothing is summed up for a credit without refunds.
create function movements_of(p_credit_id text, p_refunded_minor bigint) returns table (
  returned_minor bigint, refunded_minor bigint, taken_back_minor bigint, lost_minor bigint, claimed_minor bigint,
  arrived_minor bigint, is_refunding boolean, is_moving boolean, has_failed boolean, is_disputed boolean,
  refunded_at timestamptz, lost_at timestamptz, changed_at timestamptz
) language sql stable as $$
  select coalesce(r.returned, 0) + coalesce(d.held, 0), coalesce(r.refunded, 0), coalesce(d.taken_back, 0),
         coalesce(d.lost, 0), coalesce(d.claimed, 0), coalesce(r.arrived, 0), coalesce(r.is_refunding, false),
         coalesce(r.is_moving, false), coalesce(r.has_failed, false), coalesce(d.is_disputed, false), r.refunded_at, d.lost_at,
         greatest(r.changed_at, d.changed_at)
    from (select) x
    left join lateral (
      select sum(f.amount_minor) filter (where f.origin <> 'MERCHANT')::bigint as returned,
             sum(f.amount_minor) filter (where f.origin = 'MERCHANT' and f.status = 'SUCCESSFUL')::bigint as refunded,
             sum(f.amount_minor) filter (where f.status = 'SUCCESSFUL')::bigint as arrived,
             bool_or(f.origin = 'MERCHANT' and f.status <> 'SUCCESSFUL') as is_refunding,
             bool_or(f.status <> 'SUCCESSFUL') as is_moving, bool_or(f.status = 'FAILED') as has_failed,
             max(f.completed_at) filter (where f.origin = 'MERCHANT') as refunded_at, max(f.updated_at) as changed_at
        from refund f where f.credit_id = p_credit_id and p_refunded_minor > 0 group by f.credit_id) r on true
    left join lateral (
      select sum(x.held_minor)::bigint as held,
             sum(x.merchant_minor) filter (where x.status = 'LOST')::bigint as taken_back,
             sum(x.amount_minor) filter (where x.status = 'LOST')::bigint as lost,
             sum(x.amount_minor) filter (where x.status in ('OPENED', 'LOST'))::bigint as claimed,
             bool_or(x.status = 'OPENED') as is_disputed, max(x.closed_at) filter (where x.status = 'LOST') as lost_at,
             max(coalesce(x.closed_at, x.opened_at)) as changed_at
        from dispute x where x.credit_id = p_credit_id group by x.credit_id) d on true
$$;

-- Returns the amount of an order's money that went back without having been the merchant's. The function is called only
-- for orders that have taken less than came.
create function returned_of(p_checkout_id text) returns bigint language sql stable as $$
  select coalesce(sum(m.returned_minor), 0)::bigint
    from inward_credit k cross join lateral movements_of(k.credit_id, k.refunded_minor) m
   where k.checkout_id = p_checkout_id and k.outcome is not null
$$;

-- Returns the amount that came for an order that was paid already, and was kept for its merchant.
create function kept_of(p_checkout_id text) returns bigint language sql stable as $$
  select coalesce(sum(counted_minor(k)), 0)::bigint from inward_credit k
   where k.checkout_id = p_checkout_id and k.applied_minor = 0 and k.resolution = 'ACCEPTED'
$$;
