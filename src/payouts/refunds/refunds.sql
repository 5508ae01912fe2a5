-- Takes a refund from request to payer, one change of its status at a time.

-- Locks a refund, after the row that all changes of its credit lock first, so that two changes cannot wait for each other.
create function lock_refund(p_refund_id text) returns refund language plpgsql as $$
declare r refund;
begin
  perform lock_case(x.credit_id) from refund x where x.refund_id = p_refund_id;
  select * into r from refund x where x.refund_id = p_refund_id for no key update;
  if not found then
    raise exception 'there is no refund %', p_refund_id using errcode = 'no_data_found';
  end if;
  return r;
end $$;

-- Tells whether this step was already taken. A sending counts as taken if the refund is PROCESSING or UNKNOWN under the same
-- session; any other step counts as taken if the refund has reached that step's state or a later one. Temporal runs a workflow
-- task again as a whole when its worker dies. The second run mints another session id, and the open sending counts.
create function refund_step_taken(r refund, p_event text, p_session_id text) returns boolean language sql stable as $$
  select case
    when p_event = 'SENT' and r.status in ('PROCESSING', 'UNKNOWN') then true
    when p_session_id is null then
      not exists (select from refund_transition t where t.from_status = r.status and t.event = p_event)
        and exists (select from refund_transition t where t.event = p_event and t.to_status in (r.status, 'REQUESTED'))
    else sending_step_taken(p_event, p_session_id) end
$$;

-- Returns the journal of a step of a sending; other steps have no legs. The duty that the merchant bears is paid once, from the amount that
-- was set aside for it.
create function refund_legs(r refund, p_event text, p_session_id text) returns leg[] language plpgsql stable as $$
declare
  step constant text := lower(p_event) || '#' || case p_event when 'SENT' then r.attempts + 1 else r.attempts end;
  rail constant text := (select x.refund_account from channel x where x.name = r.channel);
  set_aside constant boolean := exists (
    select from ledger_account a where a.account_id = account_of('2410', r.refund_id, r.currency) and a.balance_minor < 0);
begin
  if p_event = 'SENT' then
    return array[('refund', r.refund_id, step, 'owed', '2300', r.refund_id, r.currency, r.amount_minor),
                 ('refund', r.refund_id, step, 'in-transit', '2310', r.refund_id, r.currency, -r.amount_minor)]::leg[];
  elsif p_session_id is null or p_event = 'LOST_SIGHT' then
    return '{}';
  elsif p_event = 'CONFIRMED' then
    return array[
      ('refund', r.refund_id, step, 'in-transit', '2310', r.refund_id, r.currency, r.amount_minor),
      ('refund', r.refund_id, step, 'paid-out', rail, r.provider, r.currency, -r.amount_minor),
      ('refund', r.refund_id, step, 'duty', case when set_aside then '2410' else '5120' end,
        case when set_aside then r.refund_id else '-' end, r.currency, r.duty_minor),
      ('refund', r.refund_id, step, 'duty-paid', rail, r.provider, r.currency, -r.duty_minor)]::leg[];
  elsif p_event = 'RETURNED' then
    return array[('refund', r.refund_id, step, 'came-back', rail, r.provider, r.currency, r.amount_minor),
                 ('refund', r.refund_id, step, 'owed', '2300', r.refund_id, r.currency, -r.amount_minor)]::leg[];
  end if;
  return array[('refund', r.refund_id, step, 'in-transit', '2310', r.refund_id, r.currency, r.amount_minor),
               ('refund', r.refund_id, step, 'owed', '2300', r.refund_id, r.currency, -r.amount_minor)]::leg[];
end $$;

-- Changes the order when a refund arrives or comes back, and writes the event. Only a merchant's refund of the money that paid the
-- order changes the order: money that goes back by policy never paid it.
create function notify_refund(r refund, p_event text) returns void language plpgsql as $$
declare
  k inward_credit;
  c checkout;
  moved bigint;
  event_type constant text := case when p_event = 'CONFIRMED' then 'refund.successful' when r.status = 'FAILED' then 'refund.failed'
                                   when r.status = 'NEEDS_ACCOUNT' then 'refund.needs_account' end;
begin
  if event_type is null then
    return;
  end if;
  update inward_credit x set event_sequence = x.event_sequence + (x.checkout_id is null)::int
   where x.credit_id = r.credit_id returning * into k;
  moved := case when r.origin <> 'MERCHANT' or k.applied_minor = 0 then 0 when p_event = 'CONFIRMED' then r.amount_minor
                when p_event = 'RETURNED' then -r.amount_minor else 0 end;
  if r.checkout_id is not null then
    c := lock_checkout(r.checkout_id);
    c.refunded_minor := c.refunded_minor + moved;
    if moved > 0 then
      c.status := coalesce(
        next_status(c.status, case when c.refunded_minor + c.taken_back_minor >= c.accepted_minor then 'REFUNDED_WHOLE'
                                   else 'REFUNDED_PART' end),
        c.status);
    end if;
    c.event_sequence := c.event_sequence + 1;
    c := change_checkout(c, r.updated_at);
  end if;
  perform emit_events(c, k, array[event_type], r.refund_id);
end $$;

-- Names a refund by words that stay the same when a restored database makes the refund again under another id: the merchant's reference, or
-- the refund's number among the refunds of the payer's transfer.
create function refund_sent(r refund) returns text language sql stable as $$
  select case r.origin
    when 'MERCHANT' then concat_ws('/', 'refund', r.merchant_id, r.refund_reference)
    else (select concat_ws('/', 'refund', k.provider, coalesce(k.credit_key, k.session_id), r.reason, (
            select count(*) from refund x where x.credit_id = r.credit_id and x.reason = r.reason and x.refund_id < r.refund_id))
            from inward_credit k where k.credit_id = r.credit_id) end
$$;

-- Returns an acquirer's id of a card's refund, which follows from these words. The acquirer refunds once per id, and has only the id to
-- tell the refunds of all merchants apart, so it is longer than the end of a session id.
create function acquirer_refund_id(p_what text) returns text language sql immutable as $$
  select 'refund-' || left(encode(sha256(convert_to(p_what, 'UTF8')), 'hex'), 26)
$$;

-- Tells whether a refund may go to the account that was named. An account that two operators named may always be used. An account that the
-- merchant named may be used only if it is not in another name than the payer's, and only while the merchant has the scope for it.
create function may_be_redirected(r refund) returns boolean language sql stable as $$
  select r.redirected_at is null or r.redirected_by is not distinct from 'OPERATORS'
      or coalesce((r.destination ->> 'isPayers')::boolean, true) and exists (select from merchant m where m.merchant_id = r.merchant_id and 'refunds:destination' = any (m.granted_scopes))
$$;

-- The facts that a refund's workflow needs.
create view refund_standing as
  select r.refund_id, r.status, r.channel, r.provider, r.amount_minor, r.attempts,
         h.kind = 'CHARGE' or coalesce(r.destination ->> 'accountNumber', '') <> '' and coalesce(r.destination ->> 'bankCode', '') <> ''
           and may_be_redirected(r) as has_account,
         r.redirected_at is not null as is_redirected,
         greatest(ceil(1000 * extract(epoch from refund_sendable_from(r.redirected_at) - now())), 0)::bigint as cooling_ms,
         case when o.status in ('SENT', 'UNKNOWN') then o.session_id end as open_session_id, o.sent_at as open_sent_at,
         case when left_though_refused(o) then o.session_id end as debited,
         r.created_at as opened_at, x.tail, acquirer_refund_id(x.words) as acquirer_id, known.session_id as on_statement,
         sending_hold(r.provider, known.session_id, r.amount_minor) as held_by
    from refund r
    join channel h on h.name = r.channel
    cross join lateral (select w.words, session_tail(w.words) as tail from (select refund_sent(r) || '/' || r.attempts + 1 as words) w) x
    cross join lateral (select unexplained_session(r.provider, x.tail) as session_id) known
    left join outward_transfer o on o.purpose = 'REFUND' and o.purpose_id = r.refund_id and o.attempt = r.attempts;

-- Takes one step of a refund: status, sending, books, events. Taking a step again changes nothing; nor does a sending that may not leave
-- now.
create function take_refund_step(p_refund_id text, p_event text, p_session_id text, p_code text, p_failure text)
returns refund_standing language plpgsql as $$
declare
  r refund := lock_refund(p_refund_id);
  sending outward_transfer;
  legs leg[];
  standing refund_standing;
begin
  if not refund_step_taken(r, p_event, p_session_id)
     and not (p_event = 'SENT' and sending_hold(r.provider, p_session_id, r.amount_minor) is not null) then
    if p_event = 'SENT' and refund_sendable_from(r.redirected_at) > now() then
      raise exception 'refund % may not be sent before %', p_refund_id, refund_sendable_from(r.redirected_at)
        using errcode = 'check_violation', constraint = 'refund_cools';
    end if;
    if p_session_id is not null then
      sending.session_id := p_session_id;
      sending.provider := r.provider;
      sending.purpose := 'REFUND';
      sending.purpose_id := r.refund_id;
      sending.attempt := r.attempts + (p_event = 'SENT')::int;
      sending.amount_minor := r.amount_minor;
      sending.currency := r.currency;
      perform note_sending(sending, p_event, p_code, p_failure);
    end if;
    legs := refund_legs(r, p_event, p_session_id);
    update refund x
       set status = refund_status_after(x.status, p_event), attempts = x.attempts + (p_event = 'SENT')::int,
           response_code = coalesce(p_code, x.response_code),
           failure = case when p_event in ('CONFIRMED', 'SENT', 'ACCOUNT_PROVIDED') then null else coalesce(p_failure, x.failure) end,
           completed_at = case when p_event = 'CONFIRMED' then clock_timestamp() end, updated_at = clock_timestamp()
     where x.refund_id = p_refund_id
    returning * into r;
    perform close_facts('REFUND_REQUESTED', p_refund_id);
    perform notify_refund(r, p_event);
    -- Requests wait for the refund by its id, and pages and requests that show the refund by its checkout's.
    perform notify_waiting(r.refund_id);
    perform notify_waiting(r.checkout_id) where r.checkout_id is not null;
    if cardinality(legs) > 0 then
      perform post_journals(legs);
    end if;
  end if;
  select * into standing from refund_standing s where s.refund_id = p_refund_id;
  return standing;
end $$;
