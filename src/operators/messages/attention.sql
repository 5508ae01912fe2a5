-- Writes the e-mails to operators about a few things that get worse while they wait.

-- Lists what operators are e-mailed about: a case without a decision for four hours; money in suspense that should not be there; books that
-- do not agree, or were not proven for a day; a bank through which nothing leaves; a bank or an acquirer that has not answered for a
-- minute; a statement that was not read for an hour.
create view attention_now as
  select 'CASE' as kind, c.case_number::text as subject, c.opened_at as since
    from attention_case c where c.status = 'OPEN' and c.opened_at < now() - interval '4 hours'
  union all
  select case f.kind when 'BOOKS_DISAGREE' then f.kind else 'SUSPENSE' end, f.subject, f.found_at
    from finding f where f.kind in ('SUSPENSE_AGED', 'RETURN_OVERDUE', 'BOOKS_DISAGREE') and f.action = 'ATTENTION'
  union all
  select 'BOOKS_UNPROVEN', p.claim, p.proven_at from proven_claim p where p.proven_at < now() - interval '25 hours'
  union all
  select 'BANK_STOPPED', h.provider, min(h.since) from outgoing_holds() h where is_of_bank(h.hold) group by h.provider
  union all
  -- A worker that has ended can no longer report that its provider answers again, so old reports do not count.
  select 'PROVIDER_SILENT', s.provider, s.since from silent_provider s
   where s.since < now() - interval '1 minute' and s.seen_at > now() - interval '15 minutes'
  union all
  -- a statement that was never read counts as missing since the first merchant was created
  select 'STATEMENT_MISSING', b.provider, b.since
    from (select p.provider, coalesce(s.read_at, (select min(m.created_at) from merchant m)) as since
            from (select distinct x.provider from number_prefix x) p left join statement_read s on s.provider = p.provider) b
   where b.since < now() - interval '1 hour';

-- Records that a provider does not answer, or still does not.
create function note_silent_provider(p_provider text, p_since timestamptz) returns void language sql as $$
  insert into silent_provider as s (provider, since, seen_at) values (p_provider, p_since, now())
    on conflict (provider) do update
      set since = case when s.seen_at > now() - interval '15 minutes' then least(s.since, p_since) else p_since end, seen_at = now()
$$;

-- Sets the addresses from the setting. Addresses that it no longer names get no more messages.
create function set_notified_operators(p_emails text[]) returns void language sql as $$
  delete from told_operator t where lower(t.email) <> all (select lower(e) from unnest(p_emails) e);
  insert into told_operator (told_operator_id, email) select new_id('tld_'), e from unnest(p_emails) e on conflict do nothing;
$$;

-- Writes a message to operators about things that they were not told of yet: at once, and then at most every quarter of an hour, so that an
-- outage causes one message and not a thousand.
create function notify_operators() returns void language plpgsql as $$
declare told_by constant text := 'attention/' || rfc3339(now());
begin
  perform pg_advisory_xact_lock(hashtextextended('tell operators', 0));
  delete from operators_told o
   where not exists (select from attention_now a where (a.kind, a.subject) = (o.kind, o.subject));
  if not exists (select from told_operator) or not exists (select from message_channel c where c.channel = 'EMAIL')
     or exists (select from message m where m.merchant_id is null and m.recipient = 'OPERATOR' and m.kind = 'ATTENTION'
                                        and m.message_id > id_floor('msg_', now() - interval '15 minutes')) then
    return;
  end if;
  insert into operators_told (kind, subject, since, cause) select a.kind, a.subject, a.since, told_by from attention_now a on conflict do nothing;
  if found then
    insert into message (message_id, kind, cause, recipient, person, channel)
      select new_id('msg_'), 'ATTENTION', told_by, 'OPERATOR', t.told_operator_id, 'EMAIL' from told_operator t;
  end if;
end $$;

-- Returns the facts of a message to operators: for each kind the number of things that wait, the time since which the oldest waits, and
-- three of them. Null: nothing waits any more.
create function attention_facts(p_cause text) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('kind', t.kind, 'count', t.waiting, 'since', rfc3339(t.since), 'subjects', t.subjects) order by t.kind)
    from (select o.kind, count(*) as waiting, min(o.since) as since, (array_agg(o.subject order by o.since, o.subject))[1:3] as subjects
            from operators_told o
            join attention_now a on (a.kind, a.subject) = (o.kind, o.subject)
           where o.cause = p_cause group by o.kind) t
$$;
