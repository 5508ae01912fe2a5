-- The claims about the books.

-- Returns the balance of each suspense account, and the balance that it must have by its checkout or credit.
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
             case when k.resolution is null or k.resolution = 'KEPT' then counted_minor(k) else 0 end
        from inward_credit k where k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')
    ) x
    left join ledger_account a on a.account_id = x.account_id;

-- Money in suspense, oldest first: nothing should be here for more than 7 days.
create view suspense_aged as
  select a.account_id, a.owner as subject, -a.balance_minor as held_minor, x.since, clock_timestamp() - x.since > interval '7 days' as overdue
    from ledger_account a
    cross join lateral (
      select coalesce((select c.updated_at from checkout c where c.checkout_id = a.owner),
                      (select k.received_at from inward_credit k where k.credit_id = a.owner)) as since) x
   where a.code in ('2200', '2210', '2220', '2230') and a.balance_minor <> 0;

-- Views of faults: each row of such a view breaks a claim about the books. A view can be read for a part of its keys, so
-- that the proof takes it in slices, or for all of them.

-- A suspense account that does not hold the amount that its checkout or credit says.
create view suspense_fault as
  select s.subject from suspense_expected s where s.held_minor <> s.expected_minor;

-- An account that is kept for one thing and has money, although that thing does not exist.
create view stray_account as
  select a.account_id from ledger_account a
   where a.balance_minor <> 0 and a.code in ('2200', '2210', '2220', '2230', '2300', '2310', '2410')
     and not case
       when a.code in ('2210', '2220') then exists (
         select from checkout c where c.checkout_id = a.owner and c.currency = a.currency)
       when a.code in ('2200', '2230') then exists (
         select from inward_credit k where k.credit_id = a.owner and k.currency = a.currency
            and k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED') and (k.outcome = 'UNMATCHED') = (a.code = '2200'))
       else exists (select from refund r where r.refund_id = a.owner and r.currency = a.currency)
         or a.code = '2410' and exists (select from payout p where p.payout_id = a.owner and p.currency = a.currency) end;

-- A refund whose accounts differ from its status: owed, on its way, or sent.
create view refund_fault as
  select r.refund_id from refund r
    left join ledger_account owed on owed.account_id = account_of('2300', r.refund_id, r.currency)
    left join ledger_account sent on sent.account_id = account_of('2310', r.refund_id, r.currency)
   where -coalesce(owed.balance_minor, 0)
           <> case when r.status in ('PROCESSING', 'UNKNOWN', 'SUCCESSFUL') then 0 else r.amount_minor end
      or -coalesce(sent.balance_minor, 0) <> case when r.status in ('PROCESSING', 'UNKNOWN') then r.amount_minor else 0 end;

-- A credit whose reserved amount is not the sum of its refunds, or is more than the credit brought.
create view reserved_fault as
  select k.credit_id from inward_credit k
   cross join lateral (select coalesce(sum(r.amount_minor), 0) as total from refund r where r.credit_id = k.credit_id) r
   where k.refunded_minor <> r.total or k.refunded_minor > k.amount_minor;

-- The places of each credit's money now, except what its order accepted. Money that goes back on a merchant's request
-- was the merchant's before.
create view credit_money as
  select k.credit_id, k.checkout_id,
         case when k.outcome is not null then k.amount_minor else 0 end as received,
         -- the amount that a static account received
         case when k.checkout_id is null then k.applied_minor else 0 end as accepted,
         case when k.resolution = 'ACCEPTED' and k.applied_minor = 0 then counted_minor(k) else 0 end as kept,
         -coalesce(a.balance_minor, 0) as suspense,
         coalesce((select sum(r.amount_minor) from refund r where r.credit_id = k.credit_id and r.origin <> 'MERCHANT'), 0) as returned,
         coalesce((select sum(e.amount_minor) from dispute d
                     join journal j on j.source_type = 'dispute' and j.source_id = d.dispute_id
                     join entry e on e.journal_id = j.journal_id and e.account_id like '22%'
                    where d.credit_id = k.credit_id), 0) as recalled
    from inward_credit k
    left join ledger_account a
      on a.account_id = account_of(case when k.outcome = 'UNMATCHED' then '2200' else '2230' end, k.credit_id, k.currency);

-- A credit without an order whose money is not all accounted for.
create view credit_money_fault as
  select m.credit_id from credit_money m
   where m.checkout_id is null and m.received <> m.accepted + m.kept + m.suspense + m.returned + m.recalled;

-- An order whose money, with that of its credits, is not all accounted for.
create view order_money_fault as
  select c.checkout_id from checkout c
    left join ledger_account part on part.account_id = account_of('2210', c.checkout_id, c.currency)
    left join ledger_account excess on excess.account_id = account_of('2220', c.checkout_id, c.currency)
   cross join lateral (
     select coalesce(sum(m.received - m.kept - m.suspense - m.returned - m.recalled), 0) as rest
       from credit_money m where m.checkout_id = c.checkout_id) m
   where m.rest <> c.accepted_minor - coalesce(part.balance_minor, 0) - coalesce(excess.balance_minor, 0);

-- An open payout whose duty is not set aside, or an ended payout with duty still set aside.
create view payout_fault as
  select p.payout_id from payout p
    left join ledger_account a on a.account_id = account_of('2410', p.payout_id, p.currency)
   where -coalesce(a.balance_minor, 0)
           <> case when p.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN') then p.duty_minor else 0 end;

-- A credit in another currency than its order, or with refunds in another.
create view credit_currency_fault as
  select k.credit_id from inward_credit k
   where exists (select from checkout c where c.checkout_id = k.checkout_id and c.currency <> k.currency)
      or exists (select from refund r where r.credit_id = k.credit_id and r.currency <> k.currency);

-- A settlement with payouts or balance transactions in another currency.
create view settlement_currency_fault as
  select s.settlement_id from settlement s
   where exists (select from payout p where p.settlement_id = s.settlement_id and p.currency <> s.currency)
      or exists (select from balance_transaction b where b.settlement_id = s.settlement_id and b.currency <> s.currency);

-- A settlement whose sums are not those of its transactions and payouts.
create view settlement_fault as
  select s.settlement_id from settlement s
   cross join lateral (
     select count(*) filter (where x.type <> 'SETTLEMENT') as transactions,
            coalesce(sum(x.net_minor) filter (where x.type <> 'SETTLEMENT'), 0) as frozen,
            coalesce(-sum(x.net_minor) filter (where x.type = 'SETTLEMENT'), 0) as taken
       from balance_transaction x where x.settlement_id = s.settlement_id) b
   cross join lateral (
     select coalesce(sum(x.amount_minor), 0) as net,
            coalesce(sum(x.amount_minor + x.duty_minor + x.fee_minor + x.vat_minor), 0) as taken,
            coalesce(sum(x.amount_minor) filter (where x.status = 'SUCCESSFUL'), 0) as paid
       from payout x where x.settlement_id = s.settlement_id) p
   where s.transaction_count <> b.transactions
      or s.gross_minor - s.fee_minor - s.vat_minor - s.refund_minor - s.chargeback_minor + s.reversal_minor - s.duty_minor
           + s.adjustment_minor <> b.frozen
      or s.net_minor <> p.net or s.paid_minor <> p.paid
      or s.net_minor + s.payout_fee_minor + s.payout_duty_minor <> b.taken
      or s.net_minor + s.payout_fee_minor + s.payout_duty_minor <> p.taken;

-- A settlement that does not begin where the one before closed, or has none before it.
create view settlement_order_fault as
  select s.settlement_id from settlement s
   where (s.number <> 1 or s.opening_minor <> 0) and not exists (
     select from settlement x
      where x.merchant_id = s.merchant_id and x.currency = s.currency and x.number = s.number - 1
        and x.closing_minor = s.opening_minor);

-- A merchant whose sum on its way is not the sum of its open payouts.
create view on_its_way_fault as
  select coalesce(p.merchant_id, a.owner) as merchant_id
    from (select merchant_id, currency, sum(amount_minor) as total from payout
           where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN') group by merchant_id, currency) p
    full join (select owner, currency, -balance_minor as total from ledger_account
                where account_id between account_of('2320', '', '') and account_of('2320', '~', '')) a
      on a.owner = p.merchant_id and a.currency = p.currency
   where coalesce(a.total, 0) <> coalesce(p.total, 0);

-- Our money at a partner bank, by our books; its statement must say the same, in the home currency.
create view pool_position as
  select a.owner as provider, a.currency, sum(a.balance_minor) as minor
    from ledger_account a where a.code in ('1100', '1110') group by a.owner, a.currency;

-- The balance that each account must have: its balance at the end of the last closed month, plus the entries since.
create view account_expected as
  select x.account_id, x.currency, sum(x.minor) as total
    from (
      select e.account_id, e.currency, sum(e.amount_minor) as minor from entry e
       where e.journal_id > (select closed_through()) group by e.account_id, e.currency
      union all
      select b.account_id, b.currency, b.balance_minor from period_balance b where b.month = (select last_closed_month())
    ) x group by x.account_id, x.currency;

-- The proof of the books in one statement: one row per claim, `faults` must be 0 everywhere. The statement reads whole
-- tables, so it is for small books; `prove_slice` proves the same for large ones. Journals and entries are read from the end
-- of the last closed month.
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
  union all select 'every suspense account holds what its checkout or credit says', (select count(*) from suspense_fault)
  union all select 'every account that is kept for one thing has that thing', (select count(*) from stray_account)
  union all select 'every refund is owed, on its way or sent as its status says', (select count(*) from refund_fault)
  union all select 'a credit has reserved what its refunds return, and never more than it brought', (select count(*) from reserved_fault)
  union all select 'what was received is accepted, kept, in suspense, going back, or taken back',
         (select count(*) from credit_money_fault) + (select count(*) from order_money_fault)
  union all select 'the balance transactions of a merchant add up to what it has',
         (select count(*) from (select merchant_id, currency, sum(net_minor) as total from balance_transaction group by merchant_id, currency) b
            full join (select owner, currency, -sum(balance_minor) as total from ledger_account
                        where code in ('1300', '2100', '2110') group by owner, currency) a
              on a.owner = b.merchant_id and a.currency = b.currency
           where coalesce(a.total, 0) <> coalesce(b.total, 0))
  union all select 'what is on its way to a merchant is what its open payouts send', (select count(*) from on_its_way_fault)
  union all select 'an open payout has its duty set aside, and one that has ended has none', (select count(*) from payout_fault)
  union all select 'what belongs together is of one currency',
         (select count(*) from credit_currency_fault) + (select count(*) from settlement_currency_fault)
  union all select 'every settlement has the sums of its transactions and payouts', (select count(*) from settlement_fault)
  union all select 'every settlement begins where the one before closed', (select count(*) from settlement_order_fault);

-- Proves all journals from the first on, and that the closed months are as they were when they were closed. This proof reads
-- all of the books.
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

-- Writes down the result of a claim. A claim that does not hold waits for a person until it holds again. Returns the
-- findings.
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

-- Forgets the claims of earlier releases that this proof does not know, and what was found of them. p_faults: the faults of each claim.
create function forget_other_claims(p_faults jsonb) returns void language sql as $$
  with gone as (
    delete from proven_claim p where not p_faults ? p.claim returning p.claim
  )
  select clear_findings('{BOOKS_DISAGREE}', array(select g.claim from gone g))
$$;
