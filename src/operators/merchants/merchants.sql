-- Merchants: created, changed, and moved from status to status.

-- Lists the items that a merchant needs before it may take payments in the live environment.
create function merchant_checklist(p_merchant_id text) returns table (item text, done boolean) language sql stable as $$
  select i.item, i.done from (values
    (1, 'CONTACTS', (select count(*) from merchant_contact c where c.merchant_id = p_merchant_id) = 3),
    (2, 'SETTLEMENT_ACCOUNT', exists (
      select from settlement_account a where a.merchant_id = p_merchant_id and a.status = 'ACTIVE' and a.usable_from <= now())),
    (3, 'FEE_PLAN', exists (select from merchant_channel h where h.merchant_id = p_merchant_id and h.place is not null)
      and not exists (select from merchant_channel h where h.merchant_id = p_merchant_id and h.place is not null
                         and fee_plan_of(h.merchant_id, h.channel) is null)),
    (4, 'PREFIX', not exists (select from merchant_channel h join channel c on c.name = h.channel
                               where h.merchant_id = p_merchant_id and h.place is not null and c.kind = 'TRANSFER')
      or exists (select from merchant_prefix p where p.merchant_id = p_merchant_id and p.status = 'ACTIVE')),
    (5, 'KEY', exists (select from merchant_key k where k.merchant_id = p_merchant_id and is_live_key(k))),
    -- the present URL has received one of the last events
    (6, 'WEBHOOK', exists (
      select from webhook_endpoint e
       cross join lateral (
         select x.event_id from event x where x.merchant_id = p_merchant_id order by x.event_id desc limit 100) l
        join webhook_delivery d on d.event_id = l.event_id and d.status = 'DELIVERED' and d.url = e.url
       where e.merchant_id = p_merchant_id and e.status = 'ACTIVE'))
  ) i (place, item, done) order by i.place
$$;

-- Lists the merchant's open checkouts of the last 30 days; older ones have a case. can_go: nothing was paid, and no card is being charged.
create function unended_checkouts(p_merchant_id text) returns table (payment_reference text, can_go boolean) language sql stable as $$
  select c.payment_reference, c.paid_minor = 0 and next_status(c.status, 'CANCELLED') is not null and not exists (
           select from inward_credit k where k.checkout_id = c.checkout_id)
    from checkout c
   where hashtextextended(c.merchant_id, 0) = hashtextextended(p_merchant_id, 0) and c.merchant_id = p_merchant_id
     and c.created_at > now() - interval '30 days' and is_open_status(status_by_clock(c))
$$;

-- Lists the items that keep a merchant from being closed, with the number of each. Up to a thousand unpaid checkouts do not count: closing
-- the merchant cancels them.
create function merchant_open_items(m merchant) returns table (item text, count bigint) language sql stable as $$
  select i.item, i.count from (values
    -- in any currency
    ('MONEY', (select count(*) from unnest('{1300,2100,2110,2120,2320}'::text[]) x (code)
                 join ledger_account a on a.account_id between account_of(x.code, m.merchant_id, '')
                                                           and account_of(x.code, m.merchant_id, '~')
                where a.balance_minor <> 0)),
    ('CHECKOUTS', (select case when count(*) filter (where not c.can_go) > 0 then count(*) filter (where not c.can_go)
                               when count(*) > 1000 then count(*) else 0 end from unended_checkouts(m.merchant_id) c)),
    ('REFUNDS', (select count(*) from refund r where r.merchant_id = m.merchant_id and r.status not in ('SUCCESSFUL', 'FAILED'))),
    ('SETTLEMENTS', (select count(*) from settlement s
                      where s.merchant_id = m.merchant_id and s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD'))),
    ('DISPUTES', (select count(*) from dispute d where d.merchant_id = m.merchant_id and d.status = 'OPENED')),
    ('CASES', (select count(*) from attention_case a where a.merchant_id = m.merchant_id and a.status = 'OPEN')),
    -- other processes may still accept its payments for five seconds
    ('SUSPENDED_JUST_NOW', (m.status = 'SUSPENDED' and m.status_changed_at > now() - interval '10 seconds')::integer::bigint)
  ) i (item, count) where i.count > 0
$$;

-- Returns the contacts of a merchant, by kind.
create function merchant_contacts(p_merchant_id text) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(c.kind, jsonb_build_object('name', c.name, 'email', c.email, 'phoneNumber', c.phone_number)), '{}')
    from merchant_contact c where c.merchant_id = p_merchant_id
$$;

-- Sets the given contacts; the others stay.
create function put_contacts(p_merchant_id text, p_contacts jsonb) returns void language sql as $$
  insert into former_contact (merchant_id, kind, email)
    select t.merchant_id, t.kind, t.email from merchant_contact t join jsonb_each(p_contacts) c on c.key = t.kind
     where t.merchant_id = p_merchant_id and lower(t.email) <> lower(c.value ->> 'email');
  insert into merchant_contact (merchant_id, kind, name, email, phone_number)
    select p_merchant_id, c.key, c.value ->> 'name', c.value ->> 'email', c.value ->> 'phoneNumber' from jsonb_each(p_contacts) c
  on conflict (merchant_id, kind) do update
    set name = excluded.name, email = excluded.email, phone_number = excluded.phone_number
$$;

-- Tells whether a trade name is free: no other merchant that is not closed may have one that looks the same, because payers see nothing
-- else of a merchant. Legal names may repeat, because one firm may have several shops. Calls are serialized.
create function is_free_trade_name(p_merchant_id text, p_trade_name text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('trade names', 0));
  return not exists (
    select from merchant m
     where m.merchant_id <> p_merchant_id and m.status <> 'CLOSED'
       and look_alike_name(m.trade_name) = look_alike_name(p_trade_name));
end $$;

-- Tells whether a merchant may send messages to payers under this name. The name may not be that of another merchant or of a bank, nor
-- contain such a name, unless the merchant's own names contain it too. Names of less than four letters count as ordinary words.
create function is_own_sender_name(p_merchant_id text, p_name text) returns boolean language sql stable as $$
  with own as (
    select ' ' || look_alike_name(m.trade_name) || ' ' || look_alike_name(m.name) || ' ' as words from merchant m where m.merchant_id = p_merchant_id
  ), others as (
    select look_alike_name(m.trade_name) as name from merchant m where m.merchant_id <> p_merchant_id and m.status <> 'CLOSED'
    union select look_alike_name(n.bank_name) from number_prefix n
    union values (look_alike_name('Manilla'))
  )
  select not exists (
    select from others o, own
     where strpos(' ' || look_alike_name(p_name) || ' ', ' ' || o.name || ' ') > 0 and strpos(own.words, ' ' || o.name || ' ') = 0
       and (length(o.name) >= 4 or o.name = look_alike_name(p_name)))
$$;

-- Replaces a merchant's choices about messages. Fields that p_choices cannot contain stay. outcome: as in change_merchant, or NAME_TAKEN.
create function choose_messages(p_merchant_id text, p_choices jsonb, p_by jsonb) returns text language plpgsql as $$
declare
  kept constant jsonb := (select m.messages - '{senderName,replyTo,copyTo,locale,summary,kinds}'::text[] from merchant m where m.merchant_id = p_merchant_id);
begin
  if p_choices ? 'senderName' and not is_own_sender_name(p_merchant_id, p_choices ->> 'senderName') then
    return 'NAME_TAKEN';
  end if;
  return outcome from change_merchant(
    p_merchant_id, 'merchant.messages', jsonb_build_object('messages', coalesce(kept, '{}') || p_choices), '{}', p_by);
end $$;

-- Creates a merchant: ACTIVE in the sandbox, PENDING elsewhere. Returns null when another merchant has the trade name. p_contacts: by kind.
create function create_merchant(p_merchant_id text, p_name text, p_trade_name text, p_contacts jsonb, p_by jsonb)
returns merchant language plpgsql as $$
declare
  m merchant;
begin
  if not is_free_trade_name(p_merchant_id, p_trade_name) then
    return null;
  end if;
  insert into merchant (merchant_id, name, trade_name, status)
    values (p_merchant_id, p_name, p_trade_name,
            case (select s.value from setting s where s.name = 'environment') when 'sandbox' then 'ACTIVE' else 'PENDING' end)
    returning * into m;
  perform put_contacts(p_merchant_id, p_contacts);
  perform record_audit(p_by, 'merchant.create', 'merchant', p_merchant_id, p_merchant_id, null, jsonb_build_object(
    'name', p_name, 'tradeName', p_trade_name, 'status', m.status, 'contacts', p_contacts));
  return m;
end $$;

-- Changes the columns of a merchant that p_changes names. Taking back a scope ends all tokens of the merchant. outcome: CHANGED, UNKNOWN,
-- CLOSED, NAME_TAKEN.
create function change_merchant(p_merchant_id text, p_action text, p_changes jsonb, p_contacts jsonb, p_by jsonb, out outcome text)
language plpgsql as $$
declare
  before merchant;
  m merchant;
  contacts_before jsonb;
  contacts_after jsonb;
  audit_id bigint;
begin
  select * into before from merchant x where x.merchant_id = p_merchant_id for no key update;
  outcome := case when not found then 'UNKNOWN' when before.status = 'CLOSED' then 'CLOSED' else 'CHANGED' end;
  if outcome <> 'CHANGED' then
    return;
  end if;
  m := jsonb_populate_record(before, p_changes);
  if m.trade_name <> before.trade_name and not is_free_trade_name(p_merchant_id, m.trade_name) then
    outcome := 'NAME_TAKEN';
    return;
  end if;
  contacts_before := merchant_contacts(p_merchant_id);
  perform put_contacts(p_merchant_id, p_contacts);
  update merchant x
     set name = m.name, trade_name = m.trade_name, fee_bearer = m.fee_bearer, policies = m.policies, messages = m.messages,
         min_amount_minor = m.min_amount_minor, max_amount_minor = m.max_amount_minor,
         daily_limit_minor = m.daily_limit_minor, daily_settlement_limit_minor = m.daily_settlement_limit_minor,
         open_account_limit = m.open_account_limit, payout_fee_minor = m.payout_fee_minor, granted_scopes = m.granted_scopes,
         is_important = m.is_important,
         token_version = before.token_version + (not before.granted_scopes <@ m.granted_scopes)::integer
   where x.merchant_id = p_merchant_id;
  contacts_after := merchant_contacts(p_merchant_id);
  if p_by ->> 'kind' = 'OPERATOR' then
    if before.granted_scopes <> m.granted_scopes then
      perform notify_change(p_merchant_id, 'SCOPES_GRANTED', p_by, jsonb_build_object('scopes', m.granted_scopes));
    end if;
    if before.daily_settlement_limit_minor is distinct from m.daily_settlement_limit_minor then
      perform notify_change(p_merchant_id, 'LIMITS_CHANGED', p_by,
                          jsonb_build_object('dailySettlementLimit', m.daily_settlement_limit_minor));
    end if;
    if before.policies <> m.policies then
      perform notify_change(p_merchant_id, 'POLICIES_CHANGED', p_by, '{}');
    end if;
    if contacts_before <> contacts_after then
      perform notify_change(p_merchant_id, 'CONTACTS_CHANGED', p_by, '{}');
    end if;
  end if;
  audit_id := record_audit(
    p_by, p_action, 'merchant', p_merchant_id, p_merchant_id,
    (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(to_jsonb(before)) b where p_changes ? b.key)
      || case when p_contacts = '{}' then '{}' else jsonb_build_object('contacts', contacts_before) end,
    p_changes || case when p_contacts = '{}' then '{}' else jsonb_build_object('contacts', contacts_after) end);
  if before.granted_scopes <> m.granted_scopes or contacts_before <> contacts_after
     or before.daily_settlement_limit_minor is distinct from m.daily_settlement_limit_minor then
    perform notify_security(p_merchant_id, 'RIGHTS_CHANGED', '{BUSINESS,TECHNICAL,SETTLEMENT}', audit_id);
  end if;
end $$;

-- Activates, suspends, reinstates or closes a merchant. A suspension holds the payouts that have not left; they stay held until an operator
-- releases them, also when the merchant is active again. If the merchant has the requested status already, the outcome is DONE. outcome:
-- DONE, UNKNOWN, STATE (the present status does not allow the change), NOT_READY with the missing items, OPEN with the items that are left.
create function move_merchant(p_merchant_id text, p_action text, p_by jsonb, out outcome text, out status text, out items jsonb)
language plpgsql as $$
declare
  m merchant;
  is_live constant boolean := (select s.value <> 'sandbox' from setting s where s.name = 'environment');
begin
  if p_action = 'suspend' then
    -- what a run freezes now must be held too, and a run may freeze for longer than others wait for a lock
    perform set_config('lock_timeout', '30s', true);
    perform serialize_settlements(p_merchant_id);
  end if;
  select * into m from merchant x where x.merchant_id = p_merchant_id for no key update;
  if not found then
    outcome := 'UNKNOWN';
    return;
  end if;
  status := merchant_status_after(m.status, p_action);
  if status is null then
    outcome := case when m.status = case p_action when 'close' then 'CLOSED' when 'suspend' then 'SUSPENDED' else 'ACTIVE' end
                    then 'DONE' else 'STATE' end;
    status := m.status;
    return;
  end if;
  if p_action = 'activate' and is_live then
    items := (select jsonb_agg(jsonb_build_object('item', c.item)) from merchant_checklist(p_merchant_id) c where not c.done);
    outcome := case when items is null then 'DONE' else 'NOT_READY' end;
  elsif p_action = 'close' then
    items := (select jsonb_agg(jsonb_build_object('item', i.item, 'count', i.count)) from merchant_open_items(m) i);
    outcome := case when items is null then 'DONE' else 'OPEN' end;
  else
    outcome := 'DONE';
  end if;
  if outcome <> 'DONE' then
    status := m.status;
    return;
  end if;
  if p_action = 'close' then
    perform request_cancel(p_merchant_id, c.payment_reference) from unended_checkouts(p_merchant_id) c where c.can_go;
    perform change_static_account(p_merchant_id, v.account_number, 'CLOSED', p_by ->> 'actor', 'MERCHANT_CLOSED')
       from static_account s join virtual_account v on v.virtual_account_id = s.virtual_account_id
      where s.merchant_id = p_merchant_id and v.status <> 'CLOSED';
  end if;
  update merchant x set status = move_merchant.status, status_reason = p_by ->> 'reason', status_changed_at = now()
   where x.merchant_id = p_merchant_id;
  if p_action = 'suspend' then
    perform hold_settlements(p_merchant_id);
  end if;
  perform record_audit(p_by, 'merchant.' || p_action, 'merchant', p_merchant_id, p_merchant_id,
                       jsonb_build_object('status', m.status), jsonb_build_object('status', status));
end $$;

-- A merchant as operators see it.
create view merchant_read as
  select m.*, merchant_contacts(m.merchant_id) as contacts,
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'channel', h.channel, 'place', h.place, 'feeBearer', coalesce(h.fee_bearer, m.fee_bearer),
                   'feePlanId', fee_plan_of(m.merchant_id, h.channel),
                   'next', (select coalesce(jsonb_agg(jsonb_build_object('feePlanId', f.fee_plan_id, 'from', rfc3339(f.holds_from))
                                                      order by f.holds_from), '[]')
                              from merchant_fee_plan f
                             where f.merchant_id = m.merchant_id and f.channel = h.channel and f.holds_from > now()))
                 order by h.place, h.channel), '[]')
            from merchant_channel h where h.merchant_id = m.merchant_id) as channels,
         (select coalesce(jsonb_agg(jsonb_build_object('prefix', p.prefix, 'status', p.status, 'isDefault', p.is_default)
                                    order by p.prefix), '[]')
            from merchant_prefix p where p.merchant_id = m.merchant_id) as prefixes,
         (select jsonb_agg(jsonb_build_object('item', c.item, 'done', c.done)) from merchant_checklist(m.merchant_id) c) as checklist
    from merchant m;
