-- Up Migration
-- The check of each journal looks its journal up by the key: the plan of a join is made while the table is small, and would read
-- the whole table for each posting until the table is analysed.
create or replace function refuse_unbalanced_entries() returns trigger language plpgsql as $$
declare
  bad bigint;
  wanted integer;
  updated integer;
begin
  select j.journal_id into bad
    from (select distinct journal_id from written) w
    cross join lateral (select x.journal_id, x.entries from journal x where x.journal_id = w.journal_id limit 1) j
    cross join lateral (
      select sum(n) as n, bool_or(total <> 0) as unbalanced
        from (select count(*) as n, sum(amount_minor) as total from entry where journal_id = w.journal_id group by currency) c
    ) e
   where e.n <> j.entries or e.unbalanced
   limit 1;
  if found then
    raise exception 'journal % does not balance', bad using errcode = 'check_violation', constraint = 'journal_balanced';
  end if;
  -- locked in one order, so that two batches cannot wait for each other; the house's and the banks' accounts come last
  perform 1 from ledger_account a where a.account_id in (select account_id from written)
    order by a.owner = '-' or a.code in ('1100', '1110', '1200', '1400', '5100', '5110'), a.account_id for no key update;
  update ledger_account a set balance_minor = a.balance_minor + d.delta
    from (select account_id, currency, sum(amount_minor) as delta from written group by account_id, currency) d
   where a.account_id = d.account_id and a.currency = d.currency;
  get diagnostics updated = row_count;
  select count(*) into wanted from (select distinct account_id, currency from written) x;
  if updated <> wanted then
    raise exception 'an entry names an account that is not there, or not in its currency'
      using errcode = 'foreign_key_violation', constraint = 'entry_account_exists';
  end if;
  return null;
end $$;
