-- Statements that come as files.

-- Returns the number of lines of this kind that the files of a bank have under a session id, those of p_lines included.
create function file_lines_of(p_provider text, p_session_id text, p_kind text, p_lines jsonb) returns bigint language sql stable as $$
  select count(distinct x.line_id)
    from (select l.line_id from statement_line l
           where l.session_id = p_session_id and l.provider = p_provider and l.kind = p_kind and l.line_id < 0
          union all
          select w.line_id from statement_line_waiting w
           where w.provider = p_provider and w.line ->> 'sessionId' = p_session_id and w.line ->> 'kind' = p_kind and w.line_id < 0
          union all
          select (g.line ->> 'lineId')::bigint from jsonb_array_elements(p_lines) as g (line)
           where g.line ->> 'sessionId' = p_session_id and g.line ->> 'kind' = p_kind) x
$$;

-- Returns the kind of a line of a file, which tells only credits and debits. A credit under the session id of a sending of ours is the
-- return of that sending, and a debit of a payer's whole credit is its recall. A person decides when the bank may be correcting itself,
-- because it has several lines of the other way under the session id, and when we have a refund of the credit. Where a bank's lines are
-- fetched, its recalls are booked by those.
create function kind_of_file_line(p_provider text, p_line jsonb, p_lines jsonb) returns text language sql stable as $$
  select case
    when l.kind = 'CREDIT' and exists (select from sending_of(p_provider, l.session_id))
      and not exists (select from inward_credit k where k.provider = p_provider and k.session_id = l.session_id)
      and file_lines_of(p_provider, l.session_id, 'DEBIT', p_lines) < 2 then 'DEBIT_RETURNED'
    when l.kind = 'DEBIT'
      and exists (select from inward_credit k
                   where k.provider = p_provider and k.session_id = l.session_id and k.amount_minor = l.amount_minor
                     and not exists (select from refund r where r.credit_id = k.credit_id))
      and not exists (select from sending_of(p_provider, l.session_id))
      and not exists (select from statement_line x where x.provider = p_provider and x.line_id > 0)
      and file_lines_of(p_provider, l.session_id, 'CREDIT', p_lines) < 2 then 'CREDIT_RECALLED'
    else l.kind end
    from (select p_line ->> 'kind' as kind, p_line ->> 'sessionId' as session_id, (p_line ->> 'amountMinor')::bigint as amount_minor) l
$$;

-- Imports all lines of a file, or none. Returns how many lines are new, and how many of these match our books.
create function import_statement_file(p_provider text, p_account text, p_lines jsonb, out fresh bigint, out matched bigint)
language plpgsql as $$
declare
  lines jsonb;
  ids bigint[];
  -- known lines are looked up by these numbers, because the tables may be large and grow with each part of the file
  given constant bigint[] := array(select (l.line ->> 'lineId')::bigint from jsonb_array_elements(p_lines) as l (line));
  known bigint[];
  settled text := (select s.account from statement_source s where s.provider = p_provider);
begin
  -- the lock lets the files of a bank be imported only one after the other
  perform pg_advisory_xact_lock(hashtextextended('statement/' || p_provider, 0));
  if settled is null then
    insert into statement_source as s (provider, account) values (p_provider, p_account)
    on conflict (provider) do update set account = excluded.account;
  elsif settled <> p_account then
    raise exception 'the statement is of another account' using errcode = 'check_violation', constraint = 'statement_account';
  end if;
  known := array(select x.line_id from statement_line x where x.provider = p_provider and x.line_id = any (given)
                 union all
                 select x.line_id from statement_line_waiting x where x.provider = p_provider and x.line_id = any (given));
  select jsonb_agg(l.line || jsonb_build_object('kind', kind_of_file_line(p_provider, l.line, p_lines))),
         array_agg((l.line ->> 'lineId')::bigint)
    into lines, ids
    from jsonb_array_elements(p_lines) as l (line)
   where (l.line ->> 'lineId')::bigint <> all (known);
  fresh := coalesce(cardinality(ids), 0);
  if fresh > 0 then
    perform take_statement_lines(p_provider, lines);
  end if;
  matched := (select count(*) from statement_line x where x.provider = p_provider and x.line_id = any (ids));
end $$;
