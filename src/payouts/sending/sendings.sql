-- Keeps each sending of our money through a rail, for any purpose, under the session id that the bank knows.

-- Returns the part of a session id that distinguishes a sending from all others: 12 digits that are computed from what is sent, and only
-- from facts that a restored database knows too. So the bank recognizes a sending that we have forgotten, and refuses it.
create function session_tail(p_what text) returns text language sql immutable as $$
  select lpad((('x' || left(encode(sha256(convert_to(p_what, 'UTF8')), 'hex'), 15))::bit(60)::bigint % 1000000000000)::text, 12, '0')
$$;

-- Returns the session id under which the bank's statement shows a sending that we do not know of, by its last digits. The function looks
-- only at findings that wait for a person; on most days there are none.
create function unexplained_session(p_provider text, p_tail text) returns text language sql stable as $$
  select f.subject from finding f
   where f.kind = 'UNEXPLAINED_DEBIT' and f.action = 'ATTENTION' and f.detail ->> 'provider' = p_provider
     and right(f.subject, 12) = p_tail
   order by f.found_at limit 1
$$;

-- The holds that keep all money from leaving through a bank, with the time they began and the case in which they are
-- decided. RECOVERY: our database was restored, and the bank's statement has not been read since; nobody has to decide.
-- UNEXPLAINED_DEBIT: the statement was read, and it shows a debit that our books know nothing of. An amount that the
-- books call owed may be just that debit.
create view bank_hold as
  select r.provider, 'RECOVERY' as hold, r.began_at as since, null::bigint as case_number from recovery r where r.ended_at is null
  union all
  select f.detail ->> 'provider', f.kind, coalesce(c.opened_at, f.last_at), c.case_number
    from finding f
    left join attention_case c on c.kind = 'FINDING' and c.subject = f.kind || ':' || f.subject and c.status = 'OPEN'
   where f.kind = 'UNEXPLAINED_DEBIT' and f.action = 'ATTENTION';

-- Returns the hold that keeps all money from leaving through a bank; null: money may leave. If there are two holds, it
-- returns the one whose name sorts first.
create function outgoing_hold(p_provider text) returns text language sql stable as $$
  select min(b.hold) from bank_hold b where b.provider = p_provider
$$;

-- Returns the hold of one sending; null when it may leave. If the bank's statement shows a sending under this id, it has left before. Such
-- a sending is let through: the bank refuses it, and our books learn of it.
create function sending_hold(p_provider text, p_session_id text, p_amount_minor bigint) returns text language sql stable as $$
  select case when not exists (
    select from statement_line l
     where l.session_id = p_session_id and l.provider = p_provider and l.kind = 'DEBIT' and l.amount_minor = p_amount_minor)
    then outgoing_hold(p_provider) end
$$;

-- Returns the sending that a line of the bank's statement names, by our session id or by the bank's own.
create function sending_of(p_provider text, p_session_id text) returns setof outward_transfer language sql stable as $$
  select o.* from outward_transfer o
   where (o.session_id = p_session_id or o.known_as ->> 'sessionId' = p_session_id and o.known_as is not null) and o.provider = p_provider
$$;

-- Returns the lines of the bank's statement about a sending, under our session id or the bank's own: those that are imported, and those
-- that wait.
create function lines_of_sending(o outward_transfer) returns table (line_id bigint, kind text, amount_minor bigint) language sql stable as $$
  select l.line_id, l.kind, l.amount_minor from statement_line l
   where l.provider = o.provider and l.session_id in (o.session_id, o.known_as ->> 'sessionId')
  union all
  select w.line_id, w.line ->> 'kind', (w.line ->> 'amountMinor')::bigint from statement_line_waiting w
   where w.provider = o.provider and w.line ->> 'sessionId' in (o.session_id, o.known_as ->> 'sessionId')
$$;

-- Tells whether the bank's statement shows that the whole amount of a sending came back.
create function came_back(o outward_transfer) returns boolean language sql stable as $$
  select exists (select from lines_of_sending(o) l where l.kind = 'DEBIT_RETURNED' and l.amount_minor = o.amount_minor)
$$;

-- Tells whether a refused sending has left all the same: the bank's statement shows its debit, and not that the amount came back.
create function left_though_refused(o outward_transfer) returns boolean language sql stable as $$
  select case when o.status = 'FAILED'
    then not came_back(o) and exists (select from lines_of_sending(o) l where l.kind = 'DEBIT') else false end
$$;

-- Tells whether a line of the statement waits for the outcome of its sending.
create function waits_for_outcome(w statement_line_waiting) returns boolean language sql stable as $$
  select exists (
    select from outward_transfer o
     where o.status in ('SENT', 'UNKNOWN') and o.provider = w.provider
       and (o.session_id = w.line ->> 'sessionId' or o.known_as ->> 'sessionId' = w.line ->> 'sessionId' and o.known_as is not null))
$$;

-- Tells whether a step of a sending was taken before, judged by the outcome of the sending.
create function sending_step_taken(p_event text, p_session_id text) returns boolean language sql stable as $$
  select coalesce((
    select case p_event
      when 'SENT' then true
      when 'LOST_SIGHT' then o.status <> 'SENT'
      when 'CONFIRMED' then o.status in ('SUCCESSFUL', 'RETURNED')
      when 'REFUSED' then o.status = 'FAILED'
      when 'ACCOUNT_REFUSED' then o.status = 'FAILED'
      when 'RETURNED' then o.status = 'RETURNED' end
      from outward_transfer o where o.session_id = p_session_id), false)
$$;

-- Writes the row of a sending as it is after the step. p_sending: the money that is sent; its field attempt says which sending of that
-- money is meant. A step about a sending that is not the last one is the caller's mistake.
create function note_sending(p_sending outward_transfer, p_event text, p_code text, p_failure text) returns void
language plpgsql as $$
begin
  if p_event = 'SENT' then
    insert into outward_transfer (session_id, provider, purpose, purpose_id, attempt, amount_minor, currency, sent_at)
      values (p_sending.session_id, p_sending.provider, p_sending.purpose, p_sending.purpose_id, p_sending.attempt,
              p_sending.amount_minor, p_sending.currency, clock_timestamp());
    perform clear_findings('{UNEXPLAINED_DEBIT,UNEXPLAINED_STAMP_DUTY}', array[p_sending.session_id]);
    return;
  end if;
  update outward_transfer o
     set status = case p_event when 'LOST_SIGHT' then 'UNKNOWN' when 'CONFIRMED' then 'SUCCESSFUL' when 'RETURNED' then 'RETURNED'
                               else 'FAILED' end,
         response_code = coalesce(p_code, o.response_code), failure = p_failure,
         settled_at = case when p_event = 'LOST_SIGHT' then null else clock_timestamp() end
   where o.session_id = p_sending.session_id and o.purpose = p_sending.purpose and o.purpose_id = p_sending.purpose_id
     and o.attempt = p_sending.attempt;
  if not found then
    raise exception '% % was last sent under another session id than %', lower(p_sending.purpose), p_sending.purpose_id,
      p_sending.session_id using errcode = 'check_violation', constraint = lower(p_sending.purpose) || '_last_sending';
  end if;
  if p_event in ('REFUSED', 'ACCOUNT_REFUSED') then
    perform record_finding('FAILED_BUT_DEBITED', o.session_id,
              jsonb_build_object('provider', o.provider, 'lineId', l.line_id, 'amountMinor', l.amount_minor::text), 'ATTENTION')
       from outward_transfer o
       cross join lateral (select * from lines_of_sending(o) x where x.kind = 'DEBIT' order by x.line_id limit 1) l
      where o.session_id = p_sending.session_id and left_though_refused(o);
  end if;
end $$;
