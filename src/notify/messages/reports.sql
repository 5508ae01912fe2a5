-- The outcomes of messages: the answers and reports of their senders, and the addresses that take no messages.

-- Marks an address that takes no messages from now on.
create function refuse_address(p_hash bytea, p_reason text, p_message_id text) returns void language sql as $$
  insert into refused_address (address_hash, reason, message_id) select p_hash, p_reason, p_message_id where p_hash is not null
  on conflict (address_hash) do update set reason = excluded.reason, message_id = excluded.message_id, refused_at = now()
$$;

-- Takes a lock, so that a report, and the answer that brings its reference, are written down one after the other. If both were written at
-- the same time, each would miss the other.
create function lock_report(p_sender text, p_reference text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('message report ' || p_sender || ' ' || p_reference, 0))
$$;

-- Writes down the outcomes of attempts: {messageId, attempt, status, reason, sender, reference, dueInMs, isAddress}. An
-- attempt that another has overtaken changes nothing. A report that has come before the answer counts now.
create function record_message_attempts(p_attempts jsonb) returns void language plpgsql as $$
declare
  s record;
  m message;
  report message_report;
begin
  for s in
    select * from jsonb_to_recordset(p_attempts) as t (
      "messageId" text, attempt integer, status text, reason text, sender text, reference text, "dueInMs" bigint, "isAddress" boolean)
    order by "messageId"
  loop
    if s.reference is not null then
      perform lock_report(s.sender, s.reference);
    end if;
    update message x
       set status = s.status, reason = s.reason, sender = s.sender, reference = coalesce(s.reference, x.reference),
           due_at = case when s.status = 'PENDING' then now() + interval '1 millisecond' * s."dueInMs" else x.due_at end,
           ended_at = case when s.status not in ('PENDING', 'SENDING') then now() end
     where x.message_id = s."messageId" and x.status = 'SENDING' and x.attempts = s.attempt
    returning * into m;
    if not found then
      continue;
    end if;
    if s."isAddress" then
      perform refuse_address(m.address_hash, 'REFUSED', m.message_id);
    end if;
    delete from message_report r where r.sender = m.sender and r.reference = m.reference returning * into report;
    if found then
      perform report_message(report.sender, report.reference, report.outcome);
    end if;
  end loop;
end $$;

-- Writes down a report about a message that was sent; p_is_address: its address takes no messages. A repeated report, or one
-- that comes after a report that says more, changes nothing. So a message that is on the phone stays delivered, and an
-- address whose mark an operator has lifted is not marked again by the old bounce. Returns whether something has changed.
create function note_report(p_message_id text, p_outcome text, p_is_address boolean) returns boolean language plpgsql as $$
declare m message;
begin
  update message x
     set status = case p_outcome when 'COMPLAINED' then x.status else p_outcome end,
         reason = case p_outcome when 'DELIVERED' then null else p_outcome end,
         ended_at = case when p_outcome = 'COMPLAINED' then x.ended_at else now() end
   where x.message_id = p_message_id and x.reason is distinct from p_outcome and case p_outcome
     when 'DELIVERED' then x.status in ('SENDING', 'ACCEPTED', 'REFUSED')
     when 'REFUSED' then x.status in ('SENDING', 'ACCEPTED')
     when 'BOUNCED' then x.status <> 'BOUNCED'
     else true end
  returning * into m;
  if not found then
    return false;
  end if;
  if p_is_address then
    perform refuse_address(m.address_hash, p_outcome, m.message_id);
  end if;
  return true;
end $$;

-- Records a sender's report about a message that it has accepted. Returns the message's id. Null: the message is not known;
-- the report is kept for a while, because it may come before the sender's answer.
create function report_message(p_sender text, p_reference text, p_outcome text) returns text language plpgsql as $$
declare id text;
begin
  perform lock_report(p_sender, p_reference);
  select x.message_id into id from message x
   where x.sender = p_sender and x.reference = p_reference order by x.message_id desc limit 1;
  if not found then
    insert into message_report as r (sender, reference, outcome) values (p_sender, p_reference, p_outcome)
      on conflict (sender, reference) do update set outcome = excluded.outcome, reported_at = now() where r.outcome <> 'DELIVERED';
    return null;
  end if;
  perform note_report(id, p_outcome, p_outcome in ('BOUNCED', 'COMPLAINED'));
  return id;
end $$;

-- Records a bounce or a complaint that has come to the mailbox; p_is_address: it says that the address takes no messages.
-- Returns CHANGED, KNOWN when it was recorded before, or NOT_OURS for a message that we never sent by e-mail.
create function report_bounce(p_message_id text, p_outcome text, p_is_address boolean) returns text language sql as $$
  select case
    when not exists (select from message m where m.message_id = p_message_id and m.channel = 'EMAIL' and m.attempts > 0) then 'NOT_OURS'
    when note_report(p_message_id, p_outcome, p_is_address) then 'CHANGED'
    else 'KNOWN' end
$$;

-- Returns why and since when the address of a message takes no messages; null: it takes them.
create function refusal_of(m message) returns refused_address language sql stable as $$
  select r.* from refused_address r
   where r.address_hash in (
     m.address_hash, address_hash(address_of(m, coalesce((select t.messages from merchant t where t.merchant_id = m.merchant_id), '{}'))))
   order by r.refused_at desc limit 1
$$;

-- Lets messages go to the address of a message again, for an operator. Returns LIFTED, NOT_REFUSED or RESOURCE_NOT_FOUND.
-- The audit names the message, and no address.
create function lift_refusal(p_message_id text, p_by jsonb) returns text language plpgsql as $$
declare
  m message;
  refusal refused_address;
begin
  select * into m from message x where x.message_id = p_message_id;
  if not found then
    return 'RESOURCE_NOT_FOUND';
  end if;
  refusal := refusal_of(m);
  delete from refused_address r where r.address_hash = refusal.address_hash;
  if not found then
    return 'NOT_REFUSED';
  end if;
  perform record_audit(p_by, 'message.address-accept', 'message', p_message_id, m.merchant_id,
                       jsonb_build_object('refused', refusal.reason, 'since', rfc3339(refusal.refused_at)), null);
  return 'LIFTED';
end $$;
