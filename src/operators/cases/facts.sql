-- The facts of a case, from the present state of its subject. Payers' names and accounts are in `payer` only, which leaves the database for
-- the operators' API and for the encrypted details of the workflow.

-- due_minor, paid_minor: of an order. payer: {accountName, accountNumber, bankName, and for a refund to another account payerName}. since:
-- the time at which the money came, or should have left.
create type case_facts as (
  merchant_id text, merchant_name text, checkout_id text, payment_reference text, account_number text, session_id text,
  provider text, amount_minor bigint, currency text, due_minor bigint, paid_minor bigint, status text, payer jsonb,
  since timestamptz
);

-- Returns the last account number of an order.
create function number_of(p_checkout_id text) returns text language sql stable as $$
  select v.account_number from virtual_account v where v.checkout_id = p_checkout_id order by v.created_at desc limit 1
$$;

-- The facts of a checkout that waits.
create function facts_of_checkout(p_checkout_id text) returns case_facts language sql stable as $$
  select row(c.merchant_id, m.trade_name, c.checkout_id, c.payment_reference, number_of(c.checkout_id), k.session_id, k.provider,
             c.amount_minor, c.currency, c.expected_minor, c.paid_minor, c.status, coalesce(k.source, '{}'),
             coalesce(k.received_at, c.created_at))::case_facts
    from checkout c join merchant m on m.merchant_id = c.merchant_id
    left join lateral (select * from inward_credit x where x.checkout_id = c.checkout_id
                        order by x.received_at desc limit 1) k on true
   where c.checkout_id = p_checkout_id
$$;

-- Returns the state of a credit that was held. The state is RETURNED when the money has left, and until then RETURN_ORDERED.
create function credit_stands(k inward_credit) returns text language sql stable as $$
  select case
    when k.resolution = 'RETURNED' and exists (select from refund r where r.credit_id = k.credit_id and r.status <> 'SUCCESSFUL')
      then 'RETURN_ORDERED'
    else coalesce(k.resolution, 'HELD') end
$$;

-- The facts of a credit that is held.
create function facts_of_credit(p_credit_id text) returns case_facts language sql stable as $$
  select row(k.merchant_id, m.trade_name, k.checkout_id, c.payment_reference, k.account_number, k.session_id, k.provider,
             k.amount_minor, k.currency, c.expected_minor, c.paid_minor, credit_stands(k), k.source, k.received_at)::case_facts
    from inward_credit k
    left join merchant m on m.merchant_id = k.merchant_id
    left join checkout c on c.checkout_id = k.checkout_id
   where k.credit_id = p_credit_id
$$;

-- The facts of a refund. payer is the account that the money goes to; payerName is the name of the person who paid.
create function facts_of_refund(p_refund_id text) returns case_facts language sql stable as $$
  select row(r.merchant_id, m.trade_name, r.checkout_id, c.payment_reference, k.account_number,
             coalesce(o.session_id, k.session_id), r.provider, r.amount_minor, r.currency, c.expected_minor, c.paid_minor,
             r.status, r.destination || case when r.redirected_at is not null
               then jsonb_strip_nulls(jsonb_build_object('payerName', k.source ->> 'accountName')) else '{}' end, r.created_at)::case_facts
    from refund r
    join inward_credit k on k.credit_id = r.credit_id
    left join merchant m on m.merchant_id = r.merchant_id
    left join checkout c on c.checkout_id = r.checkout_id
    left join lateral (select x.session_id from outward_transfer x
                        where x.purpose = 'REFUND' and x.purpose_id = r.refund_id order by x.attempt desc limit 1) o on true
   where r.refund_id = p_refund_id
$$;

-- The facts of a settlement. payer is the merchant's own account; notedName is the name that the bank gives its holder now.
create function facts_of_settlement(p_settlement_id text) returns case_facts language sql stable as $$
  select row(s.merchant_id, m.trade_name, null, s.settlement_reference, null, o.session_id, a.provider, s.net_minor, s.currency,
             s.net_minor, s.paid_minor, s.status,
             jsonb_strip_nulls(jsonb_build_object('accountName', a.account_name, 'accountNumber', a.account_number,
                                                  'bankName', a.bank_name, 'notedName', s.noted_name)),
             s.created_at)::case_facts
    from settlement s
    join merchant m on m.merchant_id = s.merchant_id
    left join settlement_account a on a.settlement_account_id = s.settlement_account_id
    left join lateral (select x.session_id from outward_transfer x join payout p on p.payout_id = x.purpose_id
                        where x.purpose = 'PAYOUT' and p.settlement_id = s.settlement_id
                        order by x.sent_at desc limit 1) o on true
   where s.settlement_id = p_settlement_id
$$;

-- The facts of a card charge.
create function facts_of_charge(p_attempt_id text) returns case_facts language sql stable as $$
  select row(a.merchant_id, m.trade_name, a.checkout_id, c.payment_reference, null, null, a.provider, a.amount_minor, c.currency,
             c.expected_minor, c.paid_minor, a.status, '{}', a.created_at)::case_facts
    from card_attempt a
    join merchant m on m.merchant_id = a.merchant_id
    join checkout c on c.checkout_id = a.checkout_id
   where a.attempt_id = p_attempt_id
$$;

-- The facts of an answer to a chargeback.
create function facts_of_dispute(p_answer_id text) returns case_facts language sql stable as $$
  select row(d.merchant_id, m.trade_name, d.checkout_id, c.payment_reference, null, null, d.provider, d.amount_minor,
             coalesce(c.currency, home_currency()),
             c.expected_minor, c.paid_minor, a.status, '{}', a.created_at)::case_facts
    from dispute_answer a
    join dispute d on d.dispute_id = a.dispute_id
    left join merchant m on m.merchant_id = d.merchant_id
    left join checkout c on c.checkout_id = d.checkout_id
   where a.answer_id = p_answer_id
$$;

-- Returns the line of the bank's statement that a case's finding is about; null when there is none.
create function statement_line_of(p_kind text, p_subject text) returns jsonb language sql stable as $$
  select jsonb_build_object(
           'lineId', l.line_id::text, 'kind', l.kind, 'bookedAt', rfc3339(l.booked_at), 'amountMinor', l.amount_minor::text,
           'balanceMinor', l.balance_minor::text, 'sessionId', l.session_id, 'narration', l.narration, 'counterpart', l.counterpart)
    from finding f
    join statement_line l on l.provider = f.detail ->> 'provider' and l.line_id = (f.detail ->> 'lineId')::bigint
   where p_kind = 'FINDING' and f.kind = split_part(p_subject, ':', 1) and f.subject = substr(p_subject, position(':' in p_subject) + 1)
   order by f.finding_id desc limit 1
$$;

-- Returns the name of a bank or acquirer; its code when it has no name.
create function name_of_provider(p_provider text) returns text language sql stable as $$
  select coalesce((select b.bank_name from number_prefix b where b.provider = p_provider order by b.prefix limit 1), p_provider)
$$;

-- Returns the name of a merchant, or of a bank or acquirer that has a prefix; null when the account has another owner or none.
create function name_of_owner(p_owner text) returns text language sql stable as $$
  select coalesce((select m.trade_name from merchant m where m.merchant_id = p_owner), nullif(name_of_provider(p_owner), p_owner))
$$;

-- Returns the customer of a case's order, as the merchant gave it: {name, email, phoneNumber}; null when the case is not about an order.
create function customer_of_case(c attention_case) returns jsonb language sql stable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
           'name', nullif(concat_ws(' ', o.customer ->> 'firstName', o.customer ->> 'lastName'), ''),
           'email', o.customer ->> 'email', 'phoneNumber', o.customer ->> 'phoneNumber')), '{}')
    from checkout o where o.checkout_id = c.checkout_id
$$;

-- The facts of a sending, which is a refund's or a settlement's, by our session id or the bank's own.
create function facts_of_sending(p_session_id text) returns case_facts language sql stable as $$
  select case t.purpose when 'REFUND' then facts_of_refund(t.purpose_id)
                        else facts_of_settlement((select p.settlement_id from payout p where p.payout_id = t.purpose_id)) end
    from outward_transfer t
   where t.session_id = p_session_id or t.known_as ->> 'sessionId' = p_session_id and t.known_as is not null
$$;

-- The facts of a merchant and nothing else.
create function facts_of_merchant(p_merchant_id text) returns case_facts language sql stable as $$
  select row(m.merchant_id, m.trade_name, null, null, null, null, null, null, home_currency(), null, null, null, '{}', now())::case_facts
    from merchant m where m.merchant_id = p_merchant_id
$$;

-- Returns the session id that a finding is about: its own, that of its line of the statement, or (NOT_ON_STATEMENT) its subject.
create function session_of_finding(f finding) returns text language sql stable as $$
  select coalesce(f.detail ->> 'sessionId',
    (select l.session_id from statement_line l
      where l.provider = f.detail ->> 'provider' and l.line_id = (f.detail ->> 'lineId')::bigint),
    case f.kind when 'NOT_ON_STATEMENT' then f.subject end)
$$;

-- Returns the credit whose amount differs from its line (AMOUNT_DIFFERS). Of several credits under one session id: the oldest one whose own
-- amount is on no line.
create function differing_credit(f finding) returns inward_credit language sql stable as $$
  select k.* from inward_credit k
   where k.provider = f.detail ->> 'provider' and k.session_id = f.subject
   order by exists (select from statement_line l
                     where l.provider = k.provider and l.session_id = k.session_id and l.kind = 'CREDIT' and l.amount_minor = k.amount_minor),
            k.received_at, k.credit_id limit 1
$$;

-- Returns the facts of one finding: everything that is known of its subject. For an unknown debit these are the facts of the settlement
-- that would be sent in its place.
create function facts_of_found(f finding) returns case_facts language plpgsql stable as $$
declare
  provider_name constant text := f.detail ->> 'provider';
  session constant text := session_of_finding(f);
  facts case_facts;
begin
  facts := case f.kind
    when 'NOT_ON_STATEMENT' then facts_of_credit(f.detail ->> 'creditId')
    when 'AMOUNT_DIFFERS' then facts_of_credit((differing_credit(f)).credit_id)
    when 'SUSPENSE_AGED' then facts_of_credit(f.subject)
    when 'DISPUTE_EXCEEDS' then facts_of_credit(f.detail ->> 'creditId')
    when 'DISPUTE_TURNED' then facts_of_credit(f.detail ->> 'creditId')
    when 'DISPUTE_DIFFERS' then facts_of_credit(f.detail ->> 'creditId')
    when 'ERASURE_ASKED' then facts_of_checkout(f.subject)
    when 'DEBIT_DIFFERS' then facts_of_sending(session)
    when 'RETURNED_IN_PART' then facts_of_sending(coalesce(session, f.subject))
    when 'FAILED_BUT_DEBITED' then facts_of_sending(f.subject)
    when 'PAID_BUT_DENIED' then facts_of_sending(f.subject)
    when 'NOT_AT_BANK' then facts_of_credit(f.subject)
    when 'UNEXPLAINED_DEBIT' then facts_of_settlement((payout_instead_of(provider_name, f.subject)).settlement_id)
    when 'FACT_STALLED' then facts_of_checkout((select x.checkout_id from fact x where x.fact_id = f.subject::bigint))
    when 'DELIVERY_STALLED' then facts_of_merchant(
      (select d.merchant_id from webhook_delivery d where d.delivery_id = f.subject)) end;
  facts.session_id := coalesce(session, facts.session_id);
  facts.provider := coalesce(provider_name, facts.provider);
  facts.amount_minor := coalesce((f.detail ->> 'amountMinor')::bigint, (f.detail ->> 'askedMinor')::bigint, facts.amount_minor);
  facts.currency := coalesce(facts.currency, home_currency());
  facts.payer := coalesce(facts.payer, '{}');
  facts.status := case f.action when 'ATTENTION' then 'OPEN' else 'RESOLVED' end;
  facts.since := f.found_at;
  return facts;
end $$;

-- Returns the common facts of all open findings of a kind: the sum of the amounts, the bank, and the earliest time. The other facts differ
-- from finding to finding.
create function facts_of_findings(p_kind text) returns case_facts language sql stable as $$
  select row(null, null, null, null, null, null, min(f.detail ->> 'provider'), sum((f.detail ->> 'amountMinor')::bigint), home_currency(),
             null, null, case when count(*) > 0 then 'OPEN' else 'RESOLVED' end, '{}', coalesce(min(f.found_at), now()))::case_facts
    from finding f where f.kind = p_kind and f.action = 'ATTENTION'
$$;

-- Returns the facts of findings: of one subject, or (without a colon) of all open findings of a kind, which may be a single one.
create function facts_of_finding(p_subject text) returns case_facts language plpgsql stable as $$
declare
  about constant text := split_part(p_subject, ':', 1);
  is_one constant boolean := position(':' in p_subject) > 0;
  known finding[];
begin
  select array_agg(x) into known from (
    select f as x from finding f
     where f.kind = about and case when is_one then f.subject = substr(p_subject, length(about) + 2) else f.action = 'ATTENTION' end
     limit 2) o;
  return case when cardinality(known) = 1 then facts_of_found(known[1]) else facts_of_findings(about) end;
end $$;

-- The facts of an endpoint that fails, or is off because it failed for days; the subject is its name (endpoint_name).
create function facts_of_endpoint(p_name text) returns case_facts language sql stable as $$
  select row(m.merchant_id, m.trade_name, null, null, null, null, null, null, home_currency(), null, null, e.status, '{}',
             coalesce(e.failing_since, e.updated_at))::case_facts
    from merchant m join webhook_endpoint e on e.merchant_id = m.merchant_id
   where m.merchant_id = split_part(p_name, '/', 1) and endpoint_name(e.merchant_id, e.endpoint) = p_name
$$;

-- The facts of a prefix that runs out of numbers, and of its merchant if only one merchant has it.
create function facts_of_prefix(p_prefix text) returns case_facts language sql stable as $$
  select row(o.merchant_id, (select m.trade_name from merchant m where m.merchant_id = o.merchant_id), null, null, null, null, b.provider,
             null, home_currency(), null, null, null, '{}', now())::case_facts
    from number_prefix b
    cross join lateral (
      select case when count(*) = 1 then min(x.merchant_id) end as merchant_id from merchant_prefix x where x.prefix = b.prefix) o
   where b.prefix = p_prefix
$$;

-- Returns the facts of a case of this kind. All are null if the subject no longer exists.
create function facts_of_case(p_kind text, p_subject text) returns case_facts language sql stable as $$
  select case p_kind
    when 'CHECKOUT' then facts_of_checkout(p_subject)
    when 'CREDIT' then facts_of_credit(p_subject)
    when 'REFUND' then facts_of_refund(p_subject)
    when 'PAYOUT' then facts_of_settlement(p_subject)
    when 'CHARGE' then facts_of_charge(p_subject)
    when 'DISPUTE' then facts_of_dispute(p_subject)
    when 'FINDING' then facts_of_finding(p_subject)
    when 'ENDPOINT' then facts_of_endpoint(p_subject)
    when 'PREFIX' then facts_of_prefix(p_subject)
    else row(null, null, null, null, null, null, null, null, home_currency(), null, null, null, '{}', now())::case_facts end
$$;

-- Returns the time at which something happens automatically to the subject of a case, or from which something can no longer be done; null:
-- there is none.
create function due_of_case(p_kind text, p_subject text) returns timestamptz language sql stable as $$
  select case p_kind
    when 'CREDIT' then (select k.received_at + interval '24 hours' from inward_credit k
                         where k.credit_id = p_subject and k.outcome = 'UNMATCHED' and k.resolution is null)
    when 'CHECKOUT' then (select o.expires_at from checkout o where o.checkout_id = p_subject and is_open_status(o.status))
    when 'DISPUTE' then (select d.evidence_due_at from dispute_answer a join dispute d on d.dispute_id = a.dispute_id
                          where a.answer_id = p_subject) end
$$;

-- Returns how long a case may wait. The more money waits with it, the shorter the time.
create function patience_of_case(p_kind text, p_reason text, p_amount_minor bigint) returns interval language sql immutable as $$
  select case
    -- the case stops all sending through a bank, or the books are wrong
    when p_reason in ('FOUND: UNEXPLAINED_DEBIT', 'FOUND: BOOKS_DISAGREE') then interval '15 minutes'
    when p_amount_minor >= 100000000 then interval '1 hour'
    when p_kind in ('ENDPOINT', 'PREFIX', 'FINDING') then interval '1 day'
    when p_amount_minor < 500000 then interval '1 day'
    else interval '4 hours' end
$$;

-- Returns the payer's name for lists. It is personal. Null when the case is not about a payer.
create function payer_of_case(c attention_case) returns text language sql stable as $$
  select case when c.kind in ('CHECKOUT', 'CREDIT', 'REFUND')
    then (select coalesce(f.payer ->> 'payerName', f.payer ->> 'accountName') from facts_of_case(c.kind, c.subject) f) end
$$;

-- Returns the subject's state, for the record of a decision. The state holds nothing personal.
create function state_of_case(p_kind text, p_subject text) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object('status', f.status, 'amountMinor', f.amount_minor::text,
           'dueMinor', f.due_minor::text, 'paidMinor', f.paid_minor::text, 'sessionId', f.session_id))
    from facts_of_case(p_kind, p_subject) f
$$;
