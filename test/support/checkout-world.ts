import { createHash } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import type pg from 'pg';
import { inject, vi } from 'vitest';
import { createActivities } from '../../activities/index.js';
import type { CheckoutActivities } from '../../activities/contract.js';
import { PgCheckoutStore } from '../../src/checkout/checkout.store.js';
import { PgFactStore } from '../../src/checkout/fact.store.js';
import { checkoutWorkflowId } from '../../src/domain/ids.js';
import type { DeliveryAttempts } from '../../src/domain/ports/delivery-attempts.port.js';
import { type Policies, resolvePolicies } from '../../src/domain/policies.js';
import type { Fact } from '../../src/domain/ports/fact-store.port.js';
import { PgCheckoutSteps } from '../../src/ledger/checkout-steps.store.js';
import { createPool } from '../../src/persistence/database.js';
import { newId } from '../../src/persistence/new-id.js';
import { PgCreditStore } from '../../src/providers/credit.store.js';
import { CheckoutGateway } from '../../src/temporal/checkout.gateway.js';
import { createDataConverter, createTemporalClient } from '../../src/temporal/connection.js';
import { taskQueues } from '../../workflows/messages.js';
import { createDatabase, createNamespace, type TestDatabase } from './stack.js';
import { workflowBundle } from './workflow-bundle.js';

export interface WorldOptions {
  /** Stands in for steps of the ledger, to make them fail. */
  readonly broken?: Partial<CheckoutActivities>;
  readonly parkAfterMs?: number;
  /** 0: every workflow task replays the history from its start. */
  readonly maxCachedWorkflows?: number;
  /** Other workflows than ours. */
  readonly bundle?: WorkflowBundleWithSourceMap;
  /** No encryption, and no name of this machine in what is written: for histories that are kept. */
  readonly plain?: boolean;
}

Runtime.install({ logger: new DefaultLogger('ERROR') });

const { payloadCodecs: _encryption, ...plainConverter } = createDataConverter(Buffer.alloc(32));
const plainIdentity = 'test';

interface RunningWorker {
  readonly stop: () => void;
  readonly done: Promise<unknown>;
}

const noDeliveries: DeliveryAttempts = {
  make: () => Promise.reject(new Error('this world delivers nothing')),
};

/** A real Temporal namespace and database with a worker in this process, and the API's stores to act as the API does. */
export class CheckoutWorld implements AsyncDisposable {
  readonly merchantId = newId('mch');
  readonly #checkouts: PgCheckoutStore;
  readonly #credits: PgCreditStore;
  #numbers = 0;

  #worker: RunningWorker | undefined;

  private constructor(
    readonly database: TestDatabase,
    readonly pool: pg.Pool,
    readonly client: Client,
    readonly gateway: CheckoutGateway,
    private readonly connection: NativeConnection,
    private readonly options: WorkerOptions,
  ) {
    this.#checkouts = new PgCheckoutStore(pool);
    this.#credits = new PgCreditStore(pool);
  }

  static async start(options: WorldOptions = {}): Promise<CheckoutWorld> {
    const [database, temporalNamespace] = await Promise.all([createDatabase(), createNamespace()]);
    const { temporalAddress, env } = inject('stack');
    const codecKey = Buffer.from(env.MANILLA_CODEC_KEY, 'base64url');
    const dataConverter = options.plain ? plainConverter : createDataConverter(codecKey);
    const client = options.plain
      ? new Client({
          connection: Connection.lazy({ address: temporalAddress }),
          namespace: temporalNamespace,
          identity: plainIdentity,
          dataConverter,
        })
      : createTemporalClient({ temporalAddress, temporalNamespace, codecKey });
    const gateway = new CheckoutGateway(client, { parkAfterMs: options.parkAfterMs ?? 4_000 });
    const pool = createPool(database.url, { max: 6, applicationName: 'test-workflows' });
    const { checkout } = createActivities({
      steps: new PgCheckoutSteps(pool),
      attempts: noDeliveries,
    });
    const connection = await NativeConnection.connect({ address: temporalAddress });
    const world = new CheckoutWorld(database, pool, client, gateway, connection, {
      connection,
      namespace: temporalNamespace,
      taskQueue: taskQueues.checkout,
      workflowBundle: options.bundle ?? (await workflowBundle()),
      dataConverter,
      ...(options.plain ? { identity: plainIdentity } : {}),
      activities: { ...checkout, ...options.broken },
      maxCachedWorkflows: options.maxCachedWorkflows ?? 100,
    });
    await world.#addMerchant();
    await world.resumeWorker();
    return world;
  }

  /** Nothing is worked on until `resumeWorker`; what was held in memory is rebuilt from histories then. */
  async pauseWorker(): Promise<void> {
    this.#worker?.stop();
    await this.#worker?.done;
    this.#worker = undefined;
  }

  async resumeWorker(): Promise<void> {
    const worker = await Worker.create(this.options);
    const stopped = Promise.withResolvers<void>();
    const done = worker.runUntil(stopped.promise);
    this.#worker = { stop: stopped.resolve, done: done.catch((error: unknown) => error) };
  }

  /** Resolves when the worker has ended by itself, with what it failed of. */
  workerFailed(): Promise<unknown> {
    return this.#worker?.done ?? Promise.resolve();
  }

  async #addMerchant(): Promise<void> {
    await this.pool.query(`insert into fee_plan values ('plan', 100, 0, 0, 200000, 750)`);
    await this.pool.query(
      `insert into merchant (merchant_id, name, trade_name, bank_fee_plan_id) values ($1, 'Shop', 'SHOP', 'plan')`,
      [this.merchantId],
    );
    await this.pool.query(`select add_prefix('901', 'simulator', '999', 'Simulator', '999999')`);
    await this.pool.query(`insert into merchant_prefix values ($1, '901')`, [this.merchantId]);
  }

  /** Commits a checkout, without telling its workflow. */
  async initiate(
    options: {
      amountMinor?: bigint;
      sessionTtlMinutes?: number;
      policies?: Partial<Policies>;
    } = {},
  ): Promise<Fact> {
    const amountMinor = options.amountMinor ?? 1_000_000n;
    const checkoutId = newId('chk');
    const { fact } = await this.#checkouts.initiate({
      checkoutId,
      merchantId: this.merchantId,
      paymentReference: `order-${checkoutId.slice(-10)}`,
      requestHash: createHash('sha256').update(checkoutId).digest(),
      currency: 'NGN',
      amountMinor,
      expectedMinor: amountMinor,
      feeMinor: amountMinor / 100n,
      vatMinor: amountMinor / 1_000n,
      feeBearer: 'MERCHANT',
      channels: ['Bank'],
      customer: {
        email: 'ada@example.com',
        phoneNumber: '+2348012345678',
        firstName: 'Ada',
        lastName: 'Obi',
      },
      metadata: {},
      description: null,
      redirectUrl: null,
      policies: resolvePolicies(options.policies),
      bankFeePlanId: 'plan',
      cardFeePlanId: 'plan',
      cardExpectedMinor: null,
      sessionTtlMinutes: options.sessionTtlMinutes ?? 1_440,
    });
    return committed(fact);
  }

  /** Commits an account for a checkout, without telling the workflow. */
  async issueAccount(
    of: Fact,
    { validityMinutes = 30, amountMinor = of.checkout.amountMinor } = {},
  ): Promise<Fact & { readonly accountNumber: string }> {
    this.#numbers += 1;
    const accountNumber = `901${String(this.#numbers).padStart(7, '0')}`;
    const { outcome, fact } = await this.#checkouts.issueAccount({
      merchantId: this.merchantId,
      paymentReference: of.checkout.paymentReference,
      prefix: '901',
      validityMinutes,
      amountMinor,
      virtualAccountId: newId('va'),
      accountNumber,
    });
    if (fact === null) throw new Error(`no account was issued: ${outcome}`);
    return { ...fact, accountNumber };
  }

  /** Commits a received transfer, without telling the workflow. */
  async receive(accountNumber: string, amountMinor: bigint): Promise<Fact> {
    const creditId = newId('txn');
    const { fact } = await this.#credits.receive({
      creditId,
      provider: 'simulator',
      sessionId: `session-${creditId}`,
      accountNumber,
      amountMinor,
      currency: 'NGN',
      source: { accountNumber: null, accountName: null, bankCode: null, bankName: null },
      narration: null,
      sentAt: null,
    });
    return committed(fact);
  }

  /** Commits the merchant's wish to call the checkout off. */
  async requestCancel(of: Fact): Promise<Fact> {
    const { rows } = await this.pool.query<{ fact_id: bigint }>(
      `insert into fact (checkout_id, kind) values ($1, 'CANCEL_REQUESTED') returning fact_id`,
      [of.checkout.checkoutId],
    );
    return {
      ...of,
      factId: String(rows[0]?.fact_id),
      kind: 'CANCEL_REQUESTED',
      subjectId: null,
      deadline: null,
    };
  }

  tell(fact: Fact) {
    return this.gateway.tell(fact);
  }

  workflowId({ checkout }: Fact): string {
    return checkoutWorkflowId(checkout.merchantId, checkout.paymentReference);
  }

  handle(fact: Fact) {
    return this.client.workflow.getHandle(this.workflowId(fact));
  }

  async checkout({ checkout }: Fact) {
    const found = await this.#checkouts.find(checkout.merchantId, checkout.paymentReference);
    if (found === undefined) throw new Error(`there is no checkout ${checkout.checkoutId}`);
    return found;
  }

  /** Waits until the checkout has the status, in the database. */
  async untilStatus(fact: Fact, status: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const found = await this.checkout(fact);
        if (found.status !== status) throw new Error(`${found.status}, not ${status}`);
      },
      { timeout: 15_000, interval: 25 },
    );
  }

  get facts(): PgFactStore {
    return new PgFactStore(this.pool);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pauseWorker();
    await this.connection.close();
    await this.client.connection.close();
    await this.pool.end();
    await this.database.drop();
  }
}

function committed(fact: Fact | null): Fact {
  if (fact === null) throw new Error('nothing was committed that a workflow is to be told');
  return fact;
}
