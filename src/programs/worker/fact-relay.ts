import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal } from '../../domain/checkout-state.js';
import type { PgCardAttempts } from '../../payments/cards/card-attempt.store.js';
import type { StepDone } from '../../../activities/payments/contract.js';
import type { PgCheckoutSteps } from '../../payments/checkouts/checkout-steps.store.js';
import type { PgCreditSteps } from '../../payments/credits/credit-steps.store.js';
import type { Fact, FactKind } from '../../platform/temporal/fact.js';
import type { PgFactStore } from '../../platform/temporal/fact.store.js';
import { actsAt, type FactNotifier, present } from '../../platform/temporal/fact-notifier.js';
import { SlidingWindow } from '../../platform/temporal/sliding-window.js';
import { asId } from '../../domain/ids.js';

/** A pino logger fits. */
export interface RelayLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface RelayPorts {
  readonly gateway: FactNotifier;
  readonly facts: PgFactStore;
  readonly steps: PgCheckoutSteps;
  readonly credits: Pick<PgCreditSteps, 'resolveCredit' | 'bookStatic'>;
  readonly cards: Pick<PgCardAttempts, 'cancelUnsent'>;
  readonly temporalHealthy: () => Promise<boolean>;
  readonly log: RelayLog;
}

const pollMs = 1_000;
/**
 * The limits let a backlog after an outage be sent as fast as Temporal answers, and keep a workflow that does not
 * answer from delaying others.
 */
const windowLimits = { least: 10, size: 100, slowAfterMs: 500, most: 400 };

/**
 * Sends every fact that no workflow has applied in time, again and again until one has: after a crash between commit
 * and signal, after Temporal was away, or when Temporal came back without its last milliseconds.
 *
 * A fact for a workflow that has ended is carried out on the database directly.
 */
export class FactRelay {
  readonly #ports: RelayPorts;
  readonly #window = new SlidingWindow(windowLimits);
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  /**
   * True while Temporal is away. Claiming a fact postpones its next sending, so nothing is claimed while it could not
   * be sent.
   */
  #temporalIsAway = false;
  /** The facts that are sent and not marked as sent yet. */
  #sent: string[] = [];
  #relayed = 0;
  #failures: unknown[] = [];

  constructor(ports: RelayPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Returns when all sendings under way are over. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#window.roomForHalf();
      const { room } = this.#window;
      const claimed = await this.#claim(room).catch(this.#warn);
      if (claimed < room) await sleep(pollMs, undefined, { signal }).catch(() => {});
    }
    await this.#window.drained();
    await this.#markSent().catch(this.#warn);
  }

  readonly #warn = (error: unknown): number => {
    this.#ports.log.warn({ err: error }, 'facts could not be relayed; trying again');
    return 0;
  };

  async #claim(limit: number): Promise<number> {
    this.#report();
    await this.#markSent();
    if (this.#temporalIsAway && !(await this.#ports.temporalHealthy())) return 0;
    this.#temporalIsAway = false;
    const facts = await this.#ports.facts.claimDue(limit);
    // The start of a checkout already contains its account. The account's own fact is not sent again, because it would
    // wake a workflow that has nothing to do yet.
    const told = new Set(facts.map(({ issued }) => issued?.factId));
    for (const fact of facts) {
      if (!told.has(fact.factId)) this.#window.add(this.#send(fact));
    }
    return facts.length;
  }

  async #markSent(): Promise<void> {
    await this.#ports.facts.markSent(this.#sent.splice(0));
  }

  async #send(fact: Fact): Promise<boolean> {
    try {
      await this.#relay(fact);
      this.#relayed += 1;
      return true;
    } catch (error) {
      this.#temporalIsAway = true;
      this.#failures.push(error);
      return false;
    }
  }

  async #relay(fact: Fact): Promise<void> {
    const { gateway, facts } = this.#ports;
    const told = await gateway.notify(fact);
    const isClosed =
      told === 'CLOSED' ||
      // A start is "already started" for an ended workflow too, so the relay checks that case once the workflow ought
      // to have ended long ago.
      (fact.kind === 'INITIATED' && !isAhead(fact) && (await gateway.hasClosed(fact)));
    if (!isClosed || isAhead(fact)) {
      // A workflow that has not worked through its signals has received the fact all the same.
      this.#sent.push(fact.factId);
      if (fact.issued !== undefined) this.#sent.push(fact.issued.factId);
      return;
    }
    const isDone = await withoutWorkflow[fact.kind](this.#ports, fact);
    // A step marks the facts that it acts on. For a checkout that had ended already the step had nothing to do, so the
    // fact is marked here.
    if (isDone) await facts.markApplied([fact.factId]);
  }

  /** Logs how many facts were sent since the last report. */
  #report(): void {
    const [err] = this.#failures;
    const counts = { relayed: this.#relayed, failed: this.#failures.length };
    this.#relayed = 0;
    this.#failures = [];
    if (counts.failed > 0) this.#ports.log.warn({ ...counts, err }, 'facts not all relayed');
    else if (counts.relayed > 0) this.#ports.log.info(counts, 'facts relayed');
  }
}

type Stores = Pick<RelayPorts, 'steps' | 'credits' | 'cards'>;

/**
 * The actions for facts whose workflow has ended (completed, or terminated by hand) without applying them. Each returns
 * whether nothing is left to send.
 */
const withoutWorkflow: Readonly<
  Record<FactKind, (stores: Stores, fact: Fact) => Promise<boolean>>
> = {
  INITIATED: onCheckout((steps, fact) =>
    steps.expireCheckout({ checkoutId: present(fact, fact.checkout).checkoutId, at: new Date() }),
  ),
  ACCOUNT_ISSUED: onCheckout((steps, fact) =>
    steps.endAccountWindow({
      virtualAccountId: asId('va', present(fact, fact.subjectId)),
      at: new Date(),
    }),
  ),
  CREDIT_RECEIVED: (stores, fact) =>
    fact.checkout === null
      ? stores.credits.bookStatic(present(fact, fact.subjectId))
      : onCheckout((steps) => steps.applyCredit({ creditId: present(fact, fact.subjectId) }))(
          stores,
          fact,
        ),
  CANCEL_REQUESTED: onCheckout((steps, fact) =>
    steps.cancelCheckout({
      checkoutId: present(fact, fact.checkout).checkoutId,
      statusReason: 'MERCHANT_CANCELLED',
    }),
  ),
  // The fact is sent only after its deadline has passed.
  CLOCK_MOVED: onCheckout((steps, fact) =>
    fact.subjectId === null
      ? steps.expireCheckout({
          checkoutId: present(fact, fact.checkout).checkoutId,
          at: new Date(),
        })
      : steps.endAccountWindow({ virtualAccountId: asId('va', fact.subjectId), at: new Date() }),
  ),
  CREDIT_HELD: async ({ credits }, fact) => {
    await credits.resolveCredit({
      creditId: present(fact, fact.subjectId),
      ruling: { by: 'POLICY' },
    });
    return true;
  },
  // The workflows of refunds, settlements and answers to disputes are started again whenever they have ended.
  REFUND_REQUESTED: () => Promise.resolve(false),
  SETTLEMENT_FROZEN: () => Promise.resolve(false),
  DISPUTE_ANSWERED: () => Promise.resolve(false),
  // An errand has no workflow that could have ended. Its carrier itself records that the errand is carried out.
  ERRAND_CONFIRMED: () => Promise.resolve(false),
  // The acquirer has not received the charge, and nobody waits for it any more.
  CARD_ATTEMPTED: async ({ cards }, fact) => {
    await cards.cancelUnsent(present(fact, fact.subjectId));
    return true;
  },
};

function onCheckout(step: (steps: PgCheckoutSteps, fact: Fact) => Promise<StepDone>) {
  return async ({ steps }: Stores, fact: Fact): Promise<boolean> =>
    isTerminal((await step(steps, fact)).status);
}

/** Tells whether the workflow will act on the fact later without a signal. */
function isAhead(fact: Fact): boolean {
  const at = actsAt(fact);
  return at !== null && at.getTime() > Date.now();
}
