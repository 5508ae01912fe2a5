-- The facts for messages to merchants' contacts, read when a message is sent. A function returns null when the facts no longer hold.

-- Returns a chargeback that still waits for its answer.
create function dispute_facts(p_dispute_id text) returns jsonb language sql stable as $$
  select jsonb_build_object('disputeId', d.dispute_id, 'amount', d.amount_minor::text, 'dueAt', rfc3339(d.evidence_due_at),
                            'openedAt', rfc3339(d.opened_at), 'paymentReference', coalesce(c.payment_reference, d.credit_id), 'why', d.reason)
    from dispute d left join checkout c on c.checkout_id = d.checkout_id
   where d.dispute_id = p_dispute_id and d.status = 'OPENED'
     and not exists (select from dispute_answer a where a.dispute_id = d.dispute_id and a.status <> 'REFUSED')
$$;

-- Returns an endpoint if it is still in the state that the message reports.
create function endpoint_facts(p_kind text, p_cause text) returns jsonb language sql stable as $$
  select jsonb_build_object(
           'url', split_part(e.url, '?', 1), 'since', split_part(p_cause, '/', 2), 'why', e.disabled_reason,
           -- Two counts, because each has an index of its own: one count would read all deliveries of the table.
           'waiting', ((select count(*) from webhook_delivery d
                         where d.merchant_id = e.merchant_id and d.endpoint = e.endpoint and d.status in ('PENDING', 'DELIVERING'))
                     + (select count(*) from webhook_delivery d
                         where d.merchant_id = e.merchant_id and d.endpoint = e.endpoint and d.status = 'RETRYING'))::text)
    from webhook_endpoint e
   where e.merchant_id = split_part(p_cause, '/', 1) and e.endpoint = coalesce(nullif(split_part(p_cause, '/', 3), '')::integer, 1)
     and case p_kind when 'WEBHOOK_FAILING' then e.status = 'ACTIVE' and rfc3339(e.failing_since) = split_part(p_cause, '/', 2)
                     when 'WEBHOOK_OFF' then e.status <> 'ACTIVE'
                     else e.status = 'ACTIVE' end
$$;

-- Returns a settlement if it is still in the state that the message reports.
create function settlement_facts(p_kind text, p_cause text) returns jsonb language sql stable as $$
  select jsonb_build_object(
           'amount', (case p_kind when 'SETTLEMENT_PAID' then s.paid_minor when 'SETTLEMENT_FAILED' then s.net_minor - s.paid_minor
                                  else s.net_minor end)::text, 'currency', s.currency,
           'partOf', case when p_kind = 'SETTLEMENT_FAILED' and s.paid_minor > 0 then s.net_minor end::text,
           'settlementReference', s.settlement_reference, 'account', masked(s.account_number), 'bank', s.bank_name,
           'transactions', s.transaction_count::text, 'why', coalesce(s.hold_reason, s.failure), 'at', rfc3339(s.completed_at))
    from settlement_read s
   where s.settlement_id = split_part(p_cause, '/', 1)
     and case p_kind when 'SETTLEMENT_PAID' then s.status = 'SUCCESSFUL' when 'SETTLEMENT_ON_HOLD' then s.status = 'ON_HOLD'
                     else s.status in ('FAILED', 'REVERSED') end
$$;

-- Returns a change by its entry in the audit: what was changed, by whom, when, and from where. Changed values are named unless they are
-- secret.
create function change_facts(p_cause text) returns jsonb language sql stable as $$
  select jsonb_build_object(
           'action', a.action, 'by', case when a.actor_kind in ('KEY', 'PERSON') then a.actor else lower(a.actor_kind) end, 'at', rfc3339(a.at),
           'from', host(a.address), 'subject', a.subject, 'name', a.after ->> 'name', 'byKind', a.actor_kind,
           'role', coalesce((select r.name from merchant_role r where r.role_id = a.after ->> 'role'), a.after ->> 'role'), 'groups', a.after -> 'groups',
           'url', a.after ->> 'url', 'formerUrl', nullif(a.before ->> 'url', a.after ->> 'url'),
           'secret', case when a.before ->> 'secretVersion' <> a.after ->> 'secretVersion' then 'replaced' end, 'formerUntil', a.after ->> 'formerSecretUntil',
           'account', a.after ->> 'accountNumber', 'bank', a.after ->> 'bankName', 'holder', a.after ->> 'accountName',
           'usableFrom', a.after ->> 'usableFrom', 'amount', a.after ->> 'amountMinor',
           'transaction', a.after ->> 'transactionReference',
           'fields', (select jsonb_agg(f.key order by f.key) from jsonb_object_keys(coalesce(a.after, '{}')) f (key)
                       where a.before -> f.key is distinct from a.after -> f.key))
    from audit_entry a where 'aud_' || a.audit_id = p_cause and a.audit_id = substr(p_cause, 5)::bigint
$$;

-- Returns a key that ends soon, or that was used from a new network.
create function key_facts(p_kind text, p_cause text) returns jsonb language sql stable as $$
  select jsonb_build_object('clientId', k.client_id, 'name', k.name, 'endsAt', rfc3339(k.expires_at),
                            'network', nullif(substr(p_cause, length(k.client_id) + 2), ''), 'at', rfc3339(k.last_used_at))
    from merchant_key k
   where k.client_id = split_part(p_cause, '/', 1) and k.revoked_at is null and (p_kind = 'KEY_NEW_NETWORK' or k.expires_at > now())
$$;

-- Returns the first and the last Lagos day of a summary. p_cause: merchant/DAILY or WEEKLY/last day.
create function summary_days(p_cause text, out first_day date, out last_day date) language sql immutable as $$
  select split_part(p_cause, '/', 3)::date - case split_part(p_cause, '/', 2) when 'WEEKLY' then 6 else 0 end, split_part(p_cause, '/', 3)::date
$$;

-- Returns the money that came in and went out for a merchant on the days of a summary.
create function summary_facts(p_cause text) returns jsonb language sql stable as $$
  select jsonb_build_object(
           'first', d.first_day::text, 'last', d.last_day::text,
           'payments', (count(*) filter (where b.type = 'COLLECTION'))::text,
           'received', coalesce(sum(b.gross_minor) filter (where b.type = 'COLLECTION'), 0)::text,
           'fees', coalesce(sum(b.fee_minor + b.vat_minor) filter (where b.type = 'COLLECTION'), 0)::text,
           'refunds', coalesce(-sum(b.gross_minor) filter (where b.type = 'REFUND'), 0)::text,
           'chargebacks', coalesce(-sum(b.gross_minor) filter (where b.type = 'CHARGEBACK'), 0)::text,
           'paidOut', coalesce(-sum(b.gross_minor) filter (where b.type in ('SETTLEMENT', 'SETTLEMENT_REVERSAL')), 0)::text,
           'toAnswer', (select count(*)::text from dispute_read x
                         where x.merchant_id = split_part(p_cause, '/', 1) and x.is_answerable
                           and x.opened_at > now() - interval '90 days'))
    from summary_days(p_cause) d
    join balance_transaction b on b.merchant_id = split_part(p_cause, '/', 1) and b.currency = home_currency()
     and b.created_at >= lagos_midnight(d.first_day) and b.created_at < lagos_midnight(d.last_day + 1)
   group by d.first_day, d.last_day
$$;

-- Returns an invitation that may still be used, with its link in sealed form.
create function invitation_facts(p_cause text) returns jsonb language sql stable as $$
  select jsonb_build_object('personId', p.person_id, 'name', p.name, 'role', coalesce(r.name, p.role),
                            'endsAt', rfc3339(i.expires_at), 'linkSealed', encode(i.link_sealed, 'hex'))
    from person_invitation i join person p on p.person_id = i.person_id
    left join merchant_role r on r.role_id = p.role and r.merchant_id = p.merchant_id
   where i.invitation_id = p_cause and i.used_at is null and i.expires_at > now() and i.link_sealed is not null and p.disabled_at is null
$$;

-- Returns how many messages of each kind a digest replaces.
create function digest_facts(p_message_id text) returns jsonb language sql stable as $$
  select jsonb_build_object('kinds', jsonb_object_agg(t.kind, t.messages), 'messages', sum(t.messages)::text)
    from (select m.kind, count(*) as messages from message m where m.digest_id = p_message_id group by m.kind) t
  having count(*) > 0
$$;

-- Returns the facts of a message to a merchant's contact. Null when they no longer hold. `merchant`: the name under which the merchant
-- trades.
create function contact_facts(p_message_id text) returns jsonb language sql stable as $$
  select jsonb_build_object('merchant', t.trade_name) || case
      when m.kind like 'DISPUTE\_%' then dispute_facts(m.cause)
      when m.kind in ('WEBHOOK_FAILING', 'WEBHOOK_OFF', 'WEBHOOK_BACK') then endpoint_facts(m.kind, m.cause)
      when m.kind like 'SETTLEMENT\_%' then settlement_facts(m.kind, m.cause)
      when m.kind like 'KEY\_ENDS\_%' or m.kind = 'KEY_NEW_NETWORK' then key_facts(m.kind, m.cause)
      when m.kind = 'SUMMARY' then summary_facts(m.cause)
      when m.kind in ('INVITATION', 'PASSWORD_LINK') then invitation_facts(m.cause)
      when m.kind = 'DIGEST' then digest_facts(m.message_id)
      else change_facts(m.cause) end
    from message m join merchant t on t.merchant_id = m.merchant_id where m.message_id = p_message_id
$$;

-- Writes the summaries of the Lagos days that are over, once for each day, to be sent at seven in the morning. Only merchants for whom
-- money has moved get one. p_now: the present time by the caller's clock.
create function write_summaries(p_now timestamptz) returns void language plpgsql as $$
declare last_day date;
begin
  for last_day in select d::date from generate_series(lagos_date(p_now) - 2, lagos_date(p_now) - 1, interval '1 day') d loop
    insert into summarized_day (day) values (last_day) on conflict do nothing;
    continue when not found;
    perform notify_contacts(m.merchant_id, 'SUMMARY', '{BUSINESS}', m.merchant_id || '/' || w.every || '/' || last_day,
                          lagos_midnight(last_day + 1) + interval '7 hours')
       from merchant m
      cross join lateral (select coalesce(m.messages ->> 'summary', 'DAILY') as every) w
      where (w.every = 'DAILY' or w.every = 'WEEKLY' and extract(isodow from last_day) = 7)
        and exists (select from balance_transaction b
                     where b.merchant_id = m.merchant_id and b.created_at < lagos_midnight(last_day + 1)
                       and b.created_at >= lagos_midnight(last_day + case w.every when 'WEEKLY' then -6 else 0 end));
  end loop;
end $$;
