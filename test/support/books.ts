import assert from 'node:assert/strict';

/** A pool, a client, or the `query` of a test database. */
export interface Queryable {
  query(statement: { readonly name: string; readonly text: string }): Promise<unknown>;
}

/** Each claim with the query that lists what breaks it. */
const claims: Readonly<Record<string, string>> = {
  'the books prove themselves': 'select claim, faults from books_proof where faults <> 0',
  'a posted credit has one journal of its coming, and an unposted one none': `
    select k.credit_id, k.outcome, count(j.journal_id)::int as journals
      from inward_credit k
      left join journal j on j.source_type = 'credit' and j.source_id = k.credit_id and j.purpose = 'collection'
     group by k.credit_id having count(j.journal_id) <> (k.outcome is not null)::int`,
  'the whole of a credit goes through the account of its provider': `
    select k.credit_id from inward_credit k
      left join journal j on j.source_type = 'credit' and j.source_id = k.credit_id and j.purpose = 'collection'
      left join entry e on e.journal_id = j.journal_id
           and e.account_id = account_of(case k.channel when 'Card' then '1200' else '1100' end, k.provider, k.currency)
     where k.outcome is not null and e.amount_minor is distinct from k.amount_minor`,
  'what was applied and what was not make up the credit': `
    select credit_id from inward_credit where outcome is not null and applied_minor + excess_minor <> amount_minor`,
  'a checkout has the sums of its credits': `
    select c.checkout_id, c.status, s.* from checkout c
      cross join lateral (
        select coalesce(sum(k.amount_minor), 0) as paid, coalesce(sum(k.applied_minor), 0) as applied,
               coalesce(sum(k.amount_minor - coalesce(r.returned, 0) - coalesce(d.held, 0)) filter (where k.applied_minor > 0), 0) as accepted
          from inward_credit k
          left join (select credit_id, sum(held_minor) as held from dispute group by credit_id) d on d.credit_id = k.credit_id
          left join (select credit_id, sum(amount_minor) filter (where origin <> 'MERCHANT') as returned
                       from refund group by credit_id) r on r.credit_id = k.credit_id
         where k.checkout_id = c.checkout_id and k.outcome is not null) s
     where c.paid_minor <> s.paid or c.applied_minor <> s.applied
        or c.accepted_minor <> case when is_paid_status(c.status) then s.accepted else 0 end`,
  'a credit that is its merchant’s has one line in the books, to the kobo, and any other has none': `
    select t.credit_id, t.status, t.settlement_minor, t.fee_minor, b.* from transaction_read t
      left join checkout c on c.checkout_id = t.checkout_id
      left join (select source_id, count(*) as lines, sum(gross_minor) as gross, sum(fee_minor) as fee, sum(vat_minor) as vat,
                        sum(net_minor) as net
                   from balance_transaction where source_type = 'credit' group by source_id) b on b.source_id = t.credit_id
     where coalesce(b.lines, 0) <> coalesce(is_merchants(t.applied_minor, t.resolution, c.status), false)::int
        or b.lines = 1 and (b.fee, b.vat, b.net, b.gross)
             is distinct from (t.fee_minor, t.vat_minor, t.settlement_minor, t.settlement_minor + t.fee_minor + t.vat_minor)`,
  'the payments of an order bear its fee': `
    select c.checkout_id, c.fee_minor, c.vat_minor, s.* from checkout c
      left join (select k.checkout_id, sum(k.fee_minor) as fee, sum(k.vat_minor) as vat from inward_credit k
                  where k.applied_minor > 0 group by k.checkout_id) s on s.checkout_id = c.checkout_id
     where is_paid_status(c.status) and (c.fee_minor, c.vat_minor) is distinct from (s.fee, s.vat)`,
  'the money that came for an order is accepted, kept, held or returned': `
    select c.checkout_id, c.paid_minor, c.accepted_minor, r.returned, r.kept, h.held from checkout c
      cross join lateral (select case when c.paid_minor <> c.accepted_minor then returned_of(c.checkout_id) else 0 end as returned,
                                 case when c.paid_minor <> c.accepted_minor then kept_of(c.checkout_id) else 0 end as kept) r
      left join (select coalesce(k.checkout_id, a.owner) as checkout_id, -sum(a.balance_minor) as held
                   from ledger_account a left join inward_credit k on k.credit_id = a.owner
                  where a.code like '22__' group by 1) h on h.checkout_id = c.checkout_id
     where c.paid_minor <> c.accepted_minor + r.kept + r.returned + coalesce(h.held, 0)`,
  'what was taken back of an order is what its payments say': `
    select c.checkout_id, c.taken_back_minor, s.taken from checkout c
      left join (select d.checkout_id, sum(d.merchant_minor) as taken from dispute d join inward_credit k using (credit_id)
                  where d.status = 'LOST' and k.applied_minor > 0 group by d.checkout_id) s on s.checkout_id = c.checkout_id
     where c.taken_back_minor <> coalesce(s.taken, 0)`,
  'a merchant has what its checkouts settled, what its static accounts received, what it keeps, what operators booked by hand, and not what it gave back': `
    select m.merchant_id, u.currency from merchant m cross join (select distinct a.currency from ledger_account a) u
     where (select coalesce(-sum(a.balance_minor), 0) from ledger_account a
             where a.owner = m.merchant_id and a.currency = u.currency and a.code in ('1300', '2100', '2110', '2120')) <>
       (select coalesce(sum(c.accepted_minor - c.fee_minor - c.vat_minor), 0)
          from checkout c where c.merchant_id = m.merchant_id and c.currency = u.currency and is_paid_status(c.status))
     + (select coalesce(sum(k.amount_minor - coalesce(d.held, 0) - k.fee_minor - k.vat_minor), 0)
          from inward_credit k
          left join (select credit_id, sum(held_minor) as held from dispute group by credit_id) d on d.credit_id = k.credit_id
         where k.merchant_id = m.merchant_id and k.currency = u.currency
           and (k.resolution = 'ACCEPTED' and k.applied_minor = 0 or k.applied_minor > 0 and k.checkout_id is null))
     - (select coalesce(sum(case r.origin when 'MERCHANT' then r.amount_minor else 0 end
                          + case r.duty_bearer when 'MERCHANT' then r.duty_minor else 0 end), 0)
          from refund r where r.merchant_id = m.merchant_id and r.currency = u.currency)
     - (select coalesce(sum(case p.status when 'FAILED' then 0 when 'CANCELLED' then 0 when 'REVERSED' then 0 else p.amount_minor end
                          + case when p.status in ('FAILED', 'CANCELLED') then 0 else p.duty_minor + p.fee_minor + p.vat_minor end), 0)
          from payout p where p.merchant_id = m.merchant_id and p.currency = u.currency)
     - (select coalesce(sum(e.amount_minor), 0)
          from entry e join journal j on j.journal_id = e.journal_id and j.source_type in ('dispute', 'adjustment')
          join ledger_account a on a.account_id = e.account_id
         where a.owner = m.merchant_id and a.currency = u.currency)`,
  'only a checkout with money on its way is PROCESSING': `
    select c.checkout_id, c.status from checkout c
     cross join lateral (select
       exists (select from inward_credit k where k.checkout_id = c.checkout_id and k.outcome is null) as unposted,
       exists (select from card_attempt a where a.checkout_id = c.checkout_id
                  and a.status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN')) as charging,
       exists (select from card_attempt a where a.checkout_id = c.checkout_id) as carded) x
     where case c.status when 'PROCESSING' then not (x.unposted or x.charging) else x.unposted and not x.carded end`,
  'a closed checkout has one event of its end, and an open one none': `
    select c.checkout_id, c.status, count(e.event_id)::int as events
      from checkout c
      left join event e on e.checkout_id = c.checkout_id
           and e.type in ('checkout.successful', 'checkout.failed', 'checkout.expired', 'checkout.cancelled')
     group by c.checkout_id
    having count(distinct e.type) <> count(e.event_id)
        or case when is_paid_status(c.status) then not coalesce(bool_or(e.type = 'checkout.successful'), false)
                                                or count(e.event_id) > 2
                when is_open_status(c.status) then count(e.event_id) > 0
                else count(e.event_id) <> 1 or max(e.type) <> 'checkout.' || lower(c.status) end`,
  'every posted credit of a checkout has been told of once': `
    select k.credit_id from inward_credit k
     where k.checkout_id is not null and (k.outcome is not null)::int <> (
       select count(*) from event e
        where e.checkout_id = k.checkout_id and e.type = 'collection.received'
          and e.body::json -> 'data' ->> 'transactionReference' = k.credit_id)`,
  'every credit of a static account has been told of once': `
    select k.credit_id from inward_credit k
      left join (select e.body::json -> 'data' ->> 'transactionReference' as credit_id, count(*) as times from event e
                  where e.checkout_id is null and e.type = 'collection.received' group by 1) t on t.credit_id = k.credit_id
     where k.checkout_id is null and k.virtual_account_id is not null and coalesce(t.times, 0) <> 1`,
  'events of a checkout are numbered without a gap': `
    select c.checkout_id from checkout c left join event e on e.checkout_id = c.checkout_id
     group by c.checkout_id
    having count(e.event_id) <> c.event_sequence or coalesce(max(e.sequence), 0) <> c.event_sequence`,
  'a checkout has one active account at most, and none after its end': `
    select c.checkout_id from checkout c join virtual_account v on v.checkout_id = c.checkout_id
     where v.status = 'ACTIVE' group by c.checkout_id
    having count(*) > is_open_status(c.status)::int`,
  'a closed checkout has nothing left to tell its workflow, but that it was called off, or that money was received': `
    select f.fact_id, f.kind from fact f join checkout c on c.checkout_id = f.checkout_id
      left join inward_credit k on k.credit_id = f.subject_id
     where f.applied_at is null and not is_open_status(c.status)
       and (f.kind in ('INITIATED', 'ACCOUNT_ISSUED') or f.kind = 'CREDIT_RECEIVED' and k.outcome <> 'EXACT' and k.resolution is null)`,
  'a credit that is not posted has a fact to carry it through': `
    select k.credit_id from inward_credit k
     where k.outcome is null and k.channel = 'Bank' and not exists (
       select from fact f where f.subject_id = k.credit_id and f.applied_at is null and f.due_at is not null)`,
  'a refund that nobody has begun has a fact to carry it through': `
    select r.refund_id from refund r
     where r.status = 'REQUESTED' and r.created_at = r.updated_at and not exists (
       select from fact f where f.subject_id = r.refund_id and f.kind = 'REFUND_REQUESTED')`,
  'each sending of money has a refund that knows of it': `
    select o.session_id from outward_transfer o
      left join refund r on r.refund_id = o.purpose_id
     where o.purpose = 'REFUND' and (r.refund_id is null or o.attempt > r.attempts or o.amount_minor <> r.amount_minor)`,
  'each sending of a payout is of one that knows of it': `
    select o.session_id from outward_transfer o
      left join payout p on p.payout_id = o.purpose_id
     where o.purpose = 'PAYOUT' and (p.payout_id is null or o.attempt > p.attempts or o.amount_minor <> p.amount_minor)`,
  'a settlement stands as its payouts do': `
    select s.settlement_id, s.status from settlement s where s.status <> settlement_status(s)`,
  'the events of a settlement are numbered without a gap': `
    select s.settlement_id, s.event_sequence from settlement s
     where s.event_sequence <> (select count(*) from event e
       where e.type like 'settlement.%' and e.body::json -> 'data' ->> 'settlementId' = s.settlement_id)`,
  'a settlement that nobody has begun has a fact to carry it through': `
    select s.settlement_id from settlement s
     where s.net_minor > 0 and s.version = 1 and not exists (
       select from fact f where f.subject_id = s.settlement_id and f.kind = 'SETTLEMENT_FROZEN' and f.applied_at is null)`,
  'nothing is sent a second time while the first may have gone through': `
    select purpose_id from outward_transfer where status in ('SENT', 'UNKNOWN', 'SUCCESSFUL')
     group by purpose, purpose_id having count(*) > 1`,
};

/**
 * All claims as one statement. A connection plans it once: to plan the claims takes much longer than to look at what a test has
 * written.
 */
const allClaims = {
  name: 'assert_books',
  text: Object.entries(claims)
    .map(
      ([claim, sql]) =>
        `select $claim$${claim}$claim$ as claim, to_jsonb(f) as fault from (${sql}) f`,
    )
    .join(' union all '),
};

/** Throws with every claim about the money that does not hold in this database, and what breaks it. */
export async function assertBooks(source: Queryable): Promise<void> {
  const faults = Map.groupBy(toRows(await source.query(allClaims)), ({ claim }) => claim);
  assert.deepEqual(
    Object.fromEntries([...faults].map(([claim, rows]) => [claim, rows.slice(0, 5)])),
    {},
  );
}

interface Fault {
  readonly claim: string;
  readonly fault: unknown;
}

function toRows(result: unknown): Fault[] {
  return Array.isArray(result) ? (result as Fault[]) : (result as { rows: Fault[] }).rows;
}
