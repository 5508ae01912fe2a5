import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { PgCheckoutSteps } from '../src/payments/checkouts/checkout-steps.store.js';
import type { PgCreditSteps } from '../src/payments/credits/credit-steps.store.js';
import type { ScheduledAttempts } from '../src/notify/delivery/delivery-attempts.js';
import type { ReplayStarter } from '../src/notify/webhooks/webhook-replay.port.js';
import type { PgReplayStore } from '../src/notify/webhooks/replay.store.js';
import type { PgCaseStore } from '../src/operators/cases/case-steps.store.js';
import type { PgFindingStore } from '../src/platform/findings/finding.store.js';
import type { PgDisputeAnswers } from '../src/payments/disputes/dispute-answer.store.js';
import type { PgRefundSteps } from '../src/payouts/refunds/refund-steps.store.js';
import type { PgBooksProof } from '../src/ledger/proof/books-proof.store.js';
import type { Reconciler } from '../src/upkeep/reconciliation/reconciler.js';
import type { PgPayoutSteps } from '../src/payouts/settlement/payout-steps.store.js';
import type { PgSettlementRuns } from '../src/payouts/settlement/settlement-runs.store.js';
import type { PgCardAttempts } from '../src/payments/cards/card-attempt.store.js';
import { cardRailActivities } from './payments/card.activities.js';
import { caseActivities } from './operators/case.activities.js';
import { registered } from './platform/registered.js';
import type { CaseActivities } from './contract.js';
import type {
  BooksProofActivities,
  FindingActivities,
  ReconciliationActivities,
} from './upkeep/contract.js';
import type { MessageActivities, NotificationActivities } from './notify/contract.js';
import type { MessageCourier } from '../src/notify/messages/courier.port.js';
import { messageActivities } from './notify/message.activities.js';
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
import { disputeActivities } from './payments/dispute.activities.js';
import { endpointActivities } from './upkeep/endpoint.activities.js';
import { toFailure } from './platform/failures.js';
import { notificationActivities } from './notify/notification.activities.js';
import { payoutActivities, payoutRailActivities } from './payouts/payout.activities.js';
import type { PgApprovalCodes } from '../src/payouts/sending/approval-code.store.js';
import { railActivities, type Rails } from './payouts/rail.activities.js';
import { reconciliationActivities } from './upkeep/reconciliation.activities.js';
import { type PayoutStarter, settlementActivities } from './payouts/settlement.activities.js';
import { refundActivities } from './payouts/refund.activities.js';

export interface ActivityPorts {
  readonly steps: PgCheckoutSteps;
  readonly attempts: Pick<ScheduledAttempts, 'make'>;
  readonly courier: MessageCourier;
  readonly replays: PgReplayStore;
  readonly endpoints: PgReplayStore;
  readonly replayStarter: ReplayStarter;
  readonly cases: PgCaseStore;
  /** The address of the operators' pages. */
  readonly deskUrl: string;
  readonly credits: PgCreditSteps;
  readonly refunds: PgRefundSteps;
  readonly disputeAnswers: PgDisputeAnswers;
  readonly cards: PgCardAttempts;
  readonly rails: Rails;
  readonly approvalCodes: Pick<PgApprovalCodes, 'take'>;
  readonly reconciler: Reconciler;
  readonly findings: PgFindingStore;
  readonly booksProof: PgBooksProof;
  readonly payouts: PgPayoutSteps;
  readonly settlements: PgSettlementRuns;
  readonly payoutStarter: PayoutStarter;
  readonly settlementsPerSecond: number;
  readonly settlementSlices: number;
}

/** The activities of each task queue's worker. */
export interface Activities {
  readonly checkout: CheckoutActivities & CardStepActivities & CaseActivities;
  readonly webhooks: NotificationActivities;
  readonly messages: MessageActivities;
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

const checkoutSteps = [
  'applyCredit',
  'endAccountWindow',
  'expireCheckout',
  'acceptPart',
  'cancelCheckout',
] as const satisfies readonly (keyof CheckoutActivities)[];
const answerSteps = ['findDisputeAnswer', 'startDisputeAnswer', 'concludeDisputeAnswer'] as const;
const findingSteps = ['openFindings', 'resolveFindings', 'adjustFinding'] as const;

export function createActivities(ports: ActivityPorts): Activities {
  const { steps, attempts, credits, refunds, cards, rails } = ports;
  const cases = caseActivities(ports.cases, ports.deskUrl);
  return {
    checkout: withFailures({
      ...registered(steps, checkoutSteps),
      ...registered(cards, ['startCardCharge', 'recordCardAnswer']),
      ...cases,
    }),
    webhooks: withFailures(notificationActivities(attempts, ports.replays)),
    messages: withFailures(messageActivities(ports.courier)),
    rails: withFailures({
      ...registered(credits, ['resolveCredit']),
      ...refundActivities(refunds, rails.banks),
      ...railActivities(refunds, rails, ports.approvalCodes),
      ...registered(ports.disputeAnswers, answerSteps),
      ...disputeActivities(ports.disputeAnswers, rails.cards),
      ...reconciliationActivities(ports.reconciler, ports.booksProof),
      ...registered(ports.findings, findingSteps),
      ...endpointActivities(ports.endpoints, ports.replayStarter),
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
