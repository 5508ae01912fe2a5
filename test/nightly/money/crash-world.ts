import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { taskQueues } from '../../../workflows/messages.js';
import { endsAwaited } from '../../support/history.js';
import { CrashPlans, type Crash } from '../../support/crash-points.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { idlePayouts } from './crash-payouts.js';
import type { ProgramEnvironment } from '../../support/stack.js';
import { SoakWorld } from './soak-world.js';

const minuteMs = 60_000;

const argsOf = {
  reconciliation: [{ provider: 'simulator' }],
  settlement: [{ cycle: 'INSTANT' }],
  sweep: [],
} as const;

/** A whole Manilla whose programs die where a plan says, and are started again at once. */
export class CrashWorld implements AsyncDisposable {
  readonly #pool: pg.Pool;
  #clock: Promise<void> | undefined;
  #isOver = false;
  /** True: nobody is moved on. */
  isTimeHeld = false;
  readonly #moving = new Set<string>();
  #runs = 0;
  /** Workflows of reconciliations, settlements and sweeps that have not ended, since when. */
  readonly #started = new Map<string, { id: string; atMs: number; begun: Promise<unknown> }>();

  private constructor(
    readonly soak: SoakWorld,
    readonly plans: CrashPlans,
    readonly endpoint: WebhookReceiver,
  ) {
    this.#pool = new pg.Pool({ connectionString: soak.manilla.database.url, max: 6 });
    this.#pool.on('error', () => {});
  }

  /** `own`: for every program, such as a Temporal of the test's own. */
  static async start(own: Partial<ProgramEnvironment> = {}): Promise<CrashWorld> {
    const plans = new CrashPlans();
    const endpoint = await WebhookReceiver.start();
    plans.arm('start');
    const env = { MANILLA_RAIL_TIMEOUT_MS: '1500', ...plans.env, ...own };
    const soak = await SoakWorld.start({ shops: 1, env });
    await soak.shop(0).client.post('/api/v1/webhooks/notification-url', { url: endpoint.url });
    const world = new CrashWorld(soak, plans, endpoint);
    world.#clock = world.#keepTime();
    return world;
  }

  async query<Row extends Record<string, unknown>>(
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#pool.query<Row>(sql, values)).rows;
  }

  /**
   * Has the work begin with the crash armed; the program that dies is started again at once. Answers whether it died as
   * planned; the work may still be under way then.
   */
  async crashing<Work extends { readonly over: Promise<unknown> }>(
    id: string,
    { isOfStart, ...crash }: Crash & { readonly isOfStart: boolean },
    begin: () => Work,
  ): Promise<{ readonly work: Work; readonly hasDied: boolean }> {
    const { manilla } = this.soak;
    this.plans.arm(id, crash);
    if (isOfStart) await this.#restart(crash.program);
    const work = begin();
    const over = work.over.then(
      () => 'over',
      () => 'over',
    );
    const wanted = crash.inARow ?? 1;
    for (let deaths = 0; deaths < wanted; deaths += 1) {
      const first = await Promise.race([over, manilla.program(crash.program).ended]);
      // What waits for a clock may pass the point later, and nobody would start the program then.
      if (first === 'over' || deaths + 1 === wanted) this.plans.arm(`${id}-over`);
      const hasDied = this.plans.deaths(id) > deaths;
      if (first !== 'over' && !hasDied) {
        throw new Error(`the ${crash.program} has ended by itself: ${first}`);
      }
      if (hasDied) await this.#restart(crash.program);
      if (first === 'over') break;
    }
    return { work, hasDied: this.plans.deaths(id) === wanted };
  }

  /** A program that is to die while it starts is started once more. */
  async #restart(program: Crash['program']): Promise<void> {
    await this.soak.manilla.restart(program).catch(() => this.soak.manilla.restart(program));
  }

  /** A run of a schedule's workflow, as an operator starts one; the schedule itself waits for the run before. */
  async runNow(what: 'reconciliation' | 'settlement' | 'sweep'): Promise<void> {
    const client = this.soak.temporal;
    const before = this.#started.get(what);
    if (before !== undefined && Date.now() - before.atMs < 6_000) {
      await before.begun;
      const { status } = await client.workflow.getHandle(before.id).describe();
      if (status.name === 'RUNNING') return;
    }
    this.#runs += 1;
    const id = `${what}-of-crashes-${this.#runs}`;
    const args = argsOf[what];
    const begun = client.workflow.start(`${what}Workflow`, {
      workflowId: id,
      taskQueue: taskQueues.rails,
      args: [...args],
    });
    this.#started.set(what, { id, atMs: Date.now(), begun });
    await begun;
  }

  /**
   * Whoever waits for a clock is moved on: what a lost answer leaves (a refund or a charge that is asked for after a quarter
   * of an hour, a delivery whose claim has to end). Clocks stand still while something is on its way to the outside.
   */
  async #keepTime(): Promise<void> {
    while (!this.#isOver) {
      await sleep(1_500);
      if (this.isTimeHeld) continue;
      await this.#moveClocks().catch((error: unknown) => {
        if (!this.#isOver) console.warn(`clocks: ${String(error)}`);
      });
    }
  }

  async #moveClocks(): Promise<void> {
    const refunds = await this.query<{ refund_id: string }>(
      `select refund_id from refund where status not in ('SUCCESSFUL', 'FAILED', 'NEEDS_ACCOUNT')
          and updated_at < now() - interval '2 seconds'`,
    );
    const charges = await this.query<{ merchant_id: string; payment_reference: string }>(
      `select distinct c.merchant_id, c.payment_reference from card_attempt a join checkout c using (checkout_id)
        where a.status in ('PROCESSING', 'UNKNOWN') and a.updated_at < now() - interval '2 seconds'`,
    );
    const idle = [
      ...refunds.map(({ refund_id }) => refundWorkflowId(refund_id)),
      ...(await idlePayouts(this)),
      ...charges.map((c) => `checkout/${c.merchant_id}/${c.payment_reference}`),
    ];
    for (const workflowId of idle) void this.#moveOn(workflowId);
    await this.query(
      `update webhook_delivery set lease_until = now() where status = 'DELIVERING' and lease_until < now() + interval '40 seconds'`,
    );
  }

  /** Leaves alone what has work under way: a clock that is moved then waits for the work. */
  async #moveOn(workflowId: string): Promise<void> {
    if (this.#moving.has(workflowId)) return;
    this.#moving.add(workflowId);
    try {
      const { raw } = await this.soak.temporal.workflow.getHandle(workflowId).describe();
      const isBusy = (raw.pendingActivities ?? []).length > 0 || Boolean(raw.pendingWorkflowTask);
      if (!isBusy) await this.soak.ahead(workflowId, 20 * minuteMs);
    } catch {
      // It has not begun, or it has ended.
    } finally {
      this.#moving.delete(workflowId);
    }
  }

  /** How many ends it waits for: no fact may be overtaken by the clock. */
  endsOf(workflowId: string): Promise<number> {
    return endsAwaited(this.soak.temporal.workflow.getHandle(workflowId)).catch(() => 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#clock;
    await this.#pool.end();
    await this.soak[Symbol.asyncDispose]();
    await this.endpoint[Symbol.asyncDispose]();
    this.plans.remove();
  }
}

/** Our money at the bank by the books, and how much the bank's own statement differs; what is booked as due never came. */
export async function balanceAtBank(
  world: CrashWorld,
): Promise<{ readonly booked: number; readonly differs: number }> {
  const [row] = await world.query<{ sum: string }>(
    `select (coalesce(sum(balance_minor), 0) - (
              select coalesce(sum(e.amount_minor), 0) from journal j join entry e using (journal_id)
               where j.source_type = 'seed' and e.leg = 'pool'))::text as sum
       from ledger_account where code in ('1100', '1110', '1400')`,
  );
  const booked = Number(row?.sum);
  const { balance } = await world.soak.bank.statement();
  return { booked, differs: balance - booked };
}
