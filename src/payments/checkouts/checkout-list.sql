-- Checkouts as merchants list them.

-- Returns a checkout's status by the clock, whether or not its timers have stored it yet.
-- src/payments/checkouts/effective-state.ts has the same rule, and a test compares the two.
create function status_by_clock(c checkout) returns text language plpgsql stable as $$
declare status text := c.status;
begin
  if not is_open_status(c.status) then
    return c.status;
  end if;
  if exists (select from virtual_account v
              where v.checkout_id = c.checkout_id and v.status = 'ACTIVE' and v.expires_at <= statement_timestamp()) then
    status := coalesce(next_status(status, case policy_of(c.policies, 'onAccountExpiry') when 'EXPIRE' then 'WINDOW_ENDED_FINAL'
                                                                                         else 'WINDOW_ENDED' end), status);
  end if;
  return case when c.expires_at <= statement_timestamp() then coalesce(next_status(status, 'SESSION_ENDED'), status) else status end;
end $$;

-- A checkout as a list shows it, with its status by the clock.
create view listed_checkout as
  select c.checkout_id, c.merchant_id, c.payment_reference, c.origin, s.status, c.exception, c.exceptions,
         case when s.status = 'EXPIRED' and c.status <> 'EXPIRED' then unpaid_reason(c) else c.status_reason end as status_reason,
         c.currency, c.amount_minor, c.expected_minor, c.paid_minor, c.applied_minor, c.accepted_minor, c.refunded_minor,
         c.taken_back_minor,
         case when c.paid_minor <> c.accepted_minor then returned_of(c.checkout_id) else 0 end as returned_minor,
         case when c.paid_minor <> c.accepted_minor then kept_of(c.checkout_id) else 0 end as kept_minor,
         c.channels, c.customer, c.description, c.metadata, c.created_at, c.updated_at, c.expires_at, c.version, c.payment_link_id,
         case when is_paid_status(c.status) then (
           select k.channel from inward_credit k where k.checkout_id = c.checkout_id and k.applied_minor > 0
            order by k.received_at desc, k.credit_id desc limit 1) end as paid_by,
         (select v.account_number from virtual_account v where v.checkout_id = c.checkout_id
           order by v.created_at desc, v.virtual_account_id desc limit 1) as account_number
    from checkout c
   cross join lateral (select status_by_clock(c) as status) s;

-- Checkouts that have money on its way into the books: a transfer that is not posted, or a card that is being charged.
create function checkouts_under_way(p_merchant_id text) returns table (checkout_id text) language sql stable as $$
  select f.checkout_id from fact f
   where f.kind = 'CREDIT_RECEIVED' and f.applied_at is null and f.checkout_id is not null
  union
  select a.checkout_id from card_attempt a
   where a.merchant_id = p_merchant_id and is_open_attempt(a.status)
$$;
