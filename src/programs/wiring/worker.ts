import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { type Activities, createActivities } from '../../../activities/index.js';
import type { Rails } from '../../../activities/payouts/rail.activities.js';
import { PgCaseStore } from '../../operators/cases/case-steps.store.js';
import { PgCardAttempts } from '../../payments/cards/card-attempt.store.js';
import { PgFactStore } from '../../platform/temporal/fact.store.js';
import type { Config } from '../../platform/config/config.js';
import { connectionName } from '../../platform/config/instance.js';
import { PgCheckoutSteps } from '../../payments/checkouts/checkout-steps.store.js';
import { PgCreditSteps } from '../../payments/credits/credit-steps.store.js';
import { PgDisputeAnswers } from '../../payments/disputes/dispute-answer.store.js';
import { PgEvidenceFiles } from '../../payments/disputes/evidence-file.store.js';
import { ScheduledAttempts } from '../../notify/delivery/delivery-attempts.js';
import { LocalDispatcher } from '../../notify/delivery/local-dispatcher.js';
import type { DispatcherPorts } from '../../notify/delivery/dispatcher.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { createWebhookSender } from '../../notify/delivery/sender.js';
import type { Logger } from '../../platform/observability/logger.js';
import { createRegistry } from '../../platform/observability/metrics.js';
import { createPool } from '../../platform/database/database.js';
import { openProviders } from '../../providers/open-providers.js';
import { PgRefundSteps } from '../../payouts/refunds/refund-steps.store.js';
import { PgBooksProof } from '../../ledger/proof/books-proof.store.js';
import { PgFindingStore } from '../../platform/findings/finding.store.js';
import { timedPosting } from '../../payments/credits/posting-metrics.js';
import { watchedReconciler } from '../../upkeep/reconciliation/reconciliation-metrics.js';
import { createReconciler } from '../../upkeep/reconciliation/create-reconciler.js';
import { rememberingBank } from '../../payouts/sending/remembering-bank.js';
import { PgApprovalCodes } from '../../payouts/sending/approval-code.store.js';
import { PgSendings } from '../../payouts/sending/sending.store.js';
import { PgPayoutSteps } from '../../payouts/settlement/payout-steps.store.js';
import { PgSettlementKeys } from '../../payouts/settlement/settlement-key.store.js';
import { PgSettlementRuns } from '../../payouts/settlement/settlement-runs.store.js';
import { createTemporalClient, temporalHealthy } from '../../platform/temporal/connection.js';
import { CaseGateway } from '../../operators/cases/case.gateway.js';
import { CheckoutGateway } from '../../payments/checkouts/checkout.gateway.js';
import { errandCarrier } from './connections.js';
import { FactGateway } from '../worker/fact.gateway.js';
import { createMessageParts, type MessageParts } from '../message-parts.js';
import { FactRelay } from '../worker/fact-relay.js';
import { FindingGateway } from '../../upkeep/reconciliation/finding.gateway.js';
import { PayoutGateway } from '../../payouts/settlement/payout.gateway.js';
import { RefundGateway } from '../../payouts/refunds/refund.gateway.js';
import { WebhookGateway } from '../../notify/webhooks/webhook.gateway.js';
import { PgDeliveryStore } from '../../notify/delivery/delivery.store.js';
import { PgReplayStore } from '../../notify/webhooks/replay.store.js';

/** The objects of the worker's process. */
export interface WorkerParts {
  readonly pool: pg.Pool;
  readonly temporal: Client;
  /** The rails are created once and shared, because each has connections of its own. */
  readonly rails: Rails;
  readonly activities: Activities;
  readonly relay: FactRelay;
  readonly dispatcherPorts: DispatcherPorts;
  readonly messages: MessageParts;
  readonly registry: Registry;
}

export function workerParts(config: Config, log: Logger): WorkerParts {
  const connections = connect(config, log);
  const stores = storesOf(connections);
  const gateways = gatewaysOf(config, log, connections);
  const { pool, temporal, rails, registry, sender, localDispatcher } = connections;
  const messages = createMessageParts(config, pool, registry, log);
  return {
    ...{ pool, temporal, rails, registry, messages },
    activities: activitiesOf(config, log, { ...connections, ...stores, ...gateways, messages }),
    relay: new FactRelay({
      gateway: new FactGateway(temporal, config, gateways),
      facts: new PgFactStore(pool),
      steps: stores.steps,
      credits: stores.credits,
      cards: new PgCardAttempts(pool, createSecretSeal(config.sealKeys)),
      temporalHealthy: () => temporalHealthy(temporal),
      log,
    }),
    dispatcherPorts: {
      deliveries: new PgDeliveryStore(pool),
      retries: new WebhookGateway(temporal),
      replays: new PgReplayStore(pool),
      ...{ sender, localDispatcher, log },
    },
  };
}

type Connections = ReturnType<typeof connect>;

function connect(config: Config, log: Logger) {
  const providers = openProviders(config, { log });
  const pool = createPool(config.databaseUrl, {
    max: config.workerPoolSize,
    applicationName: connectionName('manilla-worker'),
    pooled: config.isPooled,
    environment: config.environment,
    onError: (err) => log.warn({ err }, 'an idle database connection was lost'),
  });
  return {
    pool,
    temporal: createTemporalClient(config, 'manilla-worker'),
    registry: createRegistry(),
    providers,
    rails: { banks: remembering(providers.banks, pool), cards: providers.cards } satisfies Rails,
    sender: createWebhookSender({
      seal: createSecretSeal(config.sealKeys),
      allowLoopbackHttp: config.loopbackWebhooks,
    }),
    localDispatcher: new LocalDispatcher(),
  };
}

function remembering(banks: Rails['banks'], pool: pg.Pool): Rails['banks'] {
  const sendings = new PgSendings(pool);
  return new Map([...banks].map(([name, rail]) => [name, rememberingBank(rail, sendings)]));
}

function storesOf({ pool, registry, localDispatcher }: Connections) {
  return {
    steps: timedPosting(registry, new PgCheckoutSteps(pool, localDispatcher)),
    credits: new PgCreditSteps(pool),
    refundSteps: new PgRefundSteps(pool),
    payoutSteps: new PgPayoutSteps(pool),
  };
}

function gatewaysOf(config: Config, log: Logger, { pool, temporal }: Connections) {
  return {
    refunds: new RefundGateway(temporal, config, log),
    payouts: new PayoutGateway(temporal, config, new PgSettlementKeys(pool)),
    errands: errandCarrier(pool, temporal),
  };
}

type ActivityParts = Connections &
  ReturnType<typeof storesOf> &
  ReturnType<typeof gatewaysOf> & { readonly messages: MessageParts };

function activitiesOf(config: Config, log: Logger, parts: ActivityParts): Activities {
  const { pool, temporal, registry, rails, sender, messages } = parts;
  const { steps, credits, refundSteps, payoutSteps, refunds, payouts } = parts;
  const { banks, cards } = rails;
  const attempts = new PgCardAttempts(pool, createSecretSeal(config.sealKeys));
  const replays = new PgReplayStore(pool);
  const reconciler = createReconciler({
    ...{ pool, sealKeys: config.sealKeys },
    banks,
    providers: parts.providers.all,
    refunds: refundSteps,
    credits,
    payouts: payoutSteps,
    notifiers: { refunds, payouts },
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
    refunds: refundSteps,
    disputeAnswers: new PgDisputeAnswers(
      pool,
      new PgEvidenceFiles(pool, createSecretSeal(config.sealKeys, 'evidence file')),
    ),
    rails,
    approvalCodes: new PgApprovalCodes(pool, createSecretSeal(config.sealKeys, 'approval code')),
    reconciler: watchedReconciler(registry, reconciler, [...banks.keys()]),
    findings: new PgFindingStore(pool),
    booksProof: new PgBooksProof(config.directDatabaseUrl),
    payouts: payoutSteps,
    payoutStarter: payouts,
    settlements: new PgSettlementRuns(pool),
    settlementsPerSecond: config.settlementsPerSecond,
    settlementSlices: config.settlementSlices,
    cards: attempts,
    courier: messages.courier,
    attempts: new ScheduledAttempts(new PgDeliveryStore(pool), sender),
    ...{ replays, endpoints: replays, replayStarter: new WebhookGateway(temporal) },
    cases: new PgCaseStore(pool),
    deskUrl: config.deskUrl,
  });
}
