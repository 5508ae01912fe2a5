-- Compares our books with the bank's own statement, and finds things that stand still longer than they may. Every function may be repeated:
-- a line is imported once, and a finding is one row however often it is found.

-- Returns the other lines of the statement that have one of these session ids and this kind. A fetched line and a line of a file may be the
-- same line of the bank, so only lines of the same source are compared.
create function other_lines(p_provider text, p_line_id bigint, p_kind text, p_sessions text[]) returns setof statement_line
language sql stable as $$
  select l.* from statement_line l
   where l.session_id = any (p_sessions) and l.provider = p_provider and l.kind = p_kind
     and l.line_id <> p_line_id and (l.line_id < 0) = (p_line_id < 0)
$$;

-- Tells whether another line of the statement stands for a sending already, or for its return: a line of its amount, or a debit that an
-- operator has adjusted our books to.
create function is_used_up(t outward_transfer, p_line_id bigint, p_kind text) returns boolean language sql stable as $$
  select exists (
    select from other_lines(t.provider, p_line_id, p_kind, array[t.session_id, t.known_as ->> 'sessionId']) l
     where l.amount_minor = t.amount_minor
        or exists (select from journal j
                    where j.source_type = 'finding' and j.source_id = 'DEBIT_DIFFERS:' || l.provider || '/' || l.line_id))
$$;

-- Returns the subject of the finding about a line that nothing of ours explains: its session id. A line without a session id, and a further
-- line of a session, are called by their number, so that each is a finding of its own.
create function subject_of_unexplained(p_provider text, p_line_id bigint, p_kind text, p_session_id text) returns text
language sql stable as $$
  select case when p_session_id is null or exists (select from other_lines(p_provider, p_line_id, p_kind, array[p_session_id]))
    then p_provider || '/' || p_line_id else p_session_id end
$$;

-- Matches a debit of our account with our sendings and their outcomes. A sending that left within the last minute may
-- still be waiting for its answer. A refused sending that came back has moved nothing. One debit stands for a sending, and has its amount.
create function match_debit(p_provider text, p_line_id bigint, p_session_id text, p_amount_minor bigint) returns found
language sql stable as $$
  select coalesce((
    select case
      when t.status = 'SUCCESSFUL' or t.status = 'RETURNED' or t.status = 'FAILED' and came_back(t)
        then case when t.amount_minor = p_amount_minor and not is_used_up(t, p_line_id, 'DEBIT')
          then row('MATCHED', p_session_id, 'NONE', t.purpose, t.purpose_id, p_session_id)::found else d.differs end
      when t.status = 'SENT' and t.sent_at > now() - interval '1 minute'
        then row('OUTCOME_OPEN', p_session_id, 'NONE', t.purpose, t.purpose_id, p_session_id)::found
      when t.status = 'FAILED' and is_used_up(t, p_line_id, 'DEBIT') then d.differs
      when t.status = 'FAILED'
        then row('FAILED_BUT_DEBITED', p_session_id, 'ATTENTION', t.purpose, t.purpose_id, t.session_id)::found
      else row('FATE_DIFFERS', p_session_id, 'ASKED_BANK', t.purpose, t.purpose_id, t.session_id)::found end
      from sending_of(p_provider, p_session_id) t
     cross join (select row('DEBIT_DIFFERS', p_provider || '/' || p_line_id, 'ATTENTION', null, null, p_session_id)::found as differs) d),
    row('UNEXPLAINED_DEBIT', subject_of_unexplained(p_provider, p_line_id, 'DEBIT', p_session_id), 'ATTENTION', null, null, p_session_id)::found)
$$;

-- Matches a credit with our books. A credit that was not reported to us before is booked because of its line. A bank may have several credits
-- under one session id: each has one line, and a further line is for a person. An acquirer that paid us has reported the payment. A credit
-- of a file under the session id of a sending of ours is no payer's.
create function match_credit(p_provider text, p_line_id bigint, p_session_id text, p_amount_minor bigint) returns found
language sql stable as $$
  select case
    when k.of_amount > l.of_amount then row('MATCHED', p_session_id, 'NONE', null, null, p_session_id)::found
    when k.total > l.total and l.differing = 0 then row('AMOUNT_DIFFERS', p_session_id, 'ATTENTION', null, null, p_session_id)::found
    when k.total = 0 and p_line_id < 0 and exists (select from sending_of(p_provider, p_session_id))
      then row('UNEXPLAINED_CREDIT', p_provider || '/' || p_line_id, 'ATTENTION', null, null, p_session_id)::found
    when k.total = 0 and not exists (select from rail_event e where e.kind = 'SETTLEMENT' and p_session_id in (e.event_id, e.subject))
      then row('MISSED_CREDIT', p_session_id, 'BOOKED', null, null, p_session_id)::found
    when k.total = 0 and l.total = 0 then row('MATCHED', p_session_id, 'NONE', null, null, p_session_id)::found
    else row('UNEXPLAINED_CREDIT', p_provider || '/' || p_line_id, 'ATTENTION', null, null, p_session_id)::found end
    from (select count(*) as total, count(*) filter (where x.amount_minor = p_amount_minor) as of_amount
            from inward_credit x where x.provider = p_provider and x.session_id = p_session_id) k
   cross join (
     select count(*) as total, count(*) filter (where x.amount_minor = p_amount_minor) as of_amount,
            count(*) filter (where x.matched = 'AMOUNT_DIFFERS') as differing
       from other_lines(p_provider, p_line_id, 'CREDIT', array[p_session_id]) x where x.matched <> 'UNEXPLAINED_CREDIT') l
$$;

-- Matches a return with its sending. Only a person can resolve the return of a part of the amount, a second return, or the return of a
-- refused sending that was not debited.
create function match_return(p_provider text, p_line_id bigint, p_session_id text, p_amount_minor bigint) returns found
language sql stable as $$
  select coalesce((
    select case
      when t.amount_minor <> p_amount_minor or is_used_up(t, p_line_id, 'DEBIT_RETURNED')
        then row('RETURNED_IN_PART', p_provider || '/' || p_line_id, 'ATTENTION', null, null, p_session_id)::found
      when t.status = 'SUCCESSFUL' then row('TRANSFER_RETURNED', p_session_id, t.purpose || '_RETURNED', t.purpose, t.purpose_id, t.session_id)::found
      when t.status = 'RETURNED' or t.status = 'FAILED' and exists (select from lines_of_sending(t) l where l.kind = 'DEBIT')
        then row('MATCHED', p_session_id, 'NONE', t.purpose, t.purpose_id, p_session_id)::found
      when t.status = 'FAILED' then row('UNEXPLAINED_RETURN', p_session_id, 'ATTENTION', null, null, p_session_id)::found
      else row('FATE_DIFFERS', p_session_id, 'ASKED_BANK', t.purpose, t.purpose_id, t.session_id)::found end
      from sending_of(p_provider, p_session_id) t),
    row('UNEXPLAINED_RETURN', subject_of_unexplained(p_provider, p_line_id, 'DEBIT_RETURNED', p_session_id), 'ATTENTION', null, null,
        p_session_id)::found)
$$;

-- Compares a line of the statement with our books as they are now. A credit that nobody has reported can be booked only when its line names
-- the account number that it came to. Several lines may have the same session id. Each is used up once, and each that nothing explains is a
-- finding of its own.
create function match_statement_line(
  p_provider text, p_line_id bigint, p_kind text, p_session_id text, p_amount_minor bigint, p_account_number text
) returns found language plpgsql stable as $$
declare
  line_name constant text := p_provider || '/' || p_line_id;
  credit found;
begin
  if p_kind = 'CREDIT' and p_session_id is not null then
    credit := match_credit(p_provider, p_line_id, p_session_id, p_amount_minor);
  end if;
  return case
    when p_kind = 'CHARGE' then row('CHARGED', line_name, 'NONE', null, null, p_session_id)::found
    when p_kind = 'CREDIT_RECALLED'
      and exists (select from inward_credit k where k.provider = p_provider and k.session_id = p_session_id)
      then row('RECALLED', p_session_id, 'NONE', null, null, p_session_id)::found
    when p_kind = 'DEBIT' then match_debit(p_provider, p_line_id, p_session_id, p_amount_minor)
    when p_kind = 'DEBIT_RETURNED' then match_return(p_provider, p_line_id, p_session_id, p_amount_minor)
    when credit.kind <> 'MISSED_CREDIT' or credit.kind is not null and p_account_number is not null then credit
    when p_kind in ('CREDIT', 'CREDIT_RECALLED') then row('UNEXPLAINED_' || p_kind, line_name, 'ATTENTION', null, null, p_session_id)::found
    when p_kind = 'STAMP_DUTY' and exists (select from outward_transfer t where t.session_id = p_session_id)
      and not exists (select from other_lines(p_provider, p_line_id, p_kind, array[p_session_id]))
      then row('MATCHED', p_session_id, 'NONE', null, null, p_session_id)::found
    else row('UNEXPLAINED_' || p_kind, subject_of_unexplained(p_provider, p_line_id, p_kind, p_session_id), 'ATTENTION', null, null,
             p_session_id)::found end;
end $$;

-- Stores a line that was matched and acted upon: posts the journals that only the statement causes (a charge), and records the finding.
-- A line whose sending has no outcome yet still waits, and is matched again once it has one. Returns false for such a line, and for one
-- that was imported before.
create function import_statement_line(
  p_provider text, p_line_id bigint, p_kind text, p_session_id text, p_amount_minor bigint, p_balance_minor bigint,
  p_booked_at timestamptz, p_found text, p_subject text, p_action text
) returns boolean language plpgsql as $$
declare
  line_name constant text := p_provider || '/' || p_line_id;
  -- a known payment has its own record of who paid; for an unexplained line, the bank's own words are all that there is
  is_unknown constant boolean := p_found like 'UNEXPLAINED%';
  detail constant jsonb := jsonb_build_object('provider', p_provider, 'lineId', p_line_id, 'amountMinor', p_amount_minor::text);
  waited jsonb;
begin
  perform clear_findings('{STATEMENT_LINE_ASIDE}', array[line_name]);
  if p_found in ('OUTCOME_OPEN', 'FATE_DIFFERS') then
    update statement_line_waiting w set due_at = 'infinity' where w.provider = p_provider and w.line_id = p_line_id;
    if p_found = 'FATE_DIFFERS' then
      perform record_finding(p_found, p_subject, detail, p_action);
    end if;
    return false;
  end if;
  delete from statement_line_waiting w where w.provider = p_provider and w.line_id = p_line_id returning w.line into waited;
  insert into statement_line (provider, line_id, kind, session_id, amount_minor, balance_minor, booked_at, matched, narration, counterpart)
    values (p_provider, p_line_id, p_kind, p_session_id, p_amount_minor, p_balance_minor, p_booked_at, p_found,
            case when is_unknown then waited ->> 'narration' end,
            case when is_unknown then nullif(jsonb_strip_nulls(waited -> 'counterpart'), '{}') end)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  if p_kind = 'CHARGE' then
    perform post_journals(array[
      ('statement', line_name, 'charge', 'rail-cost', '5100', p_provider, home_currency(), p_amount_minor),
      ('statement', line_name, 'charge', 'pool', '1100', p_provider, home_currency(), -p_amount_minor)]::leg[]);
  end if;
  if p_kind = 'CREDIT' then
    perform clear_findings('{NOT_ON_STATEMENT}', array[p_session_id]);
  end if;
  if p_found not in ('MATCHED', 'CHARGED', 'RECALLED') then
    perform record_finding(p_found, p_subject, detail, p_action);
  end if;
  return true;
end $$;

-- Erases the bank's own words on a line, which may name a payer. They are kept for whoever looks for the cause of an unexplained line.
create function forget_words_of_line(p_provider text, p_line_id bigint) returns void language sql as $$
  update statement_line l set narration = null, counterpart = null where l.provider = p_provider and l.line_id = p_line_id
$$;

-- Stores the lines of a page. Lines that need no action are imported here, all at once; the others wait. So do further lines of one session
-- on the page, because they are matched after the first one is imported. The next page begins after the last stored line, whatever happens
-- to a single line.
create function take_statement_lines(p_provider text, p_lines jsonb) returns void language plpgsql as $$
declare
  charges leg[];
  credited text[];
begin
  with given as materialized (
    select (l.line ->> 'lineId')::bigint as line_id, l.line from jsonb_array_elements(p_lines) as l (line)
  ), matched as materialized (
    -- a line that could not be read has no kind, and only waits
    select g.line_id, g.line,
           case when g.line ->> 'sessionId' is not null and g.line ->> 'kind' <> 'CHARGE'
                  and row_number() over (partition by g.line ->> 'kind', g.line ->> 'sessionId' order by g.line_id) > 1 then 'FURTHER'
                else coalesce(m.kind, 'UNREAD') end as found
      from given g
      cross join lateral match_statement_line(p_provider, g.line_id, g.line ->> 'kind', g.line ->> 'sessionId',
                                              (g.line ->> 'amountMinor')::bigint, g.line ->> 'accountNumber') m
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
  )
  select array(select i.session_id from imported i where i.kind = 'CREDIT'),
         (select array_agg(l) from imported i
           cross join lateral unnest(array[
             ('statement', p_provider || '/' || i.line_id, 'charge', 'rail-cost', '5100', p_provider, home_currency(), i.amount_minor),
             ('statement', p_provider || '/' || i.line_id, 'charge', 'pool', '1100', p_provider, home_currency(), -i.amount_minor)]::leg[]) l
           where i.kind = 'CHARGE')
    into credited, charges;
  perform clear_findings('{NOT_ON_STATEMENT}', credited);
  if charges is not null then
    perform post_journals(charges);
  end if;
end $$;

-- Stores the lines of a page without matching them.
create function let_statement_lines_wait(p_provider text, p_lines jsonb) returns void language sql as $$
  insert into statement_line_waiting (provider, line_id, line)
    select p_provider, (l.line ->> 'lineId')::bigint, l.line from jsonb_array_elements(p_lines) as l (line)
  on conflict do nothing
$$;

-- Returns the last line of a bank's statement, which has the bank's last balance. Lines that were fetched have the bank's own numbers, which
-- rise. Lines of files have negative numbers that say nothing of their order, so the last of them is the latest.
create function last_line_of(p_provider text) returns setof statement_line language sql stable as $$
  select l.* from (
    (select * from statement_line x where x.provider = p_provider and x.line_id > 0 order by x.line_id desc limit 1)
    union all
    (select * from statement_line x where x.provider = p_provider and x.line_id < 0 order by x.booked_at desc limit 1)
  ) l order by l.booked_at desc limit 1
$$;

-- Lets lines that nothing explained wait again when our books explain them by now, and returns their number. Somebody has reported such a
-- credit after its line, or the credit of a recall was booked after the recall. A line that was booked as it stands stays as it is.
create function take_up_explained_lines(p_provider text) returns integer language plpgsql as $$
declare
  line_names text[];
begin
  with explained as (
    delete from statement_line l
     where l.provider = p_provider and l.matched in ('UNEXPLAINED_CREDIT', 'UNEXPLAINED_CREDIT_RECALLED') and l.session_id is not null
       and (match_statement_line(l.provider, l.line_id, l.kind, l.session_id, l.amount_minor, null)).kind <> l.matched
       and not exists (select from journal j
                        where j.source_type = 'finding' and j.source_id = l.matched || ':' || l.provider || '/' || l.line_id)
    returning l.*
  ), waiting as (
    insert into statement_line_waiting (provider, line_id, line)
      select e.provider, e.line_id, jsonb_build_object(
               'lineId', e.line_id::text, 'kind', e.kind, 'sessionId', e.session_id, 'amountMinor', e.amount_minor::text,
               'balanceMinor', e.balance_minor::text, 'at', rfc3339(e.booked_at), 'currency', home_currency(), 'accountNumber', null,
               'narration', e.narration, 'counterpart', coalesce(e.counterpart, '{}'))
        from explained e
  )
  select array_agg(e.provider || '/' || e.line_id) into line_names from explained e;
  perform clear_findings('{UNEXPLAINED_CREDIT,UNEXPLAINED_CREDIT_RECALLED}', line_names);
  return coalesce(cardinality(line_names), 0);
end $$;

-- Replaces a line that could not be read when it came and can be read now. From now on it waits like any other line. The number of a line
-- without a readable number was made from its text.
create function read_waiting_line(p_provider text, p_kept_as bigint, p_line jsonb) returns void language sql as $$
  delete from statement_line_waiting w where w.provider = p_provider and w.line_id = p_kept_as;
  select clear_findings('{STATEMENT_LINE_ASIDE}', array[p_provider || '/' || p_kept_as]);
  insert into statement_line_waiting (provider, line_id, line)
    select p_provider, (p_line ->> 'lineId')::bigint, p_line
     where not exists (select from statement_line x where x.provider = p_provider and x.line_id = (p_line ->> 'lineId')::bigint)
  on conflict do nothing;
$$;

-- Records a line's error as a finding, and tries the line again after a pause that doubles, up to an hour.
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

-- Finds credits in our books that the bank's statement lacks, although the statement has been imported since they came. Each credit is
-- looked for once. A call looks at the credits of ten minutes, so that it ends in time however many there are, and a later one goes on
-- where it ended, after an outage of any length too. The first call for a bank begins three days ago.
create function find_missing_on_statement(p_provider text) returns setof found language plpgsql as $$
declare
  most constant integer := 100;
  since constant timestamptz := coalesce((select c.credits_until from credits_sought c where c.provider = p_provider),
                                         now() - interval '3 days');
  until constant timestamptz := least(since + interval '10 minutes', now() - interval '5 minutes');
  written integer;
begin
  return query with missing as (
    select k.session_id, k.credit_id, k.amount_minor from inward_credit k
     where k.provider = p_provider and was_sent(k) and k.received_at >= since and k.received_at < until
       and not exists (select from statement_line l
                        where l.session_id = k.session_id and l.provider = p_provider and l.kind = 'CREDIT')
       and not exists (select from finding f where f.kind = 'NOT_ON_STATEMENT' and f.subject = k.session_id)
     order by k.received_at, k.credit_id limit most
  ), written as (
    select m.session_id as subject, record_finding('NOT_ON_STATEMENT', m.session_id,
             jsonb_build_object('provider', p_provider, 'creditId', m.credit_id, 'amountMinor', m.amount_minor::text), 'ATTENTION')
      from missing m
  )
  select 'NOT_ON_STATEMENT', w.subject, 'ATTENTION', null::text, null::text, w.subject from written w;
  get diagnostics written = row_count;
  if written < most then
    insert into credits_sought (provider, credits_until) values (p_provider, until)
      on conflict (provider) do update set credits_until = excluded.credits_until;
  end if;
end $$;
