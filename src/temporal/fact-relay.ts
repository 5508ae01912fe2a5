import { isTerminal } from '../domain/checkout-state.js';
import type { CardAttempts } from '../domain/ports/card-attempts.port.js';
import type { CheckoutSteps, StepResult } from '../domain/ports/checkout-steps.port.js';
import type { CreditSteps } from '../domain/ports/credit-steps.port.js';
import type { Fact, FactKind, FactStore } from '../domain/ports/fact-store.port.js';
import { actsAt, type FactTeller, present } from './fact-teller.js';

/** A pino logger fits. */
export interface RelayLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface RelayPorts {
  readonly gateway: FactTeller;
  readonly facts: FactStore;
  readonly steps: CheckoutSteps;
  readonly credits: CreditSteps;
  readonly cards: Pick<CardAttempts, 'cancelUnsent'>;
  readonly temporalHealthy: () => Promise<boolean>;
  readonly log: RelayLog;
}

const pollMs = 1_000;
/** Facts told at once; a backlog after an outage is worked off in rounds of so many. */
const claimLimit = 100;

/**
 * Sends every fact that no workflow has applied in time, again and again until one has: after a crash between commit
 * and signal, after Temporal was away, or when Temporal came back without its last milliseconds.
 *
 * What is told to a workflow that has ended is done on the database directly.
 */
export class FactRelay {
  readonly #ports: RelayPorts;
  #closed = false;
  #running: Promise<void> | undefined;
  #endRest = (): void => {};
  /** Claiming puts a fact's next sending off, so nothing is claimed while it could not be sent. */
  #temporalIsAway = false;

  constructor(ports: RelayPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Returns when the round under way is over. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#endRest();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      const claimed = await this.#round().catch((error: unknown) => {
        this.#ports.log.warn({ err: error }, 'facts could not be relayed; trying again');
        return 0;
      });
      if (claimed < claimLimit) await this.#rest();
    }
  }

  async #round(): Promise<number> {
    if (this.#temporalIsAway && !(await this.#ports.temporalHealthy())) return 0;
    this.#temporalIsAway = false;
    const facts = await this.#ports.facts.claimDue(claimLimit);
    if (facts.length === 0) return 0;
    const results = await Promise.allSettled(facts.map((fact) => this.#relay(fact)));
    await this.#ports.facts.markSent(
      facts.filter((fact, i) => results[i]?.status === 'fulfilled' && isAhead(fact)).map(idOf),
    );
    this.#report(facts, results);
    return facts.length;
  }

  async #relay(fact: Fact): Promise<void> {
    const { gateway, facts } = this.#ports;
    const told = await gateway.tell(fact);
    const isClosed =
      told === 'CLOSED' ||
      // A start is "already started" for an ended workflow too; ask when it ought to have ended long ago.
      (fact.kind === 'INITIATED' && !isAhead(fact) && (await gateway.hasClosed(fact)));
    if (!isClosed || isAhead(fact)) return;
    const isSettled = await withoutWorkflow[fact.kind](this.#ports, fact);
    // What the step has settled it has marked; on a checkout that had ended already it had nothing to do.
    if (isSettled) await facts.markApplied([fact.factId]);
  }

  #report(facts: readonly Fact[], results: readonly PromiseSettledResult<void>[]): void {
    const failed = results.filter((result) => result.status === 'rejected');
    const counts = { facts: facts.length, failed: failed.length };
    if (failed[0] === undefined) return this.#ports.log.info(counts, 'facts relayed');
    this.#temporalIsAway = true;
    this.#ports.log.warn({ ...counts, err: failed[0].reason as unknown }, 'facts not all relayed');
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#closed) this.#endRest();
    });
  }
}

type Stores = Pick<RelayPorts, 'steps' | 'credits' | 'cards'>;

/**
 * What each fact asks for when its workflow has ended (completed, or terminated by hand) without applying it. Answers
 * whether there is nothing left to tell.
 */
const withoutWorkflow: Readonly<
  Record<FactKind, (stores: Stores, fact: Fact) => Promise<boolean>>
> = {
  INITIATED: onCheckout((steps, fact) =>
    steps.expireCheckout(present(fact, fact.checkout).checkoutId, new Date()),
  ),
  ACCOUNT_ISSUED: onCheckout((steps, fact) =>
    steps.endAccountWindow(present(fact, fact.subjectId), new Date()),
  ),
  CREDIT_RECEIVED: onCheckout((steps, fact) => steps.applyCredit(present(fact, fact.subjectId))),
  CANCEL_REQUESTED: onCheckout((steps, fact) =>
    steps.cancelCheckout(present(fact, fact.checkout).checkoutId, 'MERCHANT_CANCELLED'),
  ),
  // It is not told of before its deadline has passed.
  CLOCK_MOVED: onCheckout((steps, fact) =>
    fact.subjectId === null
      ? steps.expireCheckout(present(fact, fact.checkout).checkoutId, new Date())
      : steps.endAccountWindow(fact.subjectId, new Date()),
  ),
  CREDIT_HELD: async ({ credits }, fact) => {
    await credits.resolve(present(fact, fact.subjectId), { by: 'POLICY' });
    return true;
  },
  // The workflows of refunds, settlements and answers to disputes are started again whenever they have ended.
  REFUND_REQUESTED: () => Promise.resolve(false),
  SETTLEMENT_FROZEN: () => Promise.resolve(false),
  DISPUTE_ANSWERED: () => Promise.resolve(false),
  // The acquirer has not heard of it, and nobody waits for it any more.
  CARD_ATTEMPTED: async ({ cards }, fact) => {
    await cards.cancelUnsent(present(fact, fact.subjectId));
    return true;
  },
};

function onCheckout(step: (steps: CheckoutSteps, fact: Fact) => Promise<StepResult>) {
  return async ({ steps }: Stores, fact: Fact): Promise<boolean> =>
    isTerminal((await step(steps, fact)).status);
}

/** Whether the workflow will act on it by itself later. */
function isAhead(fact: Fact): boolean {
  const at = actsAt(fact);
  return at !== null && at.getTime() > Date.now();
}

function idOf({ factId }: Fact): string {
  return factId;
}
