import { inject } from 'vitest';
import type { ReconcilerParts } from '../../src/upkeep/reconciliation/create-reconciler.js';
import { PgPayoutSteps } from '../../src/payouts/settlement/payout-steps.store.js';
import { sealKeySet } from './key-sets.js';
import type { Shop } from './shop.js';
import { cardAttemptsOf } from './world-activities.js';

const nothing = () => Promise.resolve();

/** The parts of a reconciler that has these banks and nobody to notify. */
export function reconcilerParts(shop: Shop, banks: ReconcilerParts['banks']): ReconcilerParts {
  const teller = { start: nothing, bankReported: nothing, tellOfAccount: nothing };
  return {
    ...{ pool: shop.pool, sealKeys: sealKeySet(inject('stack').env), banks },
    ...{ refunds: shop.refundSteps, credits: shop.heldCredits },
    payouts: new PgPayoutSteps(shop.pool),
    notifiers: { refunds: teller, payouts: teller },
    cases: { openCase: nothing },
    cards: new Map(),
    attempts: cardAttemptsOf(shop.pool),
    kept: { events: 40, payers: null },
    caseWorkflows: {
      running: (ids) => Promise.resolve(new Set(ids)),
      waiting: () => Promise.resolve([]),
      ...{ wantCase: nothing, startCredit: nothing, startDisputeAnswer: nothing },
      startSettlementRun: nothing,
    },
    chargeTeller: { cardReported: () => Promise.resolve('NOTIFIED') },
    log: { warn: () => {} },
  };
}
