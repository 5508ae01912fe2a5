-- Writes the e-mails to a merchant's contacts, in the transaction of their cause.

-- Writes a message to those of these contacts that a merchant has, once for each address; without a cause, it writes
-- nothing. p_tell_at: the time at which the message is sent, if its cause still holds then; null: now.
create function notify_contacts(p_merchant_id text, p_kind text, p_contacts text[], p_cause text, p_tell_at timestamptz default null)
returns void language sql as $$
  insert into message (message_id, kind, cause, recipient, channel, merchant_id, tell_at, due_at)
    select new_id('msg_'), p_kind, p_cause, t.kind, 'EMAIL', p_merchant_id, p_tell_at, coalesce(p_tell_at, now())
      from (select distinct on (lower(c.email)) c.kind from merchant_contact c
             where c.merchant_id = p_merchant_id and c.kind = any (p_contacts)
             order by lower(c.email), array_position(p_contacts, c.kind)) t
     where p_cause is not null and exists (select from message_channel x where x.channel = 'EMAIL')
    on conflict do nothing
$$;

-- Notifies contacts, and addresses that were contacts until not long ago, of an entry of the audit that a thief could have
-- caused. p_audit_id: null when nothing has changed.
create function notify_security(p_merchant_id text, p_kind text, p_contacts text[], p_audit_id bigint) returns void language sql as $$
  select notify_contacts(p_merchant_id, p_kind, p_contacts, 'aud_' || p_audit_id);
  insert into message (message_id, kind, cause, recipient, person, channel, merchant_id)
    select new_id('msg_'), p_kind, 'aud_' || p_audit_id, 'FORMER', t.former_contact_id::text, 'EMAIL', p_merchant_id
      from (select distinct on (lower(f.email)) f.former_contact_id from former_contact f
             where f.merchant_id = p_merchant_id and f.replaced_at > now() - interval '30 days'
               and not exists (select from merchant_contact c
                                where c.merchant_id = f.merchant_id and c.kind = any (p_contacts) and lower(c.email) = lower(f.email))
             order by lower(f.email), f.former_contact_id desc) t
     where p_audit_id is not null and exists (select from message_channel x where x.channel = 'EMAIL')
    on conflict do nothing;
$$;

-- Names one period in which an endpoint fails.
create function failing_cause(p_merchant_id text, p_endpoint integer, p_since timestamptz) returns text language sql stable as $$
  select p_merchant_id || '/' || rfc3339(p_since) || case when p_endpoint > 1 then '/' || p_endpoint else '' end
$$;

-- Notifies the technical contact that an endpoint fails, was switched off, or takes events again. Only a contact that was
-- notified of the failure is notified that the endpoint is back.
create function notify_of_endpoint(p_merchant_id text, p_endpoint integer, p_kind text, p_since timestamptz) returns void
language sql as $$
  select notify_contacts(p_merchant_id, p_kind, '{TECHNICAL}', failing_cause(p_merchant_id, p_endpoint, p_since))
   where p_kind <> 'WEBHOOK_BACK' or exists (
     select from message m
      where m.cause = failing_cause(p_merchant_id, p_endpoint, p_since) and m.kind in ('WEBHOOK_FAILING', 'WEBHOOK_OFF'))
$$;
