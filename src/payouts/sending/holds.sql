-- Money that should have left and has not, with the hold that stops it. Operators must see at once that nothing is being sent.

-- Lists every refund and settlement that is to be sent and is not on its way. own_hold: the hold of this sending alone. NEEDS_ACCOUNT:
-- nobody knows the account; a hold of the settlement, such as NAME_CHANGED; CASE: its own case waits for a decision; COOLING: its account
-- is still in its cooling period. due_since: the time from which it could have left, as far as this view knows.
create view to_be_sent as
  select w.*, c.case_number as own_case,
         case when w.stops is not null then w.stops when c.case_number is not null then 'CASE'
              when w.sends_from > now() then 'COOLING' end as own_hold
    from (
      select 'REFUND' as kind, r.refund_id as subject, r.refund_reference as reference, r.merchant_id, r.credit_id, r.checkout_id,
             r.provider, r.amount_minor, r.currency, r.response_code, r.failure,
             case r.status when 'NEEDS_ACCOUNT' then r.status end as stops, refund_sendable_from(r.redirected_at) as sends_from,
             greatest(r.updated_at, refund_sendable_from(r.redirected_at)) as due_since
        from refund r
       where r.status not in ('SUCCESSFUL', 'FAILED') and r.status in ('REQUESTED', 'NAME_ENQUIRY', 'NEEDS_ACCOUNT')
      union all
      select 'PAYOUT', s.settlement_id, s.settlement_reference, s.merchant_id, null, null,
             a.provider, coalesce(p.amount_minor, 0), s.currency, p.response_code, p.failure,
             s.hold_reason, null, s.updated_at
        from settlement s
        left join settlement_account a on a.settlement_account_id = s.settlement_account_id
        left join lateral (
          select x.response_code, x.failure, (sum(x.amount_minor) over ())::bigint as amount_minor from payout x
           where x.settlement_id = s.settlement_id and x.status = 'SCHEDULED' order by x.part limit 1) p on true
       where s.status in ('SCHEDULED', 'ON_HOLD')) w
    left join attention_case c on c.kind = w.kind and c.subject = w.subject and c.status = 'OPEN';

-- Adds to each row of to_be_sent the hold that it waits for now; null if it is about to leave. A hold of one sending alone comes before a
-- hold of its whole bank, because the sending's own hold must be resolved in any case. REFUSED: the bank has refused it, and it will be
-- tried again. STALLED: it should have left ten minutes ago, and the database does not show the cause: the bank does not name the account's
-- holder, no worker serves its rail, or Temporal is away.
create view waiting_to_be_sent as
  select w.*, coalesce(w.own_case, b.case_number) as case_number,
         coalesce(w.own_hold, b.hold,
                  case when w.response_code is not null or w.failure is not null then 'REFUSED'
                       when w.due_since < now() - interval '10 minutes' then 'STALLED' end) as hold
    from to_be_sent w
    -- not lateral, so that bank_hold is read once, however many rows wait
    left join (
      select distinct on (x.provider) x.provider, x.hold, x.case_number from bank_hold x order by x.provider, x.hold, x.since
    ) b on b.provider = w.provider and w.own_hold is null;

-- Tells whether a hold stops everything that goes through a bank, and not only some sendings.
create function is_of_bank(p_hold text) returns boolean language sql immutable as $$
  select p_hold in ('RECOVERY', 'UNEXPLAINED_DEBIT', 'STALLED')
$$;

-- Returns all present holds, those of a whole bank first: the time they began, the cases in which they are decided, and how much money
-- waits for each. A bank through which nothing may be sent is listed even while nothing waits for it.
create function outgoing_holds() returns table (
  hold text, provider text, bank_name text, since timestamptz, cases bigint[], refunds bigint, payouts bigint, amount_minor bigint
) language sql stable as $$
  with stopped as (
    select b.hold, b.provider, min(b.since) as since, array_agg(b.case_number order by b.since) filter (where b.case_number is not null) as cases
      from bank_hold b group by b.hold, b.provider
  ), waiting as (
    select w.hold, coalesce(w.provider, '') as provider, min(w.due_since) as since, count(*) filter (where w.kind = 'REFUND') as refunds,
           count(*) filter (where w.kind = 'PAYOUT') as payouts, sum(w.amount_minor)::bigint as amount_minor
      from waiting_to_be_sent w where w.hold is not null group by 1, 2
  )
  select coalesce(s.hold, w.hold), coalesce(s.provider, w.provider), coalesce(
           (select b.bank_name from number_prefix b where b.provider = coalesce(s.provider, w.provider) order by b.prefix limit 1),
           coalesce(s.provider, w.provider)),
         coalesce(s.since, w.since), coalesce(s.cases, '{}'), coalesce(w.refunds, 0), coalesce(w.payouts, 0), coalesce(w.amount_minor, 0)
    from stopped s full join waiting w on w.hold = s.hold and w.provider = s.provider
   order by is_of_bank(coalesce(s.hold, w.hold)) desc, 4
$$;
