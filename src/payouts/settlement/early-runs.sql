-- Functions for the sandbox, which settle without waiting for a run.

-- Settles one merchant as if its next run were now: the run of the day on which some of its money is next paid, or else the run of its next
-- payout day. The settlement is an instant run with a time of its own, so that it can be repeated and takes nothing from the real run.
create function settle_early(p_merchant_id text)
returns table (outcome text, settlement_id text, fact_id bigint) language sql as $$
  select r.outcome, r.settlement_id, r.fact_id
    from merchant m
    cross join lateral (
      select coalesce((select n.run_on from next_settlement(m.merchant_id, now()) n),
                      next_payout_day(m.settlement_schedule, lagos_date(now())), lagos_date(now())) as day) d
    cross join lateral settle_merchant(m.merchant_id, 'INSTANT',
      lagos_midnight(d.day) + (now() - lagos_midnight(lagos_date(now())))) r
   where m.merchant_id = p_merchant_id
$$;
