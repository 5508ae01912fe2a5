-- The transitions between statuses. The tables are those of src/domain/checkout-state.ts, refund-state.ts and
-- payout-state.ts; src/domain/rules-in-sql.ts has the meanings of the statuses.

-- The status of a checkout after an event; null: the event is not legal in that status.
create function next_status(p_from text, p_event text) returns text language sql stable as $$
  select to_status from checkout_transition where from_status = p_from and event = p_event
$$;

-- The status of a checkout after an event. Raises check_violation for an event that is not legal in that status.
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
