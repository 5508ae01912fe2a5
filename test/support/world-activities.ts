import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { inject } from 'vitest';
import { createActivities } from '../../activities/index.js';
import type { Rails } from '../../activities/payouts/rail.activities.js';
import { PgCardAttempts } from '../../src/payments/cards/card-attempt.store.js';
import type { ScheduledAttempts } from '../../src/notify/delivery/delivery-attempts.js';
import type { MessageCourier } from '../../src/notify/messages/courier.port.js';
import { PgCheckoutSteps } from '../../src/payments/checkouts/checkout-steps.store.js';
import { PgCreditSteps } from '../../src/payments/credits/credit-steps.store.js';
import { createSecretSeal } from '../../src/platform/keys/secret-seal.js';
import { PgDisputeAnswers } from '../../src/payments/disputes/dispute-answer.store.js';
import { PgEvidenceFiles } from '../../src/payments/disputes/evidence-file.store.js';
import { PgRefundSteps } from '../../src/payouts/refunds/refund-steps.store.js';
import { PgCaseStore } from '../../src/operators/cases/case-steps.store.js';
import { PgReplayStore } from '../../src/notify/webhooks/replay.store.js';
import { PgBooksProof } from '../../src/ledger/proof/books-proof.store.js';
import { PgFindingStore } from '../../src/platform/findings/finding.store.js';
import { createReconciler } from '../../src/upkeep/reconciliation/create-reconciler.js';
import { PgApprovalCodes } from '../../src/payouts/sending/approval-code.store.js';
import { PgPayoutSteps } from '../../src/payouts/settlement/payout-steps.store.js';
import { PgSettlementRuns } from '../../src/payouts/settlement/settlement-runs.store.js';
import { CaseGateway } from '../../src/operators/cases/case.gateway.js';
import { CheckoutGateway } from '../../src/payments/checkouts/checkout.gateway.js';
import { FindingGateway } from '../../src/upkeep/reconciliation/finding.gateway.js';
import { PayoutGateway } from '../../src/payouts/settlement/payout.gateway.js';
import { WebhookGateway } from '../../src/notify/webhooks/webhook.gateway.js';
import { RefundGateway } from '../../src/payouts/refunds/refund.gateway.js';
import { sealKeySet } from './key-sets.js';

const noDeliveries: Pick<ScheduledAttempts, 'make'> = {
  make: () => Promise.reject(new Error('this world delivers nothing')),
};

const noCourier: MessageCourier = {
  carry: () => Promise.reject(new Error('this world tells nobody')),
};

export interface WorldParts {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly client: Client;
  readonly rails: Rails;
  readonly settings: { readonly parkAfterMs: number };
  readonly refundGateway: RefundGateway;
  readonly payoutGateway: PayoutGateway;
  readonly slices: { readonly most: number; readonly merchantsEach: number } | undefined;
}

/** What the workers of a world can do, on its database and its rails, wired as src/programs/wiring/worker.ts wires it. */
export function worldActivities(parts: WorldParts) {
  const { pool, databaseUrl, client, rails, settings, refundGateway, payoutGateway, slices } =
    parts;
  const credits = new PgCreditSteps(pool);
  const refunds = new PgRefundSteps(pool);
  const payouts = new PgPayoutSteps(pool);
  return createActivities({
    steps: new PgCheckoutSteps(pool),
    attempts: noDeliveries,
    courier: noCourier,
    replays: new PgReplayStore(pool),
    endpoints: new PgReplayStore(pool),
    replayStarter: new WebhookGateway(client),
    cases: new PgCaseStore(pool),
    deskUrl: 'http://127.0.0.1:3020',
    credits,
    refunds,
    disputeAnswers: new PgDisputeAnswers(pool, evidenceFilesOf(pool)),
    cards: cardAttemptsOf(pool),
    rails,
    approvalCodes: new PgApprovalCodes(pool, approvalSealOf()),
    reconciler: createReconciler({
      ...{ pool, sealKeys: sealKeySet(inject('stack').env) },
      banks: rails.banks,
      credits,
      refunds,
      payouts,
      notifiers: { refunds: refundGateway, payouts: payoutGateway },
      cases: new FindingGateway(client),
      cards: rails.cards,
      attempts: cardAttemptsOf(pool),
      chargeTeller: new CheckoutGateway(client, settings),
      caseWorkflows: new CaseGateway(client, settings),
      kept: { events: 40, payers: null },
      log: { warn: () => {} },
    }),
    findings: new PgFindingStore(pool),
    booksProof: new PgBooksProof(databaseUrl),
    payouts,
    payoutStarter: payoutGateway,
    settlementsPerSecond: 1_000,
    settlementSlices: slices?.most ?? 1,
    settlements: new PgSettlementRuns(pool, undefined, slices?.merchantsEach),
  });
}

/** With the key that the programs of this run seal with. */
export function approvalSealOf() {
  return createSecretSeal(sealKeySet(inject('stack').env), 'approval code');
}

/** With the key that the programs of this run seal tokens with. */
export function evidenceFilesOf(pool: pg.Pool): PgEvidenceFiles {
  const keySet = sealKeySet(inject('stack').env);
  return new PgEvidenceFiles(pool, createSecretSeal(keySet, 'evidence file'));
}

export function cardAttemptsOf(pool: pg.Pool): PgCardAttempts {
  return new PgCardAttempts(pool, createSecretSeal(sealKeySet(inject('stack').env)));
}
