-- What statuses mean, and where they lead. The tables are those of src/domain/checkout-state.ts, refund-state.ts
-- and payout-state.ts.

-- A test compares these two with openStatuses and paidStatuses.
create function is_open_status(p_status text) returns boolean language sql immutable as $$
  select p_status in ('INITIATED', 'AWAITING_PAYMENT', 'PROCESSING', 'PARTIALLY_PAID')
$$;

-- Whether a checkout in this status was paid, whatever happened to the money later.
create function is_paid_status(p_status text) returns boolean language sql immutable as $$
  select p_status in ('SUCCESSFUL', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED')
$$;

-- Whether an attempt to charge a card may still take money; isOpenAttempt of src/domain/card-attempt-state.ts is the same.
create function is_open_attempt(p_status text) returns boolean language sql immutable as $$
  select p_status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')
$$;

-- The status of a checkout after an event; null: the event is not legal in that status.
create function next_status(p_from text, p_event text) returns text language sql stable as $$
  select to_status from checkout_transition where from_status = p_from and event = p_event
$$;

-- The status after an event. An event that is not legal here is a mistake of the caller, so it does not go on.
create function status_after(p_from text, p_event text) returns text language plpgsql stable as $$
declare result text := next_status(p_from, p_event);
begin
  if result is null then
    raise exception 'a checkout that is % takes no %', p_from, p_event
      using errcode = 'check_violation', constraint = 'checkout_transition';
  end if;
  return result;
end $$;

-- The status of a refund after an event. Raises check_violation for an event that is not legal in that status.
create function refund_status_after(p_from text, p_event text) returns text language plpgsql stable as $$
declare result text := (select to_status from refund_transition where from_status = p_from and event = p_event);
begin
  if result is null then
    raise exception 'a refund that is % takes no %', p_from, p_event
      using errcode = 'check_violation', constraint = 'refund_transition';
  end if;
  return result;
end $$;

-- The status of a payout after an event. Raises check_violation for an event that is not legal in that status.
create function payout_status_after(p_from text, p_event text) returns text language plpgsql stable as $$
declare result text := (select to_status from payout_transition where from_status = p_from and event = p_event);
begin
  if result is null then
    raise exception 'a payout that is % takes no %', p_from, p_event
      using errcode = 'check_violation', constraint = 'payout_transition';
  end if;
  return result;
end $$;
