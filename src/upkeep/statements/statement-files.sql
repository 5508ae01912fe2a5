-- Statements that come as files.

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
  select jsonb_agg(l.line), array_agg((l.line ->> 'lineId')::bigint) into lines, ids
    from jsonb_array_elements(p_lines) as l (line)
   where (l.line ->> 'lineId')::bigint <> all (known);
  fresh := coalesce(cardinality(ids), 0);
  if fresh > 0 then
    perform take_statement_lines(p_provider, lines);
  end if;
  matched := (select count(*) from statement_line x where x.provider = p_provider and x.line_id = any (ids));
end $$;
