import type { Client } from '@temporalio/client';
import type { Fact, FactKind } from '../../platform/temporal/fact.js';
import { CheckoutGateway } from '../../payments/checkouts/checkout.gateway.js';
import { CreditGateway } from '../../payments/credits/credit.gateway.js';
import { DisputeGateway } from '../../payments/disputes/dispute.gateway.js';
import type { FactNotifier, NotifyOutcome } from '../../platform/temporal/fact-notifier.js';
import type { PayoutGateway } from '../../payouts/settlement/payout.gateway.js';
import type { ErrandCarrier } from '../../operators/errands/errand-carrier.js';
import type { RefundGateway } from '../../payouts/refunds/refund.gateway.js';

/** Gateways that the caller creates, because other objects use them too or because they need a store. */
export interface OwnGateways {
  readonly refunds: RefundGateway;
  readonly payouts: PayoutGateway;
  readonly errands: ErrandCarrier;
}

/** Sends facts to the workflows they are for. */
export class FactGateway implements FactNotifier {
  readonly #byKind: Readonly<Record<FactKind, FactNotifier>>;

  constructor(client: Client, settings: { readonly parkAfterMs: number }, own: OwnGateways) {
    const checkouts = new CheckoutGateway(client, settings);
    this.#byKind = {
      INITIATED: checkouts,
      ACCOUNT_ISSUED: checkouts,
      CREDIT_RECEIVED: checkouts,
      CANCEL_REQUESTED: checkouts,
      CARD_ATTEMPTED: checkouts,
      CLOCK_MOVED: checkouts,
      CREDIT_HELD: new CreditGateway(client, settings),
      REFUND_REQUESTED: own.refunds,
      SETTLEMENT_FROZEN: own.payouts,
      DISPUTE_ANSWERED: new DisputeGateway(client, settings),
      ERRAND_CONFIRMED: own.errands,
    };
  }

  notify(fact: Fact): Promise<NotifyOutcome> {
    // A credit of a static account has no workflow, because it only has to be booked.
    if (fact.kind === 'CREDIT_RECEIVED' && fact.checkout === null) return Promise.resolve('CLOSED');
    return this.#byKind[fact.kind].notify(fact);
  }

  hasClosed(fact: Fact): Promise<boolean> {
    return this.#byKind[fact.kind].hasClosed(fact);
  }
}
