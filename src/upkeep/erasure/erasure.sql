-- Finds and erases payers' personal data. Amounts, times, references and the bank's session ids stay, because the books depend on them.

-- A piece of a payer's data: a CHECKOUT, a STATIC_ACCOUNT, or a CREDIT that has no order.
create type payer_piece as (kind text, subject text, merchant_id text);

-- Returns the transfers of a piece.
create function credits_of_piece(p_kind text, p_subject text) returns setof inward_credit language plpgsql stable as $$
begin
  case p_kind
    when 'CHECKOUT' then
      return query select k.* from inward_credit k where k.checkout_id = p_subject;
    when 'CREDIT' then
      return query select k.* from inward_credit k where k.credit_id = p_subject;
    else
      return query select k.* from virtual_account v
        join inward_credit k on k.account_number = v.account_number and k.checkout_id is null and k.account_number is not null
       where v.virtual_account_id = p_subject and k.virtual_account_id = p_subject;
  end case;
end $$;

-- Returns the events about a piece. Events about a transfer without an order are found among its merchant's events, by
-- their content.
create function events_of_piece(p_kind text, p_subject text) returns setof event language plpgsql stable as $$
begin
  if p_kind = 'CHECKOUT' then
    return query select v.* from event v where v.checkout_id = p_subject;
  else
    return query select v.*
      from (select k.merchant_id, array_agg(k.credit_id) as credits, min(k.received_at) as since
              from credits_of_piece(p_kind, p_subject) k where k.merchant_id is not null group by k.merchant_id) x
      join event v on v.merchant_id = x.merchant_id and v.event_id >= id_floor('evt_', x.since - interval '1 minute')
     where v.checkout_id is null and v.body::jsonb -> 'data' ->> 'transactionReference' = any (x.credits);
  end if;
end $$;

-- Returns all pieces of a payer. p_payer: {email}, {phoneNumber} (E.164), {accountNumber, bankCode} (the account that sent money, or that
-- money was sent back to) or {checkoutId}; with {merchantId} only the pieces of one merchant. Transfers have no index by sender, so a search by account reads all
-- of them.
create function pieces_of_payer(p_payer jsonb) returns setof payer_piece language plpgsql stable as $$
declare
  merchant constant text := p_payer ->> 'merchantId';
  mail constant text := lower(p_payer ->> 'email');
  phone constant text := p_payer ->> 'phoneNumber';
  account constant text[] := array[p_payer ->> 'accountNumber', p_payer ->> 'bankCode'];
begin
  if p_payer ? 'checkoutId' then
    return query select 'CHECKOUT', c.checkout_id, c.merchant_id from checkout c where c.checkout_id = p_payer ->> 'checkoutId'
                    and (merchant is null or c.merchant_id = merchant);
  elsif p_payer ? 'email' then
    return query select 'CHECKOUT', c.checkout_id, c.merchant_id
      from merchant m
      join checkout c on hashtextextended(c.merchant_id || lower(c.customer ->> 'email'), 0) = hashtextextended(m.merchant_id || mail, 0)
     where c.merchant_id = m.merchant_id and lower(c.customer ->> 'email') = mail and (c.customer ->> 'email') is not null
       and (merchant is null or m.merchant_id = merchant);
    return query select 'STATIC_ACCOUNT', s.virtual_account_id, s.merchant_id from static_account s
      where lower(s.owner ->> 'email') = mail and (merchant is null or s.merchant_id = merchant);
  elsif p_payer ? 'phoneNumber' then
    return query select 'CHECKOUT', c.checkout_id, c.merchant_id
      from merchant m
      join checkout c on hashtextextended(c.merchant_id || (c.customer ->> 'phoneNumber'), 0) = hashtextextended(m.merchant_id || phone, 0)
     where c.merchant_id = m.merchant_id and c.customer ->> 'phoneNumber' = phone and (c.customer ->> 'phoneNumber') is not null
       and (merchant is null or m.merchant_id = merchant);
    return query select 'STATIC_ACCOUNT', s.virtual_account_id, s.merchant_id from static_account s
      where s.owner ->> 'phoneNumber' = phone and (merchant is null or s.merchant_id = merchant);
  else
    return query select distinct case when k.checkout_id is null then 'CREDIT' else 'CHECKOUT' end,
                                 coalesce(k.checkout_id, k.credit_id), k.merchant_id
      from inward_credit k
     where (array[k.source ->> 'accountNumber', k.source ->> 'bankCode'] = account
            or k.refunded_minor > 0 and exists (
              select from refund r where r.credit_id = k.credit_id
                and array[r.destination ->> 'accountNumber', r.destination ->> 'bankCode'] = account))
       and (merchant is null or k.merchant_id = merchant);
  end if;
end $$;

-- Returns the first reason for which the data of a piece is still needed. Null when it may be erased.
create function erasure_hold(p_kind text, p_subject text) returns text language plpgsql stable as $$
declare
  credits constant text[] := array(select k.credit_id from credits_of_piece(p_kind, p_subject) k);
  refunds constant text[] := array(select r.refund_id from refund r where r.credit_id = any (credits));
begin
  return case
    when exists (select from checkout c where c.checkout_id = p_subject and is_open_status(c.status)) then 'CHECKOUT_OPEN'
    when exists (select from virtual_account v where v.virtual_account_id = p_subject and v.status <> 'CLOSED') then 'ACCOUNT_NOT_CLOSED'
    -- The payer's account is still needed, because the transfer may have to be sent back to it.
    when exists (select from credits_of_piece(p_kind, p_subject) k where k.outcome is null
                    or k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED') and coalesce(k.resolution, 'KEPT') = 'KEPT') then 'TRANSFER_HELD'
    -- A refund that has failed is still owed to the payer.
    when exists (select from refund r where r.refund_id = any (refunds) and r.status <> 'SUCCESSFUL') then 'REFUND_OWED'
    when exists (select from dispute d where d.credit_id = any (credits) and d.status = 'OPENED') then 'DISPUTE_OPEN'
    when exists (select from card_attempt a where a.checkout_id = p_subject and is_open_attempt(a.status)) then 'CHARGE_OPEN'
    -- the case that asks for the erasure does not prevent the erasure
    when exists (select from attention_case c where c.status = 'OPEN' and c.subject <> 'ERASURE_ASKED:' || p_subject
                    and (c.checkout_id = p_subject or c.subject = any (credits || refunds || p_subject))) then 'CASE_OPEN'
    when exists (select from fact f where f.checkout_id = p_subject and f.applied_at is null) then 'WORKFLOW_RUNS'
    when exists (select from events_of_piece(p_kind, p_subject) v join webhook_delivery d on d.event_id = v.event_id
                  where d.status in ('PENDING', 'DELIVERING', 'RETRYING')) then 'WEBHOOK_UNDER_WAY' end;
end $$;

-- Returns an event's body without the payer's data, in the same shape. p_account_name: the name that the paid account number has from now
-- on.
create function without_payer(p_body text, p_account_name text) returns text language plpgsql immutable as $$
declare
  body constant jsonb := p_body::jsonb;
  data jsonb := body -> 'data' || '{"narration": null, "metadata": {}}';
  part text;
begin
  foreach part in array '{customer,source,card}'::text[] loop
    if jsonb_typeof(data -> part) = 'object' then
      data := jsonb_set(data, array[part], (select jsonb_object_agg(k.name, null) from jsonb_object_keys(data -> part) k (name)));
    end if;
  end loop;
  if jsonb_typeof(data -> 'virtualAccount') = 'object' then
    data := jsonb_set(data, '{virtualAccount,accountName}', to_jsonb(p_account_name));
  end if;
  return jsonb_set(body, '{data}', data)::text;
end $$;

-- Erases the payer's data that is stored with the order itself.
create function erase_checkout(p_checkout_id text, p_account_name text) returns void language plpgsql as $$
begin
  perform forget_customer(p_checkout_id);
  update virtual_account v set account_name = p_account_name where v.checkout_id = p_checkout_id;
  update card_attempt a set card = null, action = null, return_url = null where a.checkout_id = p_checkout_id;
end $$;

-- Erases the holder of a static account that is closed. A random value replaces the hash of the identity number.
create function erase_static_account(p_virtual_account_id text, p_account_name text) returns void language plpgsql as $$
begin
  update static_account s
     set owner = '{"accountName": null, "firstName": null, "lastName": null, "email": "erased", "phoneNumber": "erased"}',
         name_words = '', metadata = '{}', identity_last4 = '0000',
         identity_hash = sha256(convert_to(gen_random_uuid()::text, 'UTF8'))
   where s.virtual_account_id = p_virtual_account_id;
  update static_account_change h set reason = null where h.virtual_account_id = p_virtual_account_id;
  update virtual_account v set account_name = p_account_name where v.virtual_account_id = p_virtual_account_id;
end $$;

-- Erases the recipients and the texts of an order's messages. Whether the payer's address refuses messages is forgotten too, because an
-- erased payer must be unknown to us, even by the hash of the address. What is known of the merchant's own addresses stays.
create function forget_messages(p_checkout_id text) returns void language plpgsql as $$
declare m message;
begin
  for m in select * from messages_of_order(p_checkout_id) loop
    delete from message_copy k where k.message_id = m.message_id;
    if m.recipient = 'PAYER' then
      delete from refused_address r where r.address_hash = m.address_hash;
      update message x set address_hash = null where x.message_id = m.message_id and x.address_hash is not null;
    end if;
  end loop;
end $$;

-- Erases a piece that nothing holds. The caller has the lock of the piece.
create function erase_piece(p_piece payer_piece) returns void language plpgsql as $$
declare
  credits constant text[] := array(select k.credit_id from credits_of_piece((p_piece).kind, (p_piece).subject) k);
  events constant text[] := array(select v.event_id from events_of_piece((p_piece).kind, (p_piece).subject) v);
  name constant text := coalesce(
    (select nip_text(m.trade_name) from merchant m where m.merchant_id = (p_piece).merchant_id), 'ERASED');
begin
  case (p_piece).kind
    when 'CHECKOUT' then perform erase_checkout((p_piece).subject, name);
    when 'STATIC_ACCOUNT' then perform erase_static_account((p_piece).subject, name);
    else null;
  end case;
  update inward_credit k set source = '{}', narration = null where k.credit_id = any (credits);
  update refund r set destination = '{}', note = null where r.credit_id = any (credits);
  -- The reason that somebody wrote in the portal became the note of the refund.
  update refund_proposal p set reason = 'erased' where p.transaction_reference = any (credits);
  update dispute_answer a set evidence = '{}'
    from dispute d where d.credit_id = any (credits) and a.dispute_id = d.dispute_id and a.evidence is not null;
  delete from evidence_file f using dispute d where d.credit_id = any (credits) and f.dispute_id = d.dispute_id;
  delete from shown_proposal s using attention_case c
   where c.case_number = s.case_number and (c.subject = any (credits || (p_piece).subject)
      or c.subject in (select r.refund_id from refund r where r.credit_id = any (credits)));
  update attention_case c set proposal = null
   where c.proposal is not null and (c.subject = any (credits || (p_piece).subject)
      or c.subject in (select r.refund_id from refund r where r.credit_id = any (credits)));
  if (p_piece).kind = 'CHECKOUT' then
    perform forget_messages((p_piece).subject);
  end if;
  update event v set body = without_payer(v.body, name) where v.event_id = any (events);
  -- The answers to the events are deleted, because a merchant's server may have answered with the body that it was sent.
  update webhook_attempt a set response = null
    from webhook_delivery d where d.event_id = any (events) and a.delivery_id = d.delivery_id and a.response is not null;
end $$;

-- Returns a payer's data, piece by piece, and the reason for which a piece is kept (held_by). With p_by, the actor for the audit, the
-- function also erases the pieces that nothing holds.
create function erase_payer(p_payer jsonb, p_by jsonb default null)
returns table (kind text, subject text, merchant_id text, payment_reference text, transfers integer, events integer, held_by text)
language plpgsql as $$
declare piece payer_piece;
begin
  for piece in select * from pieces_of_payer(p_payer) p order by p.kind, p.subject loop
    if p_by is not null and piece.kind = 'STATIC_ACCOUNT' then
      perform from static_account s where s.virtual_account_id = piece.subject for no key update;
    elsif p_by is not null and piece.kind = 'CREDIT' then
      perform lock_case(piece.subject);
    elsif p_by is not null then
      perform from checkout c where c.checkout_id = piece.subject for no key update;
    end if;
    kind := piece.kind;
    subject := piece.subject;
    merchant_id := piece.merchant_id;
    payment_reference := (select c.payment_reference from checkout c where c.checkout_id = piece.subject);
    transfers := (select count(*) from credits_of_piece(piece.kind, piece.subject));
    events := (select count(*) from events_of_piece(piece.kind, piece.subject));
    held_by := erasure_hold(piece.kind, piece.subject);
    if p_by is not null and held_by is null then
      perform erase_piece(piece);
      perform record_audit(p_by, 'payer.erase', replace(lower(piece.kind), '_', '-'), piece.subject, piece.merchant_id, null,
                           jsonb_build_object('transfers', transfers, 'events', events));
    end if;
    return next;
  end loop;
end $$;

-- Erases the payer of one order if nobody has changed the order since p_before and nothing holds it. Returns the reason that holds it, or
-- null when the payer is erased.
create function erase_old_order(p_checkout_id text, p_before timestamptz) returns text language plpgsql as $$
declare
  c checkout;
  held text;
  is_known boolean;
begin
  select * into c from checkout x where x.checkout_id = p_checkout_id for no key update skip locked;
  -- The customer of a payment link may be known by a phone number alone.
  is_known := coalesce(c.customer ->> 'email', c.customer ->> 'phoneNumber') is not null;
  held := case when c.checkout_id is null then 'IN_USE'
               when not is_known then null   -- erased before
               when c.updated_at >= p_before then 'CHANGED_LATELY'
               else erasure_hold('CHECKOUT', p_checkout_id) end;
  if held is null and is_known then
    perform erase_piece(('CHECKOUT', p_checkout_id, c.merchant_id)::payer_piece);
  end if;
  return held;
end $$;

-- Erases the payers of the next old orders that nothing holds, and tries the orders again that were held a day ago. One entry of the audit
-- stands for all of them. looked: the number of orders that were tried. It is 0 when there are no more, or when another process is at work.
create function erase_old_payers(p_before timestamptz, p_limit integer, p_by jsonb, out looked integer, out erased integer)
language plpgsql as $$
declare
  reached text;
  next_one text;
  held text;
begin
  looked := 0;
  erased := 0;
  select p.position into reached from erasure_progress p for update skip locked;
  if not found then
    return;
  end if;
  for next_one in
    (select w.checkout_id from erasure_waiting w where w.look_at <= now() order by w.look_at limit p_limit)
    union all
    (select c.checkout_id from checkout c where c.checkout_id > reached and c.checkout_id < id_floor('chk_', p_before)
      order by c.checkout_id limit p_limit)
  loop
    looked := looked + 1;
    reached := greatest(reached, next_one);
    held := erase_old_order(next_one, p_before);
    if held is null then
      erased := erased + 1;
      delete from erasure_waiting w where w.checkout_id = next_one;
    else
      insert into erasure_waiting (checkout_id, held_by, look_at) values (next_one, held, now() + interval '1 day')
        on conflict (checkout_id) do update set held_by = excluded.held_by, look_at = excluded.look_at;
    end if;
  end loop;
  update erasure_progress p set position = reached;
  if erased > 0 then
    perform record_audit(p_by, 'payer.erase-old', 'checkout', reached, null, null,
                         jsonb_build_object('orders', erased, 'before', rfc3339(p_before)));
  end if;
end $$;
