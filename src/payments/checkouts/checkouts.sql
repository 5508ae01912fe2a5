-- The functions that the API calls: reading a checkout, initiate, create-account.

-- A checkout with its accounts (newest first) and credits (oldest first). Amounts inside JSON are text, so that none is ever read as a
-- floating-point number. The read time is the statement's: with clock_timestamp the planner would not join by the index. Functions whose
-- own work takes time set read_at themselves.
create view checkout_read as
  select c.*, statement_timestamp() as read_at,
    (select json_agg(row_to_json(a) order by a."createdAt" desc, a."virtualAccountId" desc) from (
       select v.virtual_account_id as "virtualAccountId", v.account_number as "accountNumber", v.account_name as "accountName",
              b.bank_code as "bankCode", b.bank_name as "bankName", b.nip_institution_code as "nipInstitutionCode",
              v.prefix as "prefix", b.channel as "channel", v.amount_minor::text as "amountMinor", v.validity_minutes as "validityMinutes",
              v.status as "status", v.created_at as "createdAt", v.expires_at as "expiresAt"
         from virtual_account v join number_prefix b on b.prefix = v.prefix
        where v.checkout_id = c.checkout_id) a) as accounts,
    (select json_agg(row_to_json(r) order by r."receivedAt", r."creditId") from (
       select k.credit_id as "creditId", k.channel as "channel", k.session_id as "sessionId",
              k.account_number as "accountNumber", k.amount_minor::text as "amountMinor",
              k.applied_minor::text as "appliedMinor", k.excess_minor::text as "excessMinor",
              k.fee_minor::text as "feeMinor", k.vat_minor::text as "vatMinor",
              case when t.theirs then k.amount_minor - m.returned_minor - k.fee_minor - k.vat_minor else 0 end::text as "settlementMinor",
              m.returned_minor::text as "returnedMinor", m.refunded_minor::text as "refundedMinor",
              m.taken_back_minor::text as "takenBackMinor",
              case when t.theirs then greatest(k.amount_minor - k.refunded_minor - m.claimed_minor, 0) else 0 end::text as "refundableMinor",
              k.outcome as "outcome", k.policy_applied as "policyApplied", k.resolution as "resolution",
              k.sent_at as "sentAt", k.received_at as "receivedAt", k.applied_at as "appliedAt",
              (select max(b.due_on) from balance_transaction b
                where b.source_type = 'credit' and b.source_id = k.credit_id) as "settlementDueOn",
              (select json_agg(row_to_json(f) order by f."refundId") from (
                 select q.refund_id as "refundId", q.refund_reference as "refundReference", q.origin as "origin",
                        q.reason as "reason", q.amount_minor::text as "amountMinor", q.status as "status"
                   from refund q where q.credit_id = k.credit_id and k.refunded_minor > 0) f) as "refunds"
         from inward_credit k
         cross join lateral movements_of(k.credit_id, k.refunded_minor) m
         cross join lateral (select is_merchants(k.applied_minor, k.resolution, c.status) as theirs) t
        where k.checkout_id = c.checkout_id) r) as credits,
    (select json_agg(row_to_json(t) order by t."createdAt", t."attemptId") from (
       select x.attempt_id as "attemptId", x.status as "status", x.amount_minor::text as "amountMinor",
              x.response_code as "responseCode", x.action as "action", x.card as "card", x.credit_id as "creditId",
              x.created_at as "createdAt"
         from card_attempt x where x.checkout_id = c.checkout_id) t) as card_attempts,
    case when c.paid_minor <> c.accepted_minor then returned_of(c.checkout_id) else 0 end as returned_minor,
    case when c.paid_minor <> c.accepted_minor then kept_of(c.checkout_id) else 0 end as kept_minor
    from checkout c;

-- Inserts the checkout, or reads the existing one with the same reference.
create function initiate_checkout(
  p_asked checkout, p_session_ttl_minutes integer,
  out created boolean, out same_request boolean, out new_fact_id bigint, out found_checkout checkout_read
) language plpgsql as $$
declare
  session_end constant timestamptz := date_trunc('milliseconds', now()) + make_interval(mins => p_session_ttl_minutes);
  made checkout;
begin
  insert into checkout (checkout_id, merchant_id, payment_reference, request_hash, currency, amount_minor, expected_minor,
                        fee_minor, vat_minor, fee_bearer, channels, customer, metadata, description, redirect_url,
                        policies, offers, expires_at, page, payment_link_id)
    values (p_asked.checkout_id, p_asked.merchant_id, p_asked.payment_reference, p_asked.request_hash, p_asked.currency,
            p_asked.amount_minor, p_asked.expected_minor, p_asked.fee_minor, p_asked.vat_minor, p_asked.fee_bearer,
            p_asked.channels, p_asked.customer, p_asked.metadata, p_asked.description, p_asked.redirect_url,
            p_asked.policies, p_asked.offers, session_end, p_asked.page, p_asked.payment_link_id)
    on conflict (merchant_id, payment_reference) do nothing
    returning * into made;
  created := found;
  if created then
    new_fact_id := put_fact('INITIATED', p_asked.checkout_id, null, session_end);
    -- the row of the view for a checkout that has no accounts, credits and card attempts
    select (made).*, null, null, null, null, 0, 0 into found_checkout;
  else
    select * into found_checkout from checkout_read r
     where r.merchant_id = p_asked.merchant_id and r.payment_reference = p_asked.payment_reference;
  end if;
  found_checkout.read_at := clock_timestamp();
  same_request := found_checkout.request_hash = p_asked.request_hash;
end $$;

-- Decides the answer to create-account. p_account: the account that takes money now; p_ended: the checkout's account
-- has just ceased to take money.
create function judge_account_request(
  c checkout, p_account virtual_account, p_ended boolean, p_outstanding_minor bigint, p_at timestamptz,
  p_bank number_prefix, p_validity_minutes integer, p_amount_minor bigint
) returns text language plpgsql stable as $$
begin
  return case
    when p_bank.channel <> all (c.channels) then 'CHANNEL_NOT_ENABLED'
    when is_paid_status(c.status) then 'CHECKOUT_ALREADY_PAID'
    when c.status = 'CANCELLED' then 'CHECKOUT_CANCELLED'
    when c.status = 'EXPIRED' or c.expires_at <= p_at then 'CHECKOUT_EXPIRED'
    when c.status in ('PROCESSING', 'FAILED') then 'CHECKOUT_NOT_OPEN'
    when p_ended and policy_of(c.policies, 'onAccountExpiry') = 'EXPIRE' then 'CHECKOUT_EXPIRED'
    -- the same call again gets the same answer, even when a part was paid meanwhile
    when p_amount_minor <> p_outstanding_minor and p_amount_minor is distinct from p_account.amount_minor then 'AMOUNT_MISMATCH'
    when p_account.prefix = p_bank.prefix and p_account.validity_minutes = p_validity_minutes then 'EXISTING'
    when p_account.virtual_account_id is not null then 'VIRTUAL_ACCOUNT_ACTIVE'
    else 'ISSUED'
  end;
end $$;

-- Returns the account of an earlier call if it is still the one to pay into. Otherwise issues a new account under the offered number, or
-- under any free number if none is offered (null).
create function issue_account(
  p_merchant_id text, p_payment_reference text, p_prefix text, p_validity_minutes integer, p_amount_minor bigint,
  p_virtual_account_id text, p_account_number text, p_generation integer,
  p_opened jsonb default null,
  out outcome text, out account virtual_account, out bank number_prefix, out outstanding_minor bigint,
  out cut_by_session boolean, out decided_at timestamptz, out new_fact_id bigint, out issued_for checkout
) language plpgsql as $$
declare
  asked interval := make_interval(mins => p_validity_minutes);
  ended_id text;
begin
  select * into issued_for from checkout c
   where c.merchant_id = p_merchant_id and c.payment_reference = p_payment_reference for no key update;
  decided_at := date_trunc('milliseconds', clock_timestamp());
  cut_by_session := false;
  if not found then
    outcome := 'RESOURCE_NOT_FOUND';
    return;
  end if;
  select * into bank from number_prefix b where b.prefix = p_prefix;
  outstanding_minor := due_minor(issued_for, bank.channel);
  select * into account from virtual_account v where v.checkout_id = issued_for.checkout_id and v.status = 'ACTIVE';
  if account.expires_at <= decided_at then
    ended_id := account.virtual_account_id;
    account := null;
  end if;

  outcome := judge_account_request(issued_for, account, ended_id is not null, outstanding_minor, decided_at,
                                   bank, p_validity_minutes, p_amount_minor);
  if outcome not in ('EXISTING', 'ISSUED') then
    account := null;
    return;
  end if;
  if outcome = 'EXISTING' then
    cut_by_session := account.created_at + asked > account.expires_at;
    return;
  end if;

  select p_virtual_account_id, p_account_number, p_generation, p_prefix, issued_for.checkout_id, p_merchant_id,
         coalesce(p_opened ->> 'accountName', customer_account_name(m.trade_name, concat_ws(' ', issued_for.customer ->> 'firstName', issued_for.customer ->> 'lastName'))),
         outstanding_minor, p_validity_minutes, decided_at, least(decided_at + asked, issued_for.expires_at, ours_until(p_opened)),
         ours_until(p_opened), p_opened ->> 'providerReference'
    into account.virtual_account_id, account.account_number, account.generation, account.prefix, account.checkout_id,
         account.merchant_id, account.account_name, account.amount_minor, account.validity_minutes, account.created_at,
         account.expires_at, account.ours_until, account.provider_reference
    from merchant m where m.merchant_id = p_merchant_id;
  account := take_number(account);
  if account.virtual_account_id is null then
    outcome := 'NUMBER_TAKEN';
    return;
  end if;
  cut_by_session := decided_at + asked > account.expires_at;
  if ended_id is not null then
    -- the clock has ended that window, so it is closed here, and its timer finds nothing to do
    issued_for := close_window(issued_for, ended_id, decided_at);
  end if;
  issued_for.status := status_after(issued_for.status, 'ACCOUNT_ISSUED');
  issued_for := change_checkout(issued_for, decided_at, false);
  new_fact_id := put_fact('ACCOUNT_ISSUED', issued_for.checkout_id, account.virtual_account_id, account.expires_at);
end $$;
