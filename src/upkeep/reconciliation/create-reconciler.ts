import { PgNumberStore } from '../../payments/numbers/number.store.js';
import type { BankRail } from '../../domain/bank-rail.port.js';
import type { PgCardAttempts } from '../../payments/cards/card-attempt.store.js';
import type { CardRail } from '../../domain/card-rail.port.js';
import type { PgCreditSteps } from '../../payments/credits/credit-steps.store.js';
import type { PgPayoutSteps } from '../../payouts/settlement/payout-steps.store.js';
import type { PgRefundSteps } from '../../payouts/refunds/refund-steps.store.js';
import { PgIdempotencyStore } from '../../http/idempotency.store.js';
import { PgCaseStore } from '../../operators/cases/case-steps.store.js';
import type { OpenProvider } from '../../providers/contract.js';
import { PgKeptNotices } from '../../payments/credits/kept-notice.store.js';
import { NoticeIntake } from '../../payments/credits/notice-intake.js';
import { CreditIntake } from '../../payments/credits/credit-intake.js';
import { PgCreditStore } from '../../payments/credits/credit.store.js';
import { PgRailEventStore } from '../../payments/cards/rail-event.store.js';
import { PgOldPayers } from '../erasure/old-payers.store.js';
import { PgApprovalCodes } from '../../payouts/sending/approval-code.store.js';
import type { KeySet } from '../../platform/config/key-set.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { PgRetention } from '../retention/retention.store.js';
import { CaseWatch, type CaseWorkflows } from './case-watch.js';
import { PgFindingStore } from '../../platform/findings/finding.store.js';
import {
  type CaseOpener,
  Reconciler,
  type ReconcilerPorts,
  type RefundNotifier,
  type SendingNotifier,
} from './reconciler.js';
import { ByQuery } from './by-query.js';
import { PgAskedAtBank } from './by-query.store.js';
import { PgReconciliationStore } from './reconciliation.store.js';
import { PgStalledCharges } from './stalled-charge.store.js';
import { ChargeSweep, type ChargeNotifier } from './stalled-charges.js';

export interface ReconcilerParts {
  /** The pool of the stores. */
  readonly pool: ConstructorParameters<typeof PgReconciliationStore>[0];
  readonly banks: ReadonlyMap<string, BankRail>;
  /** The providers whose stored notices are read again. None by default. */
  readonly providers?: ReadonlyMap<string, OpenProvider>;
  readonly refunds: PgRefundSteps;
  readonly credits: PgCreditSteps;
  readonly payouts: PgPayoutSteps;
  readonly notifiers: { readonly refunds: RefundNotifier; readonly payouts: SendingNotifier };
  readonly cases: CaseOpener;
  readonly sealKeys: KeySet;
  readonly cards: ReadonlyMap<string, CardRail>;
  readonly attempts: PgCardAttempts;
  readonly chargeTeller: ChargeNotifier;
  readonly caseWorkflows: CaseWorkflows;
  /** The days for which events, and the payers of orders, are kept. Null: for ever. */
  readonly kept: { readonly events: number | null; readonly payers: number | null };
  readonly log: ReconcilerPorts['log'];
}

/**
 * Creates a reconciler on PostgreSQL. Workflows hear of the credits that it books through the relay and not at once,
 * because these credits are late already.
 */
export function createReconciler(parts: ReconcilerParts): Reconciler {
  const { pool, sealKeys, cards, attempts, chargeTeller, caseWorkflows, kept, ...ports } = parts;
  const { providers = new Map<string, OpenProvider>() } = parts;
  const { notifiers, cases, log } = parts;
  const noFactSender = { send: (): void => {} };
  const intake = new CreditIntake(new PgCreditStore(pool), noFactSender);
  return new Reconciler({
    ...ports,
    store: new PgReconciliationStore(pool),
    findings: new PgFindingStore(pool),
    recalls: new PgRailEventStore(pool),
    numbers: new PgNumberStore(pool),
    edge: new PgIdempotencyStore(pool),
    retention: new PgRetention(pool, kept.events),
    codes: new PgApprovalCodes(pool, createSecretSeal(sealKeys, 'approval code')),
    oldPayers: new PgOldPayers(pool, kept.payers),
    charges: new ChargeSweep({
      store: new PgStalledCharges(pool),
      attempts,
      rails: cards,
      teller: chargeTeller,
    }),
    caseWatch: new CaseWatch({
      store: new PgCaseStore(pool),
      workflows: caseWorkflows,
      starters: {
        refund: (id) => notifiers.refunds.start(id),
        payout: (id) => notifiers.payouts.start(id),
        finding: (of) => cases.openCase(of),
      },
      log,
    }),
    intake,
    byQuery: new ByQuery(new PgAskedAtBank(pool), providers, parts.banks),
    notices: new NoticeIntake(
      providers,
      intake,
      new PgKeptNotices(pool, createSecretSeal(sealKeys, 'kept notice')),
      log,
    ),
  });
}
