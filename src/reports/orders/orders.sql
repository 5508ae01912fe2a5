-- Returns an order with everything that belongs to it, for operators.

-- Returns the parts of an order, each a list of objects with the fields of the reply (src/reports/orders/order.dto.ts). Times are RFC 3339.
create function order_parts(p_checkout_id text) returns jsonb language sql stable as $$
  with credits as materialized (select k.credit_id from inward_credit k where k.checkout_id = p_checkout_id),
       refunds as materialized (select r.refund_id from refund r where r.checkout_id = p_checkout_id),
       disputes as materialized (select d.dispute_id from credits k join dispute d on d.credit_id = k.credit_id)
  select jsonb_build_object(
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('accountNumber', v.account_number, 'accountName', v.account_name,
        'provider', b.provider, 'status', v.status, 'amount', v.amount_minor, 'madeAt', rfc3339(v.created_at),
        'expiresAt', rfc3339(v.expires_at)) order by v.created_at), '[]')
        from virtual_account v join number_prefix b on b.prefix = v.prefix where v.checkout_id = p_checkout_id),
    'credits', (select coalesce(jsonb_agg(jsonb_build_object('transactionReference', t.credit_id, 'status', t.status,
        'exception', nullif(t.outcome, 'EXACT'), 'channel', t.channel, 'amount', t.amount_minor, 'sessionId', t.session_id,
        'senderName', t.source ->> 'accountName', 'senderAccount', t.source ->> 'accountNumber', 'senderBank', t.source ->> 'bankName',
        'narration', t.narration, 'receivedAt', rfc3339(t.received_at), 'toMerchant', t.settlement_minor,
        'settlementDueOn', t.settlement ->> 0, 'settlementStatus', t.settlement ->> 1, 'settlementReference', t.settlement ->> 2)
        order by t.received_at, t.credit_id), '[]')
        from credits k join transaction_read t on t.credit_id = k.credit_id),
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('attemptId', a.attempt_id, 'status', a.status, 'amount', a.amount_minor,
        'provider', a.provider, 'responseCode', a.response_code, 'failure', a.failure, 'last4', a.card ->> 'last4',
        'at', rfc3339(a.created_at)) order by a.created_at), '[]') from card_attempt a where a.checkout_id = p_checkout_id),
    'refunds', (select coalesce(jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'refundReference', r.refund_reference,
        'status', r.status, 'cause', r.reason, 'origin', r.origin, 'amount', r.amount_minor, 'provider', r.provider,
        'receiverName', r.destination ->> 'accountName', 'receiverAccount', r.destination ->> 'accountNumber',
        'receiverBank', r.destination ->> 'bankName', 'responseCode', r.response_code, 'failure', r.failure,
        'sessionId', (select o.session_id from outward_transfer o where o.purpose = 'REFUND' and o.purpose_id = r.refund_id
                       order by o.attempt desc limit 1),
        'requestedAt', rfc3339(r.created_at), 'completedAt', rfc3339(r.completed_at)) order by r.created_at), '[]')
        from refunds f join refund r on r.refund_id = f.refund_id),
    'disputes', (select coalesce(jsonb_agg(jsonb_build_object('disputeId', d.dispute_id, 'kind', d.kind, 'status', d.status,
        'amount', d.amount_minor, 'reason', d.reason, 'evidenceDueAt', rfc3339(d.evidence_due_at),
        'openedAt', rfc3339(d.opened_at)) order by d.opened_at), '[]') from disputes x join dispute d on d.dispute_id = x.dispute_id),
    'journals', (select coalesce(jsonb_agg(jsonb_build_object('journalId', j.journal_id, 'source', j.source_type,
        'purpose', j.purpose, 'postedAt', rfc3339(j.posted_at), 'legs', (
          select jsonb_agg(jsonb_build_object('account', e.account_id, 'amount', e.amount_minor) order by e.amount_minor desc, e.leg)
            from entry e where e.journal_id = j.journal_id)) order by j.journal_id), '[]')
        from (select 'credit' as kind, k.credit_id as id from credits k union all select 'refund', f.refund_id from refunds f
              union all select 'dispute', d.dispute_id from disputes d) s
        join journal j on j.source_type = s.kind and j.source_id = s.id),
    'webhooks', (select coalesce(jsonb_agg(jsonb_build_object('eventId', v.event_id, 'type', v.type, 'deliveryId', d.delivery_id,
        'status', d.status, 'attempts', d.attempts, 'at', rfc3339(v.created_at)) order by v.sequence, d.delivery_id), '[]')
        from event v left join webhook_delivery d on d.event_id = v.event_id where v.checkout_id = p_checkout_id),
    'messages', (select coalesce(jsonb_agg(jsonb_build_object('messageId', m.message_id, 'kind', m.kind, 'recipient', m.recipient,
        'channel', m.channel, 'status', m.status, 'reason', m.reason, 'at', rfc3339(m.created_at)) order by m.message_id), '[]')
        from messages_of_order(p_checkout_id) m),
    'cases', (select coalesce(jsonb_agg(jsonb_build_object('caseNumber', c.case_number, 'kind', c.kind, 'reason', c.reason,
        'status', c.status, 'openedAt', rfc3339(c.opened_at)) order by c.case_number), '[]')
        from checkout o join attention_case c on c.payment_reference = o.payment_reference and c.merchant_id = o.merchant_id
       where o.checkout_id = p_checkout_id),
    'timeline', (select coalesce(jsonb_agg(jsonb_build_object('at', rfc3339(t.at), 'kind', t.kind, 'status', t.status,
        'subject', t.subject, 'amount', t.amount_minor, 'reason', t.reason) order by t.at, t.rank), '[]')
        from timeline_read t where t.checkout_id = p_checkout_id))
$$;
