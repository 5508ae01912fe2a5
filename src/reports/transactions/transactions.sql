-- Credits as merchants list them: a transaction is money, a checkout is an order. Refunds and disputes are rare, so they are grouped first
-- (movements_of), and a credit without any needs no sums.

-- A credit as merchants see it. Amounts are in minor units. If a policy sends back money of a merchant's payment, that money never was the
-- merchant's, so it does not change the payment's status. If nothing is left of a payment, the status names what took the last part.
create view transaction_read as
  select k.credit_id, k.merchant_id, k.checkout_id, c.payment_reference, k.channel, k.session_id,
         k.amount_minor, k.applied_minor, k.excess_minor, k.refunded_minor, k.fee_minor, k.vat_minor, k.currency,
         k.outcome, k.policy_applied, k.resolution, k.narration, k.source, k.sent_at, k.received_at, k.applied_at,
         c.expected_minor, coalesce(c.fee_bearer, case v.type when 'STATIC' then 'MERCHANT' end) as fee_bearer,
         coalesce(c.metadata, case v.type when 'STATIC' then (
           select s.metadata from static_account s where s.virtual_account_id = v.virtual_account_id) end) as metadata,
         c.created_at as initiated_at, w.status,
         case
           when k.outcome is null then 'RECEIVED'
           when w.status = 'REVERSED' then 'RECALLED'
           when k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED') and coalesce(k.resolution, 'KEPT') = 'KEPT'
             then case k.outcome when 'UNMATCHED' then 'UNMATCHED' else 'HELD' end
           -- money that never counted is returned; money that a merchant refunds was applied
           when k.applied_minor = 0 and k.resolution is distinct from 'ACCEPTED' and k.refunded_minor > 0
             then case when m.has_failed then 'RETURN_FAILED' when m.is_moving then 'RETURN_PENDING' else 'RETURNED' end
           else 'APPLIED' end as inward_status,
         -- the amount booked to the merchant: the net of the credit's line in the statement
         case when t.theirs then k.amount_minor - m.returned_minor - k.fee_minor - k.vat_minor else 0 end as settlement_minor,
         m.returned_minor, m.refunded_minor as merchant_refunded_minor, m.taken_back_minor,
         case when t.theirs then greatest(k.amount_minor - k.refunded_minor - m.claimed_minor, 0) else 0 end as refundable_minor,
         greatest(k.received_at, k.applied_at, m.changed_at) as updated_at,
         coalesce(c.version, k.event_sequence, 0) as version,
         k.account_number, v.virtual_account_id, v.account_name, v.type as account_type, b.bank_code, b.bank_name,
         case v.type when 'STATIC' then (
           select s.reference from static_account s where s.virtual_account_id = v.virtual_account_id) end as account_reference,
         -- [due on, the settlement's status, its reference]. As a join this would be looked up even when only a status is read. A credit
         -- has one line, from its collection or from its acceptance. The order is that of the index, so nothing is sorted.
         (select json_build_array(t.due_on, s.status, s.settlement_reference)
            from balance_transaction t left join settlement s on s.settlement_id = t.settlement_id
           where t.source_type = 'credit' and t.source_id = k.credit_id
           order by t.purpose limit 1) as settlement,
         case when not was_sent(k) then (select a.card from card_attempt a where a.attempt_id = k.session_id) end as card,
         case when k.refunded_minor > 0 then (
           select json_agg(json_build_object('refundId', f.refund_id, 'refundReference', f.refund_reference, 'origin', f.origin,
                    'reason', f.reason, 'amountMinor', f.amount_minor::text, 'status', f.status) order by f.refund_id)
             from refund f where f.credit_id = k.credit_id) end as refunds
    from inward_credit k
    left join checkout c on c.checkout_id = k.checkout_id
    left join virtual_account v on v.virtual_account_id = k.virtual_account_id
    left join number_prefix b on b.prefix = coalesce(v.prefix, left(k.account_number, 3))
    cross join lateral movements_of(k.credit_id, k.refunded_minor) m
    cross join lateral (select is_merchants(k.applied_minor, k.resolution, c.status) as theirs) t
    cross join lateral (
      select case
        when k.outcome is null then 'PROCESSING'
        when m.is_disputed then 'DISPUTED'
        when t.theirs then case
          when m.taken_back_minor > 0 and m.lost_at >= coalesce(m.refunded_at, m.lost_at)
            and m.refunded_minor + m.taken_back_minor >= k.amount_minor - m.returned_minor then 'REVERSED'
          when m.is_refunding then 'REFUND_PENDING'
          when m.refunded_minor = 0 then 'SUCCESSFUL'
          when m.refunded_minor + m.taken_back_minor >= k.amount_minor - m.returned_minor then 'REFUNDED'
          else 'PARTIALLY_REFUNDED' end
        when m.lost_minor >= k.amount_minor then 'REVERSED'
        when m.is_moving then 'REFUND_PENDING'
        when m.arrived_minor > 0 and m.arrived_minor + m.lost_minor >= k.amount_minor then 'REFUNDED'
        when m.arrived_minor > 0 then 'PARTIALLY_REFUNDED'
        when k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED') and coalesce(k.resolution, 'KEPT') = 'KEPT' then 'HELD'
        when k.applied_minor > 0 then 'PENDING'   -- a part payment that waits for the rest
        else 'SUCCESSFUL' end as status) w;

-- A row's position in a list by time, exact to the microsecond: a float8 holds microseconds until the year 2255.
-- STABLE like the functions it calls, so that the planner can inline it.
create function list_position(p_at timestamptz) returns text language sql stable parallel safe as $$
  select round(date_part('epoch', p_at) * 1000000)::bigint::text
$$;

-- Returns the time of a position in a list. Positions are microseconds.
create function list_time(p_position text) returns timestamptz language sql immutable parallel safe as $$
  select timestamptz 'epoch' + p_position::bigint * interval '1 microsecond'
$$;

-- The next functions find a merchant's credits by what people know about a payment. Each uses an index of its own, not the list's.
create function credits_by_order(p_merchant_id text, p_reference text) returns table (credit_id text)
language sql stable as $$
  select k.credit_id from checkout c join inward_credit k on k.checkout_id = c.checkout_id
   where c.merchant_id = p_merchant_id and c.payment_reference = p_reference
$$;

-- Returns the credits of a merchant that were paid into an account number.
create function credits_by_number(p_merchant_id text, p_account_number text) returns table (credit_id text)
language sql stable as $$
  select k.credit_id from virtual_account v
    join inward_credit k on k.checkout_id = v.checkout_id and k.virtual_account_id = v.virtual_account_id
   where v.account_number = p_account_number and v.merchant_id = p_merchant_id
  union
  select k.credit_id from inward_credit k
   where k.account_number = p_account_number and k.checkout_id is null and k.merchant_id = p_merchant_id
$$;

-- Returns the credits with this session id. A session id is unique only within its provider, so each provider is looked up in turn.
-- p_merchant_id null: the credits of all merchants.
create function credits_by_session(p_merchant_id text, p_session_id text) returns table (credit_id text)
language sql stable as $$
  with recursive known as (
    (select k.provider from inward_credit k order by k.provider limit 1)
    union all
    select (select k.provider from inward_credit k where k.provider > n.provider order by k.provider limit 1)
      from known n where n.provider is not null
  )
  select k.credit_id from known n
    join inward_credit k on k.provider = n.provider and k.session_id = p_session_id
   where p_merchant_id is null or k.merchant_id = p_merchant_id
$$;

-- Returns the credits of a merchant with this transaction reference, or of the order with this payment reference.
create function credits_by_reference(p_merchant_id text, p_reference text) returns table (credit_id text)
language sql stable as $$
  select k.credit_id from inward_credit k where k.credit_id = p_reference and k.merchant_id = p_merchant_id
  union
  select o.credit_id from credits_by_order(p_merchant_id, p_reference) o
$$;

-- Returns the credits of a merchant that this whole text names: by a reference (of the credit, its order or a refund of it), an account
-- number or a session id.
create function credits_by_text(p_merchant_id text, p_text text) returns table (credit_id text) language sql stable as $$
  select r.credit_id from credits_by_reference(p_merchant_id, p_text) r
  union
  select n.credit_id from credits_by_number(p_merchant_id, p_text) n
  union
  select s.credit_id from credits_by_session(p_merchant_id, p_text) s
  union
  select f.credit_id from refund f where f.merchant_id = p_merchant_id and f.refund_reference = p_text
$$;

-- Returns credits that are not in the books yet. They are found by their open facts.
create function credits_under_way(p_merchant_id text) returns table (credit_id text) language sql stable as $$
  select k.credit_id from fact f
   cross join lateral (select i.* from inward_credit i where i.credit_id = f.subject_id offset 0) k
   where f.kind = 'CREDIT_RECEIVED' and f.applied_at is null and k.outcome is null and k.merchant_id = p_merchant_id
$$;

-- Tells whether a merchant may make us ask a bank now, and stores the time if so. wait_ms: how long the merchant must still wait.
create function may_ask_bank(p_merchant_id text, p_pause interval, out allowed boolean, out wait_ms integer) language plpgsql as $$
begin
  insert into bank_asked as b (merchant_id, asked_at) values (p_merchant_id, clock_timestamp())
    on conflict (merchant_id) do update set asked_at = excluded.asked_at where b.asked_at <= excluded.asked_at - p_pause;
  allowed := found;
  wait_ms := case when allowed then 0 else (
    select greatest(1, ceil(extract(epoch from b.asked_at + p_pause - clock_timestamp()) * 1000))::integer
      from bank_asked b where b.merchant_id = p_merchant_id) end;
end $$;
