-- Times and account numbers as merchants read them.

-- A time in UTC, to the millisecond.
create function rfc3339(p_at timestamptz) returns text language sql stable as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- An account number of which only the last four digits can be read.
create function masked(p_account text) returns text language sql immutable as $$
  select repeat('*', greatest(length(p_account) - 4, 0)) || right(p_account, 4)
$$;
