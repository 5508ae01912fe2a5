import { creditWorkflowId, refundWorkflowId } from '../../../src/domain/ids.js';
import { decide } from '../../../workflows/messages.js';
import type { SoakCase } from './soak-case.js';
import { together, until, type SoakWorld } from './soak-world.js';

/** What still moves by itself; all zero when the world is quiet. */
interface Moving extends Record<string, unknown> {
  readonly facts: number;
  readonly credits: number;
  readonly checkouts: number;
  readonly refunds: number;
  readonly unheard: number;
}

/** A fact that is due in a minute or later waits for a clock, not for us. */
const movingSql = `
  select (select count(*)::int from fact where due_at < now() + interval '60 seconds') as facts,
         (select count(*)::int from inward_credit where outcome is null) as credits,
         (select count(*)::int from checkout where status = 'PROCESSING') as checkouts,
         (select count(*)::int from refund where status in ('REQUESTED', 'NAME_ENQUIRY', 'PROCESSING')) as refunds,
         (select count(*)::int from unnest($1::text[]) s
           where not exists (select from inward_credit k where k.session_id = s)) as unheard`;

/** Returns when nothing moves by itself any more: what is left waits for a clock or a person, and can be seen to. */
export async function untilQuiet(
  world: SoakWorld,
  cases: readonly SoakCase[],
  // A fact that could not be told several times is told again after up to five minutes.
  timeoutMs = 330_000,
): Promise<void> {
  const sessions = cases.flatMap(({ transfers }) => transfers.map(({ sessionId }) => sessionId));
  let asked = 0;
  let waited = 0;
  await until(
    async () => {
      const [moving] = await world.query<Moving>(movingSql, [sessions]);
      if (moving === undefined) throw new Error('the database says nothing');
      if (moving.refunds > 0 && ++waited % 8 === 0) await hurryRefunds(world);
      // What no notification has told of is found in the bank's statement.
      if (moving.unheard > 0 && asked++ % 10 === 0) await world.reconcile();
      return moving;
    },
    (moving) => Object.values(moving).every((count) => count === 0),
    { what: 'the world comes to rest', timeoutMs, everyMs: 500 },
  ).catch(async (error: unknown) => {
    const refunds = await world.query(
      `select refund_id, channel, status, attempts, response_code, failure, updated_at from refund
        where status not in ('SUCCESSFUL', 'FAILED', 'NEEDS_ACCOUNT') limit 5`,
    );
    throw new Error(`${String(error)}; refunds under way: ${JSON.stringify(refunds)}`);
  });
}

/** Moves refunds on that wait for a clock: after a refusal, or until the bank is asked again. */
export async function hurryRefunds(world: SoakWorld, aheadMs = 3_600_000): Promise<void> {
  const waiting = await world.query<{ refund_id: string }>(
    `select refund_id from refund where status not in ('SUCCESSFUL', 'FAILED', 'NEEDS_ACCOUNT')
        and updated_at < now() - interval '3 seconds'`,
  );
  await together(waiting, 16, ({ refund_id }) => world.ahead(refundWorkflowId(refund_id), aheadMs));
}

/** Operators decide about the credits that wait for them, as their cases have drawn. */
export async function decideHeld(world: SoakWorld, cases: readonly SoakCase[]): Promise<number> {
  const rulings = new Map(
    cases.flatMap(({ plan, transfers, reference }) => [
      [reference, plan.ruling] as const,
      ...transfers.map(({ sessionId }) => [sessionId, plan.ruling] as const),
    ]),
  );
  const held = await world.query<{
    credit_id: string;
    session_id: string;
    outcome: string;
    ref: string;
  }>(
    `select k.credit_id, k.session_id, k.outcome, c.payment_reference as ref
       from inward_credit k left join checkout c using (checkout_id)
      where k.resolution is null and k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')`,
  );
  await together(held, 8, async ({ credit_id: id, session_id, outcome, ref }) => {
    const ruling = rulings.get(session_id) ?? rulings.get(ref);
    if (ruling === undefined) return;
    const decision = outcome === 'UNMATCHED' && ruling === 'accept' ? 'return' : ruling;
    const handle = world.temporal.workflow.getHandle(creditWorkflowId(id));
    await until(
      () =>
        handle
          .executeUpdate(decide, { args: [{ decision, operator: 'ngozi', reason: 'soak' }] })
          .then(
            () => 'decided',
            (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
          ),
      (answer) => answer === 'decided' || /complet|not found/i.test(answer),
      { what: `credit ${id} is decided (${decision})`, timeoutMs: 20_000 },
    );
  });
  return held.length;
}

/** Every amount and status there is, to compare before and after. */
export async function balances(world: SoakWorld): Promise<unknown> {
  const [found] = await world.query(
    `select (select jsonb_agg(jsonb_build_array(account_id, balance_minor) order by account_id)
               from ledger_account where balance_minor <> 0) as accounts,
            (select jsonb_agg(jsonb_build_array(checkout_id, status, paid_minor, applied_minor, accepted_minor, version)
                              order by checkout_id) from checkout) as checkouts,
            (select jsonb_agg(jsonb_build_array(credit_id, outcome, resolution, refunded_minor) order by credit_id)
               from inward_credit) as credits,
            (select jsonb_agg(jsonb_build_array(refund_id, status, attempts) order by refund_id) from refund) as refunds,
            (select count(*)::int from journal) as journals,
            (select count(*)::int from event) as events`,
  );
  return found;
}

/** Every notification and every step comes once more; none may change a thing. */
export async function replayAll(world: SoakWorld, cases: readonly SoakCase[]): Promise<void> {
  const transfers = cases.flatMap(({ transfers: told }) => told);
  for (let from = 0; from < transfers.length; from += 200) {
    const again = transfers
      .slice(from, from + 200)
      .map(({ sessionId, accountNumber, amount }) => ({ sessionId, accountNumber, amount }));
    await world.bank.payInwardBatch(again, { times: 1, order: 'TOGETHER' });
  }
  await world.query(`select count(*) from apply_credits((select array_agg(credit_id) from inward_credit
    where checkout_id is not null))`);
  await world.query(`select expire_checkout(checkout_id, expires_at), cancel_checkout(checkout_id, 'MERCHANT_CANCELLED')
    from checkout where status not in ('INITIATED', 'AWAITING_PAYMENT', 'PROCESSING', 'PARTIALLY_PAID')`);
  await world.query(`select end_account_window(virtual_account_id, expires_at)
    from virtual_account where status <> 'ACTIVE'`);
  await world.query(`select resolve_held_credit(credit_id, 'OPERATOR', d) from inward_credit,
    unnest('{accept,return,keep}'::text[]) d where resolution is not null and outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')`);
  await tellFactsAgain(world);
}

/** What was told to workflows is told to them again, wherever they stand. */
async function tellFactsAgain(world: SoakWorld): Promise<void> {
  // The relay marks what it has sent a second later: a fact that was applied just now would be put off for a minute by that.
  const facts = await world.query<{ fact_id: string; attempts: number }>(
    `update fact set applied_at = null, due_at = now()
      where fact_id in (select fact_id from fact where applied_at < now() - interval '10 seconds' order by md5(fact_id::text) limit 300)
      returning fact_id::text, attempts`,
  );
  const ids = facts.map(({ fact_id }) => fact_id);
  // An account that is told with its checkout's start is put off without a telling of its own.
  const told = `select count(*)::int as left from fact f join unnest($1::bigint[], $2::int[]) b (id, n) on f.fact_id = b.id
    where f.applied_at is null and f.attempts <= b.n and f.due_at <= now()`;
  await until(
    async () =>
      (await world.query(told, [ids, facts.map(({ attempts }) => attempts)]))[0]?.['left'],
    (left) => left === 0,
    { what: 'facts are told again' },
  );
  // Some are of workflows that have nothing left to mark: they are as they were before.
  await world.query(
    `update fact set applied_at = now(), due_at = null where fact_id = any ($1::bigint[]) and applied_at is null`,
    [ids],
  );
}
