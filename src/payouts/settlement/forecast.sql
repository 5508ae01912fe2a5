-- A merchant's money, and the time at which it will be paid.

-- Returns the merchant's money by its possible uses, in one snapshot.
create function wallet_balance(
  p_merchant_id text, p_currency text default home_currency(),
  out currency text, out available_minor bigint, out pending_minor bigint, out reserved_minor bigint, out in_transit_minor bigint,
  out total_minor bigint
) language sql stable as $$
  select p_currency, coalesce(sum(x.minor) filter (where x.code in ('1300', '2110')), 0)::bigint,
         coalesce(sum(x.minor) filter (where x.code = '2100'), 0)::bigint,
         coalesce(sum(x.minor) filter (where x.code = '2120'), 0)::bigint,
         coalesce(sum(x.minor) filter (where x.code = '2320'), 0)::bigint,
         coalesce(sum(x.minor), 0)::bigint
    from (select a.code, -a.balance_minor as minor from ledger_account a
           where a.account_id = any (merchant_accounts(p_merchant_id, p_currency)
                   || account_of('2120', p_merchant_id, p_currency) || account_of('2320', p_merchant_id, p_currency))) x
$$;

-- Returns the amount that a run of that day may pay out, with duty and fees.
create function payable_on(p_merchant_id text, p_currency text, p_day date) returns bigint language sql stable as $$
  select greatest(merchant_balance_minor(p_merchant_id, p_currency) - not_due_minor(p_merchant_id, p_currency, p_day), 0)
$$;

-- Returns the first coming run that pays the merchant, and the amount it sends, if nothing else happens until then; no
-- row: no run will pay.
create function next_settlement(p_merchant_id text, p_now timestamptz, p_currency text default home_currency())
returns table (run_on date, amount_minor bigint) language plpgsql stable as $$
#variable_conflict use_column
declare
  m merchant;
  day date := lagos_date(p_now);
  run_at timestamptz;
  -- after this day no later run has more money or another account
  last_day constant date := greatest(
    (select max(b.due_on) from balance_transaction b
      where b.merchant_id = p_merchant_id and b.currency = p_currency and b.settlement_id is null and b.type = 'COLLECTION'),
    (select max(lagos_date(a.usable_from)) + 1 from settlement_account a
      where a.merchant_id = p_merchant_id and a.currency = p_currency and a.status = 'ACTIVE'), day);
  payable bigint;
  account settlement_account;
begin
  select * into m from merchant x where x.merchant_id = p_merchant_id;
  if m.status is distinct from 'ACTIVE' then
    return;
  end if;
  if m.settlement_schedule <> 'T0_INSTANT' and p_now >= run_of(day) then
    day := day + 1;
  end if;
  loop
    day := next_payout_day(m.settlement_schedule, day);
    exit when day is null;
    run_at := case m.settlement_schedule when 'T0_INSTANT' then lagos_midnight(day + 1)
                                         else run_of(day) end;   -- an instant schedule pays all day, any other once a day
    payable := payable_on(p_merchant_id, p_currency, day);
    account := null;
    if payable > 0 then
      account := account_to_pay(p_merchant_id, p_currency, run_at);
    end if;
    if account.settlement_account_id is not null
       and payable >= (payout_terms(m, p_currency, run_at, account.provider)).minimum_minor then
      amount_minor := (select sum(p.amount_minor) from payouts_of(m, p_currency, payable, run_at, account.provider) p);
    end if;
    if amount_minor is not null then
      run_on := day;
      return next;
      return;
    end if;
    exit when day > last_day;
    day := day + 1;
  end loop;
end $$;

-- Returns the time at which the daily run of that day begins.
create function run_of(p_day date) returns timestamptz language sql immutable as $$
  select (p_day + daily_run_time()) at time zone 'Africa/Lagos'
$$;
