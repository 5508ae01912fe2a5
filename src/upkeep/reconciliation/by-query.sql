-- Reconciliation with a bank that has no statement: the bank is asked about each payment, soon and once more a day later.

-- Returns the time since which the payments of a bank count: the last three days. After an outage, also all that came since the last run that
-- was complete, and a day before, because a payment is asked about a second time a day later.
create function asked_since(p_provider text) returns timestamptz language sql stable as $$
  select least(now() - interval '3 days', (select r.read_at - interval '1 day' from statement_read r where r.provider = p_provider))
$$;

-- Returns the payments that the bank is to be asked about. These are payments that it has not answered for yet, payments that it has
-- confirmed once and that are more than a day old now, and payments that it denied once, a quarter of an hour ago or more, because one
-- denial may be the bank's mistake. Those that it was asked about the longest ago come first, so that payments without an answer do not keep
-- others from being asked about.
create function payments_to_ask(p_provider text, p_limit integer)
returns table (what text, subject text, credit_key text, session_id text, account_number text, amount_minor bigint, currency text)
language sql stable as $$
  select w.what, w.subject, w.credit_key, w.session_id, w.account_number, w.amount_minor, w.currency
    from (
      select 'CREDIT' as what, k.credit_id as subject, coalesce(k.credit_key, k.session_id) as credit_key, k.session_id, k.account_number,
             k.amount_minor, k.currency, k.received_at as at
        from inward_credit k
       where k.provider = p_provider and was_sent(k) and k.received_at between asked_since(p_provider) and now() - interval '5 minutes'
      union all
      select 'TRANSFER', o.session_id, null, o.session_id, null, o.amount_minor, o.currency, o.sent_at
        from outward_transfer o
       where o.provider = p_provider and o.status = 'SUCCESSFUL' and o.sent_at between asked_since(p_provider) and now() - interval '5 minutes'
    ) w
    left join asked_at_bank a on a.provider = p_provider and a.what = w.what and a.subject = w.subject
   where a.subject is null or a.outcome = 'UNKNOWN' or a.outcome = 'SAME' and a.times = 1 and w.at < now() - interval '1 day'
      or a.denials = 1 and a.asked_at < now() - interval '15 minutes'
   order by a.asked_at nulls first, w.at, w.subject limit p_limit
$$;

-- Stores the bank's answer about a payment. A payment that the bank denies for the second time waits for a person. UNKNOWN: the bank gave no
-- answer. This proves nothing, so an answer that it gave before stays.
create function note_asked_at_bank(p_provider text, p_what text, p_subject text, p_outcome text) returns setof found language plpgsql as $$
declare
  kind_of constant text := case p_what when 'CREDIT' then 'NOT_AT_BANK' else 'PAID_BUT_DENIED' end;
  denied constant integer := (p_outcome in ('OTHER', 'ABSENT'))::integer;
  asked asked_at_bank;
begin
  if p_outcome = 'UNKNOWN' then
    insert into asked_at_bank as a (provider, what, subject, outcome) values (p_provider, p_what, p_subject, p_outcome)
      on conflict (provider, what, subject) do update set asked_at = now();
    return;
  end if;
  insert into asked_at_bank as a (provider, what, subject, outcome, denials) values (p_provider, p_what, p_subject, p_outcome, denied)
    on conflict (provider, what, subject) do update
      set outcome = excluded.outcome, asked_at = now(), denials = (a.denials + 1) * denied,
          times = a.times + (a.outcome = 'SAME' and excluded.outcome = 'SAME')::integer
    returning * into asked;
  if asked.denials = 2 then
    perform record_finding(kind_of, p_subject, jsonb_build_object('provider', p_provider, 'outcome', p_outcome), 'ATTENTION');
    return next row(kind_of, p_subject, 'ATTENTION', null::text, null::text, null::text)::found;
  end if;
  -- Answers older than seven days are deleted, because the bank is not asked about those payments again.
  delete from asked_at_bank a where a.ctid = any (array(
    select x.ctid from asked_at_bank x where x.asked_at < now() - interval '7 days' order by x.asked_at limit 10));
end $$;

-- Returns how the comparison with a bank without a statement stands: the payments it was asked about in the last day, those that it denies,
-- and those still to ask about.
create function asked_standing(p_provider text, out asked bigint, out denied bigint, out to_ask bigint, out last_at timestamptz)
language sql stable as $$
  select count(*) filter (where a.asked_at > now() - interval '1 day'), count(*) filter (where a.denials > 1),
         (select count(*) from payments_to_ask(p_provider, 1000)), max(a.asked_at)
    from asked_at_bank a where a.provider = p_provider
$$;
