-- The figures of the desk's first page, besides sums and cases.

-- Returns the money that is on its way out: the number, the sum, and since when the oldest waits.
create function money_in_flight() returns table (kind text, count bigint, amount_minor bigint, since timestamptz)
language sql stable as $$
  select 'REFUND', count(*), coalesce(sum(r.amount_minor), 0)::bigint, min(r.created_at)
    from refund r where r.status not in ('SUCCESSFUL', 'FAILED')
  union all
  select 'PAYOUT', count(*), (
           -- a part that has failed is the merchant's again
           select coalesce(sum(p.amount_minor), 0)::bigint from payout p where p.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN')),
         min(s.created_at)
    from settlement s where s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD')
$$;

-- Returns the money that belongs to nobody yet. This reads every suspense account that there ever was, so it is read apart.
create function money_in_suspense(out count bigint, out amount_minor bigint) language sql stable as $$
  select count(*), coalesce(-sum(a.balance_minor), 0)::bigint
    from ledger_account a where a.code in ('2200', '2210', '2220', '2230') and a.currency = home_currency() and a.balance_minor <> 0
$$;

-- Returns open disputes, beginning with the nearest deadline. is_answered: the merchant has sent an answer that was not refused.
create function open_disputes(p_limit integer) returns table (
  dispute_id text, merchant_id text, merchant_name text, amount_minor bigint, currency text, due_at timestamptz, is_answered boolean
) language sql stable as $$
  select d.dispute_id, d.merchant_id, m.trade_name, d.amount_minor, k.currency, d.evidence_due_at,
         exists (select from dispute_answer a where a.dispute_id = d.dispute_id and a.status <> 'REFUSED')
    from dispute d
    join inward_credit k on k.credit_id = d.credit_id
    left join merchant m on m.merchant_id = d.merchant_id
   where d.status = 'OPENED'
   order by d.evidence_due_at nulls last, d.dispute_id limit p_limit
$$;

-- Returns the state of each provider that has a prefix: when its statement was last read, how many sendings it has not answered for a
-- minute, and by how much our books differ from it.
create function banks_health() returns table (
  provider text, bank_name text, statement_at timestamptz, unanswered bigint, unanswered_since timestamptz, difference_minor bigint, hold text
) language sql stable as $$
  select p.provider, name_of_provider(p.provider), l.imported_at, u.count, u.since,
         case when l.balance_minor is not null then coalesce(pool.minor, 0) - l.balance_minor end,
         (select h.hold from bank_hold h where h.provider = p.provider order by h.since limit 1)
    from (select distinct b.provider from number_prefix b) p
    left join lateral last_line_of(p.provider) l on true
    left join lateral (
      select count(*), min(o.sent_at) as since from outward_transfer o
       where o.status in ('SENT', 'UNKNOWN') and o.provider = p.provider and o.sent_at < now() - interval '1 minute') u on true
    left join pool_position pool on pool.provider = p.provider and pool.currency = home_currency()
   order by 2, 1
$$;
