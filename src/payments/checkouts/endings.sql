-- The steps that end a window, a session or a checkout that was not paid. Each step may be repeated: a step that was done already returns
-- its result. p_at is the clock of the workflow whose timer fired. A step that comes too early, because the end was moved meanwhile,
-- changes nothing and returns the end as open_until.

-- Closes the locked checkout and its account, refunds the amount that was paid in part, notifies the merchant, and marks the open facts for
-- the workflow as applied.
create function close_checkout(
  p_checkout checkout, p_event text, p_reason text, p_account_status text, p_event_type text,
  out status text, out version integer
) language plpgsql as $$
#variable_conflict use_column
declare
  closed_at constant timestamptz := clock_timestamp();
  closed checkout := p_checkout;
  legs leg[] := '{}';
begin
  update virtual_account v set status = p_account_status
   where v.checkout_id = p_checkout.checkout_id and v.status = 'ACTIVE';
  closed.status := status_after(closed.status, p_event);
  closed.status_reason := p_reason;
  closed.applied_minor := 0;
  closed.event_sequence := closed.event_sequence + 1;
  closed := change_checkout(closed, closed_at);
  status := closed.status;
  version := closed.version;
  perform forget_facts(p_checkout.checkout_id, null, closed_at);
  if p_checkout.applied_minor > 0 then
    legs := return_parts(p_checkout.checkout_id, case p_event when 'CANCELLED' then 'CANCELLED' else 'UNDERPAID' end);
  end if;
  perform emit_events(closed, null, array[p_event_type]);
  if cardinality(legs) > 0 then
    perform post_journals(legs);
  end if;
end $$;

-- Returns the reason that a checkout which ends now was not paid.
create function unpaid_reason(p_checkout checkout) returns text language sql stable as $$
  select case
    when p_checkout.applied_minor > 0 then 'UNDERPAID'
    when exists (select from virtual_account v where v.checkout_id = p_checkout.checkout_id) then 'UNPAID'
    else 'ABANDONED' end
$$;

-- Ends an account's window on a locked checkout that goes on, and notifies the merchant.
create function close_window(p_checkout checkout, p_virtual_account_id text, p_at timestamptz) returns checkout
language plpgsql as $$
declare
  c checkout := p_checkout;
  about inward_credit;   -- not a credit: it only names the account for the event
begin
  update virtual_account v set status = 'EXPIRED' where v.virtual_account_id = p_virtual_account_id;
  perform forget_facts(p_checkout.checkout_id, p_virtual_account_id, p_at);
  c.status := status_after(c.status, 'WINDOW_ENDED');
  c.event_sequence := c.event_sequence + 1;
  c := change_checkout(c, p_at);
  about.virtual_account_id := p_virtual_account_id;
  perform emit_events(c, about, '{virtual_account.expired}');
  return c;
end $$;

-- Tells whether a locked checkout ends with this account's window: the policy says so, and no other account takes money. If the window ends
-- while money is being booked, this is decided again once the money is booked.
create function ends_with_window(p_checkout checkout, p_account virtual_account) returns boolean language sql stable as $$
  select policy_of(p_checkout.policies, 'onAccountExpiry') = 'EXPIRE' and p_account.status in ('ACTIVE', 'EXPIRED')
     and next_status(p_checkout.status, 'WINDOW_ENDED_FINAL') is not null
     and not exists (select from virtual_account v
                      where v.checkout_id = p_checkout.checkout_id and v.status = 'ACTIVE'
                        and v.virtual_account_id <> p_account.virtual_account_id)
$$;

-- Ends an account's window, and also the checkout if its policy says so. Raises no_data_found for an unknown account.
create function end_account_window(
  p_virtual_account_id text, p_at timestamptz, out status text, out version integer, out open_until timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare
  c checkout;
  account virtual_account;
begin
  select x.* into c from checkout x
   where x.checkout_id = (select v.checkout_id from virtual_account v where v.virtual_account_id = p_virtual_account_id)
     for no key update;
  if not found then
    raise exception 'there is no virtual account %', p_virtual_account_id using errcode = 'no_data_found';
  end if;
  select * into account from virtual_account v where v.virtual_account_id = p_virtual_account_id;
  status := c.status;
  version := c.version;
  if account.status = 'ACTIVE' and p_at < date_trunc('milliseconds', account.expires_at) then
    open_until := account.expires_at;
    return;
  end if;
  if ends_with_window(c, account) then
    select x.status, x.version into end_account_window.status, end_account_window.version
      from close_checkout(c, 'WINDOW_ENDED_FINAL', unpaid_reason(c), 'EXPIRED', 'checkout.expired') x;
    return;
  end if;
  if account.status = 'ACTIVE' then
    c := close_window(c, p_virtual_account_id, clock_timestamp());
    status := c.status;
    version := c.version;
  end if;
  perform forget_facts(c.checkout_id, p_virtual_account_id, clock_timestamp());
end $$;

-- Expires a checkout. While money is being booked, the checkout stays as it is: the money decides, not the clock.
create function expire_checkout(
  p_checkout_id text, p_at timestamptz, out status text, out version integer, out open_until timestamptz
) language plpgsql as $$
#variable_conflict use_column
declare c checkout := lock_checkout(p_checkout_id);
begin
  status := c.status;
  version := c.version;
  if next_status(c.status, 'SESSION_ENDED') is not null and p_at < date_trunc('milliseconds', c.expires_at) then
    open_until := c.expires_at;
  elsif next_status(c.status, 'SESSION_ENDED') is not null then
    select x.status, x.version into expire_checkout.status, expire_checkout.version
      from close_checkout(c, 'SESSION_ENDED', unpaid_reason(c), 'EXPIRED', 'checkout.expired') x;
  end if;
end $$;

-- Cancels a checkout for the workflow that learns of the cancellation. Usually the API has cancelled the checkout already.
create function cancel_checkout(p_checkout_id text, p_reason text, out status text, out version integer)
language plpgsql as $$
#variable_conflict use_column
declare c checkout := lock_checkout(p_checkout_id);
begin
  status := c.status;
  version := c.version;
  if next_status(c.status, 'CANCELLED') is not null then
    select x.status, x.version into cancel_checkout.status, cancel_checkout.version
      from close_checkout(c, 'CANCELLED', p_reason, 'CLOSED', 'checkout.cancelled') x;
  elsif not is_open_status(c.status) then
    perform forget_facts(p_checkout_id, null, clock_timestamp());
  end if;
end $$;
