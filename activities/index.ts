import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { CheckoutSteps } from '../src/domain/ports/checkout-steps.port.js';
import type { CreditSteps } from '../src/domain/ports/credit-steps.port.js';
import type { DeliveryAttempts } from '../src/domain/ports/delivery-attempts.port.js';
import type {
  EndpointReviver,
  ReplayStarter,
  ReplaySteps,
} from '../src/domain/ports/webhook-replay.port.js';
import type { CaseStore } from '../src/domain/ports/cases.port.js';
import type { FindingStore } from '../src/domain/ports/reconciliation-store.port.js';
import type { DisputeAnswers } from '../src/domain/ports/dispute-answers.port.js';
import type { RefundSteps } from '../src/domain/ports/refund-steps.port.js';
import type { BooksProof } from '../src/domain/ports/books-proof.port.js';
import type { Reconciliation } from '../src/domain/ports/reconciliation.port.js';
import type { PayoutSteps } from '../src/domain/ports/payout-steps.port.js';
import type { SettlementRuns } from '../src/domain/ports/settlement-runs.port.js';
import type { CardAttempts } from '../src/domain/ports/card-attempts.port.js';
import { cardRailActivities, cardStepActivities } from './card.activities.js';
import { caseActivities } from './case.activities.js';
import { checkoutActivities } from './checkout.activities.js';
import type {
  BooksProofActivities,
  CaseActivities,
  CardRailActivities,
  CardStepActivities,
  CheckoutActivities,
  CreditActivities,
  DisputeActivities,
  FindingActivities,
  NotificationActivities,
  PayoutActivities,
  PayoutRailActivities,
  RailActivities,
  ReconciliationActivities,
  RefundActivities,
  SettlementActivities,
} from './contract.js';
import { creditActivities } from './credit.activities.js';
import { disputeActivities } from './dispute.activities.js';
import { findingActivities } from './finding.activities.js';
import { toFailure } from './failures.js';
import { notificationActivities } from './notification.activities.js';
import { payoutActivities, payoutRailActivities } from './payout.activities.js';
import { railActivities, type Rails } from './rail.activities.js';
import { reconciliationActivities } from './reconciliation.activities.js';
import { type PayoutStarter, settlementActivities } from './settlement.activities.js';
import { refundActivities } from './refund.activities.js';

export interface ActivityPorts {
  readonly steps: CheckoutSteps;
  readonly attempts: DeliveryAttempts;
  readonly replays: ReplaySteps;
  readonly endpoints: EndpointReviver;
  readonly replayStarter: ReplayStarter;
  readonly cases: CaseStore;
  /** Where the operators' pages are. */
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

/** By task queue: what its worker can do. */
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

/** What goes wrong is told in full to the log, and by type and code only to the history. */
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
