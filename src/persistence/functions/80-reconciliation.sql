-- Our books beside the bank's own statement, and what stands still longer than it may. Every function may be run again: a
-- line is imported once, a finding is one row however often it is found.

create function record_finding(p_kind text, p_subject text, p_detail jsonb, p_action text) returns void language sql as $$
  insert into finding (kind, subject, detail, action) values (p_kind, p_subject, p_detail, p_action)
  on conflict (kind, subject) do update
    set times = finding.times + 1, last_at = now(), detail = excluded.detail,
        -- what an operator has put right is believed for a day; after that it is found anew
        action = case when finding.resolved_at > now() - interval '1 day' then finding.action else excluded.action end,
        case_opened_at = case when finding.resolved_at <= now() - interval '1 day' then null else finding.case_opened_at end
$$;

-- What waits for a person of one kind: how many, and the oldest of them. Details as text, so that no amount is a number.
create function open_findings(p_kind text, out total integer, out until timestamptz, out oldest json) language sql as $$
  select (select count(*)::integer from finding f where f.kind = p_kind and f.action = 'ATTENTION'), now(),
    (select json_agg(json_build_object('subject', o.subject, 'foundAt', o.found_at, 'detail',
              (select coalesce(json_object_agg(d.key, d.value), '{}') from jsonb_each_text(o.detail) d)) order by o.found_at)
       from (select * from finding f where f.kind = p_kind and f.action = 'ATTENTION' order by f.found_at limit 50) o)
$$;

-- What a finding asks its finder to do, besides being written down. purpose and purpose_id: of whose sending it is (a
-- REFUND, a PAYOUT), or what stands still (a REFUND, a SETTLEMENT).
create type found as (kind text, subject text, action text, purpose text, purpose_id text, session_id text);

-- A debit of our account with the bank: was it us, and do we know what became of it? One that left within the last minute
-- may still be waiting for its answer.
create function match_debit(p_provider text, p_session_id text) returns found language sql stable as $$
  select coalesce((
    select case
      when t.status = 'SUCCESSFUL' or t.status = 'RETURNED' or (t.status = 'SENT' and t.sent_at > now() - interval '1 minute')
        then row('MATCHED', p_session_id, 'NONE', t.purpose, t.purpose_id, p_session_id)::found
      when t.status = 'FAILED'
        then row('FAILED_BUT_DEBITED', p_session_id, 'ATTENTION', t.purpose, t.purpose_id, p_session_id)::found
      else row('FATE_DIFFERS', p_session_id, 'ASKED_BANK', t.purpose, t.purpose_id, p_session_id)::found end
      from outward_transfer t where t.session_id = p_session_id and t.provider = p_provider),
    row('UNEXPLAINED_DEBIT', coalesce(p_session_id, '-'), 'ATTENTION', null, null, p_session_id)::found)
$$;

-- A credit that we have not heard of is booked because of its line.
create function match_credit(p_provider text, p_session_id text, p_amount_minor bigint) returns found
language sql stable as $$
  select coalesce((
    select case
      when k.amount_minor <> p_amount_minor then row('AMOUNT_DIFFERS', p_session_id, 'ATTENTION', null, null, p_session_id)::found
      else row('MATCHED', p_session_id, 'NONE', null, null, p_session_id)::found end
      from inward_credit k where k.provider = p_provider and k.session_id = p_session_id),
    -- an acquirer paid us, and has told us of it
    (select row('MATCHED', p_session_id, 'NONE', null, null, p_session_id)::found
       from rail_event e where e.kind = 'SETTLEMENT' and p_session_id in (e.event_id, e.subject) limit 1),
    row('MISSED_CREDIT', p_session_id, 'BOOKED', null, null, p_session_id)::found)
$$;

-- The whole of a sending comes back; what comes back in part only a person can put right.
create function match_return(p_provider text, p_session_id text, p_amount_minor bigint) returns found
language sql stable as $$
  select coalesce((
    select case
      when t.amount_minor <> p_amount_minor then row('AMOUNT_DIFFERS', p_session_id, 'ATTENTION', null, null, p_session_id)::found
      when t.status = 'SUCCESSFUL' then row('TRANSFER_RETURNED', p_session_id, t.purpose || '_RETURNED', t.purpose, t.purpose_id, p_session_id)::found
      when t.status = 'RETURNED' then row('MATCHED', p_session_id, 'NONE', t.purpose, t.purpose_id, p_session_id)::found
      else row('FATE_DIFFERS', p_session_id, 'ASKED_BANK', t.purpose, t.purpose_id, p_session_id)::found end
      from outward_transfer t where t.session_id = p_session_id and t.provider = p_provider),
    row('UNEXPLAINED_RETURN', coalesce(p_session_id, '-'), 'ATTENTION', null, null, p_session_id)::found)
$$;

-- What a line of the statement tells, beside our books as they are now.
create function match_statement_line(
  p_provider text, p_line_id bigint, p_kind text, p_session_id text, p_amount_minor bigint
) returns found language plpgsql stable as $$
declare
  line_name constant text := p_provider || '/' || p_line_id;
  about constant text := coalesce(p_session_id, line_name);
begin
  return case
    when p_kind = 'CHARGE' then row('CHARGED', line_name, 'NONE', null, null, p_session_id)::found
    when p_kind = 'CREDIT_RECALLED' then row('RECALLED', about, 'NONE', null, null, p_session_id)::found
    when p_kind = 'DEBIT' then match_debit(p_provider, p_session_id)
    when p_kind = 'DEBIT_RETURNED' then match_return(p_provider, p_session_id, p_amount_minor)
    when p_kind = 'CREDIT' and p_session_id is not null then match_credit(p_provider, p_session_id, p_amount_minor)
    when p_kind = 'STAMP_DUTY' and exists (select from outward_transfer t where t.session_id = p_session_id)
      then row('MATCHED', p_session_id, 'NONE', null, null, p_session_id)::found
    else row('UNEXPLAINED_' || p_kind, about, 'ATTENTION', null, null, p_session_id)::found end;
end $$;

-- Takes a line down that was matched and acted upon: posts what only the statement tells (a charge), and what was found.
-- False for a line that was imported before.
create function import_statement_line(
  p_provider text, p_line_id bigint, p_kind text, p_session_id text, p_amount_minor bigint, p_balance_minor bigint,
  p_booked_at timestamptz, p_found text, p_subject text, p_action text
) returns boolean language plpgsql as $$
declare
  line_name constant text := p_provider || '/' || p_line_id;
begin
  delete from statement_line_waiting w where w.provider = p_provider and w.line_id = p_line_id;
  update finding f set action = 'RESOLVED', last_at = now()
   where f.kind = 'STATEMENT_LINE_ASIDE' and f.subject = line_name and f.action = 'ATTENTION';
  insert into statement_line (provider, line_id, kind, session_id, amount_minor, balance_minor, booked_at, matched)
    values (p_provider, p_line_id, p_kind, p_session_id, p_amount_minor, p_balance_minor, p_booked_at, p_found)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  if p_kind = 'CHARGE' then
    perform post_journals(array[
      ('statement', line_name, 'charge', 'rail-cost', '5100', p_provider, p_amount_minor),
      ('statement', line_name, 'charge', 'pool', '1100', p_provider, -p_amount_minor)]::leg[]);
  end if;
  if p_kind = 'CREDIT' then
    update finding f set action = 'RESOLVED', last_at = now() where f.kind = 'NOT_ON_STATEMENT' and f.subject = p_session_id;
  end if;
  if p_found not in ('MATCHED', 'CHARGED', 'RECALLED') then
    perform record_finding(p_found, p_subject,
      jsonb_build_object('provider', p_provider, 'lineId', p_line_id, 'amountMinor', p_amount_minor::text), p_action);
  end if;
  return true;
end $$;

-- Takes over lines of a page: those that ask for nothing are imported here, all at once, and the others wait for their turn. So
-- the last line taken over is where the next page begins, whatever becomes of a single one.
create function take_statement_lines(p_provider text, p_lines jsonb) returns void language plpgsql as $$
declare
  charges leg[];
begin
  with given as materialized (
    select (l.line ->> 'lineId')::bigint as line_id, l.line from jsonb_array_elements(p_lines) as l (line)
  ), matched as materialized (
    -- what could not be read has no kind, and only waits
    select g.line_id, g.line, coalesce(m.kind, 'UNREAD') as found
      from given g
      cross join lateral match_statement_line(p_provider, g.line_id, g.line ->> 'kind', g.line ->> 'sessionId',
                                              (g.line ->> 'amountMinor')::bigint) m
     where not exists (select from statement_line x where x.provider = p_provider and x.line_id = g.line_id)
  ), imported as (
    insert into statement_line (provider, line_id, kind, session_id, amount_minor, balance_minor, booked_at, matched)
      select p_provider, m.line_id, m.line ->> 'kind', m.line ->> 'sessionId', (m.line ->> 'amountMinor')::bigint,
             (m.line ->> 'balanceMinor')::bigint, (m.line ->> 'at')::timestamptz, m.found
        from matched m where m.found in ('MATCHED', 'CHARGED') order by m.line_id
    on conflict do nothing
    returning line_id, kind, session_id, amount_minor
  ), waiting as (
    insert into statement_line_waiting (provider, line_id, line)
      select p_provider, m.line_id, m.line from matched m where m.found not in ('MATCHED', 'CHARGED')
    on conflict do nothing
  ), told as (
    update finding f set action = 'RESOLVED', last_at = now() from imported i
     where f.kind = 'NOT_ON_STATEMENT' and f.subject = i.session_id and i.kind = 'CREDIT'
  )
  select array_agg(l) into charges
    from imported i
    cross join lateral unnest(array[
      ('statement', p_provider || '/' || i.line_id, 'charge', 'rail-cost', '5100', p_provider, i.amount_minor),
      ('statement', p_provider || '/' || i.line_id, 'charge', 'pool', '1100', p_provider, -i.amount_minor)]::leg[]) l
   where i.kind = 'CHARGE';
  if charges is not null then
    perform post_journals(charges);
  end if;
end $$;

-- A line that could not be read when it came can be read now: it waits as any other. Its number was made of its text when it had
-- none that could be read.
create function read_waiting_line(p_provider text, p_kept_as bigint, p_line jsonb) returns void language sql as $$
  delete from statement_line_waiting w where w.provider = p_provider and w.line_id = p_kept_as;
  update finding f set action = 'RESOLVED', last_at = now()
   where f.kind = 'STATEMENT_LINE_ASIDE' and f.subject = p_provider || '/' || p_kept_as and f.action = 'ATTENTION';
  insert into statement_line_waiting (provider, line_id, line)
    select p_provider, (p_line ->> 'lineId')::bigint, p_line
     where not exists (select from statement_line x where x.provider = p_provider and x.line_id = (p_line ->> 'lineId')::bigint)
  on conflict do nothing;
$$;

-- What went wrong with a line is shown, and the line is tried again after a pause that doubles, up to an hour.
create function set_line_aside(p_provider text, p_line_id bigint, p_error text) returns void language plpgsql as $$
declare
  w statement_line_waiting;
begin
  update statement_line_waiting x
     set tries = x.tries + 1, due_at = now() + least(interval '1 minute' * 2 ^ least(x.tries, 6), interval '1 hour')
   where x.provider = p_provider and x.line_id = p_line_id
  returning * into w;
  if found then
    perform record_finding('STATEMENT_LINE_ASIDE', p_provider || '/' || p_line_id,
      jsonb_build_object('provider', p_provider, 'lineId', p_line_id::text, 'kind', w.line ->> 'kind',
                         'sessionId', w.line ->> 'sessionId', 'amountMinor', w.line ->> 'amountMinor', 'error', p_error),
      'ATTENTION');
  end if;
end $$;

-- Credits in our books that the bank's statement lacks, though it has been pulled since: each found once.
create function find_missing_on_statement(p_provider text) returns setof found language sql as $$
  with missing as (
    select k.session_id, k.credit_id, k.amount_minor from inward_credit k
     where k.provider = p_provider and k.channel = 'Bank'
       and k.received_at between now() - interval '3 days' and now() - interval '5 minutes'
       and not exists (select from statement_line l
                        where l.session_id = k.session_id and l.provider = p_provider and l.kind = 'CREDIT')
       and not exists (select from finding f where f.kind = 'NOT_ON_STATEMENT' and f.subject = k.session_id)
     limit 100
  ), written as (
    insert into finding (kind, subject, detail, action)
      select 'NOT_ON_STATEMENT', m.session_id,
             jsonb_build_object('provider', p_provider, 'creditId', m.credit_id, 'amountMinor', m.amount_minor::text), 'ATTENTION'
        from missing m
    on conflict (kind, subject) do nothing
    returning subject
  )
  select 'NOT_ON_STATEMENT', w.subject, 'ATTENTION', null::text, null::text, w.subject from written w
$$;

-- The payout account borrows from the pool while it sends; what it owes is moved over, once per run.
create function sweep_pool(p_provider text, p_run_id text) returns bigint language plpgsql as $$
declare
  owed constant bigint := coalesce((select -a.balance_minor from ledger_account a
                                     where a.account_id = '1110:' || p_provider and a.balance_minor < 0), 0);
begin
  if owed > 0 then
    perform post_journals(array[
      ('sweep', p_run_id, 'out', 'in-transit', '1400', p_provider, owed),
      ('sweep', p_run_id, 'out', 'pool', '1100', p_provider, -owed),
      ('sweep', p_run_id, 'in', 'payout', '1110', p_provider, owed),
      ('sweep', p_run_id, 'in', 'in-transit', '1400', p_provider, -owed)]::leg[]);
  end if;
  return owed;
end $$;

-- Checkouts whose deadline has passed and that are open all the same: their facts are due again, at once.
create function rearm_overdue_checkouts() returns setof found language sql as $$
  with overdue as (
    select c.checkout_id, c.status from fact f join checkout c on c.checkout_id = f.checkout_id
     where f.applied_at is null and f.kind = 'INITIATED' and f.deadline < now() - interval '5 minutes'
       and is_open_status(c.status)
     limit 100
  ), armed as (
    update fact f set due_at = now() from overdue o where f.checkout_id = o.checkout_id and f.applied_at is null
  ), written as (
    select o.checkout_id, record_finding('CHECKOUT_OVERDUE', o.checkout_id, jsonb_build_object('status', o.status), 'TOLD_AGAIN')
      from overdue o
  )
  select 'CHECKOUT_OVERDUE', w.checkout_id, 'TOLD_AGAIN', null::text, null::text, null::text from written w
$$;

-- Refunds that do not move: what is not known for a day, what waits without anybody working on it (the longest honest pause
-- is an hour), what is on its way without an answer.
create function find_stalled_refunds() returns setof found language sql as $$
  with stalled as (
    select r.refund_id, r.status,
           case when r.status = 'UNKNOWN' then 'REFUND_UNKNOWN' else 'REFUND_STALLED' end as kind from refund r
     where r.status not in ('SUCCESSFUL', 'FAILED')
       and (r.status = 'UNKNOWN' and r.created_at < now() - interval '24 hours'
            or r.status in ('REQUESTED', 'NAME_ENQUIRY')
               and greatest(r.updated_at, refund_sendable_from(r.redirected_at)) < now() - interval '65 minutes'
            or r.status = 'PROCESSING' and r.updated_at < now() - interval '10 minutes')
     limit 100
  ), written as (
    select s.*, record_finding(s.kind, s.refund_id, jsonb_build_object('status', s.status), 'STARTED') from stalled s
  )
  select w.kind, w.refund_id, 'STARTED', 'REFUND', w.refund_id, null::text from written w
$$;

-- Settlements that do not move: what is not known for a day, what is on its way without an answer, what waits without anybody
-- working on it (the longest honest pause is half an hour), what is held while nobody is asked.
create function find_stalled_payouts() returns setof found language sql as $$
  with stalled as (
    select s.settlement_id, s.status,
           case s.status when 'UNKNOWN' then 'PAYOUT_UNKNOWN' else 'SETTLEMENT_STALLED' end as kind from settlement s
     where s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD') and s.net_minor > 0
       and s.updated_at < now() - case s.status when 'PROCESSING' then interval '10 minutes'
                                                when 'SCHEDULED' then interval '65 minutes' else interval '24 hours' end
     limit 100
  ), written as (
    select s.*, record_finding(s.kind, s.settlement_id, jsonb_build_object('status', s.status), 'STARTED') from stalled s
  )
  select w.kind, w.settlement_id, 'STARTED', 'SETTLEMENT', w.settlement_id, null::text from written w
$$;

-- Card attempts that stand still for longer than a payer has to act and an acquirer is asked in, at most every quarter of an
-- hour; `was_absent`: the acquirer had no record of it the last time. After a day a person must see to it.
create function find_stalled_charges() returns table (
  attempt_id text, provider text, action text, was_absent boolean,
  checkout_id text, merchant_id text, payment_reference text, amount_minor bigint, currency text, expires_at timestamptz
) language sql as $$
  with stalled as materialized (
    select a.attempt_id, a.provider, a.checkout_id, a.status,
           case when a.created_at < now() - interval '24 hours' then 'ATTENTION' else 'ASKED' end as action,
           coalesce(f.detail ->> 'answer' = 'ABSENT', false) as was_absent
      from card_attempt a left join finding f on f.kind = 'CHARGE_STALLED' and f.subject = a.attempt_id
     where a.status in ('PROCESSING', 'REQUIRES_ACTION', 'UNKNOWN') and a.updated_at < now() - interval '15 minutes'
       and coalesce(f.last_at < now() - interval '15 minutes', true)
     limit 100
  ), written as (
    select s.attempt_id, record_finding('CHARGE_STALLED', s.attempt_id, jsonb_build_object('status', s.status), s.action)
      from stalled s
  )
  select s.attempt_id, s.provider, s.action, s.was_absent,
         c.checkout_id, c.merchant_id, c.payment_reference, c.amount_minor, c.currency, c.expires_at
    from written w join stalled s on s.attempt_id = w.attempt_id join checkout c on c.checkout_id = s.checkout_id
$$;

-- Held credits that nobody has decided about: what was to go back by itself an hour ago, and what is a week old.
create function find_forgotten_credits() returns setof found language sql as $$
  with forgotten as (
    select k.credit_id, k.outcome,
           case when k.outcome = 'UNMATCHED' then 'RETURN_OVERDUE' else 'SUSPENSE_AGED' end as kind
      from fact h join inward_credit k on k.credit_id = h.subject_id
     where h.kind = 'CREDIT_HELD' and h.created_at between now() - interval '90 days' and now() - interval '25 hours'
       and k.resolution is null and (k.outcome = 'UNMATCHED' or k.received_at < now() - interval '7 days')
     limit 100
  ), written as (
    select f.*, record_finding(f.kind, f.credit_id, jsonb_build_object('outcome', f.outcome),
                               case f.kind when 'RETURN_OVERDUE' then 'RETURNED' else 'ATTENTION' end) from forgotten f
  )
  select w.kind, w.credit_id, case w.kind when 'RETURN_OVERDUE' then 'RETURNED' else 'ATTENTION' end, null::text, null::text, null::text
    from written w
$$;

-- Facts that no workflow has taken, and deliveries that nobody has tried, for longer than their queues take on a bad day. A
-- fact's age counts, not when it is told next: the relay puts that off whenever it tries. Refunds, cards, settlements and
-- answers to disputes have searches of their own, because their facts may stay open for days.
create function find_stalled_queues() returns setof found language sql as $$
  update finding f set action = 'RESOLVED', last_at = now()
   where f.kind = 'FACT_STALLED' and f.action = 'ATTENTION'
     and not exists (select from fact o where o.fact_id = f.subject::bigint and o.applied_at is null);
  update finding f set action = 'RESOLVED', last_at = now()
   where f.kind = 'DELIVERY_STALLED' and f.action = 'ATTENTION'
     and not exists (select from webhook_delivery d where d.delivery_id = f.subject and d.status in ('PENDING', 'DELIVERING'));
  with stalled as (
    select 'FACT_STALLED' as kind, f.fact_id::text as subject, f.kind as what from fact f
     where f.due_at < now() + interval '6 minutes'   -- the longest pause is five; what waits for its deadline is due later
       and greatest(f.created_at, f.deadline) < now() - interval '10 minutes'
       and f.kind in ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CLOCK_MOVED', 'CREDIT_HELD')
    union all
    select 'DELIVERY_STALLED', d.delivery_id, d.status from webhook_delivery d
     where d.status = 'DELIVERING' and d.lease_until < now() - interval '10 minutes'
        or d.status = 'PENDING' and exists (select from event e where e.event_id = d.event_id and e.created_at < now() - interval '10 minutes')
     limit 100
  ), written as (
    select s.*, record_finding(s.kind, s.subject, jsonb_build_object('what', s.what), 'ATTENTION') from stalled s
  )
  select w.kind, w.subject, 'ATTENTION', null::text, null::text, null::text from written w;
$$;

-- The prefixes, those first whose last count is the oldest.
create function prefixes_to_count() returns setof text language sql stable as $$
  select b.prefix from number_prefix b left join prefix_usage u on u.prefix = b.prefix
   order by u.counted_at nulls first, b.prefix
$$;

-- A prefix that is used to 70 % and more: somebody must get another before it is full. Put right when it is not any more.
create function find_crowded_prefix(p_prefix text) returns setof found language plpgsql as $$
declare
  b number_prefix;
  u prefix_usage;
begin
  select * into b from number_prefix x where x.prefix = p_prefix;
  u := prefix_usage_of(p_prefix);
  if u.in_use + u.quarantined < 0.7 * b.capacity then
    update finding f set action = 'RESOLVED', last_at = now()
     where f.kind = 'NUMBER_POOL_LOW' and f.action = 'ATTENTION' and f.subject = p_prefix;
    return;
  end if;
  perform record_finding('NUMBER_POOL_LOW', p_prefix, jsonb_build_object('capacity', b.capacity::text,
            'inUse', u.in_use::text, 'quarantined', u.quarantined::text), 'ATTENTION');
  return next row('NUMBER_POOL_LOW', p_prefix, 'ATTENTION', null, null, null)::found;
end $$;
