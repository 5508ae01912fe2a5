import assert from 'node:assert/strict';

/** A pool, a client, or the `query` of a test database. */
export interface Queryable {
  query(sql: string): Promise<unknown>;
}

/** Each claim with the query that lists what breaks it. */
const claims: Readonly<Record<string, string>> = {
  'the books prove themselves': 'select claim, faults from books_proof where faults <> 0',
  'a posted credit has one journal of its own, and an unposted one none': `
    select k.credit_id, k.outcome, count(j.journal_id)::int as journals
      from inward_credit k
      left join journal j on j.source_type = 'credit' and j.source_id = k.credit_id
     group by k.credit_id having count(j.journal_id) <> (k.outcome is not null)::int`,
  'the whole of a credit goes through the pool account of its provider': `
    select k.credit_id from inward_credit k
      left join journal j on j.source_type = 'credit' and j.source_id = k.credit_id
      left join entry e on e.journal_id = j.journal_id and e.account_id = '1100:' || k.provider
     where k.outcome is not null and e.amount_minor is distinct from k.amount_minor`,
  'what was applied and what was not make up the credit': `
    select credit_id from inward_credit where outcome is not null and applied_minor + excess_minor <> amount_minor`,
  'a checkout has the sums of its credits': `
    select c.checkout_id from checkout c
      cross join lateral (
        select coalesce(sum(amount_minor), 0) as paid, coalesce(sum(applied_minor), 0) as applied
          from inward_credit k where k.checkout_id = c.checkout_id and k.outcome is not null) s
     where c.paid_minor <> s.paid or c.applied_minor <> s.applied
        or c.accepted_minor <> case when c.status = 'SUCCESSFUL' then c.expected_minor else 0 end
        or (c.status = 'SUCCESSFUL') <> (c.applied_minor = c.expected_minor)`,
  'a merchant is owed what its checkouts settled': `
    select m.merchant_id from merchant m
      left join ledger_account a on a.account_id = '2100:' || m.merchant_id
     where coalesce(-a.balance_minor, 0) <> (
       select coalesce(sum(c.accepted_minor - c.fee_minor - c.vat_minor), 0)
         from checkout c where c.merchant_id = m.merchant_id and c.status = 'SUCCESSFUL')`,
  'only a checkout with money on its way has a credit that is not posted': `
    select c.checkout_id, c.status from checkout c
     where (c.status = 'PROCESSING') <> exists (
       select from inward_credit k where k.checkout_id = c.checkout_id and k.outcome is null)`,
  'a closed checkout has one event of its end, and an open one none': `
    select c.checkout_id, c.status, count(e.event_id)::int as events
      from checkout c
      left join event e on e.checkout_id = c.checkout_id and e.type like 'checkout.%'
     group by c.checkout_id
    having count(e.event_id) <> (c.status in ('SUCCESSFUL', 'EXPIRED', 'CANCELLED'))::int
        or max(e.type) <> 'checkout.' || lower(c.status)`,
  'every posted credit of a checkout has been told of once': `
    select k.credit_id from inward_credit k
     where k.checkout_id is not null and (k.outcome is not null)::int <> (
       select count(*) from event e
        where e.checkout_id = k.checkout_id and e.type = 'collection.received'
          and e.body::json -> 'data' ->> 'transactionReference' = k.credit_id)`,
  'events of a checkout are numbered without a gap': `
    select c.checkout_id from checkout c left join event e on e.checkout_id = c.checkout_id
     group by c.checkout_id
    having count(e.event_id) <> c.event_sequence or coalesce(max(e.sequence), 0) <> c.event_sequence`,
  'a checkout has one active account at most, and none after its end': `
    select c.checkout_id from checkout c join virtual_account v on v.checkout_id = c.checkout_id
     where v.status = 'ACTIVE' group by c.checkout_id
    having count(*) > (c.status not in ('SUCCESSFUL', 'EXPIRED', 'CANCELLED'))::int`,
  'a closed checkout has nothing left to tell its workflow': `
    select f.fact_id from fact f join checkout c on c.checkout_id = f.checkout_id
     where f.applied_at is null and c.status in ('SUCCESSFUL', 'EXPIRED', 'CANCELLED')`,
  'a credit that is not posted has a fact to carry it through': `
    select k.credit_id from inward_credit k
     where k.outcome is null and not exists (
       select from fact f where f.subject_id = k.credit_id and f.applied_at is null and f.due_at is not null)`,
};

/** Throws with every claim about the money that does not hold in this database, and what breaks it. */
export async function assertBooks(source: Queryable): Promise<void> {
  const faults: Record<string, unknown[]> = {};
  for (const [claim, sql] of Object.entries(claims)) {
    const rows = toRows(await source.query(sql));
    if (rows.length > 0) faults[claim] = rows.slice(0, 5);
  }
  assert.deepEqual(faults, {});
}

function toRows(result: unknown): unknown[] {
  return Array.isArray(result) ? result : (result as { rows: unknown[] }).rows;
}
