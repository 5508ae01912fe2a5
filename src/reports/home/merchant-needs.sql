-- The things that wait for a merchant, for the first page of its portal.

-- Returns for each kind how many things wait, and their money. at: the nearest deadline, or since when the oldest waits; subject: the thing
-- with that deadline or age. A count stops at 1,000, because more things are no more urgent.
create function merchant_needs(p_merchant_id text)
returns table (kind text, waiting bigint, amount_minor bigint, at timestamptz, subject text) language sql stable as $$
  select 'DISPUTE', count(*), coalesce(sum(d.amount_minor), 0)::bigint, min(d.evidence_due_at),
         (array_agg(d.dispute_id order by d.evidence_due_at nulls last, d.dispute_id))[1]
    from dispute_read d
   where d.merchant_id = p_merchant_id and d.status = 'OPENED' and d.is_answerable
  having count(*) > 0
  union all
  select 'REFUND', count(*), sum(r.amount_minor)::bigint, min(r.updated_at), (array_agg(r.refund_reference order by r.updated_at, r.refund_id))[1]
    from refund r
   where r.merchant_id = p_merchant_id and r.status = 'NEEDS_ACCOUNT'
  having count(*) > 0
  union all
  select 'HELD', h.waiting, h.amount_minor, h.at, c.payment_reference
    from (select count(*) as waiting, sum(k.amount_minor)::bigint as amount_minor, min(k.received_at) as at,
                 (array_agg(k.checkout_id order by k.received_at))[1] as checkout_id
            from (select counted_minor(k) as amount_minor, k.received_at, k.checkout_id
                    from noted_credit n
                    join inward_credit k on k.credit_id = n.credit_id
                   where n.merchant_id = p_merchant_id and n.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED') and k.resolution is null
                     and k.refunded_minor = 0
                   order by n.received_at desc limit 1000) k) h
    left join checkout c on c.checkout_id = h.checkout_id
   where h.waiting > 0
  union all
  select case e.status when 'ACTIVE' then 'ENDPOINT_FAILING' else 'ENDPOINT_OFF' end, 1, 0, coalesce(e.failing_since, e.updated_at), e.url
    from webhook_endpoint e
   where e.merchant_id = p_merchant_id and (e.status <> 'ACTIVE' or e.failing_since < now() - interval '5 minutes')
  union all
  select 'KEY', count(*), 0, min(k.expires_at), (array_agg(k.name order by k.expires_at, k.client_id))[1]
    from merchant_key k
   where k.merchant_id = p_merchant_id and k.revoked_at is null and k.expires_at > now() and k.expires_at < now() + interval '14 days'
  having count(*) > 0
$$;
