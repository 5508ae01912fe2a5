-- Permanent accounts of customers: how they are issued and stopped, and how their money is booked. There is no checkout and no workflow,
-- except that a credit to a stopped account has the workflow of any held credit.

-- A static account with its number and its bank.
create view static_account_read as
  select s.*, v.account_number, v.account_name, v.status, b.bank_code, b.bank_name, b.nip_institution_code
    from static_account s
    join virtual_account v on v.virtual_account_id = s.virtual_account_id
    join number_prefix b on b.prefix = s.prefix;

-- Tells whether two requests name the same identity. If their hashes were made with different keys, only the last digits are compared.
create function is_same_identity(a static_account, b static_account) returns boolean language sql immutable as $$
  select a.identity_type = b.identity_type and a.identity_last4 = b.identity_last4
     and (a.identity_kid <> b.identity_kid or a.identity_hash = b.identity_hash)
$$;

-- Returns the account that has this reference, or issues a new one under the offered number (null: any free number). p_name: the holder's
-- name, which payers see behind the merchant's.
create function issue_static_account(
  p_asked static_account, p_name text, p_account_number text, p_generation integer, p_actor text,
  p_by jsonb default null, p_opened jsonb default null,
  out outcome text, out issued static_account_read
) language plpgsql as $$
declare
  earlier static_account;
  account virtual_account;
  issued_at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  -- if two requests have the same reference at once, the second one finds the account of the first
  perform pg_advisory_xact_lock(hashtextextended('static/' || p_asked.merchant_id || '/' || p_asked.reference, 0));
  select * into earlier from static_account s where s.merchant_id = p_asked.merchant_id and s.reference = p_asked.reference;
  if found then
    outcome := case when earlier.request_hash = p_asked.request_hash and is_same_identity(earlier, p_asked) then 'EXISTING'
                    else 'DUPLICATE_REFERENCE' end;
    select * into issued from static_account_read r where r.virtual_account_id = earlier.virtual_account_id;
    return;
  end if;
  select p_asked.virtual_account_id, p_account_number, p_generation, p_asked.prefix, m.merchant_id,
         customer_account_name(m.trade_name, p_name), 'STATIC', issued_at
    into account.virtual_account_id, account.account_number, account.generation, account.prefix, account.merchant_id,
         account.account_name, account.type, account.created_at
    from merchant m where m.merchant_id = p_asked.merchant_id;
  account.provider_reference := p_opened ->> 'providerReference';
  account.account_name := coalesce(p_opened ->> 'accountName', account.account_name);
  account := take_number(account);
  if account.virtual_account_id is null then
    outcome := 'NUMBER_TAKEN';
    return;
  end if;
  insert into static_account (virtual_account_id, merchant_id, reference, request_hash, prefix, owner, name_words, identity_type,
                              identity_hash, identity_kid, identity_last4, metadata, created_at)
    values (p_asked.virtual_account_id, p_asked.merchant_id, p_asked.reference, p_asked.request_hash, p_asked.prefix,
            p_asked.owner, p_asked.name_words, p_asked.identity_type, p_asked.identity_hash, p_asked.identity_kid,
            p_asked.identity_last4, p_asked.metadata, issued_at);
  insert into static_account_change (virtual_account_id, status, actor, changed_at)
    values (p_asked.virtual_account_id, 'ACTIVE', p_actor, issued_at);
  -- A program of the previous release passes only p_actor, not p_by.
  if p_by is not null then
    perform record_audit(p_by, 'static-account.create', 'static-account', p_asked.virtual_account_id, p_asked.merchant_id, null,
                         jsonb_build_object('accountNumber', masked(account.account_number), 'status', 'ACTIVE'));
  end if;
  outcome := 'ISSUED';
  select * into issued from static_account_read r where r.virtual_account_id = p_asked.virtual_account_id;
end $$;

-- Returns the id of the merchant's static account with this number; null when it has none.
create function static_account_of(p_merchant_id text, p_account_number text) returns text language sql stable as $$
  select v.virtual_account_id from virtual_account v
   where v.account_number = p_account_number and v.merchant_id = p_merchant_id and v.type = 'STATIC'
$$;

-- A static account goes ACTIVE <-> SUSPENDED -> CLOSED, and CLOSED is final. Asking for the present status changes
-- nothing and answers REPLAYED.
create function change_static_account(
  p_merchant_id text, p_account_number text, p_status text, p_actor text, p_reason text, p_by jsonb default null,
  out outcome text
) language plpgsql as $$
declare
  v virtual_account;
  at constant timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  select * into v from virtual_account x
   where x.virtual_account_id = static_account_of(p_merchant_id, p_account_number) for no key update;
  outcome := case when not found then 'RESOURCE_NOT_FOUND' when v.status = p_status then 'REPLAYED'
                  when v.status = 'CLOSED' then 'VIRTUAL_ACCOUNT_INACTIVE' else 'CHANGED' end;
  if outcome <> 'CHANGED' then
    return;
  end if;
  update virtual_account x set status = p_status where x.virtual_account_id = v.virtual_account_id;
  update static_account s set stopped_at = case when p_status <> 'ACTIVE' then coalesce(s.stopped_at, at) end
   where s.virtual_account_id = v.virtual_account_id;
  insert into static_account_change (virtual_account_id, status, actor, reason, changed_at)
    values (v.virtual_account_id, p_status, p_actor, p_reason, at);
  if p_by is not null then
    perform record_audit(
      p_by, 'static-account.' || case p_status when 'SUSPENDED' then 'suspend' when 'CLOSED' then 'close' else 'reinstate' end,
      'static-account', v.virtual_account_id, p_merchant_id,
      jsonb_build_object('accountNumber', masked(v.account_number), 'status', v.status),
      jsonb_build_object('accountNumber', masked(v.account_number), 'status', p_status));
  end if;
end $$;

-- Books a credit that a static account has just received, whatever its amount. The merchant bears the fee of the
-- account's channel. A credit that came after the account was stopped is held like any late credit. Returns the legs to
-- post.
create function book_static_credit(p_credit inward_credit) returns leg[] language plpgsql as $$
declare
  c checkout;
  k inward_credit;
  v verdict;
begin
  v.act := case when p_credit.in_time then 'ACCEPT' else 'HOLD' end;
  v.fit := case when p_credit.in_time then 'EXACT' else 'LATE' end;
  v.applied_minor := case when p_credit.in_time then p_credit.amount_minor else 0 end;
  v.accepted_minor := v.applied_minor;
  v.returned_minor := 0;
  select f.fee_minor, f.vat_minor into v.fee_minor, v.vat_minor
    from fee_on(fee_plan_of(p_credit.merchant_id, p_credit.channel), p_credit.currency, v.accepted_minor) f;
  update inward_credit x
     set outcome = v.fit, applied_minor = v.applied_minor, excess_minor = x.amount_minor - v.applied_minor,
         fee_minor = v.fee_minor, vat_minor = v.vat_minor, applied_at = clock_timestamp(), event_sequence = 1,
         policy_applied = case when v.act = 'HOLD' then policy_of(policies_for(p_credit, null), 'late') end
   where x.credit_id = p_credit.credit_id
  returning * into k;
  perform emit_events(null, k, '{collection.received}');
  if v.act = 'ACCEPT' then
    c.merchant_id := k.merchant_id;
    return payment_legs(c, k, v, (select x from channel x where x.name = k.channel), 0);
  end if;
  perform note_credit(k.credit_id);
  perform put_fact('CREDIT_HELD', null, k.credit_id);
  return array[
    ('credit', k.credit_id, 'collection', 'pool', pool_of(k.channel), k.provider, k.currency, k.amount_minor),
    ('credit', k.credit_id, 'collection', 'credit-held', '2230', k.credit_id, k.currency, -k.amount_minor)]::leg[];
end $$;

-- Books a static account's credit if it still waits, and returns the legs to post; no legs when it does not wait.
create function book_waiting_static(p_credit_id text) returns leg[] language plpgsql as $$
declare
  k inward_credit;
begin
  select * into k from inward_credit x
   where x.credit_id = p_credit_id and x.outcome is null and x.checkout_id is null for no key update;
  if not found then
    return '{}';
  end if;
  perform close_static_credit(p_credit_id);
  return book_static_credit(k);
end $$;

-- Books a static account's credit that waits, and, unless p_alone, the waiting credits of the same merchant too. The function never waits
-- for a lock: it returns false while somebody holds one of the rows.
create function book_static_credits(p_credit_id text, p_alone boolean) returns boolean language plpgsql as $$
declare
  owner_account constant text := (
    select account_of('2100', k.merchant_id, k.currency) from inward_credit k where k.credit_id = p_credit_id);
  legs leg[] := '{}';
  waiting text;
begin
  for waiting in
    select k.credit_id from inward_credit k
     where k.outcome is null and k.checkout_id is null
       and (k.credit_id = p_credit_id or not p_alone and k.credit_id in (
              select f.subject_id from fact f
                join inward_credit o on o.credit_id = f.subject_id and account_of('2100', o.merchant_id, o.currency) = owner_account
               where f.checkout_id is null and f.applied_at is null and f.kind = 'CREDIT_RECEIVED' order by f.fact_id limit 100))
     order by k.credit_id for no key update skip locked
  loop
    legs := legs || book_waiting_static(waiting);
  end loop;
  -- A batch with nothing to post does not lock the account; otherwise it could block a batch that has something to post.
  if cardinality(legs) > 0 then
    perform from ledger_account a where a.account_id = owner_account for no key update skip locked;
    if not found and exists (select from ledger_account a where a.account_id = owner_account) then
      raise lock_not_available;
    end if;
    perform post_journals(legs);
  end if;
  return exists (select from inward_credit k where k.credit_id = p_credit_id and k.outcome is not null);
exception when lock_not_available then
  return false;
end $$;

-- Totals the credits that a static account received while it was active; refunds are not deducted.
create function static_account_totals(p_account_number text, p_virtual_account_id text)
returns table (credit_count bigint, received_minor bigint, last_credit_at timestamptz) language sql stable as $$
  select count(*), coalesce(sum(k.amount_minor), 0)::bigint, max(k.received_at)
    from inward_credit k
   where k.account_number = p_account_number and k.virtual_account_id = p_virtual_account_id and k.checkout_id is null
     and k.in_time
$$;

-- Returns a merchant's static accounts that match a search: the whole number or reference, or the beginnings of words of the name (p_words:
-- a tsquery; null: none).
create function static_accounts_by_text(p_merchant_id text, p_text text, p_words text)
returns table (virtual_account_id text) language sql stable as $$
  select s.virtual_account_id from static_account s where s.merchant_id = p_merchant_id and s.reference = p_text
  union
  select static_account_of(p_merchant_id, p_text) where p_text ~ '^\d{10}$'
  union
  select s.virtual_account_id from static_account s
   where p_words is not null and s.merchant_id = p_merchant_id and s.name_words @@ p_words::tsquery
$$;
