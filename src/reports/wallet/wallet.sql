-- A merchant's balance (2100 and 2110, less 1300), line by line, directly from the books.

-- Returns the last journal that can have been posted before a moment. Journals are numbered in the order in which they are posted, except
-- for those that are posted at the same time. Therefore one more minute is searched, and the caller compares the times.
create function last_journal_before(p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := (select max(j.journal_id) from journal j);
  middle bigint;
  found_id bigint;
  found_at timestamptz;
begin
  if p_at > now() then
    return coalesce(high, 0);
  end if;
  while low < high loop
    middle := (low + high + 1) / 2;
    select j.journal_id, j.posted_at into found_id, found_at from journal j
     where j.journal_id <= middle order by j.journal_id desc limit 1;
    if found_id is null or found_id <= low or found_at < p_at + interval '1 minute' then
      low := middle;
    else
      high := found_id - 1;
    end if;
  end loop;
  return coalesce(low, 0);
end $$;

-- Returns the lines by which one journal changed the merchant's balance in the currency of these accounts: the event itself, then the fee,
-- its VAT, and duty. through_minor: the sum of this line and the lines before it.
create function wallet_changes(p_journal_id bigint, p_accounts text[])
returns table (line integer, type text, amount_minor bigint, through_minor bigint) language sql stable as $$
  select l.line, l.type, l.amount, sum(l.amount) over (order by l.line)::bigint
    from (
      select e.journal_id,
             coalesce(sum(-e.amount_minor) filter (where e.account_id = any (p_accounts)), 0)::bigint as net,
             coalesce(sum(e.amount_minor) filter (where e.account_id like '41%'), 0)::bigint as fee,
             coalesce(sum(e.amount_minor) filter (where e.account_id like '2400:%'), 0)::bigint as vat,
             coalesce(sum(e.amount_minor) filter (where e.account_id like '2410:%'), 0)::bigint as duty
        from entry e where e.journal_id = p_journal_id and e.currency = right(p_accounts[1], 3) group by e.journal_id) p
    join journal j on j.journal_id = p.journal_id
    cross join lateral (values
      (1, balance_type(j.source_type, j.purpose), p.net - p.fee - p.vat - p.duty),
      (2, 'FEE', p.fee), (3, 'VAT', p.vat), (4, 'FEE', p.duty)) l (line, type, amount)
   where l.amount <> 0
$$;

-- Returns the lines of a period, newest first, with the merchant's balance before and after each. The balances are calculated from the
-- newest line down, over all lines, so that no filter and no page changes them. p_after_*: the last line of the page before.
create function wallet_lines(
  p_merchant_id text, p_since timestamptz, p_before timestamptz, p_types text[], p_direction text,
  p_after_journal bigint, p_after_line integer, p_limit integer, p_offset integer, p_currency text default home_currency()
) returns table (
  journal_id bigint, line integer, type text, amount_minor bigint, before_minor bigint, after_minor bigint,
  source_type text, source_id text, purpose text, posted_at timestamptz
)
-- entries are read in the order of their index, so that a page reads no more entries than it shows
language plpgsql stable set enable_sort = off set enable_hashagg = off as $$
#variable_conflict use_column
declare
  accounts constant text[] := merchant_accounts(p_merchant_id, p_currency);
  newest constant bigint := coalesce(p_after_journal, last_journal_before(p_before));
  oldest constant bigint := last_journal_before(p_since - interval '2 minutes');
  -- legs of payments, which are most journals; no refund and no dispute has such legs, but a payout also has a leg "merchant"
  common constant text[] := case when p_types <@ '{REFUND,CHARGEBACK}' then '{merchant,fee-charged}'
                                 when p_types <@ '{SETTLEMENT,SETTLEMENT_REVERSAL,ADJUSTMENT}' then '{fee-charged}'
                                 else '{}'::text[] end;
  top_minor bigint;
begin
  select coalesce((select -sum(a.balance_minor) from ledger_account a where a.account_id = any (accounts)), 0)
       + coalesce((select sum(e.amount_minor) from entry e where e.account_id = any (accounts) and e.journal_id > newest), 0)
    into top_minor;
  return query
    with legs as (
      (select e.journal_id, e.leg, e.amount_minor from entry e
        where e.account_id = accounts[1] and e.journal_id between oldest and newest order by e.journal_id desc)
      union all
      (select e.journal_id, e.leg, e.amount_minor from entry e
        where e.account_id = accounts[2] and e.journal_id between oldest and newest order by e.journal_id desc)
      union all
      (select e.journal_id, e.leg, e.amount_minor from entry e
        where e.account_id = accounts[3] and e.journal_id between oldest and newest order by e.journal_id desc)
    ), summed as (
      select g.journal_id, bool_or(g.leg = any (common)) as is_common, sum(g.amount_minor) as moved_minor
        from legs g group by g.journal_id order by g.journal_id desc
    ), standing as (
      -- the balance with this journal included and all newer ones taken off
      select s.journal_id, s.is_common, s.moved_minor,
             top_minor + sum(s.moved_minor) over (order by s.journal_id desc rows unbounded preceding) - s.moved_minor as after_minor
        from summed s
    ), changes as (
      select s.journal_id, w.line, w.type, w.amount_minor,
             (s.after_minor + s.moved_minor + w.through_minor)::bigint as after_minor
        from standing s cross join lateral wallet_changes(s.journal_id, accounts) w
       where not s.is_common
    )
    select t.journal_id, t.line, t.type, t.amount_minor, t.after_minor - t.amount_minor, t.after_minor,
           j.source_type, j.source_id, j.purpose, j.posted_at
      from changes t join journal j on j.journal_id = t.journal_id
     where j.posted_at >= p_since and j.posted_at < p_before
       and (p_types is null or t.type = any (p_types))
       and (p_direction is null or (t.amount_minor > 0) = (p_direction = 'CREDIT'))
       and (p_after_journal is null or (t.journal_id, t.line) < (p_after_journal, p_after_line))
     order by t.journal_id desc, t.line desc
     limit p_limit offset p_offset;
end $$;
