import { inject, vi } from 'vitest';
import type { Rails } from '../../activities/payouts/rail.activities.js';
import type { Fact } from '../../src/platform/temporal/fact.js';
import type { CreditSource } from '../../src/payments/credits/credit.js';
import { creditWorkflowId, refundWorkflowId } from '../../src/domain/ids.js';
import { sessionId } from '../../src/domain/nip-session.js';
import { PgCheckoutSteps } from '../../src/payments/checkouts/checkout-steps.store.js';
import { PgCreditSteps } from '../../src/payments/credits/credit-steps.store.js';
import { newId } from '../../src/platform/database/new-id.js';
import { PgCreditStore } from '../../src/payments/credits/credit.store.js';
import { providerValues } from '../../src/platform/config/provider-values.js';
import { openProviders } from '../../src/providers/open-providers.js';
import { holderOf } from '../../src/providers/simulator/server/bank/books.js';
import { SimulatorControl } from '../../src/providers/simulator/control-client.js';
import { FactRelay } from '../../src/programs/worker/fact-relay.js';
import { CheckoutWorld, type WorldOptions } from './checkout-world.js';
import { cardAttemptsOf } from './world-activities.js';
import { countEvents, eventNames } from './history.js';
import { type SimulatorHere, startSimulatorHere } from './simulator-here.js';
import { fastForward } from './time.js';
import { sealKeySet } from './key-sets.js';

/** The payer whose account refunds go to, unless a test says otherwise. */
export const payer: CreditSource = {
  accountNumber: '0690000032',
  accountName: 'ADA OBI',
  bankCode: '000014',
  bankName: 'Access Bank',
};

/** A bank that answers within this time or not at all; a busy machine may take more than a second for an answer. */
export const railTimeoutMs = 3_000;

/** A checkout world with the simulator's bank and acquirer. */
export class RailWorld implements AsyncDisposable {
  #sessions = 0;

  private constructor(
    readonly world: CheckoutWorld,
    readonly bank: SimulatorControl,
    readonly simulator: SimulatorHere,
    /** What the engine sends by. */
    readonly rails: Rails,
  ) {}

  /** `twins`: names of more banks, whose calls go to the same simulator. */
  static async start({
    twins = [],
    ...options
  }: WorldOptions & { readonly twins?: readonly string[] } = {}): Promise<RailWorld> {
    const simulator = await startSimulatorHere();
    const config = {
      rails: 'simulator',
      hookKeys: sealKeySet(inject('stack').env),
      simulatorUrl: simulator.baseUrl,
      railTimeoutMs,
      railLimits: new Map(),
      providers: providerValues({}),
    } as const;
    const twinOf = (provider: string) =>
      [...openProviders(config).banks.values()].map((rail) => [provider, rail] as const);
    const open = openProviders(config);
    const banks = new Map([...open.banks, ...twins.flatMap(twinOf)]);
    const rails = { banks, cards: open.cards };
    const world = await CheckoutWorld.start({ ...options, rails });
    return new RailWorld(world, new SimulatorControl(simulator.baseUrl), simulator, rails);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
    await this.simulator.stop();
  }

  /** A session id that nobody has used, of now unless told otherwise. */
  freshSessionId(sentAt = new Date()): string {
    this.#sessions += 1;
    return sessionId('000014', sentAt, String(this.#sessions));
  }

  /** Commits a received transfer, without telling a workflow. */
  async receive(
    accountNumber: string,
    amountMinor: bigint,
    { source = payer, sentAt = null as Date | null } = {},
  ): Promise<{ creditId: string; fact: Fact | null }> {
    const { creditId, fact } = await new PgCreditStore(this.world.pool).receive({
      creditId: newId('txn'),
      provider: 'simulator',
      sessionId: this.freshSessionId(),
      accountNumber,
      amountMinor,
      currency: 'NGN',
      source,
      narration: null,
      sentAt,
    });
    return { creditId, fact };
  }

  /** Money to a number of nobody. */
  async receiveStray(amountMinor = 500_000n, source = payer) {
    const { creditId, fact } = await this.receive('9019999999', amountMinor, { source });
    if (fact === null) throw new Error('no workflow is to be told of the credit');
    return { creditId, fact };
  }

  /** A refund that nobody works on yet: of a stray credit, returned by an operator. */
  async requestRefund(amountMinor = 500_000n, source = payer): Promise<string> {
    const { creditId } = await this.receiveStray(amountMinor, source);
    await this.world.pool.query(`select resolve_held_credit($1, 'OPERATOR', 'return')`, [creditId]);
    return this.refundOf(creditId);
  }

  async refundOf(creditId: string): Promise<string> {
    const { rows } = await this.world.pool.query<{ refund_id: string }>(
      'select refund_id from refund where credit_id = $1',
      [creditId],
    );
    if (rows[0] === undefined) throw new Error(`there is no refund of ${creditId}`);
    return rows[0].refund_id;
  }

  /** As the bank says it: an account provided by a merchant, who has a way of its own in the API. */
  async provideAccount(refundId: string, accountNumber: string): Promise<void> {
    const destination = await this.world.pool.query<{ bank: string }>(
      `select destination ->> 'bankCode' as bank from refund where refund_id = $1`,
      [refundId],
    );
    // Whoever names an account asks its bank for the holder first: another one, when the money leaves, is a case.
    const accountName = holderOf(destination.rows[0]?.bank ?? '', accountNumber);
    await this.world.pool.query(
      `update refund set destination = destination || jsonb_build_object('accountNumber', $2::text, 'accountName', $3::text)
        where refund_id = $1`,
      [refundId, accountNumber, accountName],
    );
    await this.world.pool.query(
      `select take_refund_step($1, 'ACCOUNT_PROVIDED', null, null, null)`,
      [refundId],
    );
    this.world.refundGateway.accountProvided(refundId);
  }

  /** Runs a workflow of the queue `rails` to its end, as its schedule does. */
  runs(type: string, args: unknown[]): Promise<unknown> {
    this.#sessions += 1;
    const workflowId = `${type}-${this.#sessions}`;
    return this.world.client.workflow.execute(type, { taskQueue: 'rails', workflowId, args });
  }

  /** As in the worker: takes facts that are due. */
  relay(): FactRelay {
    const { gateway, facts, pool } = this.world;
    return new FactRelay({
      gateway,
      facts,
      steps: new PgCheckoutSteps(pool),
      credits: new PgCreditSteps(pool),
      cards: cardAttemptsOf(pool),
      temporalHealthy: () => Promise.resolve(true),
      log: { info: () => {}, warn: () => {} },
    });
  }

  refund(refundId: string) {
    return this.world.client.workflow.getHandle(refundWorkflowId(refundId));
  }

  credit(creditId: string) {
    return this.world.client.workflow.getHandle(creditWorkflowId(creditId));
  }

  async refundStatus(refundId: string): Promise<string | undefined> {
    const { rows } = await this.world.pool.query<{ status: string }>(
      'select status from refund where refund_id = $1',
      [refundId],
    );
    return rows[0]?.status;
  }

  untilRefund(refundId: string, status: string, timeout = 20_000): Promise<void> {
    return vi.waitFor(
      async () => {
        const found = await this.refundStatus(refundId);
        if (found !== status) throw new Error(`${found}, not ${status}`);
      },
      { timeout, interval: 50 },
    );
  }

  /** Until the workflow waits for an operator; answers why. */
  untilWaiting(workflowId: string): Promise<string> {
    return vi.waitFor(
      async () => {
        const handle = this.world.client.workflow.getHandle(workflowId);
        const { typedSearchAttributes } = await handle.describe();
        const found = Object.fromEntries(
          typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
        );
        if (found['CheckoutPhase'] !== 'NEEDS_ATTENTION') throw new Error('it is not parked');
        return String(found['AttentionReason']);
      },
      { timeout: 20_000, interval: 50 },
    );
  }

  /** What was sent out for a refund, oldest first. */
  async sendings(
    refundId: string,
  ): Promise<readonly { session_id: string; status: string; response_code: string | null }[]> {
    const { rows } = await this.world.pool.query<{
      session_id: string;
      status: string;
      response_code: string | null;
    }>(
      `select session_id, status, response_code from outward_transfer where purpose_id = $1 order by attempt`,
      [refundId],
    );
    return rows;
  }

  /** Until the rail has refused a sending for certain; answers its session id. */
  untilRefused(refundId: string): Promise<string> {
    return vi.waitFor(
      async () => {
        const last = (await this.sendings(refundId)).at(-1);
        if (last?.status !== 'FAILED') throw new Error('nothing was refused yet');
        return last.session_id;
      },
      { timeout: 20_000, interval: 50 },
    );
  }

  /** Moves the clock of the refund's workflow past its pauses, each when it has begun: one that begins later is left to wait. */
  async passPauses(refundId: string, minutes: readonly number[]): Promise<void> {
    for (const [before, pause] of minutes.entries()) {
      await this.untilPaused(refundId, before + 1);
      await fastForward(this.world.client, refundWorkflowId(refundId), pause * 60_000);
    }
  }

  /** Until so many pauses of the refund's workflow have begun. */
  untilPaused(refundId: string, pauses: number): Promise<void> {
    return vi.waitFor(
      async () => {
        const begun = countEvents(await eventNames(this.refund(refundId)), 'TIMER_STARTED');
        if (begun < pauses) throw new Error(`${begun} pauses have begun, not ${pauses}`);
      },
      { timeout: 20_000, interval: 50 },
    );
  }

  /** Until `answer`, the bank tells nobody whose account it is; `asked` resolves when it is first asked. */
  holdEnquiries() {
    const bank = this.rails.banks.get('simulator');
    if (bank === undefined) throw new Error('there is no bank to hold');
    const { enquireName } = bank;
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    bank.enquireName = async (account) => {
      asked.resolve();
      await answered.promise;
      return enquireName.call(bank, account);
    };
    const answer = (): void => {
      bank.enquireName = enquireName;
      answered.resolve();
    };
    return { asked: asked.promise, answer, [Symbol.dispose]: answer };
  }

  /** Transfers that moved money at the bank. */
  async paidOut(): Promise<{ count: number; amount: number }> {
    const { totals } = await this.bank.statement();
    return totals['DEBIT'] ?? { count: 0, amount: 0 };
  }
}
