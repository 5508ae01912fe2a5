-- How a window, a session or a checkout ends without having been paid. Each step may be run again: what is done already is
-- answered. p_at is the clock of the workflow whose timer fired; a step that comes too early is a fault and is refused.

create function refuse_early(p_what text, p_end timestamptz, p_at timestamptz) returns void language plpgsql as $$
begin
  if p_at < date_trunc('milliseconds', p_end) then
    raise exception '% ends at %, it is only %', p_what, rfc3339(p_end), rfc3339(p_at)
      using errcode = 'invalid_parameter_value';
  end if;
end $$;

-- Closes the locked checkout and its account, tells the merchant, and leaves nothing to tell the workflow.
create function close_checkout(
  p_checkout checkout, p_event text, p_reason text, p_account_status text, p_event_type text,
  out status text, out version integer
) language plpgsql as $$
#variable_conflict use_column
declare
  closed_at constant timestamptz := clock_timestamp();
  closed checkout;
begin
  update virtual_account v set status = p_account_status
   where v.checkout_id = p_checkout.checkout_id and v.status = 'ACTIVE';
  update checkout c
     set status = status_after(c.status, p_event), status_reason = p_reason, event_sequence = c.event_sequence + 1,
         version = c.version + 1, updated_at = closed_at
   where c.checkout_id = p_checkout.checkout_id
  returning * into closed;
  status := closed.status;
  version := closed.version;
  -- a credit that is not posted yet is never forgotten
  update fact f set applied_at = closed_at, due_at = null
   where f.checkout_id = p_checkout.checkout_id and f.applied_at is null
     and not exists (select from inward_credit k where k.credit_id = f.subject_id and k.outcome is null);
  perform emit_events(closed, null, array[p_event_type]);
  perform pg_notify('checkout_changed', p_checkout.checkout_id);
end $$;

-- Why a checkout that ends now was not paid.
create function unpaid_reason(p_checkout checkout) returns text language sql stable as $$
  select case
    when p_checkout.applied_minor > 0 then 'UNDERPAID'
    when exists (select from virtual_account v where v.checkout_id = p_checkout.checkout_id) then 'UNPAID'
    else 'ABANDONED' end
$$;

create function end_account_window(p_virtual_account_id text, p_at timestamptz, out status text, out version integer)
language plpgsql as $$
#variable_conflict use_column
declare
  c checkout;
  account virtual_account;
  after_window text;
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
  if account.status = 'ACTIVE' then
    perform refuse_early('the window of ' || p_virtual_account_id, account.expires_at, p_at);
    if c.policies ->> 'onAccountExpiry' = 'EXPIRE' and next_status(c.status, 'WINDOW_ENDED_FINAL') is not null then
      select x.status, x.version into end_account_window.status, end_account_window.version
        from close_checkout(c, 'WINDOW_ENDED_FINAL', unpaid_reason(c), 'EXPIRED', 'checkout.expired') x;
      return;
    end if;
    after_window := status_after(c.status, 'WINDOW_ENDED');
    update virtual_account v set status = 'EXPIRED' where v.virtual_account_id = p_virtual_account_id;
    update checkout x set status = after_window, version = x.version + 1, updated_at = clock_timestamp()
     where x.checkout_id = c.checkout_id
    returning x.status, x.version into end_account_window.status, end_account_window.version;
    perform pg_notify('checkout_changed', c.checkout_id);
  end if;
  update fact f set applied_at = clock_timestamp(), due_at = null
   where f.checkout_id = c.checkout_id and f.applied_at is null and f.subject_id = p_virtual_account_id;
end $$;

-- A checkout with money on its way into the books stays as it is: the money decides, not the clock.
create function expire_checkout(p_checkout_id text, p_at timestamptz, out status text, out version integer)
language plpgsql as $$
#variable_conflict use_column
declare c checkout;
begin
  select x.* into c from checkout x where x.checkout_id = p_checkout_id for no key update;
  if not found then
    raise exception 'there is no checkout %', p_checkout_id using errcode = 'no_data_found';
  end if;
  status := c.status;
  version := c.version;
  if next_status(c.status, 'SESSION_ENDED') is not null then
    perform refuse_early('the session of ' || p_checkout_id, c.expires_at, p_at);
    select x.status, x.version into expire_checkout.status, expire_checkout.version
      from close_checkout(c, 'SESSION_ENDED', unpaid_reason(c), 'EXPIRED', 'checkout.expired') x;
  end if;
end $$;

create function cancel_checkout(p_checkout_id text, p_reason text, out status text, out version integer)
language plpgsql as $$
#variable_conflict use_column
declare c checkout;
begin
  select x.* into c from checkout x where x.checkout_id = p_checkout_id for no key update;
  if not found then
    raise exception 'there is no checkout %', p_checkout_id using errcode = 'no_data_found';
  end if;
  status := c.status;
  version := c.version;
  if next_status(c.status, 'CANCELLED') is not null then
    select x.status, x.version into cancel_checkout.status, cancel_checkout.version
      from close_checkout(c, 'CANCELLED', p_reason, 'CLOSED', 'checkout.cancelled') x;
  end if;
end $$;
