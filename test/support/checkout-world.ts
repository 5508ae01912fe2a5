import { createHash } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import {
  NativeConnection,
  type WorkerOptions,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import type pg from 'pg';
import { inject, vi } from 'vitest';
import type { Rails } from '../../activities/payouts/rail.activities.js';
import type { CheckoutActivities } from '../../activities/payments/contract.js';
import { PgCheckoutStore } from '../../src/payments/checkouts/checkout.store.js';
import { PgFactStore } from '../../src/platform/temporal/fact.store.js';
import { checkoutWorkflowId, railQueue } from '../../src/domain/ids.js';
import type { Offer } from '../../src/payments/checkouts/checkout.js';
import { type Policies, resolvePolicies } from '../../src/domain/policies.js';
import type { Fact, FactCheckout } from '../../src/platform/temporal/fact.js';
import { createPool } from '../../src/platform/database/database.js';
import { newId } from '../../src/platform/database/new-id.js';
import { PgCreditStore } from '../../src/payments/credits/credit.store.js';
import { PgCheckoutClock } from '../../src/payments/sandbox/checkout-clock.store.js';
import { PgSettlementKeys } from '../../src/payouts/settlement/settlement-key.store.js';
import {
  createDataConverter,
  createTemporalClient,
} from '../../src/platform/temporal/connection.js';
import { versionOptions } from '../../src/platform/temporal/worker-version.js';
import { errandCarrier } from '../../src/programs/wiring/connections.js';
import { FactGateway } from '../../src/programs/worker/fact.gateway.js';
import { PayoutGateway } from '../../src/payouts/settlement/payout.gateway.js';
import { RefundGateway } from '../../src/payouts/refunds/refund.gateway.js';
import { taskQueues } from '../../workflows/messages.js';
import { createDatabase, createNamespace, type TestDatabase } from './stack.js';
import { workflowBundle } from './workflow-bundle.js';
import { worldActivities } from './world-activities.js';
import { type RunningWorker, startWorker } from './running-worker.js';
import { patientClient } from './time.js';
import './temporal-runtime.js';
import { keySetOf } from '../../src/platform/config/key-set.js';
import { codecKeySet } from './key-sets.js';

/** A fact of a checkout. */
export type CheckoutFact = Fact & { readonly checkout: FactCheckout };

export interface WorldOptions {
  /** Banks and acquirers; with them there is a worker of the queue `rails` too. */
  readonly rails?: Rails;
  /** Stands in for steps of the ledger, to make them fail. */
  readonly broken?: Partial<CheckoutActivities>;
  readonly parkAfterMs?: number;
  /** 0: every workflow task replays the history from its start. */
  readonly maxCachedWorkflows?: number;
  /** Other workflows than ours. */
  readonly bundle?: WorkflowBundleWithSourceMap;
  /** Workflows run in this thread, as under the lean sandbox. */
  readonly debugMode?: boolean;
  /** Of the queue `rails`, and of each bank's and acquirer's. */
  readonly railWorker?: Pick<WorkerOptions, 'maxConcurrentActivityTaskExecutions'>;
  /** No encryption, and no name of this machine in what is written: for histories that are kept. */
  readonly plain?: boolean;
  /** The version of its workers (docs/upgrading.md); without one they have none. */
  readonly buildId?: string;
  /** Of a settlement run; one unless told. */
  readonly slices?: { readonly most: number; readonly merchantsEach: number };
  /** As in `live`: the worker believes only what was encrypted. */
  readonly sealedOnly?: boolean;
}

const anyKeySet = keySetOf('codec', [Buffer.alloc(32)]);
const { payloadCodecs: _encryption, ...plainConverter } = createDataConverter(anyKeySet);
const plainIdentity = 'test';

/** The deployment of workers that have a version. */
export const deploymentName = 'manilla';
const ofVersion = (buildId: string) => versionOptions({ deploymentName, buildId });

const noRails: Rails = { banks: new Map(), cards: new Map() };

/** A real Temporal namespace and database with a worker in this process, and the API's stores to act as the API does. */
export class CheckoutWorld implements AsyncDisposable {
  readonly merchantId = newId('mch');
  readonly #checkouts: PgCheckoutStore;
  readonly #credits: PgCreditStore;
  #numbers = 0;

  #running: RunningWorker[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly pool: pg.Pool,
    readonly client: Client,
    readonly gateway: FactGateway,
    readonly refundGateway: RefundGateway,
    readonly payoutGateway: PayoutGateway,
    private readonly connection: NativeConnection,
    private readonly workers: readonly WorkerOptions[],
  ) {
    this.#checkouts = new PgCheckoutStore(pool);
    this.#credits = new PgCreditStore(pool);
  }

  static async start(options: WorldOptions = {}): Promise<CheckoutWorld> {
    const [database, temporalNamespace] = await Promise.all([createDatabase(), createNamespace()]);
    const { temporalAddress, env } = inject('stack');
    const codecKeys = codecKeySet(env);
    const dataConverter = options.plain
      ? plainConverter
      : createDataConverter(codecKeys, options.sealedOnly !== true);
    const client = patientClient(
      options.plain
        ? new Client({
            connection: Connection.lazy({ address: temporalAddress }),
            namespace: temporalNamespace,
            identity: plainIdentity,
            dataConverter,
          })
        : createTemporalClient({ temporalAddress, temporalNamespace, codecKeys }),
    );
    const settings = { parkAfterMs: options.parkAfterMs ?? 4_000 };
    const refundGateway = new RefundGateway(client, settings, { warn: () => {} });
    const pool = createPool(database.url, { max: 6, applicationName: 'test-workflows' });
    const payoutGateway = new PayoutGateway(client, settings, new PgSettlementKeys(pool));
    const gateway = new FactGateway(client, settings, {
      refunds: refundGateway,
      payouts: payoutGateway,
      errands: errandCarrier(pool, client),
    });
    const rails = options.rails ?? noRails;
    const activities = worldActivities({
      ...{ pool, client, rails, databaseUrl: database.url, settings },
      ...{ refundGateway, payoutGateway, slices: options.slices },
    });
    const connection = await NativeConnection.connect({ address: temporalAddress });
    const shared: Omit<WorkerOptions, 'taskQueue'> = {
      connection,
      namespace: temporalNamespace,
      workflowBundle: options.bundle ?? (await workflowBundle()),
      dataConverter,
      ...(options.plain ? { identity: plainIdentity } : {}),
      maxCachedWorkflows: options.maxCachedWorkflows ?? 100,
      debugMode: options.debugMode ?? false,
      ...(options.buildId !== undefined && ofVersion(options.buildId)),
    };
    const { workflowBundle: _, ...callsOnly } = shared;
    const queues =
      options.rails === undefined
        ? []
        : [
            { ...shared, taskQueue: taskQueues.rails, ...options.railWorker },
            ...[...rails.banks.keys(), ...rails.cards.keys()].map((provider) => ({
              ...callsOnly,
              taskQueue: railQueue(provider),
              ...options.railWorker,
            })),
          ].map((worker) => ({ ...worker, activities: activities.rails }));
    const world = new CheckoutWorld(
      database,
      pool,
      client,
      gateway,
      refundGateway,
      payoutGateway,
      connection,
      [
        {
          ...shared,
          taskQueue: taskQueues.checkout,
          activities: { ...activities.checkout, ...options.broken },
        },
        ...queues,
      ],
    );
    await world.#addMerchant();
    await world.resumeWorker();
    return world;
  }

  /** Nothing is worked on until `resumeWorker`; what was held in memory is rebuilt from histories then. */
  async pauseWorker(): Promise<void> {
    const running = this.#running.splice(0);
    for (const worker of running) worker.stop();
    await Promise.all(running.map(({ done }) => done));
  }

  async resumeWorker(): Promise<void> {
    this.#running = await Promise.all(this.workers.map(startWorker));
  }

  /** Starts workers of another version beside those that run. */
  async startVersion(buildId: string): Promise<void> {
    const workers = this.workers.map((worker) => ({ ...worker, ...ofVersion(buildId) }));
    this.#running.push(...(await Promise.all(workers.map(startWorker))));
  }

  async #addMerchant(): Promise<void> {
    await this.pool.query(`insert into fee_plan values ('plan', 100, 0, 0, 200000, 750)`);
    await this.pool.query(
      `with made as (insert into merchant (merchant_id, name, trade_name) values ($1, 'Shop', 'SHOP') returning merchant_id)
       insert into merchant_channel (merchant_id, channel, fee_plan_id, place) select merchant_id, 'Bank', 'plan', 1 from made`,
      [this.merchantId],
    );
    await this.pool.query(`select add_prefix('901', 'simulator', '999', 'Simulator', '999999')`);
    await this.pool.query(`insert into merchant_prefix values ($1, '901')`, [this.merchantId]);
  }

  /** Commits a checkout, without telling its workflow. */
  async initiate(
    options: {
      amountMinor?: bigint;
      /** May be paid by card too. */
      cardExpectedMinor?: bigint;
      sessionTtlMinutes?: number;
      policies?: Partial<Policies>;
    } = {},
  ): Promise<CheckoutFact> {
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
      ...{ feeMinor: amountMinor / 100n, vatMinor: amountMinor / 1_000n },
      feeBearer: 'MERCHANT',
      channels: options.cardExpectedMinor === undefined ? ['Bank'] : ['Bank', 'Card'],
      customer: {
        email: 'ada@example.com',
        phoneNumber: '+2348012345678',
        firstName: 'Ada',
        lastName: 'Obi',
      },
      metadata: {},
      description: null,
      redirectUrl: null,
      page: null,
      policies: resolvePolicies(options.policies),
      offers: {
        Bank: offerOf(amountMinor),
        ...(options.cardExpectedMinor && { Card: offerOf(options.cardExpectedMinor) }),
      },
      sessionTtlMinutes: options.sessionTtlMinutes ?? 1_440,
    });
    return committed(fact);
  }

  /** Commits an account for a checkout, without telling the workflow. */
  async issueAccount(
    of: CheckoutFact,
    { validityMinutes = 30, amountMinor = of.checkout.amountMinor } = {},
  ): Promise<CheckoutFact & { readonly accountNumber: string }> {
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
      generation: 0,
    });
    if (fact === null) throw new Error(`no account was issued: ${outcome}`);
    return { ...committed(fact), accountNumber };
  }

  /** Commits a received transfer, without telling the workflow, which posts it unless `by` has posted it. */
  async receive(
    accountNumber: string,
    amountMinor: bigint,
    by = this.#credits,
  ): Promise<CheckoutFact> {
    const creditId = newId('txn');
    const { fact } = await by.receive({
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
  async requestCancel(of: CheckoutFact): Promise<CheckoutFact> {
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

  /** Brings the checkout's ends nearer, without telling its workflow. */
  async advanceClock({ checkout }: CheckoutFact, seconds: number): Promise<CheckoutFact> {
    const { merchantId, paymentReference } = checkout;
    const clock = new PgCheckoutClock(this.pool);
    const moved = await clock.advance(merchantId, paymentReference, seconds);
    return committed(moved?.fact ?? null);
  }

  tell(fact: Fact) {
    return this.gateway.notify(fact);
  }

  workflowId({ checkout }: CheckoutFact): string {
    return checkoutWorkflowId(checkout.merchantId, checkout.paymentReference);
  }

  handle(fact: CheckoutFact) {
    return this.client.workflow.getHandle(this.workflowId(fact));
  }

  async checkout({ checkout }: CheckoutFact) {
    const found = await this.#checkouts.find(checkout.merchantId, checkout.paymentReference);
    if (found === undefined) throw new Error(`there is no checkout ${checkout.checkoutId}`);
    return found;
  }

  /** Waits until the checkout has the status, in the database. */
  async untilStatus(fact: CheckoutFact, status: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const found = await this.checkout(fact);
        if (found.status !== status) throw new Error(`${found.status}, not ${status}`);
      },
      { timeout: 20_000, interval: 25 },
    );
  }

  /** ₦4,000.00 of ₦10,000.00, while its account takes the rest. */
  async partPaid() {
    const initiated = await this.initiate();
    await this.tell(initiated);
    const account = await this.issueAccount(initiated, { validityMinutes: 10 });
    await this.tell(account);
    await this.tell(await this.receive(account.accountNumber, 400_000n));
    await this.untilStatus(initiated, 'PARTIALLY_PAID');
    return { initiated, account };
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

function committed(fact: Fact | null): CheckoutFact {
  if (!fact?.checkout) throw new Error('nothing was committed that a workflow is to be told');
  return { ...fact, checkout: fact.checkout };
}

function offerOf(expectedMinor: bigint): Offer {
  return {
    feePlanId: 'plan',
    ...{ expectedMinor, feeMinor: expectedMinor / 100n, vatMinor: expectedMinor / 1_000n },
  };
}
