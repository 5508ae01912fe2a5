-- The proof of the books.

-- What each suspense account holds, and what the row it is kept for says that it must hold.
create view suspense_expected as
  select x.account_id, x.since, x.subject, -coalesce(a.balance_minor, 0) as held_minor, x.expected_minor
    from (
      select '2210:' || c.checkout_id as account_id, c.updated_at as since, c.checkout_id as subject,
             case when c.status in ('PARTIALLY_PAID', 'PROCESSING') then c.applied_minor else 0 end as expected_minor
        from checkout c
      union all
      select '2220:' || c.checkout_id, c.updated_at, c.checkout_id, 0 from checkout c
      union all
      select case k.outcome when 'UNMATCHED' then '2200:' else '2230:' end || k.credit_id, k.received_at, k.credit_id,
             case when k.resolution is null or k.resolution = 'KEPT' then k.amount_minor else 0 end
        from inward_credit k where k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')
    ) x
    left join ledger_account a on a.account_id = x.account_id;

-- Money in suspense, oldest first: nothing should be here for more than 7 days.
create view suspense_aged as
  select s.account_id, s.subject, s.held_minor, s.since, clock_timestamp() - s.since > interval '7 days' as overdue
    from suspense_expected s where s.held_minor <> 0;

-- Where everything that ever came in is now. What goes back on a merchant's request was the merchant's before.
create view money_received as
  select (select coalesce(sum(k.amount_minor), 0) from inward_credit k where k.outcome is not null) as received,
         (select coalesce(sum(c.accepted_minor), 0) from checkout c) as accepted,
         (select coalesce(sum(k.amount_minor), 0) from inward_credit k
           where k.resolution = 'ACCEPTED' and k.applied_minor = 0) as kept,
         (select coalesce(-sum(a.balance_minor), 0) from ledger_account a where a.code like '22__') as suspense,
         (select coalesce(sum(r.amount_minor), 0) from refund r where r.origin <> 'MERCHANT') as returned,
         (select coalesce(sum(e.amount_minor), 0) from journal j join entry e on e.journal_id = j.journal_id
           where j.source_type = 'dispute' and e.account_id like '22%') as recalled;

-- Our money at a partner bank, by our books; its statement must say the same.
create view pool_position as
  select a.owner as provider, sum(a.balance_minor) as minor from ledger_account a where a.code in ('1100', '1110') group by a.owner;

-- The proof of the books: one row per claim, `faults` must be 0 everywhere. Each claim reads each table once, so that it
-- can be asked of a large book as well.
create view books_proof as
  select 'journals balance per currency' as claim,
         (select count(*) from (select 1 from entry group by journal_id, currency having sum(amount_minor) <> 0) x) as faults
  union all select 'every journal has all its entries',
         (select count(*) from journal j
            left join (select journal_id, count(*) as n from entry group by journal_id) e on e.journal_id = j.journal_id
           where coalesce(e.n, 0) <> j.entries)
  union all select 'balances equal the sum of entries',
         (select count(*) from ledger_account a
            left join (select account_id, sum(amount_minor) as total from entry group by account_id) e
              on e.account_id = a.account_id
           where a.balance_minor <> coalesce(e.total, 0))
  union all select 'all entries sum to zero',
         (select count(*) from (select 1 from entry group by currency having sum(amount_minor) <> 0) x)
  union all select 'every suspense account holds what its checkout or credit says',
         (select count(*) from suspense_expected s where s.held_minor <> s.expected_minor)
  union all select 'every refund is owed, on its way or sent as its status says',
         (select count(*) from refund r
            left join ledger_account owed on owed.account_id = '2300:' || r.refund_id
            left join ledger_account sent on sent.account_id = '2310:' || r.refund_id
           where -coalesce(owed.balance_minor, 0)
                   <> case when r.status in ('PROCESSING', 'UNKNOWN', 'SUCCESSFUL') then 0 else r.amount_minor end
              or -coalesce(sent.balance_minor, 0) <> case when r.status in ('PROCESSING', 'UNKNOWN') then r.amount_minor else 0 end)
  union all select 'a credit has reserved what its refunds return, and never more than it brought',
         (select count(*) from inward_credit k
            left join (select credit_id, sum(amount_minor) as total from refund group by credit_id) r on r.credit_id = k.credit_id
           where k.refunded_minor <> coalesce(r.total, 0) or k.refunded_minor > k.amount_minor)
  union all select 'what was received is accepted, kept, in suspense, going back, or taken back',
         (select (received <> accepted + kept + suspense + returned + recalled)::int from money_received);
