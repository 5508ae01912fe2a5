import { paidOutOf, type PaidOut } from './crash-payouts.js';
import type { CrashWorld } from './crash-world.js';
import type { Scene } from './crash-scenes.js';

/** What became of an order, without ids and times: alike for two that went the same way. */
export interface Outcome {
  readonly checkout: Row | null;
  readonly credits: readonly Row[];
  readonly refunds: readonly Row[];
  readonly events: readonly string[];
  /** One line for each leg of a journal. */
  readonly legs: readonly string[];
  /** Of the merchant's webhooks: every event has come. */
  readonly isNotified: boolean;
  /** Of a scene about a payout. */
  readonly paidOut: PaidOut | null;
}

type Row = Readonly<Record<string, unknown>>;

interface Found extends Record<string, unknown> {
  readonly checkout: (Row & { checkout_id: string }) | null;
  readonly credits: readonly (Row & { credit_id: string; session_id: string })[] | null;
  readonly refunds: readonly (Row & { refund_id: string; credit_id: string })[] | null;
  readonly disputes: readonly { dispute_id: string }[] | null;
  readonly events: readonly { event_id: string; type: string; sequence: number }[] | null;
}

interface Leg extends Record<string, unknown> {
  readonly source_type: string;
  readonly source_id: string;
  readonly purpose: string;
  readonly leg: string;
  readonly account_id: string;
  readonly amount: string;
}

const foundSql = `
  with c as (select * from checkout where payment_reference = $1),
       k as (select k.* from inward_credit k
              where k.checkout_id = (select checkout_id from c) or k.session_id = any ($2)),
       r as (select r.* from refund r where r.credit_id in (select credit_id from k))
  select (select to_jsonb(x) from (select checkout_id, status, exception, status_reason, paid_minor, applied_minor,
            accepted_minor, refunded_minor, fee_minor, vat_minor, expected_minor from c) x) as checkout,
         (select jsonb_agg(to_jsonb(x)) from (select credit_id, session_id, channel, amount_minor, outcome, applied_minor,
            excess_minor, refunded_minor, policy_applied, resolution from k
            order by coalesce(array_position($2::text[], session_id), 99)) x) as credits,
         (select jsonb_agg(to_jsonb(x)) from (select refund_id, credit_id, channel, origin, reason, amount_minor, status,
            duty_minor from r order by created_at) x) as refunds,
         (select jsonb_agg(to_jsonb(x)) from (select dispute_id from dispute where credit_id in (select credit_id from k)) x)
           as disputes,
         (select jsonb_agg(to_jsonb(x)) from (select event_id, type, sequence from event
            where checkout_id = (select checkout_id from c) order by sequence) x) as events`;

const legsSql = `
  select j.source_type, j.source_id, j.purpose, e.leg, e.account_id, e.amount_minor::text as amount
    from journal j join entry e using (journal_id) where j.source_id = any ($1)
   order by j.journal_id, e.leg`;

export async function outcomeOf(world: CrashWorld, scene: Scene): Promise<Outcome> {
  const [found] = await world.query<Found>(foundSql, [scene.reference, scene.sessions]);
  if (found === undefined) throw new Error('the database says nothing');
  const names = namesOf(found);
  const legs = await world.query<Leg>(legsSql, [[...names.keys()]]);
  const events = found.events ?? [];
  const told = new Set(
    world.endpoint.requests.map(({ body }) => (JSON.parse(body) as { id: string }).id),
  );
  return {
    checkout: nameless(found.checkout),
    credits: (found.credits ?? []).map((row) => nameless(row) ?? {}),
    refunds: (found.refunds ?? []).map((row) => nameless(row) ?? {}),
    events: events.map(({ sequence, type }) => `${sequence} ${type}`),
    legs: withoutVainSendings(legs)
      .map((leg) => describeLeg(leg, names))
      .toSorted(),
    isNotified: events.every(({ event_id }) => told.has(event_id)),
    paidOut:
      scene.paidOutTo === undefined ? null : await paidOutOf(world, scene.paidOutTo, scene.payer),
  };
}

/** Ids of this order, by what they stand for in every order of the kind. */
function namesOf({ checkout, credits, refunds, disputes }: Found): Map<string, string> {
  const numbered = (what: string, ids: readonly string[]) =>
    ids.map((id, i) => [id, `${what} ${i + 1}`] as const);
  return new Map([
    ...(checkout === null ? [] : [[checkout.checkout_id, 'checkout'] as const]),
    ...numbered(
      'credit',
      (credits ?? []).map(({ credit_id }) => credit_id),
    ),
    ...numbered(
      'refund',
      (refunds ?? []).map(({ refund_id }) => refund_id),
    ),
    ...numbered(
      'dispute',
      (disputes ?? []).map(({ dispute_id }) => dispute_id),
    ),
  ]);
}

function nameless(row: Row | null): Row | null {
  if (row === null) return null;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('_id')));
}

/**
 * A sending that has never left is taken back (`sent#1`, `refused#1`) and made again (`sent#2`): the two cancel to the kobo
 * and are left out, and the one that counts is the first.
 */
function withoutVainSendings(legs: readonly Leg[]): Leg[] {
  const attempt = ({ purpose }: Leg): number => Number(/#(\d+)$/.exec(purpose)?.[1] ?? 0);
  const key = (leg: Leg): string => `${leg.source_id} ${attempt(leg)}`;
  const refused = new Set(legs.filter(({ purpose }) => /^refused#/.test(purpose)).map(key));
  return legs
    .filter((leg) => !refused.has(key(leg)) || attempt(leg) === 0)
    .map((leg) => {
      const before = [...refused].filter((each) => {
        const [id, n] = each.split(' ');
        return id === leg.source_id && Number(n) < attempt(leg);
      }).length;
      return { ...leg, purpose: leg.purpose.replace(/#\d+$/, `#${attempt(leg) - before}`) };
    });
}

function describeLeg(leg: Leg, names: ReadonlyMap<string, string>): string {
  const [code, owner = ''] = leg.account_id.split(':');
  const whose = names.get(owner) ?? (owner.startsWith('mch_') ? 'merchant' : owner);
  const source = `${leg.source_type} ${names.get(leg.source_id) ?? ''}`;
  return `${source}, ${leg.purpose}: ${leg.leg} ${code} of ${whose}: ${leg.amount}`;
}
