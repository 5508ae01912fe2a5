-- Posting journals.

-- A leg of the journal that its first three fields name.
create type leg as (source_type text, source_id text, purpose text, name text, code text, owner text, amount_minor bigint);

-- Posts one journal per source and purpose among the legs, all in one statement, so that accounts are locked in one order;
-- a journal that was posted before is not posted again.
create function post_journals(p_legs leg[], p_currency text default 'NGN') returns void language plpgsql as $$
begin
  insert into ledger_account (account_id, code, owner, currency)
    select distinct l.code || ':' || l.owner, l.code, l.owner, p_currency from unnest(p_legs) l
     where l.amount_minor <> 0
       and not exists (select from ledger_account a where a.account_id = l.code || ':' || l.owner)
     order by 1
    on conflict do nothing;
  with j as (
    insert into journal (source_type, source_id, purpose, entries)
      select l.source_type, l.source_id, l.purpose, count(*) from unnest(p_legs) l
       where l.amount_minor <> 0 group by l.source_type, l.source_id, l.purpose
    on conflict do nothing returning journal_id, source_type, source_id, purpose
  )
  insert into entry (journal_id, leg, account_id, currency, amount_minor)
    select j.journal_id, l.name, l.code || ':' || l.owner, p_currency, l.amount_minor
      from unnest(p_legs) l
      -- the id first: it tells nearly all of them apart
      join j on j.source_id = l.source_id and j.purpose = l.purpose and j.source_type = l.source_type
     where l.amount_minor <> 0;
end $$;
