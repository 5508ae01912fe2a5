import { createHash } from 'node:crypto';
import { ScheduleOverlapPolicy } from '@temporalio/client';
import type pg from 'pg';
import { payoutWorkflowId, refundWorkflowId } from '../../../src/domain/ids.js';
import { createPool } from '../../../src/platform/database/database.js';
import { PgSettlementKeys } from '../../../src/payouts/settlement/settlement-key.store.js';
import { PgSettlementRequests } from '../../../src/payouts/settlement/settlement-request.store.js';
import type { BehaviourRule } from '../../../src/providers/simulator/server/behaviour/rules.js';
import { resolvePayout } from '../../../workflows/messages.js';
import { addDays, lagosDay } from '../../support/calendar-model.js';
import type { PlannedDay, QuarterPlan } from '../../support/quarter-plan.js';
import { onceItIsThere } from '../../support/schedules.js';
import { caseRandom } from '../../support/soak-random.js';
import { fastForward } from '../../support/time.js';
import { type QuarterMerchant, QuarterShop } from './quarter-shop.js';
import { SoakWorld, together, until } from './soak-world.js';

const hourMs = 3_600_000;

/** Beside the lies in one call of ten: early queries that find no record, refusals for certain, closed accounts. */
const rules = (seed: number): BehaviourRule[] => [
  { on: 'query', answer: '25', timesEach: 1 },
  { on: 'query', answer: '09', rate: 0.05, seed: seed + 11 },
  { on: 'transfer', answer: '91', rate: 0.03, seed: seed + 12 },
  { on: 'transfer', answer: '26', done: true, rate: 0.01, seed: seed + 13 },
  { on: 'name-enquiry', answer: '07', rate: 0.005, seed: seed + 14 },
];

interface Moving extends Record<string, unknown> {
  readonly settlements: string[];
  readonly refunds: string[];
  readonly credits: number;
}

/** Days go by: money comes in, the schedules run, payouts go out, and the bank and the worker do what they do. */
export class QuarterRun implements AsyncDisposable {
  readonly #random;
  readonly #keys: PgSettlementKeys;
  readonly #requests: PgSettlementRequests;
  kills = 0;
  returned = 0;

  private constructor(
    readonly plan: QuarterPlan,
    readonly world: SoakWorld,
    readonly pool: pg.Pool,
    readonly shop: QuarterShop,
    readonly merchants: readonly QuarterMerchant[],
  ) {
    this.#random = caseRandom(plan.size.seed, 1);
    this.#keys = new PgSettlementKeys(pool);
    this.#requests = new PgSettlementRequests(pool);
  }

  static async start(plan: QuarterPlan): Promise<QuarterRun> {
    const world = await SoakWorld.start({ shops: 1, env: { MANILLA_RAIL_TIMEOUT_MS: '300' } });
    const pool = createPool(world.manilla.database.url, { max: 10, applicationName: 'quarter' });
    const shop = new QuarterShop(pool, world.bank, world.shop(0).prefix);
    await shop.prepare();
    const merchants: QuarterMerchant[] = [];
    for (const planned of plan.merchants) merchants.push(await shop.open(planned));
    const { seed } = plan.size;
    await world.bank.behave({ lieRate: 0.1, seed, rules: rules(seed) });
    return new QuarterRun(plan, world, pool, shop, merchants);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.end();
    await this.world[Symbol.asyncDispose]();
  }

  /** One day, and the runs that the schedules start on it. */
  async live({ day, payments, declared, isKilled }: PlannedDay): Promise<void> {
    await this.shop.beginDay(day);
    for (const holiday of declared) await this.#declare(holiday);
    // what was sent the day before goes on meanwhile
    await Promise.all([this.shop.sell(this.merchants, payments), this.hurry()]);
    await this.#askToBePaid(day);
    await this.#runSchedules(day, isKilled);
    await this.#sendBackSome();
    await this.#decideHeld();
  }

  /** Until every payout and every refund is final or waits for a person. */
  async rest(): Promise<void> {
    await until(
      () => this.hurry(),
      (moving) => moving === 0,
      { what: 'all that moves by itself has come to rest', timeoutMs: 300_000, everyMs: 1_000 },
    );
  }

  async #declare(holiday: string): Promise<void> {
    const values = [holiday, 'the moon was seen', 'ngozi'];
    await this.pool.query(`select declare_holiday($1, true, 'Public holiday', $3, $2)`, values);
  }

  /** Merchants without a schedule are paid when they ask, about once a week. */
  async #askToBePaid(day: string): Promise<void> {
    for (const { merchantId, schedule } of this.merchants) {
      if (schedule !== 'MANUAL' || !this.#random.chance(0.3)) continue;
      const settlementReference = `STL-${day}`;
      await this.#requests.request({
        merchantId,
        settlementReference,
        requestHash: createHash('sha256').update(settlementReference).digest(),
        amountMinor: null,
        settlementAccountId: null,
        narration: null,
      });
    }
  }

  /** As the schedules themselves start them, by their own times; the worker may die meanwhile. */
  async #runSchedules(day: string, isKilled: boolean): Promise<void> {
    await this.#tick('settle-daily', `${day}T06:00:00+01:00`);
    await this.#tick('settle-instant', `${day}T23:59:00+01:00`);
    if (isKilled) {
      this.kills += 1;
      await this.world.manilla.kill('worker');
      await this.world.manilla.restart('worker');
    }
    await until(
      () =>
        this.world.query<{ cut_off: Date }>(
          'select cut_off from settlement_run where finished_at is not null and cut_off >= $1 and cut_off < $2',
          [`${day}T00:00:00+01:00`, `${addDays(day, 1)}T00:00:00+01:00`],
        ),
      (runs) => runs.length === 2,
      { what: `the runs of ${day} are over`, timeoutMs: 120_000, everyMs: 150 },
    );
  }

  async #tick(scheduleId: string, at: string): Promise<void> {
    const time = new Date(at).getTime();
    const schedule = this.world.temporal.schedule.getHandle(scheduleId);
    await onceItIsThere(() =>
      schedule.backfill({
        start: new Date(time - 1_000),
        end: new Date(time + 1_000),
        overlap: ScheduleOverlapPolicy.ALLOW_ALL,
      }),
    );
  }

  /** Beneficiaries' banks send back one payout of fifty that has arrived; the statement tells us. */
  async #sendBackSome(): Promise<void> {
    const arrived = await this.world.query<{ session_id: string }>(
      `select t.session_id from payout p join outward_transfer t on t.purpose = 'PAYOUT' and t.purpose_id = p.payout_id
        where p.status = 'SUCCESSFUL' and t.status = 'SUCCESSFUL' and p.updated_at > now() - interval '30 seconds'
        order by p.payout_id`,
    );
    for (const { session_id: sessionId } of arrived) {
      if (!this.#random.chance(0.02)) continue;
      await this.world.bank.returnTransfer(sessionId);
      this.returned += 1;
    }
    await this.world.reconcile();
  }

  /** Operators release two of three that are held, call off one, and leave some for the table. */
  async #decideHeld(): Promise<void> {
    const held = await this.world.query<{ settlement_id: string }>(
      `select settlement_id from settlement where status = 'ON_HOLD' and net_minor > 0 order by settlement_id`,
    );
    for (const { settlement_id: settlementId } of held) {
      const decision = this.#random.pick(['release', 'release', 'cancel', undefined] as const);
      if (decision === undefined) continue;
      const workflowId = payoutWorkflowId(await this.#keys.ofSettlement(settlementId));
      const resolution = { decision, operator: 'ngozi', reason: 'asked the bank' };
      await this.world.temporal.workflow
        .getHandle(workflowId)
        .executeUpdate(resolvePayout, { args: [resolution] })
        // not parked yet: it is decided on another day
        .catch(() => undefined);
    }
  }

  /** Moves the clocks of all that waits for one; answers how many still move. */
  async hurry(): Promise<number> {
    const [moving] = await this.world.query<Moving>(
      `select (select coalesce(json_agg(settlement_id), '[]') from settlement
                where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN') and net_minor > 0) as settlements,
              (select coalesce(json_agg(refund_id), '[]') from refund
                where status not in ('SUCCESSFUL', 'FAILED', 'NEEDS_ACCOUNT')) as refunds,
              (select count(*)::int from inward_credit where outcome is null) as credits`,
    );
    if (moving === undefined) throw new Error('the database says nothing');
    const payouts = await Promise.all(
      moving.settlements.map(async (id) => payoutWorkflowId(await this.#keys.ofSettlement(id))),
    );
    const workflows = [...payouts, ...moving.refunds.map(refundWorkflowId)];
    await together(workflows, 16, (id) => this.#ahead(id));
    if (workflows.length > 0) await this.world.reconcile();
    return workflows.length + moving.credits;
  }

  /** One that has not been started yet, or has just ended, is left alone. */
  async #ahead(workflowId: string): Promise<void> {
    await fastForward(this.world.temporal, workflowId, 3 * hourMs).catch(() => undefined);
  }

  /** How payouts and refunds have ended, and what the bank was asked. */
  async summary(): Promise<string> {
    const rows = await this.world.query<{ what: string; status: string; count: number }>(
      `select 'payouts' as what, status, count(*)::int from payout group by status
       union all select 'refunds', status, count(*)::int from refund group by status
       union all select 'settlements', status, count(*)::int from settlement group by status
       union all select 'sendings', status, count(*)::int from outward_transfer group by status order by 1, 2`,
    );
    const told = (await this.world.bank.behaviour()).rules.reduce(
      (sum, rule) => sum + rule.applied,
      0,
    );
    const counts = rows.map(({ what, status, count }) => `${what} ${status} ${count}`);
    return [`wrong answers of the bank ${told}`, ...counts].join(', ');
  }

  /** The last day that was settled. */
  get lastDay(): string {
    return this.plan.days.at(-1)?.day ?? lagosDay(new Date());
  }
}
