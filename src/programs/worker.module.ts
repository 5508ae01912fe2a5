import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { type Activities, createActivities } from '../../activities/index.js';
import type { Rails } from '../../activities/payouts/rail.activities.js';
import { PgCaseStore } from '../operators/cases/case-steps.store.js';
import { PgCardAttempts } from '../payments/cards/card-attempt.store.js';
import { PgFactStore } from '../platform/temporal/fact.store.js';
import type { Config } from '../platform/config/config.js';
import { connectionName } from '../platform/config/instance.js';
import { PgCheckoutSteps } from '../payments/checkouts/checkout-steps.store.js';
import { PgCreditSteps } from '../payments/credits/credit-steps.store.js';
import { PgDisputeAnswers } from '../payments/disputes/dispute-answer.store.js';
import { ScheduledAttempts } from '../notify/delivery/delivery-attempts.js';
import { LocalDispatcher } from '../notify/delivery/local-dispatcher.js';
import type { DispatcherPorts } from '../notify/delivery/dispatcher.js';
import { createSecretSeal } from '../platform/keys/secret-seal.js';
import { createWebhookSender, type WebhookSender } from '../notify/delivery/sender.js';
import type { Logger } from '../platform/observability/logger.js';
import { createRegistry } from '../platform/observability/metrics.js';
import { createPool } from '../platform/database/database.js';
import { createBankRails } from '../providers/bank-rails.js';
import { PgRefundSteps } from '../payouts/refunds/refund-steps.store.js';
import { PgBooksProof } from '../ledger/proof/books-proof.store.js';
import { PgFindingStore } from '../platform/findings/finding.store.js';
import { timedPosting } from '../payments/credits/posting-metrics.js';
import { watchedReconciler } from '../upkeep/reconciliation/reconciliation-metrics.js';
import { createReconciler } from '../upkeep/reconciliation/create-reconciler.js';
import { PgPayoutSteps } from '../payouts/settlement/payout-steps.store.js';
import { PgSettlementKeys } from '../payouts/settlement/settlement-key.store.js';
import { PgSettlementRuns } from '../payouts/settlement/settlement-runs.store.js';
import { createCardRails } from '../providers/card-rails.js';
import { createTemporalClient, temporalHealthy } from '../platform/temporal/connection.js';
import { CaseGateway } from '../operators/cases/case.gateway.js';
import { CheckoutGateway } from '../payments/checkouts/checkout.gateway.js';
import { FactGateway } from './worker/fact.gateway.js';
import { createMessageParts, type MessageParts } from './message-parts.js';
import { FactRelay } from './worker/fact-relay.js';
import { FindingGateway } from '../upkeep/reconciliation/finding.gateway.js';
import { PayoutGateway } from '../payouts/settlement/payout.gateway.js';
import { RefundGateway } from '../payouts/refunds/refund.gateway.js';
import { WebhookGateway } from '../notify/webhooks/webhook.gateway.js';
import { PgDeliveryStore } from '../notify/delivery/delivery.store.js';
import { PgReplayStore } from '../notify/webhooks/replay.store.js';

/** The names under which the worker's program takes things from the container. */
export const parts = {
  pool: Symbol('pool'),
  temporal: Symbol('temporal'),
  rails: Symbol('rails'),
  activities: Symbol('activities'),
  relay: Symbol('relay'),
  dispatcherPorts: Symbol('dispatcherPorts'),
  messages: Symbol('messages'),
  registry: Symbol('registry'),
} as const;

export interface Parts {
  readonly pool: pg.Pool;
  readonly temporal: Client;
  /** Each has connections of its own, so all use these. */
  readonly rails: Rails;
  readonly activities: Activities;
  readonly relay: FactRelay;
  readonly dispatcherPorts: DispatcherPorts;
  readonly messages: MessageParts;
  readonly registry: Registry;
}

const local = {
  steps: Symbol('steps'),
  credits: Symbol('credits'),
  refunds: Symbol('refunds'),
  refundGateway: Symbol('refundGateway'),
  payouts: Symbol('payouts'),
  payoutGateway: Symbol('payoutGateway'),
  sender: Symbol('sender'),
  localDispatcher: Symbol('localDispatcher'),
} as const;

/** Wires stores, gateways and activities of the worker process. */
@Module({})
export class WorkerModule {
  static forProcess(config: Config, log: Logger): DynamicModule {
    return {
      module: WorkerModule,
      providers: [
        ...connections(config, log),
        ...stores(),
        ...gateways(config, log),
        activities(config, log),
        dispatcher(log),
      ],
    };
  }
}

function connections(config: Config, log: Logger): FactoryProvider[] {
  return [
    {
      provide: parts.pool,
      useFactory: () =>
        createPool(config.databaseUrl, {
          max: config.workerPoolSize,
          applicationName: connectionName('manilla-worker'),
          pooled: config.isPooled,
          onError: (err) => log.warn({ err }, 'an idle database connection was lost'),
        }),
    },
    { provide: parts.temporal, useFactory: () => createTemporalClient(config, 'manilla-worker') },
    { provide: parts.registry, useFactory: createRegistry },
    {
      provide: parts.rails,
      useFactory: (): Rails => ({ banks: createBankRails(config), cards: createCardRails(config) }),
    },
    {
      provide: local.sender,
      useFactory: () =>
        createWebhookSender({
          seal: createSecretSeal(config.sealKeys),
          allowLoopbackHttp: config.loopbackWebhooks,
        }),
    },
    { provide: local.localDispatcher, useFactory: () => new LocalDispatcher() },
    {
      provide: parts.messages,
      inject: [parts.pool, parts.registry],
      useFactory: (pool: pg.Pool, registry: Registry) =>
        createMessageParts(config, pool, registry, log),
    },
  ];
}

function stores(): FactoryProvider[] {
  return [
    {
      provide: local.steps,
      inject: [parts.pool, local.localDispatcher, parts.registry],
      useFactory: (pool: pg.Pool, localDispatcher: LocalDispatcher, registry: Registry) =>
        timedPosting(registry, new PgCheckoutSteps(pool, localDispatcher)),
    },
    {
      provide: local.credits,
      inject: [parts.pool],
      useFactory: (pool: pg.Pool) => new PgCreditSteps(pool),
    },
    {
      provide: local.refunds,
      inject: [parts.pool],
      useFactory: (pool: pg.Pool) => new PgRefundSteps(pool),
    },
    {
      provide: local.payouts,
      inject: [parts.pool],
      useFactory: (pool: pg.Pool) => new PgPayoutSteps(pool),
    },
  ];
}

function gateways(config: Config, log: Logger): FactoryProvider[] {
  return [
    {
      provide: local.refundGateway,
      inject: [parts.temporal],
      useFactory: (temporal: Client) => new RefundGateway(temporal, config, log),
    },
    {
      provide: local.payoutGateway,
      inject: [parts.temporal, parts.pool],
      useFactory: (temporal: Client, pool: pg.Pool) =>
        new PayoutGateway(temporal, config, new PgSettlementKeys(pool)),
    },
    {
      provide: parts.relay,
      inject: [
        parts.temporal,
        parts.pool,
        local.steps,
        local.credits,
        local.refundGateway,
        local.payoutGateway,
      ],
      useFactory: (
        temporal: Client,
        pool: pg.Pool,
        steps: PgCheckoutSteps,
        credits: PgCreditSteps,
        refunds: RefundGateway,
        payouts: PayoutGateway,
      ) =>
        new FactRelay({
          gateway: new FactGateway(temporal, config, { refunds, payouts }),
          facts: new PgFactStore(pool),
          steps,
          credits,
          cards: new PgCardAttempts(pool, createSecretSeal(config.sealKeys)),
          temporalHealthy: () => temporalHealthy(temporal),
          log,
        }),
    },
  ];
}

function activities(config: Config, log: Logger): FactoryProvider {
  return {
    provide: parts.activities,
    inject: [
      parts.pool,
      parts.temporal,
      local.steps,
      local.credits,
      local.refunds,
      local.refundGateway,
      local.payouts,
      local.payoutGateway,
      local.sender,
      parts.rails,
      parts.registry,
      parts.messages,
    ],
    useFactory: (
      pool: pg.Pool,
      temporal: Client,
      steps: PgCheckoutSteps,
      credits: PgCreditSteps,
      refunds: PgRefundSteps,
      refundGateway: RefundGateway,
      payouts: PgPayoutSteps,
      payoutGateway: PayoutGateway,
      sender: WebhookSender,
      rails: Rails,
      registry: Registry,
      messages: MessageParts,
    ) => {
      const { banks, cards } = rails;
      const attempts = new PgCardAttempts(pool, createSecretSeal(config.sealKeys));
      const reconciler = createReconciler({
        pool,
        banks,
        refunds,
        credits,
        payouts,
        notifiers: { refunds: refundGateway, payouts: payoutGateway },
        cases: new FindingGateway(temporal),
        cards,
        attempts,
        chargeTeller: new CheckoutGateway(temporal, config),
        caseWorkflows: new CaseGateway(temporal, config),
        kept: config.kept,
        log,
      });
      return createActivities({
        steps,
        credits,
        refunds,
        disputeAnswers: new PgDisputeAnswers(pool),
        rails,
        reconciler: watchedReconciler(registry, reconciler, [...banks.keys()]),
        findings: new PgFindingStore(pool),
        booksProof: new PgBooksProof(config.directDatabaseUrl),
        ...{ payouts, payoutStarter: payoutGateway, settlements: new PgSettlementRuns(pool) },
        ...settlementPace(config),
        cards: attempts,
        courier: messages.courier,
        attempts: new ScheduledAttempts(new PgDeliveryStore(pool), sender),
        ...replays(pool, temporal),
        cases: new PgCaseStore(pool),
        deskUrl: config.deskUrl,
      });
    },
  };
}

function replays(pool: pg.Pool, temporal: Client) {
  const store = new PgReplayStore(pool);
  return { replays: store, endpoints: store, replayStarter: new WebhookGateway(temporal) };
}

function settlementPace({ settlementsPerSecond, settlementSlices }: Config) {
  return { settlementsPerSecond, settlementSlices };
}

function dispatcher(log: Logger): FactoryProvider {
  return {
    provide: parts.dispatcherPorts,
    inject: [parts.pool, parts.temporal, local.sender, local.localDispatcher],
    useFactory: (
      pool: pg.Pool,
      temporal: Client,
      sender: WebhookSender,
      localDispatcher: LocalDispatcher,
    ): DispatcherPorts => ({
      deliveries: new PgDeliveryStore(pool),
      sender,
      retries: new WebhookGateway(temporal),
      replays: new PgReplayStore(pool),
      localDispatcher,
      log,
    }),
  };
}
