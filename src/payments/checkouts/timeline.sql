-- Lists the history of a checkout for its merchant: accounts, credits, attempts, refunds and the events that the merchant was sent. The
-- history contains nothing about persons, and nothing about our internal work. "at" is the time of an entry; "subject" is the id by which
-- other operations know it.
create view timeline_read as
  select v.checkout_id, v.created_at as at, 'ACCOUNT' as kind, 'ISSUED' as status, v.account_number as subject,
         v.amount_minor, null::text as reason, 1 as rank
    from virtual_account v
  union all
  select k.checkout_id, k.received_at, 'CREDIT', coalesce(k.outcome, 'RECEIVED'), k.credit_id, k.amount_minor, k.policy_applied, 2
    from inward_credit k
  union all
  select a.checkout_id, a.created_at, 'CARD_ATTEMPT', a.status, a.attempt_id, a.amount_minor, a.response_code, 3
    from card_attempt a
  union all
  select r.checkout_id, r.created_at, 'REFUND', 'REQUESTED', r.refund_reference, r.amount_minor, r.reason, 4
    from refund r
  union all
  select r.checkout_id, r.updated_at, 'REFUND', r.status, r.refund_reference, r.amount_minor, r.reason, 5
    from refund r where r.status <> 'REQUESTED'
  union all
  select d.checkout_id, d.opened_at, d.kind, 'OPENED', d.dispute_id, d.amount_minor, null, 6
    from dispute d
  union all
  select d.checkout_id, d.closed_at, d.kind, d.status, d.dispute_id, d.amount_minor, null, 7
    from dispute d where d.closed_at is not null and d.status <> 'OPENED'
  union all
  -- the time in the event's body, which is when the reported thing happened
  select e.checkout_id, (e.body::json ->> 'timestamp')::timestamptz, 'EVENT', e.type, e.event_id, null, null, 8 + e.sequence
    from event e
  union all
  select o.checkout_id, o.changed_at, 'CHECKOUT', 'CHANGED', o.checkout_id, o.after_minor, null, 1
    from order_change o
  union all
  select c.checkout_id, c.created_at, 'CHECKOUT', 'INITIATED', c.checkout_id,
         coalesce((select o.before_minor from order_change o where o.checkout_id = c.checkout_id order by o.version limit 1), c.amount_minor),
         null, 0
    from checkout c;
