-- Messages to people: they are written together with their cause, and claimed by the courier. reports.sql has the outcomes.

-- Writes a message to the payer of an order, once for each cause: by e-mail, else by SMS, where we know the address and a sender
-- carries it.
create function notify_payer(c checkout, p_kind text, p_cause text) returns void language plpgsql as $$
declare
  -- the first by name: EMAIL stands before SMS
  way constant text := (select min(x.channel) from message_channel x
                         where c.customer ->> case x.channel when 'EMAIL' then 'email' else 'phoneNumber' end is not null);
begin
  if way is null then
    return;
  end if;
  insert into message (message_id, kind, cause, recipient, channel, merchant_id, checkout_id)
    values (new_id('msg_'), p_kind, p_cause, 'PAYER', way, c.merchant_id, c.checkout_id)
    on conflict do nothing;
end $$;

-- Writes the messages to an order's payer about the events that the merchant gets. p_refund_id, p_dispute: the refund or
-- dispute that the events are about.
create function notify_payer_of_events(c checkout, k inward_credit, p_types text[], p_refund_id text, p_dispute json) returns void
language plpgsql as $$
declare event_type text;
begin
  foreach event_type in array p_types loop
    case event_type
      when 'checkout.successful' then perform notify_payer(c, 'RECEIPT', c.checkout_id);
      when 'checkout.underpaid' then
        -- a part that is enough by the merchant's policy gets a receipt instead
        if 'checkout.successful' <> all (p_types) then
          perform notify_payer(c, 'TOO_LITTLE', k.credit_id);
        end if;
      when 'checkout.overpaid' then perform notify_payer(c, 'TOO_MUCH', k.credit_id);
      when 'checkout.late_payment' then perform notify_payer(c, 'LATE', k.credit_id);
      when 'checkout.duplicate_payment' then perform notify_payer(c, 'TWICE', k.credit_id);
      when 'refund.successful' then perform notify_payer(c, 'REFUND_DONE', p_refund_id);
      when 'refund.needs_account' then perform notify_payer(c, 'REFUND_NEEDS_ACCOUNT', p_refund_id);
      when 'transaction.reversed' then
        -- the payer's own bank takes back money that was sent, and notifies its customer itself
        if k.account_number is null then
          perform notify_payer(c, 'DISPUTE_REFUND', p_dispute ->> 'reference');
        end if;
      else null;
    end case;
  end loop;
end $$;

-- A message with all that is needed to send it but its text.
create type claimed_message as (
  message_id text, kind text, cause text, recipient text, person text, channel text, repeat integer, merchant_id text, checkout_id text,
  attempt integer, created_at timestamptz, address text, address_hash bytea, choices jsonb
);

-- Returns the present address of a message's reader; null: we know no address any more.
create function address_of(m message, p_choices jsonb) returns text language sql stable as $$
  select case m.recipient
    when 'PAYER' then (select c.customer ->> case m.channel when 'EMAIL' then 'email' else 'phoneNumber' end
                         from checkout c where c.checkout_id = m.checkout_id)
    when 'COPY' then p_choices ->> 'copyTo'
    when 'OPERATOR' then (select t.email from told_operator t where t.told_operator_id = m.person)
    when 'PERSON' then (select p.email from person p where p.person_id = m.person and p.realm = 'MERCHANT')
    when 'FORMER' then (select f.email from former_contact f where f.former_contact_id = m.person::bigint)
    else (select case m.channel when 'EMAIL' then t.email else t.phone_number end
            from merchant_contact t where t.merchant_id = m.merchant_id and t.kind = m.recipient) end
$$;

-- Returns the hash by which an address is known again without being kept. src/domain/message-address.ts has the same rule.
create function address_hash(p_address text) returns bytea language sql immutable as $$
  select sha256(convert_to('manilla message address ' || lower(p_address), 'UTF8'))
$$;

-- Tells whether messages of a kind report what a thief would do. Nobody can switch such a message off.
create function is_security_message(p_kind text) returns boolean language sql immutable as $$
  select p_kind in ('ACCOUNT_CHANGED', 'WEBHOOK_CHANGED', 'KEY_CHANGED', 'KEY_NEW_NETWORK', 'RIGHTS_CHANGED', 'PEOPLE_CHANGED', 'INVITATION',
                    'PASSWORD_LINK', 'CONFIRMATION_ASKED')
$$;

-- Tells whether the merchant wants this kind to be sent this way. A message that an operator asks for again is always
-- wanted.
create function is_wanted(m message, p_choices jsonb) returns boolean language sql immutable as $$
  select m.repeat > 0 or m.kind = 'DIGEST' or is_security_message(m.kind) or coalesce(
    (p_choices -> 'kinds' -> m.kind ->> case when m.recipient = 'COPY' then 'copy' when m.channel = 'SMS' then 'sms' else 'email' end)::boolean,
    m.recipient <> 'COPY' and m.channel = 'EMAIL')
$$;

-- Returns the reason why a message must not be sent; null: the message may be sent. The reason is shown to operators.
create function message_refused(m message, p_choices jsonb, p_address text, p_hash bytea, p_patience interval) returns text
language sql stable as $$
  select case
    when p_address is null then 'NO_ADDRESS'
    when not exists (select from message_channel x where x.channel = m.channel) then 'NO_SENDER'
    when not is_wanted(m, p_choices) then 'NOT_WANTED'
    when coalesce(m.tell_at, m.created_at) < now() - p_patience then 'TOO_LATE'
    when exists (select from refused_address r where r.address_hash = p_hash) then 'ADDRESS_REFUSED' end
$$;

-- Returns the time at which a message may be sent, and the reason of the wait; null: it may be sent now. p_rules: messageRules
-- of src/domain/message-schedule.ts, and quietUntil, null when an SMS may be sent.
create function message_waits(m message, p_hash bytea, p_rules jsonb, out until timestamptz, out reason text) language plpgsql stable as $$
begin
  if m.channel = 'SMS' and p_rules ->> 'quietUntil' is not null then
    until := (p_rules ->> 'quietUntil')::timestamptz;
    reason := 'QUIET_HOURS';
  -- These have limits of their own, and whoever fills an address must not hold them back.
  elsif m.kind not in ('ATTENTION', 'PASSWORD_LINK') and (select count(*) from message x where x.address_hash = p_hash and x.sent_at > now() - interval '1 hour' and x.message_id <> m.message_id)
        >= (p_rules ->> 'perAddressAndHour')::int then
    until := now() + interval '10 minutes';
    reason := 'ADDRESS_LIMIT';
  elsif m.attempts = 0 and m.recipient in ('PAYER', 'COPY') and (select n.messages from message_count n where n.merchant_id = m.merchant_id and n.day = lagos_date(now()))
        >= (p_rules ->> 'perMerchantAndDay')::int then
    until := lagos_midnight(lagos_date(now()) + 1);
    reason := 'MERCHANT_LIMIT';
  end if;
end $$;

-- Writes what the merchant wants besides the e-mail to a payer: an SMS, and a copy. This happens when the e-mail is first
-- looked at, so that a payment writes one row.
create function write_siblings(m message, p_choices jsonb) returns void language sql as $$
  insert into message (message_id, kind, cause, recipient, channel, merchant_id, checkout_id)
    select new_id('msg_'), m.kind, m.cause, w.recipient, w.channel, m.merchant_id, m.checkout_id
      from (values ('PAYER', 'SMS', 'sms'), ('COPY', 'EMAIL', 'copy')) w (recipient, channel, choice)
     where (p_choices -> 'kinds' -> m.kind ->> w.choice)::boolean and (w.recipient, w.channel) <> (m.recipient, m.channel)
       and exists (select from message_channel x where x.channel = w.channel)
    on conflict do nothing
$$;

-- Merges messages that are too many for one address in an hour into one message of the next hour, which counts them by kind.
-- Payers get each of their messages.
create function gather_digest(m message, p_choices jsonb) returns void language plpgsql as $$
declare
  at constant timestamptz := date_trunc('hour', now()) + interval '1 hour';
  digest message;
begin
  insert into message as x (message_id, kind, cause, recipient, person, channel, merchant_id, tell_at, due_at)
    values (new_id('msg_'), 'DIGEST', m.merchant_id || '/' || rfc3339(at), m.recipient, m.person, m.channel,
            m.merchant_id, at, at)
    on conflict on constraint message_once do update set tell_at = x.tell_at
    returning * into digest;
  update message x set status = 'NOT_SENT', reason = 'IN_DIGEST', digest_id = digest.message_id, ended_at = now()
   where x.message_id in (
     select o.message_id from message o
      where o.status = 'PENDING' and o.due_at <= now() and o.kind not in ('DIGEST', 'INVITATION', 'PASSWORD_LINK') and o.repeat = 0 and is_wanted(o, p_choices)
        and (o.recipient, o.channel) = (m.recipient, m.channel)
        and o.merchant_id = m.merchant_id and o.person is not distinct from m.person
      for update skip locked);
end $$;

-- Returns the messages that are due, of these channels, in the order in which they are sent: those to payers last, because every payment
-- causes one; merchants alternate, and each has its oldest first. Of those to payers, and of the others, only the p_limit oldest are
-- looked at. p_rules: underWay, how many messages of each merchant are
-- being sent; receiptsWaitMs, how long receipts must have been due, because they come with every payment and let other work
-- go first.
create function due_messages(p_limit integer, p_channels text[], p_rules jsonb) returns setof text language sql stable as $$
  select t.message_id
    from (select d.message_id, d.due_at, d.is_last,
                 row_number() over (partition by d.merchant_id, d.is_last order by d.due_at)
                   + coalesce((p_rules -> 'underWay' ->> d.merchant_id)::int, 0) as turn
            from ((select x.message_id, x.merchant_id, x.due_at, false as is_last from message x
                    where x.status in ('PENDING', 'SENDING') and x.due_at <= now() and x.channel = any (p_channels)
                      and x.recipient not in ('PAYER', 'COPY')
                    order by x.due_at limit p_limit)
                  union all
                  (select x.message_id, x.merchant_id, x.due_at, true from message x
                    where x.status in ('PENDING', 'SENDING') and x.due_at <= now() and x.channel = any (p_channels)
                      and x.recipient in ('PAYER', 'COPY')
                      and (x.kind <> 'RECEIPT' or x.repeat > 0
                           or x.due_at <= now() - interval '1 millisecond' * (p_rules ->> 'receiptsWaitMs')::int)
                    order by x.due_at limit p_limit)) d) t
   order by t.is_last, t.turn, t.due_at limit p_limit
$$;

-- Takes the messages that are due, of these channels. Messages that must not be sent, or not yet, are written down as such
-- and not returned. They take no room of p_limit, and about a thousand of them are looked at in one transaction. Claims come
-- one after the other, because two at once would write counts and digests of the same merchants in different orders.
create function claim_messages(p_limit integer, p_channels text[], p_lease_ms integer, p_rules jsonb) returns setof claimed_message
language plpgsql as $$
declare
  id text;
  m message;
  choices jsonb;
  address text;
  hash bytea;
  refused text;
  waits record;
  room integer := p_limit;
begin
  perform pg_advisory_xact_lock(hashtextextended('claim messages', 0));
  for id in select due_messages(p_limit + 1000, p_channels, p_rules) loop
    -- A digest may have taken the message since the order was read.
    select * into m from message x
     where x.message_id = id and x.status in ('PENDING', 'SENDING') and x.due_at <= now() for update skip locked;
    continue when not found;
    choices := coalesce((select t.messages from merchant t where t.merchant_id = m.merchant_id), '{}');
    address := address_of(m, choices);
    hash := address_hash(address);
    if m.recipient = 'PAYER' and m.attempts = 0 and m.repeat = 0 then
      perform write_siblings(m, choices);
    end if;
    refused := message_refused(m, choices, address, hash, make_interval(hours => (p_rules ->> 'patienceHours')::int));
    if refused is not null then
      update message x set status = 'NOT_SENT', reason = refused, ended_at = now() where x.message_id = m.message_id;
      continue;
    end if;
    select * into waits from message_waits(m, hash, p_rules);
    if waits.reason = 'ADDRESS_LIMIT' and m.recipient <> 'PAYER' and m.kind not in ('DIGEST', 'INVITATION') and m.attempts = 0 and m.repeat = 0 then
      perform gather_digest(m, choices);
      continue;
    end if;
    if waits.until is not null then
      update message x set status = 'PENDING', due_at = waits.until, reason = waits.reason where x.message_id = m.message_id;
      continue;
    end if;
    if m.attempts = 0 and m.recipient in ('PAYER', 'COPY') then
      insert into message_count as n (merchant_id, day, messages) values (m.merchant_id, lagos_date(now()), 1)
        on conflict (merchant_id, day) do update set messages = n.messages + 1;
    end if;
    update message x
       set status = 'SENDING', attempts = x.attempts + 1, reason = null, address_hash = hash, sent_at = coalesce(x.sent_at, now()),
           due_at = now() + interval '1 millisecond' * p_lease_ms
     where x.message_id = m.message_id returning * into m;
    return next (m.message_id, m.kind, m.cause, m.recipient, m.person, m.channel, m.repeat, m.merchant_id, m.checkout_id, m.attempts,
                 m.created_at, address, hash, choices)::claimed_message;
    room := room - 1;
    exit when room = 0;
  end loop;
end $$;

-- The worker says which sender carries each channel: {"EMAIL": "smtp"}. Null: none does.
create function set_message_channels(p_senders jsonb) returns void language sql as $$
  delete from message_channel c where p_senders ->> c.channel is null;
  insert into message_channel (channel, sender)
    select s.key, s.value from jsonb_each_text(p_senders) s where s.value is not null
    on conflict (channel) do update set sender = excluded.sender where message_channel.sender is distinct from excluded.sender;
$$;

-- Keeps a message as it would have been sent. p_sealed opens only with the message's id.
create function keep_message_copy(p_message_id text, p_sealed bytea) returns void language sql as $$
  insert into message_copy (message_id, sealed) values (p_message_id, p_sealed) on conflict (message_id) do nothing
$$;

-- The messages about an order, its payments, refunds and disputes, the newest first.
create function messages_of_order(p_checkout_id text) returns setof message language sql stable as $$
  with causes as (
    select p_checkout_id as cause
    union all select k.credit_id from inward_credit k where k.checkout_id = p_checkout_id
    union all select r.refund_id from inward_credit k join refund r on r.credit_id = k.credit_id
               where k.checkout_id = p_checkout_id and k.refunded_minor > 0
    union all select d.dispute_id from inward_credit k join dispute d on d.credit_id = k.credit_id where k.checkout_id = p_checkout_id
  )
  select m.* from message m where m.cause in (select c.cause from causes c) order by m.created_at desc, m.message_id desc
$$;

-- The messages that an operator looks for: by an order, a transaction, a refund, a dispute, a settlement, a merchant (those to its
-- contacts), or a payer's e-mail address.
create function messages_about(p_about text) returns setof message language plpgsql stable as $$
begin
  if p_about like '%@%' then
    return query select o.* from merchant t
      join checkout c on hashtextextended(c.merchant_id || lower(c.customer ->> 'email'), 0) = hashtextextended(t.merchant_id || lower(p_about), 0)
      cross join lateral messages_of_order(c.checkout_id) o
     where c.merchant_id = t.merchant_id and lower(c.customer ->> 'email') = lower(p_about) and (c.customer ->> 'email') is not null;
  elsif p_about like 'msg\_%' then
    return query select m.* from message m where m.message_id = p_about;
  elsif p_about like 'chk\_%' then
    return query select o.* from messages_of_order(p_about) o;
  elsif p_about like 'mch\_%' then
    return query select m.* from message m where m.merchant_id = p_about and m.recipient not in ('PAYER', 'COPY');
  elsif p_about like 'stl\_%' then
    return query select m.* from settlement s join message m on m.merchant_id = s.merchant_id and m.recipient not in ('PAYER', 'COPY')
     where s.settlement_id = p_about and m.cause like p_about || '/%';
  elsif p_about ~ '^(txn|rfd|dsp)_' then
    return query select m.* from message m where m.cause = p_about;
  else
    return query select o.* from checkout c cross join lateral messages_of_order(c.checkout_id) o where c.payment_reference = p_about;
  end if;
end $$;

-- Sends a message once more when an operator asks for it, as another message with another id. outcome: QUEUED, UNDER_WAY while
-- the last message still is, RESOURCE_NOT_FOUND.
create function send_message_again(p_message_id text, p_by jsonb, out outcome text, out new_message_id text) language plpgsql as $$
declare
  m message;
  last_one message;
begin
  select * into m from message x where x.message_id = p_message_id;
  if not found then
    outcome := 'RESOURCE_NOT_FOUND';
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(m.cause || m.kind || m.recipient || m.channel, 0));
  select * into last_one from message x
   where (x.cause, x.kind, x.recipient, x.channel) = (m.cause, m.kind, m.recipient, m.channel) and x.person is not distinct from m.person
   order by x.repeat desc limit 1;
  if last_one.status in ('PENDING', 'SENDING') then
    outcome := 'UNDER_WAY';
    return;
  end if;
  insert into message (message_id, kind, cause, recipient, person, channel, repeat, merchant_id, checkout_id)
    values (new_id('msg_'), m.kind, m.cause, m.recipient, m.person, m.channel, last_one.repeat + 1, m.merchant_id, m.checkout_id)
    returning message_id into new_message_id;
  perform record_audit(p_by, 'message.send-again', 'message', p_message_id, m.merchant_id, null,
                       jsonb_build_object('messageId', new_message_id, 'kind', m.kind, 'recipient', m.recipient));
  outcome := 'QUEUED';
end $$;
