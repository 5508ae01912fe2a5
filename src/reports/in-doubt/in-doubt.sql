-- Things that are not final yet, from the first second on. An engineer on call sees them here before they become cases.

-- Returns sendings and charges whose outcome is not known, disputes that are open, and webhooks that are tried again, with one row for each
-- merchant (count). thing_id names the thing that has a page: the refund, settlement or dispute, or the newest webhook. Things with a
-- deadline come first, then those that have waited longest.
create function things_in_doubt(p_limit integer)
returns table (kind text, subject text, thing_id text, reference text, merchant_id text, payment_reference text, provider text, amount_minor bigint,
               currency text, status text, since timestamptz, last_answer text, deadline timestamptz, count integer)
language sql stable as $$
  select d.* from (
    select 'SENDING', o.session_id, coalesce(r.refund_id, s.settlement_id), coalesce(r.refund_reference, s.settlement_reference), coalesce(r.merchant_id, s.merchant_id),
           c.payment_reference, o.provider, o.amount_minor, o.currency, o.status, o.sent_at, coalesce(o.failure, o.response_code),
           null::timestamptz, 1
      from outward_transfer o
      left join refund r on o.purpose = 'REFUND' and r.refund_id = o.purpose_id
      left join checkout c on c.checkout_id = r.checkout_id
      left join payout p on o.purpose = 'PAYOUT' and p.payout_id = o.purpose_id
      left join settlement s on s.settlement_id = p.settlement_id
     where o.status in ('SENT', 'UNKNOWN')
    union all
    select 'CHARGE', a.attempt_id, null, c.payment_reference, a.merchant_id, c.payment_reference, a.provider, a.amount_minor, c.currency,
           a.status, a.created_at, coalesce(a.failure, a.response_code), c.expires_at, 1
      from card_attempt a join checkout c on c.checkout_id = a.checkout_id
     where is_open_attempt(a.status)
    union all
    select 'DISPUTE', d.dispute_id, d.dispute_id, d.provider_reference, d.merchant_id, c.payment_reference, d.provider, d.amount_minor, k.currency,
           coalesce((select 'ANSWER_' || w.status from dispute_answer w where w.dispute_id = d.dispute_id
                      order by w.created_at desc limit 1), 'NOT_ANSWERED'), d.opened_at, d.reason, d.evidence_due_at, 1
      from dispute d join inward_credit k on k.credit_id = d.credit_id left join checkout c on c.checkout_id = d.checkout_id
     where d.status = 'OPENED'
    union all
    select 'WEBHOOKS', w.merchant_id, max(w.delivery_id), max(e.url), w.merchant_id, null, null, null::bigint, null, 'RETRYING', min(w.created_at),
           (select t.failure from webhook_attempt t where t.delivery_id = max(w.delivery_id) order by t.attempt desc limit 1),
           null::timestamptz, count(*)::integer
      from webhook_delivery w left join webhook_endpoint e on e.merchant_id = w.merchant_id and e.endpoint = w.endpoint
     where w.status = 'RETRYING' group by w.merchant_id
  ) d (kind, subject, thing_id, reference, merchant_id, payment_reference, provider, amount_minor, currency, status, since, last_answer, deadline, count)
  order by d.deadline nulls last, d.since, d.subject limit p_limit
$$;
