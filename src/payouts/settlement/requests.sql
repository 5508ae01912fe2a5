-- Settlements that a merchant asks for.

-- Totals the transfers, with their costs, of the settlements that the merchant has asked for since that Lagos day began: those that have
-- left or will leave. Each counts by itself, because one of a settlement may fail while another arrives.
create function settled_on_demand(p_merchant_id text, p_day date) returns bigint language sql stable as $$
  select coalesce(sum(p.amount_minor + p.duty_minor + p.fee_minor + p.vat_minor), 0)::bigint
    from settlement s join payout p on p.settlement_id = s.settlement_id
   where s.merchant_id = p_merchant_id and s.currency = home_currency() and s.type = 'ON_DEMAND' and s.created_at >= lagos_midnight(p_day)
     and p.status not in ('FAILED', 'REVERSED', 'CANCELLED')
$$;

-- Returns the unused part of the day's limit; null: there is no limit. The limit counts money that leaves because the
-- merchant says where to: payouts on demand, and refunds to another account than the one that paid, except the refund
-- p_but_refund_id. The limit is in the home currency: a merchant that has one sends nothing in another currency.
create function left_to_send(m merchant, p_currency text, p_day date, p_but_refund_id text) returns bigint language sql stable as $$
  select case when m.daily_settlement_limit_minor is null then null when p_currency <> home_currency() then 0 else greatest(
    m.daily_settlement_limit_minor - settled_on_demand(m.merchant_id, p_day) - (
      select coalesce(sum(r.amount_minor), 0) from refund r
       where r.merchant_id = m.merchant_id and r.currency = home_currency() and r.redirected_at >= lagos_midnight(p_day)
         and r.refund_id is distinct from p_but_refund_id), 0)::bigint end
$$;

-- Freezes a settlement that its merchant asks for. p_asked: amount_minor null is all that is due, settlement_account_id
-- null the account that a run would pay. outcome: REQUESTED, EXISTING (the same request again), DUPLICATE_REFERENCE,
-- MERCHANT_INACTIVE, SETTLEMENT_IN_PROGRESS, INSUFFICIENT_AVAILABLE_BALANCE, LIMIT_EXCEEDED (today's), AMOUNT_TOO_SMALL
-- (its costs leave nothing to send) or ACCOUNT_NOT_USABLE (none, not the merchant's, removed, or cooling).
-- payable_minor: the amount that could have been asked for.
create function request_settlement(
  p_merchant_id text, p_reference text, p_request_hash bytea, p_amount_minor bigint, p_settlement_account_id text,
  p_narration text, p_currency text default home_currency(),
  out outcome text, out stored settlement_read, out payable_minor bigint, out fact_id bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  m merchant;
  s settlement;
  account settlement_account;
  stands_at bigint;
  left_minor bigint;  -- the unused part of the day's limit
begin
  perform lock_settlements(p_merchant_id, p_currency);
  perform lock_settlement_accounts(p_merchant_id);
  select * into s from settlement x where x.merchant_id = p_merchant_id and x.settlement_reference = p_reference;
  if found then
    outcome := case when s.request_hash = p_request_hash then 'EXISTING' else 'DUPLICATE_REFERENCE' end;
    if outcome = 'EXISTING' then
      select * into stored from settlement_read x where x.settlement_id = s.settlement_id;
    end if;
    return;
  end if;
  select * into m from merchant x where x.merchant_id = p_merchant_id;
  if p_settlement_account_id is null then
    account := account_to_pay(p_merchant_id, p_currency, now());
  else
    select * into account from settlement_account a
     where a.settlement_account_id = p_settlement_account_id and a.merchant_id = p_merchant_id and a.currency = p_currency
       and a.status = 'ACTIVE' and a.usable_from <= now();
  end if;
  s.run_on := lagos_date(now());
  stands_at := make_due(p_merchant_id, p_currency, s.run_on);
  payable_minor := greatest(stands_at, 0);
  left_minor := left_to_send(m, p_currency, s.run_on, null);
  outcome := case
    when m.status <> 'ACTIVE' then 'MERCHANT_INACTIVE'
    when exists (select from settlement x where x.merchant_id = p_merchant_id and x.currency = p_currency
                       and x.status in ('SCHEDULED', 'PROCESSING'))
      then 'SETTLEMENT_IN_PROGRESS'
    when payable_minor = 0 or p_amount_minor > payable_minor then 'INSUFFICIENT_AVAILABLE_BALANCE'
    when coalesce(p_amount_minor, payable_minor) > left_minor then 'LIMIT_EXCEEDED'
    when account.settlement_account_id is null then 'ACCOUNT_NOT_USABLE'
    when not exists (select from payouts_of(m, p_currency, coalesce(p_amount_minor, payable_minor), now(), account.provider))
      then 'AMOUNT_TOO_SMALL'
    else 'REQUESTED' end;
  if outcome <> 'REQUESTED' then
    payable_minor := least(payable_minor, left_minor);
    return;
  end if;
  s.merchant_id := p_merchant_id;
  s.settlement_reference := p_reference;
  s.request_hash := p_request_hash;
  s.type := 'ON_DEMAND';
  s.cut_off := now();
  s.currency := p_currency;
  s.settlement_account_id := account.settlement_account_id;
  s.narration := p_narration;
  perform end_negative_hold(p_merchant_id, p_currency);
  s := freeze_settlement(s, stands_at, coalesce(p_amount_minor, payable_minor), '3 seconds');
  select * into stored from settlement_read x where x.settlement_id = s.settlement_id;
  select f.fact_id into fact_id from fact f where f.subject_id = s.settlement_id and f.kind = 'SETTLEMENT_FROZEN';
end $$;
