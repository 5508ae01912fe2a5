-- The accounts that merchants are paid to: registered, chosen and removed. Each change is kept, and sent as an event.

-- The event data about a settlement account that was changed.
create function settlement_account_json(a settlement_account, p_what text) returns json language sql stable as $$
  select row_to_json(t) from (select
    a.settlement_account_id as "settlementAccountId", p_what as "change", masked(a.account_number) as "accountNumber",
    a.bank_code as "bankCode", a.bank_name as "bankName", a.account_name as "accountName", a.is_default as "isDefault",
    a.status as "status", rfc3339(a.usable_from) as "usableFrom", rfc3339(clock_timestamp()) as "changedAt") t
$$;

-- Records the change with the actor who made it, and notifies the merchant: a thief's change is noticed during the cooling period.
create function note_account_change(a settlement_account, p_what text, p_actor text, p_detail jsonb, p_by jsonb)
returns void language plpgsql as $$
declare
  sequence_number integer;
begin
  insert into settlement_account_change (settlement_account_id, merchant_id, what, actor, detail)
    values (a.settlement_account_id, a.merchant_id, p_what, p_actor, p_detail);
  select count(*) into sequence_number
    from settlement_account_change c where c.settlement_account_id = a.settlement_account_id;
  perform notify_merchant(
    a.merchant_id, 'settlement.account_changed', sequence_number, settlement_account_json(a, p_what));
  -- A program of the version before names only the actor.
  if p_by is not null then
    perform notify_security(a.merchant_id, 'ACCOUNT_CHANGED', '{SETTLEMENT,BUSINESS}', record_audit(
      p_by, 'settlement-account.' || replace(lower(p_what), '_', '-'), 'settlement-account',
      a.settlement_account_id, a.merchant_id, null, settlement_account_json(a, p_what)::jsonb));
  end if;
end $$;

-- Serializes the changes of a merchant's accounts with each other, and with whatever freezes money to one of them, which has taken
-- lock_settlements before.
create function lock_settlement_accounts(p_merchant_id text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('settlement-accounts/' || p_merchant_id, 0))
$$;

-- Makes a settlement account the one that its merchant is paid into.
create function choose_settlement_account(p_account_id text, p_actor text, p_by jsonb) returns settlement_account language plpgsql as $$
declare
  a settlement_account;
begin
  update settlement_account x set is_default = false
   where x.is_default and x.status = 'ACTIVE'
     and (x.merchant_id, x.currency) = (select m.merchant_id, m.currency from settlement_account m where m.settlement_account_id = p_account_id);
  update settlement_account x set is_default = true where x.settlement_account_id = p_account_id returning * into a;
  perform note_account_change(a, 'MADE_DEFAULT', p_actor, '{}', p_by);
  return a;
end $$;

-- Registers an account, or returns the one that is registered already. The first account that a merchant ever had is usable at once, every
-- later one after the cooling period.
create function register_settlement_account(
  p_asked settlement_account, p_name_score integer, p_actor text, p_by jsonb default null,
  out is_new boolean, out stored settlement_account
) language plpgsql as $$
declare
  is_first boolean;
  has_default boolean;
begin
  perform lock_settlement_accounts(p_asked.merchant_id);
  select * into stored from settlement_account a
   where a.merchant_id = p_asked.merchant_id and a.bank_code = p_asked.bank_code
     and a.account_number = p_asked.account_number and a.status = 'ACTIVE';
  is_new := not found;
  if is_new then
    select count(*) = 0, coalesce(bool_or(a.is_default and a.status = 'ACTIVE'), false) into is_first, has_default
      from settlement_account a where a.merchant_id = p_asked.merchant_id;
    insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, bank_name, account_name,
                                    provider, is_default, status, usable_from)
      values (p_asked.settlement_account_id, p_asked.merchant_id, p_asked.account_number, p_asked.bank_code,
              p_asked.bank_name, p_asked.account_name, p_asked.provider, not has_default, 'ACTIVE',
              case when is_first then now() else now() + cooling_period() end)
      returning * into stored;
    perform note_account_change(stored, 'REGISTERED', p_actor, jsonb_build_object('nameScore', p_name_score), p_by);
  end if;
  if p_asked.is_default and not stored.is_default then
    stored := choose_settlement_account(stored.settlement_account_id, p_actor, p_by);
  end if;
end $$;

-- Makes an account the default one. No row: the merchant has no such account.
create function make_default_settlement_account(
  p_merchant_id text, p_account_id text, p_actor text, p_by jsonb default null
) returns setof settlement_account language plpgsql as $$
declare
  a settlement_account;
begin
  perform lock_settlement_accounts(p_merchant_id);
  select * into a from settlement_account x
   where x.settlement_account_id = p_account_id and x.merchant_id = p_merchant_id and x.status = 'ACTIVE';
  if found then
    return next case when a.is_default then a else choose_settlement_account(a.settlement_account_id, p_actor, p_by) end;
  end if;
end $$;

-- Removes a settlement account. Returns no row if the merchant has no such account, and is_busy while a payout to the account is under way.
create function remove_settlement_account(
  p_merchant_id text, p_account_id text, p_actor text, p_by jsonb default null
) returns table (is_busy boolean, stored settlement_account) language plpgsql as $$
declare
  heir text;
begin
  perform lock_settlement_accounts(p_merchant_id);
  select * into stored from settlement_account x
   where x.settlement_account_id = p_account_id and x.merchant_id = p_merchant_id;
  if not found then
    return;
  end if;
  is_busy := stored.status = 'ACTIVE' and exists (
    select from settlement s where s.settlement_account_id = p_account_id
       and s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD'));
  if stored.status = 'ACTIVE' and not is_busy then
    update settlement_account x set status = 'REMOVED', removed_at = now() where x.settlement_account_id = p_account_id
      returning * into stored;
    perform note_account_change(stored, 'REMOVED', p_actor, '{}', p_by);
    select x.settlement_account_id into heir from settlement_account x
     where x.merchant_id = p_merchant_id and x.status = 'ACTIVE' and stored.is_default
     order by x.usable_from <= now() desc, x.created_at desc limit 1;
    if found then
      perform choose_settlement_account(heir, p_actor, p_by);
    end if;
  end if;
  return next;
end $$;

-- Stores the name that the bank gives now as the account's name, because an operator has accepted it.
create function accept_name(s settlement, p_operator text) returns void language sql as $$
  insert into settlement_account_change (settlement_account_id, merchant_id, what, actor, detail)
    select a.settlement_account_id, a.merchant_id, 'NAME_ACCEPTED', p_operator,
           jsonb_build_object('from', a.account_name, 'to', s.noted_name, 'settlementId', s.settlement_id)
      from settlement_account a where a.settlement_account_id = s.settlement_account_id;
  update settlement_account a set account_name = s.noted_name where a.settlement_account_id = s.settlement_account_id
$$;
