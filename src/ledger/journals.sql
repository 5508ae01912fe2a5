-- Posting journals, and the changes that the books refuse. The functions of triggers are replaced, not dropped: the
-- tables name them.

-- One leg (entry) of a journal. source_type, source_id and purpose identify the journal.
create type leg as (source_type text, source_id text, purpose text, name text, code text, owner text, currency text, amount_minor bigint);

-- Names the kind of balance transaction that a journal is to the merchant whose money it changes.
create function balance_type(p_source_type text, p_purpose text) returns text language sql immutable as $$
  select case p_source_type
    when 'credit' then 'COLLECTION' when 'refund' then 'REFUND' when 'dispute' then 'CHARGEBACK'
    when 'payout' then case p_purpose when 'scheduled' then 'SETTLEMENT' else 'SETTLEMENT_REVERSAL' end
    else 'ADJUSTMENT' end
$$;

-- Returns the accounts of a merchant's balance in a currency: due, not due, and owed to us.
create function merchant_accounts(p_merchant_id text, p_currency text) returns text[] language sql immutable as $$
  select array[account_of('1300', p_merchant_id, p_currency), account_of('2100', p_merchant_id, p_currency),
               account_of('2110', p_merchant_id, p_currency)]
$$;

-- Locks the accounts of a merchant's balance in the order in which journals lock them, so that what is decided by the balance holds until it
-- is posted.
create function lock_merchant_accounts(p_merchant_id text, p_currency text) returns void language plpgsql as $$
begin
  perform from ledger_account a
    where a.account_id = any (merchant_accounts(p_merchant_id, p_currency))
    order by a.account_id for no key update;
end $$;

-- Posts one journal per source and purpose among the legs, all in one statement, so that accounts are locked in one order; a
-- journal that was posted before is not posted again. A journal that changes the merchant's balance (due or not, less what
-- the merchant owes us) is a balance transaction as well. One that schedules a payout stands on the statement of the
-- payout's own settlement, every other one on the next statement.
create function post_journals(p_legs leg[]) returns void language plpgsql as $$
begin
  insert into ledger_account (code, owner, currency)
    select l.code, l.owner, l.currency from unnest(p_legs) l
     where l.amount_minor <> 0
       and not exists (select from ledger_account a where a.account_id = account_of(l.code, l.owner, l.currency))
     group by l.code, l.owner, l.currency order by account_of(l.code, l.owner, l.currency)
    on conflict do nothing;
  with j as (
    -- its time is not that at which the transaction began: a settlement freezes for up to two minutes before it posts, and readers of
    -- journals and lines allow for one minute and for 5 s (last_journal_before, statement_of_period)
    insert into journal (source_type, source_id, purpose, entries, posted_at)
      select l.source_type, l.source_id, l.purpose, count(*), clock_timestamp() from unnest(p_legs) l
       where l.amount_minor <> 0 group by l.source_type, l.source_id, l.purpose
    on conflict do nothing returning journal_id, source_type, source_id, purpose
  ), posted as (
    insert into entry (journal_id, leg, account_id, amount_minor)
      select j.journal_id, l.name, account_of(l.code, l.owner, l.currency), l.amount_minor
        from unnest(p_legs) l
        -- the id comes first, because it distinguishes nearly all of them
        join j on j.source_id = l.source_id and j.purpose = l.purpose and j.source_type = l.source_type
       where l.amount_minor <> 0
  ), changed as (
    select l.source_type, l.source_id, l.purpose, l.currency,
           min(l.owner) filter (where l.code in ('2100', '2110', '1300')) as merchant_id,
           sum(-l.amount_minor) filter (where l.code in ('2100', '2110', '1300')) as net,
           coalesce(sum(-l.amount_minor) filter (where l.code like '41__'), 0) as fee,
           coalesce(sum(-l.amount_minor) filter (where l.code = '2400'), 0) as vat,
           coalesce(sum(-l.amount_minor) filter (where l.code = '2410'), 0) as duty
      from unnest(p_legs) l
      join j on j.source_id = l.source_id and j.purpose = l.purpose and j.source_type = l.source_type
     group by l.source_type, l.source_id, l.purpose, l.currency
    -- a payment whose fee takes all of it is a balance transaction as well
    having sum(-l.amount_minor) filter (where l.code in ('2100', '2110', '1300')) <> 0
        or bool_or(l.code in ('2100', '2110', '1300') and l.amount_minor <> 0)
           and bool_or((l.code = '2400' or l.code like '41__') and l.amount_minor <> 0)
  )
  insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose,
                                   gross_minor, fee_minor, vat_minor, duty_minor, net_minor, due_on, settlement_id, created_at)
    select x.merchant_id, x.currency, balance_type(x.source_type, x.purpose), x.source_type, x.source_id, x.purpose,
           x.net + x.fee + x.vat + x.duty, x.fee, x.vat, x.duty, x.net,
           case when k.credit_id is not null then due_on(m.settlement_schedule, k.channel, k.received_at) else lagos_date(now()) end,
           case when x.source_type = 'payout' and x.purpose = 'scheduled' then
             (select p.settlement_id from payout p where p.payout_id = x.source_id) end,
           clock_timestamp()
      from changed x
      left join inward_credit k on x.source_type = 'credit' and k.credit_id = x.source_id
      left join merchant m on m.merchant_id = x.merchant_id;
end $$;

-- Refuses a journal without entries, and one among the journals of a closed month. A journal and its entries are
-- written by one statement, so that a statement's trigger sees a whole batch at once.
create or replace function refuse_empty_journals() returns trigger language plpgsql as $$
declare
  bad bigint;
  closed constant bigint := (select p.closed_through from period p order by p.month desc limit 1);
begin
  select w.journal_id into bad from written w where w.journal_id <= closed limit 1;
  if found then
    raise exception 'journal % would be in a month that is closed', bad using errcode = 'check_violation', constraint = 'period_closed';
  end if;
  select w.journal_id into bad from written w
   where not exists (select from entry e where e.journal_id = w.journal_id) limit 1;
  if found then
    raise exception 'journal % has no entries', bad using errcode = 'check_violation', constraint = 'journal_has_entries';
  end if;
  return null;
end $$;

-- Refuses entries that do not balance, and keeps the balance of each account. The trigger looks each journal up by its key: the plan of a
-- join is made while the table is small, and would read the whole table for each posting until the table is analysed.
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
    from (select account_id, sum(amount_minor) as delta from written group by account_id) d
   where a.account_id = d.account_id;
  get diagnostics updated = row_count;
  select count(distinct account_id) into wanted from written;
  if updated <> wanted then
    raise exception 'an entry names an account that is not there' using errcode = 'foreign_key_violation', constraint = 'entry_account_exists';
  end if;
  return null;
end $$;

-- Refuses to change a posted row.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: what was written stays (a journal is corrected by a reversing one)', tg_table_name using errcode = 'restrict_violation';
end $$;
