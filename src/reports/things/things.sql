-- Returns everything about one payment, refund, settlement, dispute, account number, webhook, merchant or journal, for operators. Each
-- function returns null for an unknown id, and otherwise an object with the fields of src/reports/things/thing-parts.ts. Times are RFC
-- 3339.

-- Returns the journals of these sources, the oldest first.
create function journals_json(p_kind text, p_ids text[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('journalId', j.journal_id, 'purpose', j.purpose, 'postedAt', rfc3339(j.posted_at),
           'amount', (select sum(e.amount_minor) from entry e where e.journal_id = j.journal_id and e.amount_minor > 0))
           order by j.journal_id), '[]')
    from unnest(p_ids) i (id) join journal j on j.source_type = p_kind and j.source_id = i.id
$$;

-- Returns the cases about a thing, the oldest first.
create function cases_json(p_kinds text[], p_subjects text[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('caseNumber', c.case_number, 'reason', c.reason, 'status', c.status,
           'openedAt', rfc3339(c.opened_at)) order by c.case_number), '[]')
    from unnest(p_kinds) k (kind) cross join unnest(p_subjects) s (subject)
    join attention_case c on c.kind = k.kind and c.subject = s.subject
$$;

-- Returns the transfers that were sent for these refunds or payouts, the oldest first.
create function sendings_json(p_purpose text, p_ids text[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('sessionId', o.session_id, 'provider', name_of_provider(o.provider), 'amount', o.amount_minor,
           'status', o.status, 'answer', coalesce(o.failure, o.response_code), 'sentAt', rfc3339(o.sent_at),
           'settledAt', rfc3339(o.settled_at)) order by o.sent_at, o.attempt), '[]')
    from unnest(p_ids) i (id) join outward_transfer o on o.purpose = p_purpose and o.purpose_id = i.id
$$;

-- Returns the merchant and the order that a thing belongs to.
create function belonging(p_merchant_id text, p_checkout_id text) returns jsonb language sql stable as $$
  select jsonb_build_object('merchantId', p_merchant_id,
    'merchantName', (select m.trade_name from merchant m where m.merchant_id = p_merchant_id),
    'paymentReference', (select c.payment_reference from checkout c where c.checkout_id = p_checkout_id))
$$;

-- Returns a payment that was received, with the money that was sent back and the settlement that pays it out.
create function transaction_parts(p_id text) returns jsonb language sql stable as $$
  select belonging(t.merchant_id, t.checkout_id) || jsonb_build_object(
    'status', t.status, 'amount', t.amount_minor, 'currency', t.currency, 'exception', nullif(t.outcome, 'EXACT'), 'channel', t.channel,
    'fees', t.fee_minor + t.vat_minor, 'toMerchant', t.settlement_minor, 'refunded', t.merchant_refunded_minor, 'returned', t.returned_minor,
    'takenBack', t.taken_back_minor, 'provider', (select name_of_provider(k.provider) from inward_credit k where k.credit_id = p_id),
    'sessionId', t.session_id, 'accountNumber', t.account_number, 'accountName', t.account_name, 'virtualAccountId', t.virtual_account_id,
    'senderName', t.source ->> 'accountName', 'senderAccount', t.source ->> 'accountNumber', 'senderBank', t.source ->> 'bankName',
    'narration', t.narration, 'sentAt', rfc3339(t.sent_at), 'receivedAt', rfc3339(t.received_at), 'settlementDueOn', t.settlement ->> 0,
    'settlementStatus', t.settlement ->> 1, 'settlementReference', t.settlement ->> 2,
    'settlementId', (select b.settlement_id from balance_transaction b where b.source_type = 'credit' and b.source_id = p_id
                      order by b.purpose limit 1),
    'refunds', (select coalesce(jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'reference', r.refund_reference,
        'amount', r.amount_minor, 'status', r.status, 'at', rfc3339(r.created_at)) order by r.created_at), '[]')
        from refund r where r.credit_id = p_id),
    'disputes', (select coalesce(jsonb_agg(jsonb_build_object('disputeId', d.dispute_id, 'kind', d.kind, 'amount', d.amount_minor,
        'status', d.status, 'at', rfc3339(d.opened_at)) order by d.opened_at), '[]') from dispute d where d.credit_id = p_id),
    'journals', journals_json('credit', array[p_id]), 'cases', cases_json('{CREDIT}', array[p_id]))
    from transaction_read t where t.credit_id = p_id
$$;

-- Returns a refund, with its payment and the transfers that were sent.
create function refund_parts(p_id text) returns jsonb language sql stable as $$
  select belonging(r.merchant_id, r.checkout_id) || jsonb_build_object(
    'status', r.status, 'amount', r.amount_minor, 'currency', r.currency, 'reference', r.refund_reference, 'cause', r.reason,
    'origin', r.origin, 'note', r.note, 'channel', r.channel, 'provider', name_of_provider(r.provider), 'duty', r.duty_minor, 'dutyBearer', r.duty_bearer,
    'receiverName', r.destination ->> 'accountName', 'receiverAccount', r.destination ->> 'accountNumber',
    'receiverBank', r.destination ->> 'bankName', 'answer', coalesce(r.failure, r.response_code), 'transactionReference', r.credit_id,
    'paidAmount', k.amount_minor, 'payerName', k.source ->> 'accountName', 'requestedAt', rfc3339(r.created_at),
    'redirectedAt', rfc3339(r.redirected_at), 'completedAt', rfc3339(r.completed_at), 'sendings', sendings_json('REFUND', array[p_id]),
    'journals', journals_json('refund', array[p_id]), 'cases', cases_json('{REFUND}', array[p_id]))
    from refund r join inward_credit k on k.credit_id = r.credit_id where r.refund_id = p_id
$$;

-- Returns a settlement, with its amounts, its payouts and the transfers that were sent.
create function settlement_parts(p_id text) returns jsonb language sql stable as $$
  select belonging(s.merchant_id, null) || jsonb_build_object(
    'status', s.status, 'amount', s.net_minor, 'currency', s.currency, 'reference', s.settlement_reference, 'type', s.type,
    'holdReason', s.hold_reason, 'answer', s.failure, 'payments', s.transaction_count, 'opening', s.opening_minor, 'gross', s.gross_minor,
    'fees', s.fee_minor + s.vat_minor + s.payout_fee_minor, 'refunds', s.refund_minor, 'disputes', s.chargeback_minor,
    'reversals', s.reversal_minor, 'duty', s.duty_minor + s.payout_duty_minor, 'adjustments', s.adjustment_minor,
    'closing', s.closing_minor, 'paid', s.paid_minor, 'cutOff', rfc3339(s.cut_off), 'runOn', s.run_on::text,
    'madeAt', rfc3339(s.created_at), 'completedAt', rfc3339(s.completed_at), 'notedName', s.noted_name, 'holderName', a.account_name,
    'accountNumber', a.account_number, 'bankName', coalesce(a.bank_name, a.bank_code),
    'payouts', (select coalesce(jsonb_agg(jsonb_build_object('payoutId', p.payout_id, 'part', p.part, 'amount', p.amount_minor,
        'status', p.status, 'provider', name_of_provider(p.provider), 'answer', coalesce(p.failure, p.response_code)) order by p.part), '[]')
        from payout p where p.settlement_id = p_id),
    'sendings', sendings_json('PAYOUT', array(select p.payout_id from payout p where p.settlement_id = p_id)),
    'journals', journals_json('payout', array(select p.payout_id from payout p where p.settlement_id = p_id)),
    'cases', cases_json('{PAYOUT,SETTLEMENT}', array[p_id]))
    from settlement s left join settlement_account a on a.settlement_account_id = s.settlement_account_id where s.settlement_id = p_id
$$;

-- Returns a dispute, with the merchant's answers.
create function dispute_parts(p_id text) returns jsonb language sql stable as $$
  select belonging(d.merchant_id, d.checkout_id) || jsonb_build_object(
    'status', d.status, 'amount', d.amount_minor, 'currency', k.currency, 'kind', d.kind, 'provider', name_of_provider(d.provider),
    'reference', d.provider_reference, 'cause', d.reason, 'fromMerchant', d.merchant_minor, 'fromHeld', d.held_minor,
    'transactionReference', d.credit_id, 'paidAmount', k.amount_minor, 'payerName', k.source ->> 'accountName',
    'openedAt', rfc3339(d.opened_at), 'evidenceDueAt', rfc3339(d.evidence_due_at), 'closedAt', rfc3339(d.closed_at),
    'answers', (select coalesce(jsonb_agg(jsonb_build_object('answerId', w.answer_id, 'kind', w.kind, 'status', w.status,
        'answer', coalesce(w.failure, w.response_code), 'at', rfc3339(w.created_at), 'sentAt', rfc3339(w.sent_at)) order by w.created_at),
        '[]') from dispute_answer w where w.dispute_id = p_id),
    'evidence', (select w.evidence from dispute_answer w where w.dispute_id = p_id and w.evidence ? 'explanation'
                  order by w.created_at desc, w.answer_id desc limit 1),
    'files', (select coalesce(jsonb_agg(jsonb_build_object('fileId', f.file_id, 'mediaType', f.media_type, 'bytes', f.bytes,
        'at', rfc3339(f.created_at)) order by f.file_id), '[]') from evidence_file f where f.dispute_id = p_id),
    'journals', journals_json('dispute', array[p_id]),
    'cases', cases_json('{DISPUTE}', array(select w.answer_id from dispute_answer w where w.dispute_id = p_id)))
    from dispute d join inward_credit k on k.credit_id = d.credit_id where d.dispute_id = p_id
$$;

-- Returns an account number, with the newest 50 payments into it and the sum of all.
create function account_parts(p_id text) returns jsonb language sql stable as $$
  select belonging(v.merchant_id, v.checkout_id) || jsonb_build_object(
    'status', v.status, 'amount', v.amount_minor, 'currency', home_currency(), 'type', v.type, 'accountNumber', v.account_number,
    'accountName', v.account_name, 'madeAt', rfc3339(v.created_at), 'expiresAt', rfc3339(v.expires_at),
    'releasedAt', rfc3339(v.released_at), 'bankName', b.bank_name, 'reference', s.reference, 'identity', s.identity_type,
    'stoppedAt', rfc3339(s.stopped_at), 'count', k.count, 'received', k.sum,
    'credits', (select coalesce(jsonb_agg(jsonb_build_object('transactionReference', x.credit_id, 'amount', x.amount_minor,
        'status', (select t.status from transaction_read t where t.credit_id = x.credit_id), 'senderName', x.source ->> 'accountName',
        'senderAccount', x.source ->> 'accountNumber', 'at', rfc3339(x.received_at)) order by x.received_at desc), '[]')
        from (select c.* from inward_credit c where c.credit_id = any (k.ids[1:50])) x))
    from virtual_account v
    left join static_account s on s.virtual_account_id = v.virtual_account_id
    left join number_prefix b on b.prefix = v.prefix
    cross join lateral (
      select count(*) as count, coalesce(sum(c.amount_minor), 0) as sum, array_agg(c.credit_id order by c.received_at desc) as ids
        from inward_credit c
       where case when v.checkout_id is null then c.account_number = v.account_number and c.checkout_id is null and c.account_number is not null
                  else c.checkout_id = v.checkout_id end
         and c.virtual_account_id = v.virtual_account_id) k
   where v.virtual_account_id = p_id
$$;

-- Returns a webhook with each attempt to deliver it.
create function delivery_parts(p_id text) returns jsonb language sql stable as $$
  select belonging(d.merchant_id, v.checkout_id) || jsonb_build_object('currency', home_currency(), 'status', d.status, 'type', v.type,
    'eventId', d.event_id, 'url', d.url, 'count', d.attempts, 'writtenAt', rfc3339(v.created_at), 'finishedAt', rfc3339(d.finished_at),
    'redeliveryOf', d.redelivery_of, 'replayId', d.replay_id,
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('attempt', a.attempt, 'at', rfc3339(a.started_at), 'tookMs', a.duration_ms,
        'httpStatus', a.http_status, 'failure', a.failure, 'response', a.response) order by a.attempt), '[]')
        from webhook_attempt a where a.delivery_id = p_id),
    'cases', cases_json('{ENDPOINT}', array[d.merchant_id]))
    from webhook_delivery d left join event v on v.event_id = d.event_id where d.delivery_id = p_id
$$;

-- Returns the legs of a journal, with the present balance of each account.
create function journal_parts(p_id text) returns jsonb language sql stable as $$
  select jsonb_build_object('source', j.source_type, 'sourceId', j.source_id, 'purpose', j.purpose, 'postedAt', rfc3339(j.posted_at),
    'currency', (select min(e.currency) from entry e where e.journal_id = j.journal_id),
    'settlementId', (select p.settlement_id from payout p where j.source_type = 'payout' and p.payout_id = j.source_id),
    'legs', (select coalesce(jsonb_agg(jsonb_build_object('leg', e.leg, 'account', e.account_id, 'amount', e.amount_minor,
        'balance', a.balance_minor, 'ownerName', name_of_owner(a.owner)) order by e.amount_minor desc, e.leg), '[]')
        from entry e join ledger_account a on a.account_id = e.account_id where e.journal_id = j.journal_id))
    from journal j where j.journal_id = case when p_id ~ '^\d{1,18}$' then p_id::bigint end
$$;

-- Returns a merchant with more than its terms: money, keys, webhooks, the sums of thirty days, and its cases.
create function merchant_parts(p_id text) returns jsonb language sql stable as $$
  select jsonb_build_object('merchantId', m.merchant_id, 'merchantName', m.trade_name, 'name', m.name, 'status', m.status,
    'statusReason', m.status_reason, 'madeAt', rfc3339(m.created_at), 'schedule', m.settlement_schedule,
    'minimumPayout', m.minimum_payout_minor, 'payoutFee', m.payout_fee_minor, 'minAmount', m.min_amount_minor,
    'maxAmount', m.max_amount_minor, 'dailyLimit', m.daily_limit_minor, 'dailySettlementLimit', m.daily_settlement_limit_minor,
    'openAccountLimit', m.open_account_limit, 'scopes', to_jsonb(m.granted_scopes), 'channels', m.channels, 'prefixes', m.prefixes,
    'checklist', m.checklist, 'contacts', m.contacts)
  || jsonb_build_object('currency', home_currency(),
    'available', b.available_minor, 'pending', b.pending_minor, 'reserved', b.reserved_minor, 'inTransit', b.in_transit_minor,
    'total', b.total_minor, 'nextOn', n.run_on::text, 'nextAmount', n.amount_minor,
    'payments', v.payments, 'gross', v.gross_minor, 'feesOf', v.fee_minor, 'refunds', v.refund_minor, 'initiated', v.initiated,
    'paid', v.paid, 'keys', (
      select coalesce(jsonb_agg(jsonb_build_object('clientId', k.client_id, 'name', k.name, 'groups', to_jsonb(k.groups),
          'isLive', is_live_key(k), 'madeAt', rfc3339(k.created_at), 'lastUsedAt', rfc3339(k.last_used_at),
          'expiresAt', rfc3339(k.expires_at)) order by k.created_at), '[]') from merchant_key k where k.merchant_id = p_id),
    'endpoints', (select coalesce(jsonb_agg(jsonb_build_object('url', e.url, 'status', e.status,
          'failingSince', rfc3339(e.failing_since)) order by e.created_at), '[]') from webhook_endpoint e where e.merchant_id = p_id),
    'deliveries', (select coalesce(jsonb_agg(jsonb_build_object('status', d.status, 'count', d.count, 'oldest', rfc3339(d.oldest))
          order by d.status), '[]')
        from (select w.status, count(*) as count, min(w.created_at) as oldest from webhook_delivery w
               where w.merchant_id = p_id and w.status in ('RETRYING', 'DEAD', 'SUPPRESSED') group by w.status) d),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('bankName', coalesce(a.bank_name, a.bank_code),
          'accountNumber', a.account_number, 'accountName', a.account_name, 'isDefault', a.is_default,
          'usableFrom', rfc3339(a.usable_from)) order by a.created_at), '[]')
        from settlement_account a where a.merchant_id = p_id and a.status = 'ACTIVE'),
    'settlements', (select coalesce(jsonb_agg(jsonb_build_object('settlementId', s.settlement_id, 'reference', s.settlement_reference,
          'amount', s.net_minor, 'status', s.status, 'at', rfc3339(s.created_at)) order by s.created_at desc), '[]')
        from (select x.* from settlement x where x.merchant_id = p_id order by x.created_at desc, x.settlement_id desc limit 5) s),
    'cases', (select coalesce(jsonb_agg(jsonb_build_object('caseNumber', c.case_number, 'reason', c.reason, 'status', c.status,
          'openedAt', rfc3339(c.opened_at)) order by c.opened_at), '[]')
        from (select x.* from attention_case x where x.status = 'OPEN' and x.merchant_id = p_id order by x.opened_at limit 20) c))
    from merchant_read m
    cross join lateral wallet_balance(m.merchant_id) b
    left join lateral next_settlement(m.merchant_id, now()) n on true
    left join lateral (select * from sums_of(m.merchant_id, now() - interval '30 days', now(), 'channel', home_currency()) s where s.is_total) v
      on true
   where m.merchant_id = p_id
$$;
