-- Months of the books that are closed. A month ends with the journal before the first one that was posted after the month's
-- end. There, ids and times differ by milliseconds.

-- The last journal of the closed months; 0: none is closed.
create function closed_through() returns bigint language sql stable as $$
  select coalesce((select p.closed_through from period p order by p.month desc limit 1), 0)
$$;

-- The last month that is closed; null: none is.
create function last_closed_month() returns date language sql stable as $$
  select p.month from period p order by p.month desc limit 1
$$;

-- Returns the digests of journals, put together as for a whole month.
create function chunk_digests(p_after bigint, p_through bigint) returns bytea language sql stable as $$
  select coalesce(string_agg(c.digest, ''::bytea order by c.chunk), '')
    from (
      select j.journal_id / 10000 as chunk,
             sha256(convert_to(string_agg(concat_ws(' ', j.journal_id, j.source_type, j.source_id, j.purpose, j.entries,
                                                    extract(epoch from j.posted_at), e.leg, e.account_id, e.currency, e.amount_minor),
                                          E'\n' order by j.journal_id, e.leg), 'UTF8')) as digest
        from journal j join entry e on e.journal_id = j.journal_id
       where j.journal_id > p_after and j.journal_id <= p_through
       group by 1) c
$$;

-- The digest (SHA-256) of all journals after one and up to another, with their entries, on top of the digest of the month before.
create function journals_digest(p_after bigint, p_through bigint, p_former bytea) returns bytea language sql stable as $$
  select sha256(coalesce(p_former, '') || chunk_digests(p_after, p_through))
$$;

-- Each closed month with the present count and digest of its journals.
create view period_expected as
  select p.month, p.journals, p.digest, f.former_through, p.closed_through,
         (select count(*) from journal j where j.journal_id > f.former_through and j.journal_id <= p.closed_through) as counted,
         journals_digest(f.former_through, p.closed_through, f.former_digest) as computed
    from period p
    cross join lateral (
      select coalesce(max(x.closed_through), 0) as former_through, (array_agg(x.digest))[1] as former_digest
        from (select o.closed_through, o.digest from period o where o.month < p.month order by o.month desc limit 1) x) f;

-- Closes the next month, if it has been over for an hour: by then every posting that began in it has ended. Null: there is none.
create function close_next_month() returns date language plpgsql as $$
declare
  former period;
  next_month date;
  ends_at timestamptz;
  through bigint;
  counted bigint;
begin
  perform pg_advisory_xact_lock(hashtext('close_next_month'));
  select * into former from period p order by p.month desc limit 1;
  next_month := coalesce((former.month + interval '1 month')::date,
    (select date_trunc('month', lagos_date(j.posted_at))::date from journal j order by j.journal_id limit 1));
  ends_at := (next_month + interval '1 month') at time zone 'Africa/Lagos';
  if next_month is null or now() < ends_at + interval '1 hour' then
    return null;
  end if;
  former.closed_through := coalesce(former.closed_through, 0);
  select coalesce(min(j.journal_id) filter (where j.posted_at >= ends_at) - 1, max(j.journal_id), former.closed_through) into through
    from journal j where j.journal_id > former.closed_through;
  select count(*) into counted from journal j where j.journal_id > former.closed_through and j.journal_id <= through;
  insert into period (month, closed_through, journals, digest)
    values (next_month, through, counted, journals_digest(former.closed_through, through, former.digest));
  insert into period_balance (month, account_id, balance_minor)
    select next_month, x.account_id, sum(x.minor) from (
        select b.account_id, b.balance_minor as minor from period_balance b where b.month = former.month
        union all
        select e.account_id, e.amount_minor from entry e
         where e.journal_id > former.closed_through and e.journal_id <= through) x
     group by x.account_id having sum(x.minor) <> 0;
  return next_month;
end $$;
