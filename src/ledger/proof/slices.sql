-- The proof of the books in slices. Each slice is a statement of its own that reads a bounded number of rows, and notes
-- in proof_run how far it came: a proof that is killed goes on there. Payments go on meanwhile, so each part is right
-- at whatever moment its slices are read: a sum over several slices ends at the journal that was the last when the
-- proof began, and later entries are added when the sum is compared.

-- Lists each claim whose faults are rows of a view, with the table that has the keys of the view. The proof takes the claims in
-- this order.
create function claims_by_key() returns table (place integer, claim text, faults_of text, key text, keys_of text, key_of text)
language sql immutable as $$
  select x.* from (values
    (1, 'every suspense account holds what its checkout or credit says', 'suspense_fault', 'subject', 'checkout', 'checkout_id'),
    (2, 'every suspense account holds what its checkout or credit says', 'suspense_fault', 'subject', 'inward_credit', 'credit_id'),
    (3, 'every account that is kept for one thing has that thing', 'stray_account', 'account_id', 'ledger_account', 'account_id'),
    (4, 'every refund is owed, on its way or sent as its status says', 'refund_fault', 'refund_id', 'refund', 'refund_id'),
    (5, 'a credit has reserved what its refunds return, and never more than it brought', 'reserved_fault', 'credit_id', 'inward_credit', 'credit_id'),
    (6, 'what was received is accepted, kept, in suspense, going back, or taken back', 'credit_money_fault', 'credit_id', 'inward_credit', 'credit_id'),
    (7, 'what was received is accepted, kept, in suspense, going back, or taken back', 'order_money_fault', 'checkout_id', 'checkout', 'checkout_id'),
    (8, 'an open payout has its duty set aside, and one that has ended has none', 'payout_fault', 'payout_id', 'payout', 'payout_id'),
    (9, 'what belongs together is of one currency', 'credit_currency_fault', 'credit_id', 'inward_credit', 'credit_id'),
    (10, 'what belongs together is of one currency', 'settlement_currency_fault', 'settlement_id', 'settlement', 'settlement_id'),
    (11, 'every settlement has the sums of its transactions and payouts', 'settlement_fault', 'settlement_id', 'settlement', 'settlement_id'),
    (12, 'every settlement begins where the one before closed', 'settlement_order_fault', 'settlement_id', 'settlement', 'settlement_id')
  ) x (place, claim, faults_of, key, keys_of, key_of)
$$;

-- Begins a proof, or goes on with one of the same kind that was begun in the last day. Two programs that prove at once take
-- slices of the same proof.
create function begin_proof(p_whole boolean) returns proof_run language plpgsql as $$
declare
  r proof_run;
begin
  perform pg_advisory_xact_lock(hashtext('begin_proof'));
  select * into r from proof_run x
   where x.is_whole = p_whole and x.ended_at is null and x.started_at > now() - interval '24 hours'
     and x.from_journal = closed_through();
  if found then
    return r;
  end if;
  delete from proof_run;
  delete from proof_sum;
  insert into proof_run (is_whole, writes_until, months, from_journal, to_journal, to_line)
    select p_whole, pg_snapshot_xmax(pg_current_snapshot()),
           array(select p.month from period p left join period_proof o on o.month = p.month
                  order by o.proven_at nulls first, p.month limit case when not p_whole then 1 end),
           closed_through(), coalesce((select max(j.journal_id) from journal j), 0),
           coalesce((select max(b.balance_transaction_id) from balance_transaction b), 0)
    returning * into r;
  if p_whole then
    update proof_run set months = array(select unnest(r.months) order by 1) returning * into r;
  end if;
  return r;
end $$;

-- Tells whether all that was writing when the proof began has ended: no journal among those that it reads can come any more.
create function proof_may_read(r proof_run) returns boolean language sql as $$
  select pg_snapshot_xmin(pg_current_snapshot()) >= r.writes_until
$$;

-- Adds faults to the faults of a claim.
create function with_faults(p_faults jsonb, p_claim text, p_more bigint) returns jsonb language sql immutable as $$
  select p_faults || jsonb_build_object(p_claim, coalesce((p_faults ->> p_claim)::bigint, 0) + p_more)
$$;

-- Checks the journals of a slice, and adds up their entries.
create function prove_journals(p_faults jsonb, p_after bigint, p_through bigint) returns jsonb language plpgsql as $$
declare
  unbalanced bigint;
  incomplete bigint;
begin
  with e as materialized (
    select x.journal_id, x.account_id, x.amount_minor from entry x where x.journal_id > p_after and x.journal_id <= p_through
  ), summed as (
    insert into proof_sum as s (subject, minor)
      select e.account_id, sum(e.amount_minor) from e group by e.account_id order by e.account_id
    on conflict (subject) do update set minor = s.minor + excluded.minor
  ), checked as (
    select t.journal_id, sum(t.entries) as entries, bool_or(t.total <> 0) as is_unbalanced
      from (select e.journal_id, count(*) as entries, sum(e.amount_minor) as total
              from e group by e.journal_id, right(e.account_id, 3)) t
     group by t.journal_id
  )
  select count(*) filter (where t.is_unbalanced), count(*) filter (where t.entries is distinct from j.entries)
    into unbalanced, incomplete
    from (select x.journal_id, x.entries from journal x where x.journal_id > p_after and x.journal_id <= p_through) j
    full join checked t on t.journal_id = j.journal_id;
  return with_faults(with_faults(p_faults, 'journals balance per currency', unbalanced),
                     'every journal has all its entries', incomplete);
end $$;

-- Checks a closed month that has been read to its end: it must be as it was when it was closed.
create function prove_month(p_faults jsonb, p_month date, p_digests bytea) returns jsonb language plpgsql as $$
declare
  former period;
  p period;
  differing bigint;
  changed boolean;
begin
  select * into p from period x where x.month = p_month;
  select * into former from period x where x.month < p_month order by x.month desc limit 1;
  select count(*) into differing
    from (select s.subject, sum(s.minor) as total
            from (select x.subject, x.minor from proof_sum x
                   union all select b.account_id, b.balance_minor from period_balance b where b.month = former.month) s
           group by s.subject having sum(s.minor) <> 0) x
    full join (select b.account_id, b.balance_minor from period_balance b where b.month = p_month) b on b.account_id = x.subject
   where coalesce(b.balance_minor, 0) <> coalesce(x.total, 0);
  changed := sha256(coalesce(former.digest, '') || p_digests) <> p.digest;
  -- a month that differs stays the next to be proven, until it differs no more
  if not changed and differing = 0 then
    insert into period_proof (month, proven_at) values (p_month, now())
      on conflict (month) do update set proven_at = excluded.proven_at;
  end if;
  return with_faults(with_faults(p_faults, 'closed months are as they were closed', changed::integer),
                     'balances at the end of closed months are the sum of their entries', differing);
end $$;

-- The next slice of the journals: of the month at work, or else of those that are in no closed month.
create function prove_journal_slice(r proof_run, p_rows integer) returns proof_run language plpgsql as $$
declare
  closed constant date := r.months[1];
  first constant bigint := case when closed is null then r.from_journal else
    coalesce((select p.closed_through from period p where p.month < closed order by p.month desc limit 1), 0) end;
  last constant bigint := coalesce((select p.closed_through from period p where p.month = closed), r.to_journal);
  after constant bigint := coalesce(r.position::bigint, first);
  -- A slice ends where a chunk of the digests ends (10,000 journal ids), or at the last journal, because chunk_digests must hash whole
  -- chunks.
  through constant bigint := least(last, ((after + 1) / 10000 + 1) * 10000 - 1);
begin
  if after < last then
    r.faults := prove_journals(r.faults, after, through);
    if closed is not null then
      r.digest := r.digest || chunk_digests(after, through);
    end if;
    r.position := through::text;
  end if;
  if through >= last then
    r.position := null;
    if closed is null then
      r.faults := with_faults(r.faults, 'all entries sum to zero', (
        select count(*) from (select 1 from proof_sum s group by right(s.subject, 3) having sum(s.minor) <> 0) x));
      r.part := 1;
    else
      r.faults := prove_month(r.faults, closed, r.digest);
      delete from proof_sum;
      r.digest := '';
      r.months := r.months[2:];
    end if;
  end if;
  return r;
end $$;

-- The next slice of the accounts: each account holds the balance that the closed months left, the sums of the proof,
-- and the entries since the proof began.
create function prove_account_slice(r proof_run, p_rows integer) returns proof_run language plpgsql as $$
declare
  base constant date := last_closed_month();
  last text;
  wrong bigint;
begin
  with a as materialized (
    select x.account_id, x.balance_minor from ledger_account x where x.account_id > coalesce(r.position, '')
     order by x.account_id limit p_rows
  )
  -- looked up one by one, so that no slice reads more than its own rows
  select max(a.account_id), count(*) filter (where a.balance_minor
           <> coalesce((select b.balance_minor from period_balance b where b.month = base and b.account_id = a.account_id), 0)
            + coalesce((select s.minor from proof_sum s where s.subject = a.account_id), 0)
            + coalesce((select sum(e.amount_minor) from entry e where e.account_id = a.account_id and e.journal_id > r.to_journal), 0))
    into last, wrong
    from a;
  r.position := last;
  if last is null then
    -- entries of accounts that do not exist
    wrong := (select count(*) from proof_sum s where not exists (select from ledger_account a where a.account_id = s.subject));
    delete from proof_sum;
    r.part := 2;
  end if;
  r.faults := with_faults(r.faults, 'balances equal the sum of entries', wrong);
  return r;
end $$;

-- The next slice of the balance transactions; after the last slice, each merchant's balance is compared with their
-- sums.
create function prove_line_slice(r proof_run, p_rows integer) returns proof_run language plpgsql as $$
declare
  after constant bigint := coalesce(r.position::bigint, 0);
  -- more rows than in other slices, because they are only summed up
  through constant bigint := least(r.to_line, after + 4 * p_rows);
  wrong bigint := 0;
begin
  insert into proof_sum as s (subject, minor)
    select account_of('line', b.merchant_id, b.currency), sum(b.net_minor) from balance_transaction b
     where b.balance_transaction_id > after and b.balance_transaction_id <= through group by 1 order by 1
  on conflict (subject) do update set minor = s.minor + excluded.minor;
  r.position := through::text;
  if through >= r.to_line then
    select count(*) into wrong
      from (select x.subject, sum(x.minor) as total
              from (select s.subject, s.minor from proof_sum s
                     union all select account_of('line', b.merchant_id, b.currency), b.net_minor from balance_transaction b
                                where b.balance_transaction_id > r.to_line) x group by x.subject) b
      full join (select account_of('line', a.owner, a.currency) as subject, -sum(a.balance_minor) as total
                   from unnest('{1300,2100,2110}'::text[]) x (code)
                   join ledger_account a on a.account_id between account_of(x.code, '', '') and account_of(x.code, '~', '')
                  group by 1) a on a.subject = b.subject collate "C"
     where coalesce(a.total, 0) <> coalesce(b.total, 0);
    delete from proof_sum;
    r.faults := with_faults(r.faults, 'what is on its way to a merchant is what its open payouts send',
                            (select count(*) from on_its_way_fault));
    r.position := null;
    r.part := 3;
  end if;
  r.faults := with_faults(r.faults, 'the balance transactions of a merchant add up to what it has', wrong);
  return r;
end $$;

-- The next slice of the claims whose faults are the rows of a view.
create function prove_key_slice(r proof_run, p_rows integer) returns proof_run language plpgsql as $$
declare
  c record;
  last text;
  wrong bigint;
begin
  select * into c from claims_by_key() x where x.place = r.part - 2;
  if not found then
    r.ended_at := clock_timestamp();
    return r;
  end if;
  execute format('select max(k.%1$I) from (select x.%1$I from %2$I x where x.%1$I > $1 order by x.%1$I limit $2) k', c.key_of, c.keys_of)
    into last using coalesce(r.position, ''), p_rows;
  execute format('select count(*) from %I f where f.%I > $1 and f.%2$I <= $2', c.faults_of, c.key)
    into wrong using coalesce(r.position, ''), coalesce(last, coalesce(r.position, ''));
  r.faults := with_faults(r.faults, c.claim, wrong);
  r.position := last;
  if last is null then
    r.part := r.part + 1;
  end if;
  return r;
end $$;

-- Takes the next slice, of so many rows at most (of journals: ten thousand numbers), and returns how far the proof is.
-- part: 0 journals, 1 accounts, 2 balance transactions, then the parts of claims_by_key.
create function prove_slice(p_rows integer) returns proof_run language plpgsql as $$
declare
  r proof_run;
  was integer;
begin
  select * into strict r from proof_run x for update;
  if r.ended_at is not null then
    return r;
  end if;
  was := r.part;
  r := case when r.part = 0 then prove_journal_slice(r, p_rows) when r.part = 1 then prove_account_slice(r, p_rows)
            when r.part = 2 then prove_line_slice(r, p_rows) else prove_key_slice(r, p_rows) end;
  r.took_ms := r.took_ms || jsonb_build_object(was::text,
    coalesce((r.took_ms ->> was::text)::integer, 0)
      + round(1000 * extract(epoch from clock_timestamp() - statement_timestamp()))::integer);
  update proof_run x
     set months = r.months, part = r.part, position = r.position, digest = r.digest, faults = r.faults, took_ms = r.took_ms,
         ended_at = r.ended_at, told_at = clock_timestamp();
  return r;
end $$;

-- Writes down the result of a proof that has ended; returns the claims that do not hold.
create function end_proof() returns setof found language sql as $$
  select forget_other_claims(r.faults) from proof_run r where r.ended_at is not null;
  select f.*
    from proof_run r
   cross join lateral jsonb_each_text(r.faults) c (claim, faults)
   cross join lateral (
     select coalesce(sum((t.value)::integer), 0)::integer as took_ms from jsonb_each_text(r.took_ms) t
      where t.key::integer in (select x.place + 2 from claims_by_key() x where x.claim = c.claim)
         or t.key::integer = case when c.claim = 'balances equal the sum of entries' then 1
              when c.claim in ('the balance transactions of a merchant add up to what it has',
                               'what is on its way to a merchant is what its open payouts send') then 2
              when not exists (select from claims_by_key() x where x.claim = c.claim) then 0 end) t
   cross join lateral note_claim(c.claim, c.faults::bigint, t.took_ms) f
   where r.ended_at is not null
   order by c.claim
$$;
