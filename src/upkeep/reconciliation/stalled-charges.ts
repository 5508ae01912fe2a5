import { isConclusive } from '../../domain/card-attempt-state.js';
import type { PgCardAttempts } from '../../payments/cards/card-attempt.store.js';
import type { CardAnswer, CardRail } from '../../domain/card-rail.port.js';
import type { FactCheckout } from '../../platform/temporal/fact.js';
import type { ChargeToAsk, StalledCharge } from './searches.js';
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

/** The time for asking about charges, well within that of the sweep's activity: an acquirer may hang. */
const askingMs = 10_000;

/**
 * Follows up card attempts that stand still, and those that ended without the acquirer's word. It makes the workflow ask
 * the acquirer, and asks the acquirer itself when the workflow has ended. It never charges a card.
 */
export class ChargeSweep {
  constructor(private readonly ports: ChargeSweepPorts) {}

  /**
   * `each` is called with the work on one charge. It must do the work, and make sure that a failure stops no other
   * charge.
   */
  async run(each: Attempt): Promise<readonly Found[]> {
    const { store } = this.ports;
    const until = performance.now() + askingMs;
    const isTime = () => performance.now() < until;
    const stalled = await store.stalled();
    for (const charge of stalled) {
      if (!isTime()) break;
      await each(`CHARGE_STALLED ${charge.attemptId}`, () => this.#goAfter(charge));
    }
    while (isTime()) {
      const ended = await store.takeEnded();
      if (ended === null) break;
      await each(`CHARGE_ENDED ${ended.attemptId}`, () => this.#askAgain(ended));
    }
    return stalled.map(({ attemptId: subject, action }) => ({
      ...{ kind: 'CHARGE_STALLED', subject, action },
      ...{ about: null, sessionId: null },
    }));
  }

  async #goAfter({ wasAbsent, ...charge }: StalledCharge): Promise<void> {
    const answer = await this.#ask(charge);
    if (answer === null) return;
    const { attemptId } = charge;
    const { outcome } = answer;
    await this.ports.store.answered(attemptId, outcome);
    // The payer's time to act is over by now. "No record" is final the second time, a quarter of an hour after the
    // first.
    const isFinal = outcome === 'ACTION_REQUIRED' || (outcome === 'ABSENT' && wasAbsent);
    if (isFinal || isConclusive(answer)) await this.#record(attemptId, answer, isFinal);
  }

  /** A silent acquirer is asked again soon (take_ended_charge). */
  async #askAgain(charge: ChargeToAsk): Promise<void> {
    const answer = await this.#ask(charge);
    if (answer?.outcome === 'UNKNOWN') return;
    const { attemptId } = charge;
    if (answer !== null && isConclusive(answer)) await this.#record(attemptId, answer, false);
    await this.ports.store.askedAgain(attemptId);
  }

  /** Returns null when the checkout's workflow has been told to ask. */
  async #ask({ attemptId, provider, checkout }: ChargeToAsk): Promise<CardAnswer | null> {
    const { attempts, rails, teller } = this.ports;
    if ((await teller.cardReported(checkout, attemptId)) === 'NOTIFIED') return null;
    const rail = rails.get(provider);
    if (rail === undefined) throw new TypeError(`there is no acquirer ${provider}`);
    return rail.query(attemptId, await attempts.instruction(attemptId));
  }

  async #record(attemptId: string, answer: CardAnswer, isFinal: boolean): Promise<void> {
    const { outcome, code, failure } = answer;
    const verdict = { outcome, code, failure };
    await this.ports.attempts.recordCardAnswer({ attemptId, verdict, isFinal });
  }
}
