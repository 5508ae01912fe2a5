-- Statements of a merchant's money: balance transactions in the order in which they were booked, and their sums.

-- Returns each balance transaction under its one heading of the statement.
create view statement_part as
  select b.merchant_id, b.currency, b.created_at, b.net_minor as change_minor,
         case when b.type = 'COLLECTION' then b.gross_minor else 0 end as gross_minor,
         case when b.type in ('COLLECTION', 'REFUND', 'CHARGEBACK') then b.fee_minor else 0 end as fee_minor,
         case when b.type in ('COLLECTION', 'REFUND', 'CHARGEBACK') then b.vat_minor else 0 end as vat_minor,
         case when b.type = 'REFUND' then -b.gross_minor else 0 end as refund_minor,
         case when b.type = 'CHARGEBACK' then -b.gross_minor else 0 end as chargeback_minor,
         case when b.type = 'SETTLEMENT_REVERSAL' then b.net_minor else 0 end as reversal_minor,
         case when b.type in ('COLLECTION', 'REFUND', 'CHARGEBACK') then b.duty_minor else 0 end as duty_minor,
         case when b.type = 'ADJUSTMENT' then b.net_minor else 0 end as adjustment_minor,
         case when b.type = 'SETTLEMENT' then b.fee_minor + b.vat_minor else 0 end as payout_fee_minor,
         case when b.type = 'SETTLEMENT' then b.duty_minor else 0 end as payout_duty_minor,
         case when b.type = 'SETTLEMENT' then -b.gross_minor else 0 end as paid_out_minor
    from balance_transaction b;

-- The sums of a statement. Amounts in minor units.
create type statement_sums as (
  line_count bigint, change_minor bigint, gross_minor bigint, fee_minor bigint, vat_minor bigint, refund_minor bigint,
  chargeback_minor bigint, reversal_minor bigint, duty_minor bigint, adjustment_minor bigint, payout_fee_minor bigint,
  payout_duty_minor bigint, paid_out_minor bigint);

-- Sums the lines that the merchant's books took in a currency from p_since on and before p_before.
create function sum_statement(p_merchant_id text, p_currency text, p_since timestamptz, p_before timestamptz) returns statement_sums
language sql stable as $$
  select count(*), coalesce(sum(change_minor), 0)::bigint, coalesce(sum(gross_minor), 0)::bigint, coalesce(sum(fee_minor), 0)::bigint,
         coalesce(sum(vat_minor), 0)::bigint, coalesce(sum(refund_minor), 0)::bigint, coalesce(sum(chargeback_minor), 0)::bigint,
         coalesce(sum(reversal_minor), 0)::bigint, coalesce(sum(duty_minor), 0)::bigint, coalesce(sum(adjustment_minor), 0)::bigint,
         coalesce(sum(payout_fee_minor), 0)::bigint, coalesce(sum(payout_duty_minor), 0)::bigint, coalesce(sum(paid_out_minor), 0)::bigint
    from statement_part p
   where p.merchant_id = p_merchant_id and p.currency = p_currency and p.created_at >= p_since and p.created_at < p_before
$$;

-- The head of a settlement's statement; no row: the merchant has no such settlement. The sums are those that were frozen with its lines, so
-- that the head takes no longer for a large settlement. Each payout is a line of its own. A reader of the lines proves that they come to
-- the same.
create function statement_of_settlement(p_merchant_id text, p_reference text)
returns table (settlement_id text, settlement_reference text, status text, number integer, currency text, merchant_name text,
               as_of timestamptz, line_count bigint, opening_minor bigint, gross_minor bigint, fee_minor bigint, vat_minor bigint,
               refund_minor bigint, chargeback_minor bigint, reversal_minor bigint, duty_minor bigint, adjustment_minor bigint,
               payout_fee_minor bigint, payout_duty_minor bigint, net_minor bigint, closing_minor bigint) language sql stable as $$
  select s.settlement_id, s.settlement_reference, s.status, s.number, s.currency, m.name, clock_timestamp(),
         s.transaction_count + (select count(*) from payout p where p.settlement_id = s.settlement_id), s.opening_minor, s.gross_minor,
         s.fee_minor, s.vat_minor, s.refund_minor, s.chargeback_minor, s.reversal_minor, s.duty_minor, s.adjustment_minor,
         s.payout_fee_minor, s.payout_duty_minor, s.net_minor, s.closing_minor
    from settlement s join merchant m on m.merchant_id = s.merchant_id
   where s.merchant_id = p_merchant_id and s.settlement_reference = p_reference
$$;

-- Returns the head of a period's statement, whose sums are added up by parts of the period (sum_statement). Lines carry the time at which
-- they were posted. A posting waits a second at most for each account that others share, and commits soon after, also in a transaction that
-- took minutes before. So no more lines older than balance_at can appear, and the lines and sums, which are read later, fit the head.
-- balance_minor: the merchant's balance at balance_at, which is that of the ledger less all changes since.
create function statement_of_period(p_merchant_id text, p_before timestamptz, p_currency text default home_currency())
returns table (currency text, merchant_name text, as_of timestamptz, balance_at timestamptz, balance_minor bigint)
language sql stable as $$
  select p_currency, m.name, least(p_before, x.at), x.at,
         merchant_balance_minor(p_merchant_id, p_currency)
           - (sum_statement(p_merchant_id, p_currency, x.at, 'infinity')).change_minor
    from merchant m cross join lateral (select date_trunc('milliseconds', now() - interval '5 seconds') as at) x
   where m.merchant_id = p_merchant_id
$$;

-- The lines of a statement; the next page is asked for by booked_at_exact.
create view balance_line as
  select b.merchant_id, b.currency, b.settlement_id, b.balance_transaction_id as line_id, b.created_at as booked_at,
         b.created_at::text as booked_at_exact, b.due_on::text as due_on, b.type,
         coalesce(r.refund_reference, s.settlement_reference, b.source_id) as reference,
         c.payment_reference, k.credit_id as transaction_reference,
         coalesce(case when was_sent(k) and b.type = 'COLLECTION' then k.session_id end, o.session_id) as session_id,
         b.gross_minor, b.fee_minor, b.vat_minor, b.duty_minor, b.net_minor
    from balance_transaction b
    left join refund r on b.source_type = 'refund' and r.refund_id = b.source_id
    left join dispute d on b.source_type = 'dispute' and d.dispute_id = b.source_id
    left join inward_credit k
      on k.credit_id = case b.source_type when 'credit' then b.source_id when 'refund' then r.credit_id when 'dispute' then d.credit_id end
    left join checkout c on c.checkout_id = k.checkout_id
    left join payout p on b.source_type = 'payout' and p.payout_id = b.source_id
    left join settlement s on s.settlement_id = p.settlement_id
    left join outward_transfer o
      on o.purpose = case b.source_type when 'payout' then 'PAYOUT' when 'refund' then 'REFUND' end
     and o.purpose_id = b.source_id and o.attempt = case b.source_type when 'payout' then p.attempts else r.attempts end;
