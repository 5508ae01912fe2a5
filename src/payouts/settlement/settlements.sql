-- The money of one merchant becomes due, and due money is frozen into a settlement.

-- Serializes the settlements of a merchant's money, so that only one run or request works at a time.
create function serialize_settlements(p_merchant_id text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('settlements/' || p_merchant_id, 0))
$$;

-- Locks the merchant's accounts too, so that all other moves of its money wait.
create function lock_settlements(p_merchant_id text, p_currency text) returns void language plpgsql as $$
begin
  perform serialize_settlements(p_merchant_id);
  perform lock_merchant_accounts(p_merchant_id, p_currency);
end $$;

-- Returns the merchant's money that no run up to that day may pay out.
create function not_due_minor(p_merchant_id text, p_currency text, p_run_on date) returns bigint language sql stable as $$
  select coalesce(sum(b.net_minor), 0)::bigint from balance_transaction b
   where b.merchant_id = p_merchant_id and b.currency = p_currency and b.settlement_id is null and b.due_on > p_run_on and b.type = 'COLLECTION'
$$;

-- Returns the merchant's whole balance, due or not, less what it owes us.
create function merchant_balance_minor(p_merchant_id text, p_currency text) returns bigint language sql stable as $$
  select coalesce(-sum(a.balance_minor), 0)::bigint from ledger_account a
   where a.account_id = any (merchant_accounts(p_merchant_id, p_currency))
$$;

-- Drops the draft of a later day, because it holds money that is not due yet. Such a draft exists only in the sandbox, which settles early.
create function drop_later_draft(p_merchant_id text, p_currency text, p_run_on date) returns void language plpgsql as $$
declare
  dropped text;
begin
  delete from settlement_draft d where d.merchant_id = p_merchant_id and d.currency = p_currency and d.run_on > p_run_on
    returning d.settlement_id into dropped;
  if found then
    update balance_transaction b set settlement_id = null where b.settlement_id = dropped;
  end if;
end $$;

-- Makes money due whose due date is p_run_on or earlier, and takes from it the amount that the merchant owes us. If a dispute was won whose
-- amount the merchant had made up for, we owe it: that becomes due too. Call it under lock_settlements. Returns the balance of the
-- merchant's statement. It is below 0 when refunds and chargebacks have used up money that is not due yet.
create function make_due(p_merchant_id text, p_currency text, p_run_on date) returns bigint language plpgsql as $$
declare
  not_due bigint;
  id text;
  pending bigint;
  available bigint;
  owed bigint;
  matured bigint;
  recovered bigint;
begin
  perform drop_later_draft(p_merchant_id, p_currency, p_run_on);
  not_due := not_due_minor(p_merchant_id, p_currency, p_run_on);
  select coalesce(sum(-a.balance_minor) filter (where a.code = '2100'), 0),
         coalesce(sum(-a.balance_minor) filter (where a.code = '2110'), 0),
         coalesce(sum(a.balance_minor) filter (where a.code = '1300'), 0)
    into pending, available, owed
    from ledger_account a
   where a.account_id = any (merchant_accounts(p_merchant_id, p_currency));
  matured := greatest(pending - not_due, 0);
  recovered := least(owed, greatest(available + matured, 0));
  if matured > 0 or recovered <> 0 then
    id := new_id('mat_');
    perform post_journals(array[
      ('maturity', id, 'due', 'pending', '2100', p_merchant_id, p_currency, matured),
      ('maturity', id, 'due', 'available', '2110', p_merchant_id, p_currency, recovered - matured),
      ('maturity', id, 'due', 'recovered', '1300', p_merchant_id, p_currency, -recovered)]::leg[]);
  end if;
  return pending + available - owed - not_due;
end $$;

-- Returns the account to pay: the default, or, while the default is cooling, the newest of the others.
create function account_to_pay(p_merchant_id text, p_currency text, p_at timestamptz) returns settlement_account language sql stable as $$
  select a from settlement_account a
   where a.merchant_id = p_merchant_id and a.currency = p_currency and a.status = 'ACTIVE' and a.usable_from <= p_at
     and exists (select from settlement_account d
                  where d.merchant_id = p_merchant_id and d.currency = p_currency and d.status = 'ACTIVE' and d.is_default)
   order by a.is_default desc, a.created_at desc, a.settlement_account_id desc limit 1
$$;

-- Ends the hold of a settlement whose merchant owed us, because a newer statement replaces it. Returns whether there was one.
create function end_negative_hold(p_merchant_id text, p_currency text) returns boolean language plpgsql as $$
begin
  update settlement s
     set status = 'CANCELLED', version = s.version + 1, updated_at = clock_timestamp(), completed_at = clock_timestamp()
   where s.merchant_id = p_merchant_id and s.currency = p_currency and s.status = 'ON_HOLD' and s.hold_reason = 'NEGATIVE_BALANCE';
  return found;
end $$;

-- Assigns a settlement's id to transactions that are due by that day, at most p_limit of them (null: all). Returns their sums.
create function freeze_transactions(
  p_merchant_id text, p_currency text, p_settlement_id text, p_run_on date, p_limit integer
)
returns settlement_draft language sql as $$
  with frozen as (
    update balance_transaction b set settlement_id = p_settlement_id
     where b.balance_transaction_id in (
       select o.balance_transaction_id from balance_transaction o
        where o.merchant_id = p_merchant_id and o.currency = p_currency and o.settlement_id is null
          and (o.due_on <= p_run_on or o.type <> 'COLLECTION')
        limit p_limit)
    returning b.*
  )
  select p_merchant_id, p_currency, p_settlement_id, p_run_on, count(*)::integer,
         coalesce(sum(f.gross_minor) filter (where f.type = 'COLLECTION'), 0)::bigint,
         coalesce(sum(f.fee_minor) filter (where f.type in ('COLLECTION', 'REFUND', 'CHARGEBACK')), 0)::bigint,
         coalesce(sum(f.vat_minor) filter (where f.type in ('COLLECTION', 'REFUND', 'CHARGEBACK')), 0)::bigint,
         coalesce(-sum(f.gross_minor) filter (where f.type = 'REFUND'), 0)::bigint,
         coalesce(-sum(f.gross_minor) filter (where f.type = 'CHARGEBACK'), 0)::bigint,
         coalesce(sum(f.net_minor) filter (where f.type = 'SETTLEMENT_REVERSAL'), 0)::bigint,
         coalesce(sum(f.duty_minor) filter (where f.type in ('COLLECTION', 'REFUND', 'CHARGEBACK')), 0)::bigint,
         coalesce(sum(f.net_minor) filter (where f.type = 'ADJUSTMENT'), 0)::bigint
    from frozen f
$$;

-- Tells whether more than p_many transactions are due by that day.
create function has_many_due(p_merchant_id text, p_currency text, p_run_on date, p_many integer) returns boolean language sql stable as $$
  select exists (select from balance_transaction o
                  where o.merchant_id = p_merchant_id and o.currency = p_currency and o.settlement_id is null
                    and (o.due_on <= p_run_on or o.type <> 'COLLECTION')
                 offset p_many)
$$;

-- Freezes p_step transactions of the coming run without locking the merchant's accounts, so that payments go on meanwhile. Returns false
-- when no more than p_step are due, or when the run will freeze nothing: the run itself does the rest. A run also freezes the money of a
-- merchant that is not active, or that owes us.
create function draft_settlement(
  p_merchant_id text, p_cut_off timestamptz, p_step integer, p_currency text default home_currency()
) returns boolean language plpgsql as $$
declare
  day constant date := lagos_date(p_cut_off);
  m merchant;
  f settlement_draft;
begin
  perform serialize_settlements(p_merchant_id);
  select * into m from merchant x where x.merchant_id = p_merchant_id;
  if not is_payout_day(m.settlement_schedule, day)
     or not has_many_due(p_merchant_id, p_currency, day, p_step)
     or (account_to_pay(p_merchant_id, p_currency, now())).settlement_account_id is null
        and merchant_balance_minor(p_merchant_id, p_currency) >= not_due_minor(p_merchant_id, p_currency, day)
  then
    return false;
  end if;
  insert into settlement_draft as d (merchant_id, currency, settlement_id, run_on)
    values (p_merchant_id, p_currency, new_id('stl_'), day)
    on conflict (merchant_id, currency) do update set run_on = greatest(d.run_on, excluded.run_on);
  f := freeze_transactions(p_merchant_id, p_currency, (
    select d.settlement_id from settlement_draft d where d.merchant_id = p_merchant_id and d.currency = p_currency), day, p_step);
  update settlement_draft d
     set transaction_count = d.transaction_count + f.transaction_count, gross_minor = d.gross_minor + f.gross_minor,
         fee_minor = d.fee_minor + f.fee_minor, vat_minor = d.vat_minor + f.vat_minor,
         refund_minor = d.refund_minor + f.refund_minor, chargeback_minor = d.chargeback_minor + f.chargeback_minor,
         reversal_minor = d.reversal_minor + f.reversal_minor, duty_minor = d.duty_minor + f.duty_minor,
         adjustment_minor = d.adjustment_minor + f.adjustment_minor
   where d.merchant_id = p_merchant_id and d.currency = p_currency;
  return true;
end $$;

-- Freezes all money that is due by the settlement's day into the settlement, and takes the payout from the merchant's balance, so that
-- nothing else can spend it. Call it under lock_settlements, after make_due. The function reads these fields of p_asked: merchant_id,
-- settlement_reference (null: its id), request_hash, type, cycle, cut_off, run_on, currency, settlement_account_id, hold_reason and
-- narration. p_stands_at: the result of make_due; p_gross_minor: the part of the due money that is paid, with duty and fees.
create function freeze_settlement(p_asked settlement, p_stands_at bigint, p_gross_minor bigint, p_fact_due interval)
returns settlement language plpgsql as $$
declare
  s settlement := p_asked;
  m merchant;
  bank constant text := (
    select a.provider from settlement_account a where a.settlement_account_id = p_asked.settlement_account_id);
  before record;
  d settlement_draft;
  f settlement_draft;
  legs leg[];
begin
  select * into m from merchant x where x.merchant_id = s.merchant_id;
  select x.number, x.closing_minor into before from settlement x
   where x.merchant_id = s.merchant_id and x.currency = s.currency order by x.number desc limit 1;
  delete from settlement_draft x where x.merchant_id = s.merchant_id and x.currency = s.currency returning * into d;
  s.settlement_id := coalesce(d.settlement_id, new_id('stl_'));
  s.settlement_reference := coalesce(s.settlement_reference, s.settlement_id);
  s.status := case when s.hold_reason is null then 'SCHEDULED' else 'ON_HOLD' end;
  s.number := coalesce(before.number, 0) + 1;
  s.opening_minor := coalesce(before.closing_minor, 0);
  f := freeze_transactions(s.merchant_id, s.currency, s.settlement_id, s.run_on, null);
  s.transaction_count := f.transaction_count + coalesce(d.transaction_count, 0);
  s.gross_minor := f.gross_minor + coalesce(d.gross_minor, 0);
  s.fee_minor := f.fee_minor + coalesce(d.fee_minor, 0);
  s.vat_minor := f.vat_minor + coalesce(d.vat_minor, 0);
  s.refund_minor := f.refund_minor + coalesce(d.refund_minor, 0);
  s.chargeback_minor := f.chargeback_minor + coalesce(d.chargeback_minor, 0);
  s.reversal_minor := f.reversal_minor + coalesce(d.reversal_minor, 0);
  s.duty_minor := f.duty_minor + coalesce(d.duty_minor, 0);
  s.adjustment_minor := f.adjustment_minor + coalesce(d.adjustment_minor, 0);
  select coalesce(sum(p.amount_minor), 0), coalesce(sum(p.fee_minor + p.vat_minor), 0), coalesce(sum(p.duty_minor), 0)
    into s.net_minor, s.payout_fee_minor, s.payout_duty_minor
    from payouts_of(m, s.currency, p_gross_minor, now(), bank) p;
  s.closing_minor := p_stands_at - s.net_minor - s.payout_fee_minor - s.payout_duty_minor;
  -- a constraint of the row checks that its sums, added to the opening balance, give the balance of the books
  insert into settlement (settlement_id, merchant_id, number, settlement_reference, request_hash, type, cycle, cut_off, run_on,
                          currency, settlement_account_id, status, hold_reason, narration, transaction_count, opening_minor,
                          gross_minor, fee_minor, vat_minor, refund_minor, chargeback_minor, reversal_minor, duty_minor,
                          adjustment_minor, payout_fee_minor, payout_duty_minor, net_minor, closing_minor)
    values (s.settlement_id, s.merchant_id, s.number, s.settlement_reference, s.request_hash, s.type, s.cycle, s.cut_off, s.run_on,
            s.currency, s.settlement_account_id, s.status, s.hold_reason, s.narration, s.transaction_count, s.opening_minor,
            s.gross_minor, s.fee_minor, s.vat_minor, s.refund_minor, s.chargeback_minor, s.reversal_minor, s.duty_minor,
            s.adjustment_minor, s.payout_fee_minor, s.payout_duty_minor, s.net_minor, s.closing_minor)
    returning * into s;
  if s.net_minor > 0 then
    with opened as (
      insert into payout (payout_id, settlement_id, merchant_id, part, provider, amount_minor, duty_minor, fee_minor, vat_minor, currency)
        select new_id('pay_'), s.settlement_id, s.merchant_id, p.part, bank, p.amount_minor, p.duty_minor, p.fee_minor,
               p.vat_minor, s.currency
          from payouts_of(m, s.currency, p_gross_minor, now(), bank) p
      returning *
    )
    select array_agg(l) into legs from opened o cross join lateral unnest(payout_legs(o, 'scheduled', 1)) l;
    perform post_journals(legs);
    perform put_fact('SETTLEMENT_FROZEN', null, s.settlement_id, p_due_in => p_fact_due);
  end if;
  return s;
end $$;

-- The journal that takes a payout from its merchant (p_sign 1), or gives the whole of it back (-1).
create function payout_legs(p payout, p_purpose text, p_sign integer) returns leg[] language sql immutable as $$
  select array[
    ('payout', p.payout_id, p_purpose, 'merchant', '2110', p.merchant_id, p.currency,
     p_sign * (p.amount_minor + p.duty_minor + p.fee_minor + p.vat_minor)),
    ('payout', p.payout_id, p_purpose, 'in-transit', '2320', p.merchant_id, p.currency, -p_sign * p.amount_minor),
    ('payout', p.payout_id, p_purpose, 'duty-set-aside', '2410', p.payout_id, p.currency, -p_sign * p.duty_minor),
    ('payout', p.payout_id, p_purpose, 'fee-income', '4120', '-', p.currency, -p_sign * p.fee_minor),
    ('payout', p.payout_id, p_purpose, 'vat', '2400', '-', p.currency, -p_sign * p.vat_minor)]::leg[]
$$;

-- Settles one merchant in a run. A run that is repeated returns the settlement that it made before. outcome: SETTLED, ON_HOLD,
-- BELOW_MINIMUM, WITHOUT_ACCOUNT, or NOTHING to do; MANY: nothing was done, because more than p_many transactions are due and
-- draft_settlement must freeze some first. fact_id: the fact of a settlement whose workflow has not reported yet.
create function settle_merchant(
  p_merchant_id text, p_cycle text, p_cut_off timestamptz, p_many integer default null, p_currency text default home_currency(),
  out outcome text, out settlement_id text, out currency text, out net_minor bigint, out fact_id bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  m merchant;
  s settlement;
  account settlement_account;
  stands_at bigint;
  was_held boolean := false;
begin
  if p_many is not null and has_many_due(p_merchant_id, p_currency, lagos_date(p_cut_off), p_many) then
    outcome := 'MANY';
    return;
  end if;
  perform lock_settlements(p_merchant_id, p_currency);
  perform lock_settlement_accounts(p_merchant_id);
  select * into m from merchant x where x.merchant_id = p_merchant_id;
  select * into s from settlement x
   where x.merchant_id = p_merchant_id and x.currency = p_currency and x.cycle = p_cycle and x.cut_off = p_cut_off;
  if not found then
    s.merchant_id := p_merchant_id;
    s.type := 'SCHEDULED';
    s.cycle := p_cycle;
    s.cut_off := p_cut_off;
    s.run_on := lagos_date(p_cut_off);
    s.currency := p_currency;
    stands_at := make_due(p_merchant_id, p_currency, s.run_on);
    account := account_to_pay(p_merchant_id, p_currency, now());
    outcome := case
      when not is_payout_day(m.settlement_schedule, s.run_on) then 'NOTHING'
      when stands_at < 0 then 'ON_HOLD'
      when stands_at = 0 then 'NOTHING'
      when stands_at < (payout_terms(m, p_currency, now(), account.provider)).minimum_minor
        or not exists (select from payouts_of(m, p_currency, stands_at, now(), account.provider)) then 'BELOW_MINIMUM'
      when account.settlement_account_id is null then 'WITHOUT_ACCOUNT'
      when m.status <> 'ACTIVE' then 'ON_HOLD'
      else 'SETTLED' end;
    if stands_at < 0 and outcome = 'ON_HOLD' and not exists (
      select from balance_transaction b where b.merchant_id = p_merchant_id and b.currency = p_currency and b.settlement_id is null
         and (b.due_on <= s.run_on or b.type <> 'COLLECTION'))
      and not exists (select from settlement_draft d where d.merchant_id = p_merchant_id and d.currency = p_currency)
    then
      return;   -- nothing has changed since its last statement
    elsif stands_at >= 0 or outcome = 'ON_HOLD' then
      was_held := end_negative_hold(p_merchant_id, p_currency);
    end if;
    if outcome not in ('SETTLED', 'ON_HOLD') then
      return;
    end if;
    s.hold_reason := case when stands_at < 0 then 'NEGATIVE_BALANCE' when outcome = 'ON_HOLD' then 'MERCHANT_INACTIVE' end;
    s.settlement_account_id := case when stands_at > 0 then account.settlement_account_id end;
    s := freeze_settlement(s, stands_at, greatest(stands_at, 0), '1 minute');
    if s.hold_reason = 'MERCHANT_INACTIVE' or s.hold_reason = 'NEGATIVE_BALANCE' and not was_held then
      perform notify_settlement(s.settlement_id);
    end if;
  end if;
  outcome := case when s.net_minor > 0 and s.hold_reason is distinct from 'MERCHANT_INACTIVE' then 'SETTLED' else 'ON_HOLD' end;
  perform clear_findings('{SETTLEMENT_FAILED}', array[p_merchant_id]);
  settlement_id := s.settlement_id;
  currency := s.currency;
  net_minor := s.net_minor;
  select f.fact_id into fact_id from fact f
   where f.subject_id = s.settlement_id and f.kind = 'SETTLEMENT_FROZEN' and f.applied_at is null;
end $$;

-- Returns the slice, from 1 to p_slices, that a merchant belongs to. MD5 gives the same result everywhere and always; PostgreSQL's own
-- hashes promise that for one version only.
create function slice_of(p_merchant_id text, p_slices integer) returns integer language sql immutable as $$
  select 1 + ('x' || left(md5(p_merchant_id), 7))::bit(28)::integer % p_slices
$$;

-- Returns the next merchants of one slice that a cycle settles, ordered by id.
create function merchants_of_cycle(p_cycle text, p_after text, p_limit integer, p_slice integer, p_slices integer)
returns setof text language sql stable as $$
  select m.merchant_id from merchant m
   where m.merchant_id > coalesce(p_after, '') and (m.settlement_schedule = 'T0_INSTANT') = (p_cycle = 'INSTANT')
     and (p_slices = 1 or slice_of(m.merchant_id, p_slices) = p_slice)
   order by m.merchant_id limit p_limit
$$;

-- Records that a run has begun. Returns the number of slices in which its merchants are settled, at most p_slices, so that each slice has
-- p_merchants_each of them if there are enough. 0: nothing is paid out on the day of the run.
create function open_settlement_run(p_cycle text, p_cut_off timestamptz, p_slices integer, p_merchants_each integer)
returns integer language plpgsql as $$
declare
  merchants integer;
begin
  insert into settlement_run (cycle, cut_off) values (p_cycle, p_cut_off) on conflict do nothing;
  if p_cycle = 'DAILY' and not is_business_day(lagos_date(p_cut_off)) then
    return 0;
  end if;
  select count(*) into merchants
    from (select from merchant m where (m.settlement_schedule = 'T0_INSTANT') = (p_cycle = 'INSTANT')
           limit p_slices * p_merchants_each) m;
  return greatest(1, merchants / p_merchants_each);
end $$;

-- Records the end of a cycle's run, with its result.
create function close_settlement_run(p_cycle text, p_cut_off timestamptz, p_result jsonb) returns void language sql as $$
  update settlement_run r set finished_at = clock_timestamp(), result = p_result
   where r.cycle = p_cycle and r.cut_off = p_cut_off
$$;
