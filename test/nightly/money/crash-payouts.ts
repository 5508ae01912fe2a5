import { payoutWorkflowId } from '../../../src/domain/ids.js';
import { resolvePayout } from '../../../workflows/messages.js';
import { addDueMerchant } from '../../support/due-merchant.js';
import type { SoakWorld } from './soak-world.js';

const bankCode = '999998';

/** What of the world payouts need. */
interface World {
  readonly soak: SoakWorld;
  query<Row extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  runNow(what: 'settlement'): Promise<void>;
}

/** What a merchant that is paid out has come to, without ids and times. */
export interface PaidOut {
  readonly settlements: readonly Readonly<Record<string, unknown>>[];
  readonly events: readonly string[];
  /** The sum of the legs of each kind. */
  readonly legs: readonly string[];
  /** By the bank: what its account was sent. */
  readonly received: number;
}

/** A merchant that is due money and is paid at once; the way there is another scene. Answers its id. */
export async function owe(
  world: World,
  accountNumber: string,
  amountMinor: number,
): Promise<string> {
  const account = await world.soak.bank.account(bankCode, accountNumber);
  return addDueMerchant((sql, values) => world.query(sql, values), account, amountMinor);
}

interface OpenSettlement extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly currency: string;
  readonly settlement_reference: string;
  readonly cut_off: Date;
}

function workflowOf(settlement: OpenSettlement): string {
  return payoutWorkflowId({
    merchantId: settlement.merchant_id,
    currency: settlement.currency,
    settlementReference: settlement.settlement_reference,
    run: { cycle: 'INSTANT', cutOff: settlement.cut_off },
  });
}

/** The workflows of payouts that have not moved for a moment and that wait for no person. */
export async function idlePayouts(world: World): Promise<string[]> {
  const open = await world.query<OpenSettlement>(
    `select merchant_id, currency, settlement_reference, cut_off from settlement
      where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN') and net_minor > 0
        and updated_at < now() - interval '2 seconds'`,
  );
  return open.map(workflowOf);
}

/**
 * Whether its money has arrived. Runs of the settlement go on meanwhile: what a payout gave back, the bank having no record
 * of it, is paid by the next.
 */
export async function isPaidOut(world: World, merchantId: string): Promise<boolean> {
  const settlements = await world.query<{ status: string }>(
    'select status from settlement where merchant_id = $1 and net_minor > 0',
    [merchantId],
  );
  if (settlements.some(({ status }) => status === 'SUCCESSFUL')) return true;
  if (settlements.every(({ status }) => status === 'FAILED')) await world.runNow('settlement');
  return false;
}

/** An operator lets every settlement of the merchant go that is held. */
export async function release(world: World, merchantId: string): Promise<void> {
  const held = await world.query<OpenSettlement>(
    `select merchant_id, currency, settlement_reference, cut_off from settlement
      where merchant_id = $1 and status = 'ON_HOLD'`,
    [merchantId],
  );
  const ruling = { decision: 'release', operator: 'ngozi', reason: 'the account is open' } as const;
  for (const settlement of held) {
    const handle = world.soak.temporal.workflow.getHandle(workflowOf(settlement));
    // A worker that has died cannot answer; it is asked again.
    await Promise.race([
      handle.executeUpdate(resolvePayout, { args: [ruling] }).catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 5_000)),
    ]);
  }
}

const foundSql = `
  with s as (select * from settlement where merchant_id = $1),
       p as (select * from payout where merchant_id = $1)
  select coalesce((select jsonb_agg(jsonb_build_object('settlementId', settlement_id, 'status', status, 'failure', failure,
            'net', net_minor, 'paid', paid_minor, 'hold', hold_reason,
            'parts', (select jsonb_agg(jsonb_build_array(part, status, amount_minor, duty_minor, fee_minor) order by part)
                        from p where p.settlement_id = s.settlement_id)) order by number) from s where net_minor > 0), '[]') as settlements,
         coalesce((select jsonb_agg(jsonb_build_array(body::jsonb #>> '{data,settlementId}', type) order by sequence, type)
            from event where merchant_id = $1), '[]') as events,
         coalesce((select jsonb_agg(line order by line) from (
            select concat_ws(' ', j.source_type, e.leg, split_part(e.account_id, ':', 1), sum(e.amount_minor)) as line
              from journal j join entry e using (journal_id)
             where j.source_id in (select settlement_id from s union all select payout_id from p)
             group by j.source_type, e.leg, split_part(e.account_id, ':', 1) having sum(e.amount_minor) <> 0) x), '[]') as legs`;

interface Found extends Record<string, unknown> {
  readonly settlements: readonly (Readonly<Record<string, unknown>> & {
    readonly settlementId: string;
  })[];
  readonly events: readonly (readonly [string, string])[];
  readonly legs: readonly string[];
}

/**
 * A settlement whose payout has never left is given back to the kobo and left out: the one that counts is the one that the
 * next run made.
 */
export async function paidOutOf(
  world: World,
  merchantId: string,
  accountNumber: string,
): Promise<PaidOut> {
  const [found] = await world.query<Found>(foundSql, [merchantId]);
  if (found === undefined) throw new Error('the database says nothing');
  const isVain = ({ failure }: Readonly<Record<string, unknown>>): boolean =>
    failure === 'NO_RECORD';
  const vain = new Set(found.settlements.filter(isVain).map(({ settlementId }) => settlementId));
  const told = new Map<string, string[]>();
  for (const [id, type] of found.events) {
    if (vain.has(id) && type === 'settlement.failed') continue;
    told.set(id, [...(told.get(id) ?? []), type]);
  }
  return {
    settlements: found.settlements
      .filter(({ settlementId }) => !vain.has(settlementId))
      .map((settlement) => ({ ...settlement, settlementId: 'settlement' })),
    // Each settlement tells of itself once; a hold may be told of by one that was given up after it.
    events: [...new Set([...told.values()].map((types) => types.join(', ')))]
      .join(', ')
      .split(', '),
    legs: found.legs,
    received: (await world.soak.bank.account(bankCode, accountNumber)).balance,
  };
}
