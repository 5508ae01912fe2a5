-- Posting journals, and the proof of the books.

create type leg as (source_id text, name text, code text, owner text, amount_minor bigint);

-- Posts one journal per source id among the legs, all in one statement; a source that was posted before posts nothing.
create function post_journals(p_source_type text, p_purpose text, p_legs leg[], p_currency text default 'NGN')
returns void language plpgsql as $$
begin
  insert into ledger_account (account_id, code, owner, currency)
    select distinct l.code || ':' || l.owner, l.code, l.owner, p_currency from unnest(p_legs) l
     where l.amount_minor <> 0
       and not exists (select from ledger_account a where a.account_id = l.code || ':' || l.owner)
     order by 1
    on conflict do nothing;
  with j as (
    insert into journal (source_type, source_id, purpose, entries)
      select p_source_type, l.source_id, p_purpose, count(*) from unnest(p_legs) l
       where l.amount_minor <> 0 group by l.source_id
    on conflict do nothing returning journal_id, source_id
  )
  insert into entry (journal_id, leg, account_id, currency, amount_minor)
    select j.journal_id, l.name, l.code || ':' || l.owner, p_currency, l.amount_minor
      from unnest(p_legs) l join j using (source_id) where l.amount_minor <> 0;
end $$;

-- The proof of the books: one row per claim, `faults` must be 0 everywhere. Each claim reads each table once, so that it
-- can be asked of a large book as well.
create view books_proof as
  select 'journals balance per currency' as claim,
         (select count(*) from (select 1 from entry group by journal_id, currency having sum(amount_minor) <> 0) x) as faults
  union all select 'every journal has all its entries',
         (select count(*) from journal j
            left join (select journal_id, count(*) as n from entry group by journal_id) e on e.journal_id = j.journal_id
           where coalesce(e.n, 0) <> j.entries)
  union all select 'balances equal the sum of entries',
         (select count(*) from ledger_account a
            left join (select account_id, sum(amount_minor) as total from entry group by account_id) e
              on e.account_id = a.account_id
           where a.balance_minor <> coalesce(e.total, 0))
  union all select 'all entries sum to zero',
         (select count(*) from (select 1 from entry group by currency having sum(amount_minor) <> 0) x);
