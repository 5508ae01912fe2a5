import type { PgCardAttempts } from '../../payments/cards/card-attempt.store.js';
import type { CardRail } from '../../domain/card-rail.port.js';
import type { FactCheckout } from '../../platform/temporal/fact.js';
import type { StalledCharge } from './searches.js';
import type { PgStalledCharges } from './stalled-charge.store.js';
import type { Found } from '../../platform/findings/finding.js';

/**
 * Makes the workflow of a charge's checkout ask the acquirer (src/payments/checkouts/checkout.gateway.ts). Returns
 * CLOSED when the workflow has ended.
 */
export interface ChargeNotifier {
  cardReported(checkout: FactCheckout, attemptId: string): Promise<'NOTIFIED' | 'CLOSED'>;
}

/** Attempts a piece of work, whose name is `what`. */
export type Attempt = (what: string, work: () => Promise<unknown>) => Promise<void>;

export interface ChargeSweepPorts {
  readonly store: PgStalledCharges;
  readonly attempts: Pick<PgCardAttempts, 'instruction' | 'recordCardAnswer'>;
  readonly rails: ReadonlyMap<string, Pick<CardRail, 'query'>>;
  readonly teller: ChargeNotifier;
}

/**
 * Follows up card attempts that stand still. It makes the workflow ask the acquirer, and asks the acquirer itself when
 * the workflow was ended by hand. It never charges a card.
 */
export class ChargeSweep {
  constructor(private readonly ports: ChargeSweepPorts) {}

  /**
   * `each` is called with the work on one charge. It must do the work, and make sure that a failure stops no other
   * charge.
   */
  async run(each: Attempt): Promise<readonly Found[]> {
    const stalled = await this.ports.store.stalled();
    for (const charge of stalled) {
      await each(`CHARGE_STALLED ${charge.attemptId}`, () => this.#goAfter(charge));
    }
    return stalled.map(({ attemptId: subject, action }) => ({
      ...{ kind: 'CHARGE_STALLED', subject, action },
      ...{ about: null, sessionId: null },
    }));
  }

  async #goAfter({ attemptId, provider, checkout, wasAbsent }: StalledCharge): Promise<void> {
    const { store, attempts, rails, teller } = this.ports;
    if ((await teller.cardReported(checkout, attemptId)) === 'NOTIFIED') return;
    const rail = rails.get(provider);
    if (rail === undefined) throw new TypeError(`there is no acquirer ${provider}`);
    const { outcome, code, failure } = await rail.query(
      attemptId,
      await attempts.instruction(attemptId),
    );
    await store.answered(attemptId, outcome);
    // The payer's time to act is over by now. "No record" is final the second time, a quarter of an hour after the
    // first.
    const isFinal = outcome === 'ACTION_REQUIRED' || (outcome === 'ABSENT' && wasAbsent);
    if (!isFinal && outcome !== 'APPROVED' && outcome !== 'DECLINED') return;
    await attempts.recordCardAnswer({ attemptId, verdict: { outcome, code, failure }, isFinal });
  }
}
