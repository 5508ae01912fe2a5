-- The money that leaves because of a case, and the hold that it waits for.

-- Returns the refunds or the settlement of a case, the oldest first: the case's subject itself, or all refunds of its credit or checkout.
create function sendings_of_case(p_kind text, p_subject text) returns table (
  kind text, subject text, reference text, amount_minor bigint, status text, session_id text, sent_at timestamptz, arrived_at timestamptz,
  hold text, case_number bigint, sends_from timestamptz
) language sql stable as $$
  with refunds as (
    select r.refund_id from refund r where p_kind = 'REFUND' and r.refund_id = p_subject
    union select r.refund_id from refund r where p_kind = 'CREDIT' and r.credit_id = p_subject
    union select r.refund_id from refund r where p_kind = 'CHECKOUT' and r.checkout_id = p_subject
  ), sent as (
    select 'REFUND' as kind, r.refund_id as subject, r.refund_reference as reference, r.amount_minor, r.status, r.completed_at,
           r.created_at, o.session_id, o.sent_at
      from refunds x join refund r on r.refund_id = x.refund_id
      left join outward_transfer o on o.purpose = 'REFUND' and o.purpose_id = r.refund_id and o.attempt = r.attempts
    union all
    select 'PAYOUT', s.settlement_id, s.settlement_reference, s.net_minor, s.status, s.completed_at, s.created_at, o.session_id, o.sent_at
      from settlement s
      left join lateral (
        select t.session_id, t.sent_at from payout p join outward_transfer t on t.purpose = 'PAYOUT' and t.purpose_id = p.payout_id
         where p.settlement_id = s.settlement_id order by t.sent_at desc limit 1) o on true
     where p_kind = 'PAYOUT' and s.settlement_id = p_subject
  )
  select t.kind, t.subject, t.reference, t.amount_minor, t.status, t.session_id, t.sent_at,
         case when t.status = 'SUCCESSFUL' then t.completed_at end, w.hold, w.case_number, w.sends_from
    from sent t
    -- looked up by each sending's own index, instead of reading all that waits
    left join lateral (
      select x.* from waiting_to_be_sent x where x.kind = t.kind and x.subject = t.subject limit 1) w on true
   order by t.created_at, t.subject
$$;

-- Returns the hold of a case's bank: it stops the case's money although the case is decided, or would stop it if the case were decided:
-- {hold, caseNumber}.
create function hold_of_case(c attention_case) returns jsonb language plpgsql stable as $$
begin
  return case
    when c.kind not in ('CHECKOUT', 'CREDIT', 'REFUND', 'PAYOUT') then null
    when c.status = 'OPEN' then (
      select jsonb_build_object('hold', b.hold, 'caseNumber', b.case_number) from bank_hold b
       where b.provider = c.provider order by b.hold, b.since limit 1)
    else (select jsonb_build_object('hold', s.hold, 'caseNumber', s.case_number) from sendings_of_case(c.kind, c.subject) s
           where is_of_bank(s.hold) limit 1) end;
end $$;

-- Tells whether this case stops all sending through a bank.
create function holds_sending(c attention_case) returns boolean language sql stable as $$
  select c.status = 'OPEN' and c.kind = 'FINDING' and exists (select from bank_hold b where b.case_number = c.case_number)
$$;

-- Returns the sources of a case's journals in the books.
create function sources_of_case(p_kind text, p_subject text) returns table (source_type text, source_id text) language sql stable as $$
  select 'credit', p_subject where p_kind = 'CREDIT'
  union all select 'credit', k.credit_id from inward_credit k where p_kind = 'CHECKOUT' and k.checkout_id = p_subject
  union all select 'refund', r.refund_id from refund r where p_kind = 'CREDIT' and r.credit_id = p_subject
  union all select 'refund', r.refund_id from refund r where p_kind = 'CHECKOUT' and r.checkout_id = p_subject
  union all select 'refund', p_subject where p_kind = 'REFUND'
  union all select 'payout', p.payout_id from payout p where p_kind = 'PAYOUT' and p.settlement_id = p_subject
  union all select 'finding', p_subject where p_kind = 'FINDING'
$$;

-- Returns the ending of a closed case: {type, at, operator, partner, decision, journals: [id], events: [{type, status, at}]}. Journals and
-- events are those since the case was opened, as far as they exist by now. Null while the case is open.
create function end_of_case(c attention_case) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'type', e.type, 'at', rfc3339(e.at), 'operator', e.operator, 'partner', e.partner, 'decision', e.decision,
    'journals', coalesce((
      select jsonb_agg(j.journal_id::text order by j.journal_id) from sources_of_case(c.kind, c.subject) s
        join journal j on j.source_type = s.source_type and j.source_id = s.source_id and j.posted_at >= c.opened_at), '[]'),
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('type', v.type, 'status', d.status, 'at', rfc3339(d.finished_at)) order by v.event_id)
        from (
          select x.* from event x where c.checkout_id is not null and x.checkout_id = c.checkout_id and x.created_at >= c.opened_at
          union all
          select x.* from event x
           where c.kind = 'PAYOUT' and x.merchant_id = c.merchant_id and x.event_id >= id_since('evt_', c.opened_at)
             and x.type like 'settlement.%' and strpos(x.body, c.subject) > 0) v
        left join lateral (
          select w.status, w.finished_at from webhook_delivery w where w.event_id = v.event_id and w.url is not null
           order by w.created_at desc limit 1) d on true), '[]'))
    from case_event e
   where c.status = 'CLOSED' and e.case_number = c.case_number and e.type in ('DECIDED', 'HEALED')
   order by e.event_id desc limit 1
$$;
