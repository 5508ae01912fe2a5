import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { CheckoutSteps } from '../src/payments/checkouts/checkout-steps.port.js';
import type { CreditSteps } from '../src/payments/credits/credit-steps.port.js';
import type { DeliveryAttempts } from '../src/notify/delivery/delivery-attempts.port.js';
import type {
  EndpointReviver,
  ReplayStarter,
  ReplaySteps,
} from '../src/notify/webhooks/webhook-replay.port.js';
import type { CaseStore } from '../src/operators/cases/cases.port.js';
import type { FindingStore } from '../src/platform/findings/finding-store.port.js';
import type { DisputeAnswers } from '../src/payments/disputes/dispute-answers.port.js';
import type { RefundSteps } from '../src/payouts/refunds/refund-steps.port.js';
import type { BooksProof } from '../src/ledger/proof/books-proof.port.js';
import type { Reconciliation } from '../src/upkeep/reconciliation/reconciliation.port.js';
import type { PayoutSteps } from '../src/payouts/settlement/payout-steps.port.js';
import type { SettlementRuns } from '../src/payouts/settlement/settlement-runs.port.js';
import type { CardAttempts } from '../src/payments/cards/card-attempts.port.js';
import { cardRailActivities, cardStepActivities } from './payments/card.activities.js';
import { caseActivities } from './operators/case.activities.js';
import { checkoutActivities } from './payments/checkout.activities.js';
import type { CaseActivities } from './contract.js';
import type {
  BooksProofActivities,
  FindingActivities,
  ReconciliationActivities,
} from './upkeep/contract.js';
import type { NotificationActivities } from './notify/contract.js';
import type {
  PayoutActivities,
  PayoutRailActivities,
  RailActivities,
  RefundActivities,
  SettlementActivities,
} from './payouts/contract.js';
import type {
  CardRailActivities,
  CardStepActivities,
  CheckoutActivities,
  CreditActivities,
  DisputeActivities,
} from './payments/contract.js';
import { creditActivities } from './payments/credit.activities.js';
import { disputeActivities } from './payments/dispute.activities.js';
import { findingActivities } from './upkeep/finding.activities.js';
import { toFailure } from './platform/failures.js';
import { notificationActivities } from './notify/notification.activities.js';
import { payoutActivities, payoutRailActivities } from './payouts/payout.activities.js';
import { railActivities, type Rails } from './payouts/rail.activities.js';
import { reconciliationActivities } from './upkeep/reconciliation.activities.js';
import { type PayoutStarter, settlementActivities } from './payouts/settlement.activities.js';
import { refundActivities } from './payouts/refund.activities.js';

export interface ActivityPorts {
  readonly steps: CheckoutSteps;
  readonly attempts: DeliveryAttempts;
  readonly replays: ReplaySteps;
  readonly endpoints: EndpointReviver;
  readonly replayStarter: ReplayStarter;
  readonly cases: CaseStore;
  /** The address of the operators' pages. */
  readonly deskUrl: string;
  readonly credits: CreditSteps;
  readonly refunds: RefundSteps;
  readonly disputeAnswers: DisputeAnswers;
  readonly cards: CardAttempts;
  readonly rails: Rails;
  readonly reconciler: Reconciliation;
  readonly findings: FindingStore;
  readonly booksProof: BooksProof;
  readonly payouts: PayoutSteps;
  readonly settlements: SettlementRuns;
  readonly payoutStarter: PayoutStarter;
  readonly settlementsPerSecond: number;
  readonly settlementSlices: number;
}

/** The activities of each task queue's worker. */
export interface Activities {
  readonly checkout: CheckoutActivities & CardStepActivities & CaseActivities;
  readonly webhooks: NotificationActivities;
  readonly rails: CreditActivities &
    RefundActivities &
    DisputeActivities &
    RailActivities &
    CardRailActivities &
    ReconciliationActivities &
    FindingActivities &
    CaseActivities &
    BooksProofActivities &
    PayoutActivities &
    PayoutRailActivities &
    SettlementActivities;
}

export function createActivities(ports: ActivityPorts): Activities {
  const { steps, attempts, credits, refunds, cards, rails } = ports;
  const cases = caseActivities(ports.cases, ports.deskUrl);
  return {
    checkout: withFailures({
      ...checkoutActivities(steps),
      ...cardStepActivities(cards),
      ...cases,
    }),
    webhooks: withFailures(notificationActivities(attempts, ports.replays)),
    rails: withFailures({
      ...creditActivities(credits),
      ...refundActivities(refunds, rails.banks),
      ...railActivities(refunds, rails),
      ...disputeActivities(ports.disputeAnswers, rails.cards),
      ...reconciliationActivities(ports.reconciler, ports.booksProof),
      ...findingActivities(ports.findings, ports.endpoints, ports.replayStarter),
      ...cases,
      ...cardRailActivities(cards, rails.cards),
      ...payoutActivities(ports.payouts, rails.banks),
      ...payoutRailActivities(ports.payouts, rails.banks),
      ...settlementActivities(ports),
    }),
  };
}

/** Writes an error in full to the log; the history gets only its type and code. */
function withFailures<Group extends object>(activities: Group): Group {
  const guarded = Object.entries(activities).map(([name, run]) => [
    name,
    async (...args: unknown[]): Promise<unknown> => {
      try {
        return await (run as (...given: unknown[]) => Promise<unknown>)(...args);
      } catch (error) {
        const failure = toFailure(error);
        const details = { failure: failure.type, err: error };
        if (!(error instanceof ApplicationFailure)) {
          Context.current().log.warn('an activity failed', details);
        }
        throw failure;
      }
    },
  ]);
  return Object.fromEntries(guarded) as Group;
}
