-- Standalone accounts for one payment: the checkout is made in one step with its account, and ends with it.

-- Makes a checkout with its account. outcome: ISSUED; EXISTING (the same request again); DUPLICATE_REFERENCE; NUMBER_TAKEN (nothing was
-- written).
create function open_dynamic_account(
  p_checkout_id text, p_virtual_account_id text, p_merchant_id text, p_reference text, p_request_hash bytea, p_currency text,
  p_amount_minor bigint, p_expected_minor bigint, p_fee_minor bigint, p_vat_minor bigint, p_fee_bearer text,
  p_customer jsonb, p_metadata jsonb, p_policies jsonb, p_offers jsonb,
  p_amount_rule text, p_prefix text, p_account_number text, p_generation integer, p_account_name text, p_validity_minutes integer,
  p_opened jsonb default null,
  out outcome text, out new_fact_id bigint, out found_checkout checkout_read
) language plpgsql as $$
declare
  opened_at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
  -- the account ends no later than the time at which the bank takes the number back
  ends_at constant timestamptz := least(opened_at + make_interval(mins => p_validity_minutes), ours_until(p_opened));
  account virtual_account;
begin
  -- refuses early and cheaply, because requests for a full prefix repeat
  if p_account_number is null and not exists (select from free_number f where f.prefix = p_prefix) and not exists (
       select from checkout c where c.merchant_id = p_merchant_id and c.payment_reference = p_reference) then
    outcome := 'NUMBER_TAKEN';
    return;
  end if;
  insert into checkout (checkout_id, merchant_id, payment_reference, request_hash, status, origin, amount_rule, currency,
                        amount_minor, expected_minor, fee_minor, vat_minor, fee_bearer, channels, customer, metadata, policies,
                        offers, created_at, updated_at, expires_at)
    values (p_checkout_id, p_merchant_id, p_reference, p_request_hash, status_after('INITIATED', 'ACCOUNT_ISSUED'),
            'VIRTUAL_ACCOUNT', p_amount_rule, p_currency, p_amount_minor, p_expected_minor, p_fee_minor, p_vat_minor, p_fee_bearer,
            array(select jsonb_object_keys(p_offers)), p_customer, p_metadata, p_policies, p_offers, opened_at, opened_at, ends_at)
    on conflict (merchant_id, payment_reference) do nothing;
  if found then
    account.virtual_account_id := p_virtual_account_id;
    account.account_number := p_account_number;
    account.generation := p_generation;
    account.prefix := p_prefix;
    account.checkout_id := p_checkout_id;
    account.merchant_id := p_merchant_id;
    select customer_account_name(m.trade_name, p_account_name) into account.account_name from merchant m where m.merchant_id = p_merchant_id;
    account.amount_minor := p_expected_minor;
    account.validity_minutes := p_validity_minutes;
    account.created_at := opened_at;
    account.expires_at := ends_at;
    account.ours_until := ours_until(p_opened);
    account.provider_reference := p_opened ->> 'providerReference';
    account.account_name := coalesce(p_opened ->> 'accountName', account.account_name);
    account := take_number(account);
    if account.virtual_account_id is null then
      delete from checkout c where c.checkout_id = p_checkout_id;
      outcome := 'NUMBER_TAKEN';
      return;
    end if;
    new_fact_id := put_fact('INITIATED', p_checkout_id, p_virtual_account_id, ends_at);
    outcome := 'ISSUED';
  end if;
  select * into found_checkout from checkout_read r
   where r.merchant_id = p_merchant_id and r.payment_reference = p_reference;
  found_checkout.read_at := clock_timestamp();
  outcome := coalesce(outcome, case when found_checkout.request_hash = p_request_hash then 'EXISTING' else 'DUPLICATE_REFERENCE' end);
end $$;

-- Locks the checkout of the account that has the number now, and returns the account; null unless the account is this merchant's.
create function lock_account(p_merchant_id text, p_account_number text) returns virtual_account language plpgsql as $$
declare account virtual_account;
begin
  select v.* into account from virtual_account v where v.account_number = p_account_number order by v.generation desc limit 1;
  if account.merchant_id is distinct from p_merchant_id then
    return null;
  end if;
  perform from checkout c where c.checkout_id = account.checkout_id for no key update;
  select v.* into account from virtual_account v where v.virtual_account_id = account.virtual_account_id;
  return account;
end $$;

-- Tells whether a checkout has received money, booked or not.
create function has_credits(p_checkout_id text) returns boolean language sql stable as $$
  select exists (select from inward_credit k where k.checkout_id = p_checkout_id)
$$;

-- Changes the amount or the end of an account's window; null leaves the old value. The window counts from the account's
-- creation. The change is possible only before the first credit. The fact makes the workflow wait for the new end.
create function change_dynamic_account(
  p_merchant_id text, p_account_number text, p_amount_minor bigint, p_expected_minor bigint, p_fee_minor bigint,
  p_vat_minor bigint, p_fee_bearer text, p_offers jsonb, p_validity_minutes integer,
  out outcome text, out new_fact_id bigint, out found_checkout checkout_read
) language plpgsql as $$
declare
  changed_at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
  account constant virtual_account := lock_account(p_merchant_id, p_account_number);
  c checkout;
  minutes integer;
  ends_at timestamptz;
begin
  select * into c from checkout x where x.checkout_id = account.checkout_id;
  minutes := coalesce(p_validity_minutes, account.validity_minutes);
  ends_at := least(account.created_at + make_interval(mins => minutes), account.ours_until);
  outcome := case
    when account.virtual_account_id is null then 'RESOURCE_NOT_FOUND'
    when c.origin is distinct from 'VIRTUAL_ACCOUNT' then 'OPERATION_NOT_PERMITTED'
    when is_paid_status(c.status) then 'CHECKOUT_ALREADY_PAID'
    when c.status = 'CANCELLED' then 'CHECKOUT_CANCELLED'
    when c.status = 'EXPIRED' or c.expires_at <= changed_at then 'VIRTUAL_ACCOUNT_EXPIRED'
    when c.status <> 'AWAITING_PAYMENT' or has_credits(c.checkout_id) then 'CHECKOUT_NOT_OPEN'
    when ends_at <= changed_at then 'VALIDITY_OVER'
    when coalesce(p_amount_minor, c.amount_minor) = c.amount_minor and minutes = account.validity_minutes then 'UNCHANGED'
    else 'CHANGED' end;
  if outcome = 'CHANGED' then
    if p_amount_minor is not null then
      c.amount_minor := p_amount_minor;
      c.expected_minor := p_expected_minor;
      c.fee_minor := p_fee_minor;
      c.vat_minor := p_vat_minor;
      c.fee_bearer := p_fee_bearer;
      c.offers := p_offers;
    end if;
    c.expires_at := ends_at;
    c := change_checkout(c, changed_at);
    update virtual_account v set amount_minor = c.expected_minor, validity_minutes = minutes, expires_at = ends_at
     where v.virtual_account_id = account.virtual_account_id;
    -- if the workflow was not notified of an earlier change yet, that change must not arrive after this one
    perform forget_facts(c.checkout_id, account.virtual_account_id, changed_at);
    perform move_session_end(c.checkout_id, ends_at);
    new_fact_id := put_fact('ACCOUNT_ISSUED', c.checkout_id, account.virtual_account_id, ends_at);
  end if;
  if outcome in ('CHANGED', 'UNCHANGED') then
    select * into found_checkout from checkout_read r where r.checkout_id = c.checkout_id;
    found_checkout.read_at := clock_timestamp();
  end if;
end $$;

-- Closes an account before its time. Closing a standalone account also cancels its checkout. Closing a checkout's account leaves the
-- checkout open, and the checkout may get another account; this is possible only before any money was received.
create function close_dynamic_account(
  p_merchant_id text, p_account_number text,
  out outcome text, out new_fact_id bigint, out found_checkout checkout_read
) language plpgsql as $$
declare
  closed_at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
  account constant virtual_account := lock_account(p_merchant_id, p_account_number);
  c checkout;
begin
  select * into c from checkout x where x.checkout_id = account.checkout_id;
  outcome := case
    when account.virtual_account_id is null then 'RESOURCE_NOT_FOUND'
    when c.checkout_id is null then 'OPERATION_NOT_PERMITTED'
    when account.status = 'CLOSED' and not is_paid_status(c.status) then 'REPLAYED'
    when is_paid_status(c.status) then 'CHECKOUT_ALREADY_PAID'
    when account.status <> 'ACTIVE' or account.expires_at <= closed_at then 'VIRTUAL_ACCOUNT_EXPIRED'
    when c.origin = 'VIRTUAL_ACCOUNT' and next_status(c.status, 'CANCELLED') is not null then 'CLOSED'
    when c.status = 'AWAITING_PAYMENT' and not has_credits(c.checkout_id) then 'CLOSED'
    else 'CHECKOUT_NOT_OPEN' end;
  if outcome = 'CLOSED' and c.origin = 'VIRTUAL_ACCOUNT' then
    select r.new_fact_id into close_dynamic_account.new_fact_id from request_cancel(p_merchant_id, c.payment_reference) r;
  elsif outcome = 'CLOSED' then
    update virtual_account v set status = 'CLOSED' where v.virtual_account_id = account.virtual_account_id;
    c.status := status_after(c.status, 'WINDOW_ENDED');
    perform change_checkout(c, closed_at);
    perform forget_facts(c.checkout_id, account.virtual_account_id, closed_at);
  end if;
  if outcome in ('CLOSED', 'REPLAYED') then
    select * into found_checkout from checkout_read r where r.checkout_id = c.checkout_id;
    found_checkout.read_at := clock_timestamp();
  end if;
end $$;

-- Accounts for one payment as they are listed. An account whose time is over is EXPIRED here, even if its timer has not fired yet.
create view dynamic_account_read as
  select v.merchant_id, v.virtual_account_id, v.created_at, c.payment_reference, c.origin, v.account_number, v.generation,
         v.account_name, b.bank_code, b.bank_name, v.prefix, v.amount_minor, c.currency, c.amount_rule, v.validity_minutes,
         v.expires_at,
         case when v.status = 'ACTIVE' and v.expires_at <= statement_timestamp() then 'EXPIRED' else v.status end as status,
         (select coalesce(sum(k.amount_minor), 0)::bigint from inward_credit k
           where k.checkout_id = v.checkout_id and k.virtual_account_id = v.virtual_account_id) as paid_minor
    from virtual_account v
    join checkout c on c.checkout_id = v.checkout_id
    join number_prefix b on b.prefix = v.prefix;

-- Returns the owner of an account number and the payments that it accepts now; no row for a number that was never
-- given.
create function look_up_account(p_account_number text) returns table (
  merchant_id text, account_name text, bank_code text, bank_name text, nip_institution_code text, type text, payment_reference text,
  status text,  expires_at timestamptz, expected_minor bigint, amount_rule text
) language sql stable as $$
  select v.merchant_id, v.account_name, b.bank_code, b.bank_name, b.nip_institution_code,
         v.type, c.payment_reference,
         case when v.status = 'ACTIVE' and v.expires_at <= clock_timestamp() then 'EXPIRED' else v.status end,
         v.expires_at, due_minor(c), c.amount_rule
    from virtual_account v
    join number_prefix b on b.prefix = v.prefix
    left join checkout c on c.checkout_id = v.checkout_id
   where v.account_number = p_account_number
   order by v.generation desc limit 1
$$;
