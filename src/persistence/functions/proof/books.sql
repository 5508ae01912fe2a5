-- The proof of the books.

-- What each suspense account holds, and what the row it is kept for says that it must hold.
create view suspense_expected as
  select x.account_id, x.since, x.subject, -coalesce(a.balance_minor, 0) as held_minor, x.expected_minor
    from (
      select account_of('2210', c.checkout_id, c.currency) as account_id, c.updated_at as since, c.checkout_id as subject,
             case when c.status in ('PARTIALLY_PAID', 'PROCESSING') then c.applied_minor else 0 end as expected_minor
        from checkout c
      union all
      select account_of('2220', c.checkout_id, c.currency), c.updated_at, c.checkout_id, 0 from checkout c
      union all
      select account_of(case k.outcome when 'UNMATCHED' then '2200' else '2230' end, k.credit_id, k.currency), k.received_at, k.credit_id,
             case when k.resolution is null or k.resolution = 'KEPT' then k.amount_minor else 0 end
        from inward_credit k where k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')
    ) x
    left join ledger_account a on a.account_id = x.account_id;

-- Money in suspense, oldest first: nothing should be here for more than 7 days.
create view suspense_aged as
  select s.account_id, s.subject, s.held_minor, s.since, clock_timestamp() - s.since > interval '7 days' as overdue
    from suspense_expected s where s.held_minor <> 0;

-- Where everything that ever came in of a currency is now. What goes back on a merchant's request was the merchant's before.
create view money_received as
  select x.currency, sum(x.received) as received, sum(x.accepted) as accepted, sum(x.kept) as kept, sum(x.suspense) as suspense,
         sum(x.returned) as returned, sum(x.recalled) as recalled
    from (
      select k.currency, coalesce(sum(k.amount_minor) filter (where k.outcome is not null), 0) as received,
             -- what static accounts received
             coalesce(sum(k.applied_minor) filter (where k.checkout_id is null), 0) as accepted,
             coalesce(sum(k.amount_minor) filter (where k.resolution = 'ACCEPTED' and k.applied_minor = 0), 0) as kept,
             0 as suspense, 0 as returned, 0 as recalled
        from inward_credit k group by k.currency
      union all
      select c.currency, 0, sum(c.accepted_minor), 0, 0, 0, 0 from checkout c group by c.currency
      union all
      select a.currency, 0, 0, 0, -sum(a.balance_minor), 0, 0 from ledger_account a where a.code like '22__' group by a.currency
      union all
      select r.currency, 0, 0, 0, 0, sum(r.amount_minor), 0 from refund r where r.origin <> 'MERCHANT' group by r.currency
      union all
      select e.currency, 0, 0, 0, 0, 0, sum(e.amount_minor) from journal j join entry e on e.journal_id = j.journal_id
       where j.source_type = 'dispute' and e.account_id like '22%' group by e.currency) x
   group by x.currency;

-- Our money at a partner bank, by our books; its statement must say the same, in the home currency.
create view pool_position as
  select a.owner as provider, a.currency, sum(a.balance_minor) as minor
    from ledger_account a where a.code in ('1100', '1110') group by a.owner, a.currency;

-- What each settlement says, beside what its transactions and its payouts come to, and how the one before closed.
create view settlement_expected as
  select s.settlement_id, s.transaction_count, coalesce(b.transactions, 0) as transactions,
         s.gross_minor - s.fee_minor - s.vat_minor - s.refund_minor - s.chargeback_minor + s.reversal_minor - s.duty_minor
           + s.adjustment_minor as frozen_minor, coalesce(b.frozen, 0) as transactions_minor,
         s.net_minor, coalesce(p.net, 0) as payouts_minor,
         s.net_minor + s.payout_fee_minor + s.payout_duty_minor as taken_minor, coalesce(b.taken, 0) as taken_transactions_minor,
         coalesce(p.taken, 0) as taken_payouts_minor,
         s.paid_minor, coalesce(p.paid, 0) as arrived_minor,
         s.opening_minor, lag(s.closing_minor, 1, 0::bigint) over (partition by s.merchant_id, s.currency order by s.number) as closed_minor,
         s.number, row_number() over (partition by s.merchant_id, s.currency order by s.number) as counted
    from settlement s
    left join (
      select x.settlement_id, count(*) filter (where x.type <> 'SETTLEMENT') as transactions,
             sum(x.net_minor) filter (where x.type <> 'SETTLEMENT') as frozen,
             -sum(x.net_minor) filter (where x.type = 'SETTLEMENT') as taken
        from balance_transaction x where x.settlement_id is not null group by x.settlement_id) b on b.settlement_id = s.settlement_id
    left join (
      select x.settlement_id, sum(x.amount_minor) as net,
             sum(x.amount_minor + x.duty_minor + x.fee_minor + x.vat_minor) as taken,
             sum(x.amount_minor) filter (where x.status = 'SUCCESSFUL') as paid
        from payout x group by x.settlement_id) p on p.settlement_id = s.settlement_id;

-- What each account has to hold: its balance at the end of the last closed month, and what was booked since.
create view account_expected as
  select x.account_id, x.currency, sum(x.minor) as total
    from (
      select e.account_id, e.currency, sum(e.amount_minor) as minor from entry e
       where e.journal_id > (select closed_through()) group by e.account_id, e.currency
      union all
      select b.account_id, b.currency, b.balance_minor from period_balance b where b.month = (select last_closed_month())
    ) x group by x.account_id, x.currency;

-- The proof of the books: one row per claim, `faults` must be 0 everywhere. Each claim reads each table once, so that it
-- can be asked of a large book as well. Journals and entries are read from the end of the last closed month.
create view books_proof as
  select 'journals balance per currency' as claim,
         (select count(*) from (select 1 from entry where journal_id > (select closed_through())
                                 group by journal_id, currency having sum(amount_minor) <> 0) x) as faults
  union all select 'every journal has all its entries',
         (select count(*) from journal j
            left join (select journal_id, count(*) as n from entry where journal_id > (select closed_through())
                        group by journal_id) e on e.journal_id = j.journal_id
           where j.journal_id > (select closed_through()) and coalesce(e.n, 0) <> j.entries)
  union all select 'balances equal the sum of entries',
         (select count(*) from ledger_account a left join account_expected e on e.account_id = a.account_id
           where a.balance_minor <> coalesce(e.total, 0))
  union all select 'all entries sum to zero',
         (select count(*) from (select 1 from account_expected group by currency having sum(total) <> 0) x)
  union all select 'every suspense account holds what its checkout or credit says',
         (select count(*) from suspense_expected s where s.held_minor <> s.expected_minor)
  union all select 'every refund is owed, on its way or sent as its status says',
         (select count(*) from refund r
            left join ledger_account owed on owed.account_id = account_of('2300', r.refund_id, r.currency)
            left join ledger_account sent on sent.account_id = account_of('2310', r.refund_id, r.currency)
           where -coalesce(owed.balance_minor, 0)
                   <> case when r.status in ('PROCESSING', 'UNKNOWN', 'SUCCESSFUL') then 0 else r.amount_minor end
              or -coalesce(sent.balance_minor, 0) <> case when r.status in ('PROCESSING', 'UNKNOWN') then r.amount_minor else 0 end)
  union all select 'a credit has reserved what its refunds return, and never more than it brought',
         (select count(*) from inward_credit k
            left join (select credit_id, sum(amount_minor) as total from refund group by credit_id) r on r.credit_id = k.credit_id
           where k.refunded_minor <> coalesce(r.total, 0) or k.refunded_minor > k.amount_minor)
  union all select 'what was received is accepted, kept, in suspense, going back, or taken back',
         (select count(*) from money_received where received <> accepted + kept + suspense + returned + recalled)
  union all select 'the balance transactions of a merchant add up to what it has',
         (select count(*) from (select merchant_id, currency, sum(net_minor) as total from balance_transaction group by merchant_id, currency) b
            full join (select owner, currency, -sum(balance_minor) as total from ledger_account
                        where code in ('1300', '2100', '2110') group by owner, currency) a
              on a.owner = b.merchant_id and a.currency = b.currency
           where coalesce(a.total, 0) <> coalesce(b.total, 0))
  union all select 'what is on its way to a merchant is what its open payouts send',
         (select count(*) from (select merchant_id, currency, sum(amount_minor) as total from payout
                                 where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN') group by merchant_id, currency) p
            full join (select owner, currency, -balance_minor as total from ledger_account where code = '2320') a
              on a.owner = p.merchant_id and a.currency = p.currency
           where coalesce(a.total, 0) <> coalesce(p.total, 0))
  union all select 'an open payout has its duty set aside, and one that has ended has none',
         (select count(*) from payout p left join ledger_account a on a.account_id = account_of('2410', p.payout_id, p.currency)
           where -coalesce(a.balance_minor, 0)
                   <> case when p.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN') then p.duty_minor else 0 end)
  union all select 'every settlement has the sums of its transactions and payouts',
         (select count(*) from settlement_expected s
           where s.transaction_count <> s.transactions or s.frozen_minor <> s.transactions_minor or s.net_minor <> s.payouts_minor
              or s.taken_minor <> s.taken_transactions_minor or s.taken_minor <> s.taken_payouts_minor
              or s.paid_minor <> s.arrived_minor)
  union all select 'what belongs together is of one currency',
         (select count(*) from inward_credit k join checkout c on c.checkout_id = k.checkout_id where c.currency <> k.currency)
         + (select count(*) from refund r join inward_credit k on k.credit_id = r.credit_id where k.currency <> r.currency)
         + (select count(*) from payout p join settlement s on s.settlement_id = p.settlement_id where s.currency <> p.currency)
         + (select count(*) from balance_transaction b join settlement s on s.settlement_id = b.settlement_id
             where s.currency <> b.currency)
  union all select 'every settlement begins where the one before closed',
         (select count(*) from settlement_expected s where s.opening_minor <> s.closed_minor or s.number <> s.counted);

-- The same of all journals from the first on, and that the closed months are as they were when they were closed. It reads the whole
-- of the books.
create view books_proof_whole as
  select 'journals balance per currency, from the first on' as claim,
         (select count(*) from (select 1 from entry group by journal_id, currency having sum(amount_minor) <> 0) x) as faults
  union all select 'every journal has all its entries, from the first on',
         (select count(*) from journal j
            left join (select journal_id, count(*) as n from entry group by journal_id) e on e.journal_id = j.journal_id
           where coalesce(e.n, 0) <> j.entries)
  union all select 'balances equal the sum of all entries',
         (select count(*) from ledger_account a
            left join (select account_id, sum(amount_minor) as total from entry group by account_id) e
              on e.account_id = a.account_id
           where a.balance_minor <> coalesce(e.total, 0))
  union all select 'closed months are as they were closed',
         (select count(*) from period_expected p where p.counted <> p.journals or p.computed <> p.digest)
  union all select 'balances at the end of closed months are the sum of their entries',
         (select count(*) from (select p.month, e.account_id, e.currency, sum(e.minor) as total from period p
                                  cross join lateral (
                                    select b.account_id, b.currency, b.balance_minor as minor from period_balance b
                                     where b.month = (p.month - interval '1 month')::date
                                    union all
                                    select x.account_id, x.currency, x.amount_minor from entry x
                                     where x.journal_id <= p.closed_through and x.journal_id > coalesce(
                                       (select o.closed_through from period o where o.month < p.month order by o.month desc limit 1), 0)) e
                                 group by p.month, e.account_id, e.currency having sum(e.minor) <> 0) x
            full join period_balance b on b.month = x.month and b.account_id = x.account_id
           where coalesce(b.balance_minor, 0) <> coalesce(x.total, 0));

-- Writes down what a claim has come to. One that does not hold waits for a person until it holds again; answers what was found.
create function note_claim(p_claim text, p_faults bigint, p_took_ms integer) returns setof found language plpgsql as $$
begin
  insert into proven_claim (claim, proven_at, took_ms, faults) values (p_claim, now(), p_took_ms, p_faults)
  on conflict (claim) do update
    set proven_at = excluded.proven_at, took_ms = excluded.took_ms, faults = excluded.faults;
  if p_faults = 0 then
    perform clear_findings('{BOOKS_DISAGREE}', array[p_claim]);
    return;
  end if;
  perform record_finding('BOOKS_DISAGREE', p_claim, jsonb_build_object('faults', p_faults::text), 'ATTENTION');
  return query select 'BOOKS_DISAGREE', p_claim, f.action, null::text, null::text, null::text
    from finding f where f.kind = 'BOOKS_DISAGREE' and f.subject = p_claim;
end $$;
