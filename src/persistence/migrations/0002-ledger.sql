-- Up Migration
-- Double-entry books: append-only, balanced by the database itself, balances kept with the entries.

create table ledger_account (
  account_id    text primary key,           -- code:owner, such as 2100:mch_01K...
  code          text not null,              -- chart of accounts, docs/ledger.md
  owner         text not null,              -- merchant, provider, suspense item (checkout or credit), or '-' for the house
  currency      text not null default 'NGN',
  balance_minor bigint not null default 0   -- debits positive, credits negative
) with (fillfactor = 50);                   -- room for new versions of busy rows beside the old ones

create table journal (
  journal_id  bigint generated always as identity primary key,
  source_type text not null,
  source_id   text not null,
  purpose     text not null,
  entries     integer not null check (entries >= 2),  -- how many it has: none can be added later
  posted_at   timestamptz not null default now(),
  unique (source_type, source_id, purpose)  -- a step that is run again posts nothing
);

create table entry (
  journal_id   bigint not null references journal,
  leg          text not null,
  account_id   text not null,               -- in ledger_account: the trigger that keeps the balance sees to it, once per statement
  currency     text not null default 'NGN',
  amount_minor bigint not null check (amount_minor <> 0),  -- debits positive, credits negative
  primary key (journal_id, leg)
);
create index entry_account on entry (account_id, journal_id);

-- Statement triggers see a whole batch at once. A journal and its entries are written by one statement.
create function refuse_empty_journals() returns trigger language plpgsql as $$
declare bad bigint;
begin
  select w.journal_id into bad from written w
   where not exists (select from entry e where e.journal_id = w.journal_id) limit 1;
  if found then
    raise exception 'journal % has no entries', bad using errcode = 'check_violation', constraint = 'journal_has_entries';
  end if;
  return null;
end $$;

create trigger journal_has_entries after insert on journal
  referencing new table as written for each statement execute function refuse_empty_journals();

create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
declare
  bad bigint;
  wanted integer;
  updated integer;
begin
  select j.journal_id into bad
    from (select distinct journal_id from written) w
    join journal j on j.journal_id = w.journal_id
    cross join lateral (
      select sum(n) as n, bool_or(total <> 0) as unbalanced
        from (select count(*) as n, sum(amount_minor) as total from entry where journal_id = w.journal_id group by currency) c
    ) e
   where e.n <> j.entries or e.unbalanced
   limit 1;
  if found then
    raise exception 'journal % does not balance', bad using errcode = 'check_violation', constraint = 'journal_balanced';
  end if;
  -- locked in one order, so that two batches cannot wait for each other
  perform 1 from ledger_account where account_id in (select account_id from written) order by account_id for no key update;
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

create trigger entry_balanced after insert on entry
  referencing new table as written for each statement execute function refuse_unbalanced_entries();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: correct it with a reversing journal', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger journal_append_only before update or delete or truncate on journal
  for each statement execute function refuse_change();
create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();
create trigger ledger_account_kept before update of account_id, code, owner, currency or delete or truncate on ledger_account
  for each statement execute function refuse_change();

-- Down Migration
drop table entry, journal, ledger_account cascade;
drop function refuse_change, refuse_empty_journals, refuse_unbalanced_entries;
