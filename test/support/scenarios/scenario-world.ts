import { expect, vi } from 'vitest';
import { endsAwaited } from '../history.js';
import { assertBooks } from '../books.js';
import type { OutsideAccount } from '../../../src/providers/simulator/control-client.js';
import { Contract } from '../contract.js';
import type { ProgramEnvironment } from '../stack.js';
import { fastForward } from '../time.js';
import { ApiWorld } from '../api-world.js';
import { Operator } from '../temporal-operator.js';
import { Acquirer } from './acquirer.js';
import { Shop } from './shop.js';
import { eventually, type Surroundings } from './surroundings.js';

/** A whole Manilla with shops whose webhooks are heard, an operator, and a clock for each workflow. */
export class ScenarioWorld implements Surroundings {
  readonly #shops: Shop[] = [];
  #shop: Shop | undefined;

  readonly acquirer: Acquirer;

  private constructor(
    readonly api: ApiWorld,
    readonly operator: Operator,
  ) {
    this.acquirer = new Acquirer(api.manilla.simulatorUrl);
  }

  /** `overrides`: on a Manilla of the test's own, whose programs run with these settings. */
  static async start(overrides?: Partial<ProgramEnvironment>): Promise<ScenarioWorld> {
    const granted = ['refunds:destination'] as const;
    const api = await (overrides === undefined
      ? ApiWorld.shared(granted)
      : ApiWorld.start(overrides, granted));
    const world = new ScenarioWorld(api, new Operator(api.manilla));
    world.#shop = await Shop.start(world, api.manilla.merchant, api.merchant);
    world.#shops.push(world.#shop);
    return world;
  }

  /** The seeded merchant. */
  get shop(): Shop {
    if (this.#shop === undefined) throw new Error('the world has not started');
    return this.#shop;
  }

  /** Another merchant, with a prefix and webhooks of its own. */
  async newShop(name: string): Promise<Shop> {
    const client = await this.api.otherMerchant(name);
    const shop = await Shop.start(this, client.merchant, client);
    this.#shops.push(shop);
    return shop;
  }

  get bank() {
    return this.api.bank;
  }

  query<Row extends Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.api.query<Row>(sql, values);
  }

  async passTime(workflowId: string, durationMs: number, timers = 1): Promise<void> {
    const handle = this.operator.client.workflow.getHandle(workflowId);
    await eventually(async () => {
      const ends = await endsAwaited(handle);
      expect(ends, `what ${workflowId} waits for`).toBeGreaterThanOrEqual(timers);
    });
    await fastForward(this.operator.client, workflowId, durationMs);
  }

  /** What an outside account has; negative for a payer. */
  async balanceOf({ bankCode, accountNumber }: OutsideAccount): Promise<number> {
    return (await this.bank.account(bankCode, accountNumber)).balance;
  }

  /** The payer's bank takes a credit back and tells nobody. */
  async recallSilently(sessionId: string): Promise<void> {
    const url = `${this.api.manilla.simulatorUrl}/control/credits/${sessionId}/recall`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ notify: { times: 0 } }),
    });
    expect(response.status).toBe(200);
  }

  /** Has the bank's statement pulled to its last line. */
  async reconcile(): Promise<void> {
    const { lastLineId } = await this.bank.statement();
    await this.#runUntil('reconcile-simulator', async () => {
      const [row] = await this.query('select max(line_id)::int as line from statement_line');
      return Number(row?.['line'] ?? 0) >= lastLineId;
    });
  }

  /** Has numbers swept together whose quarantine is over, this one among them. */
  sweepNumber(accountNumber: string): Promise<void> {
    const sql = 'select 1 from free_number where account_number = $1';
    return this.#runUntil(
      'sweep',
      async () => (await this.query(sql, [accountNumber])).length === 1,
    );
  }

  async #runUntil(scheduleId: string, isDone: () => Promise<boolean>): Promise<void> {
    const schedule = this.operator.client.schedule.getHandle(scheduleId);
    await vi.waitFor(
      async () => {
        if (await isDone()) return;
        await schedule.trigger();
        throw new Error(`${scheduleId} has not done it`);
      },
      { timeout: 20_000, interval: 500 },
    );
  }

  /** The books hold, and what they say we have at the bank is what the bank's own statement says. */
  async proveMoney(): Promise<void> {
    await vi.waitFor(async () => expect(await this.#moneyFaults()).toBe(''), {
      timeout: 20_000,
      interval: 200,
    });
  }

  async #moneyFaults(): Promise<string> {
    const { database } = this.api.manilla;
    try {
      await assertBooks(database);
    } catch (error) {
      return (error as Error).message;
    }
    const [row] = await database.query<{ ours: string }>(
      `select coalesce(sum(balance_minor), 0)::text as ours
         from ledger_account where account_id in ('1100:simulator:NGN', '1110:simulator:NGN')`,
    );
    const { balance } = await this.bank.statement();
    return Number(row?.ours) === balance ? '' : `books ${row?.ours}, statement ${balance}`;
  }

  /** Every event that was written is as the OpenAPI document says. */
  async #proveEvents(): Promise<void> {
    const contract = await Contract.of(this.api.manilla.baseUrl);
    const events = await this.query<{ body: string }>('select body from event');
    for (const { body } of events) contract.checkEvent(body);
  }

  async stop(): Promise<void> {
    await this.#proveEvents();
    await Promise.all(this.#shops.map((shop) => shop.close()));
    await this.operator[Symbol.asyncDispose]();
    await this.api.stop();
  }
}
