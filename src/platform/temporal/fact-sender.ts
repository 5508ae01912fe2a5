import type { Fact } from './fact.js';
import type { PgFactStore } from './fact.store.js';
import { activeTracer, resumeTrace } from '../tracing/spans.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { actsAt, type FactNotifier } from './fact-notifier.js';

/** The log in which the sender says that facts are left to the relay; a pino logger fits. */
export interface SenderLog {
  warn(details: object, message: string): void;
}

/** Beyond this many sendings at once, more would only queue up in memory. */
const maxInFlight = 256;
/** The start of a checkout's workflow waits this long for the account, because one call then carries both facts. */
const holdStartMs = 200;
/**
 * Credits that were posted with their receipt are sent together: the bank and the merchant have their answers already, so
 * nobody waits for their workflows to end.
 */
const gatherPostedMs = 250;
const maxPosted = 64;
/** Facts sent within this time are marked in one statement; it is well below the relay's three seconds. */
const markEveryMs = 1_000;
const maxMarkBatch = 500;

/** What is known of a fact: Temporal has it, or its workflow needs it no more. */
type Mark = 'sent' | 'applied';

/**
 * Sends committed facts to workflows at once, so that no one has to wait for the relay.
 *
 * Whatever it cannot send (Temporal is down, too much at once, the process ends) is left to the relay in the worker, which
 * finds the fact in the database. So the sender may drop facts, but it never throws and never makes a request wait.
 */
export class FactSender {
  readonly #gateway: FactNotifier;
  readonly #facts: PgFactStore;
  readonly #log: SenderLog;
  readonly #breaker = new CircuitBreaker({ failures: 5, minOpenMs: 1_000, maxOpenMs: 10_000 });
  readonly #inFlight = new Set<Promise<void>>();
  /** The last of each checkout's (or of each subject's) sendings under way. */
  readonly #lastOf = new Map<string, Promise<void>>();
  /** The start fact of each checkout that waits for its account. */
  readonly #held = new Map<string, { readonly fact: Fact; readonly timer: NodeJS.Timeout }>();
  /** The posted credit of each checkout that waits for others. */
  readonly #posted = new Map<string, Fact>();
  #postedTimer: NodeJS.Timeout | undefined;
  #toMark: Record<Mark, string[]> = { sent: [], applied: [] };
  #marking: Promise<void> = Promise.resolve();
  #markTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(gateway: FactNotifier, facts: PgFactStore, log: SenderLog) {
    this.#gateway = gateway;
    this.#facts = facts;
    this.#log = log;
  }

  /** Never throws and never waits. */
  send(given: Fact): void {
    // A start may be sent by the request that brings its account. The start still belongs to its own request's trace.
    const traceparent = activeTracer()?.traceparent();
    const fact = traceparent === undefined ? given : { ...given, traceparent };
    const waiting = this.#held.size + this.#posted.size;
    if (this.#closed || this.#inFlight.size + waiting >= maxInFlight) return;
    const about = fact.checkout?.checkoutId ?? fact.subjectId ?? fact.factId;
    if (this.#posted.has(about)) this.#beginPosted();
    const start = this.#release(about);
    if (start !== undefined && fact.kind === 'ACCOUNT_ISSUED') {
      this.#begin(about, { ...start, issued: fact });
      return;
    }
    if (start !== undefined) this.#begin(about, start);
    else if (mayComeWithAccount(fact)) return this.#hold(about, fact);
    if (fact.posted === undefined) this.#begin(about, fact);
    else this.#gather(about, fact);
  }

  /** Takes nothing more, and returns when all facts under way are sent and marked. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const about of this.#held.keys()) this.#beginHeld(about);
    this.#beginPosted();
    await Promise.all(this.#inFlight);
    this.#mark();
    await this.#marking;
  }

  #hold(about: string, fact: Fact): void {
    const timer = setTimeout(() => this.#beginHeld(about), holdStartMs);
    this.#held.set(about, { fact, timer });
  }

  #beginHeld(about: string): void {
    const start = this.#release(about);
    if (start !== undefined) this.#begin(about, start);
  }

  #release(about: string): Fact | undefined {
    const held = this.#held.get(about);
    if (held === undefined) return undefined;
    clearTimeout(held.timer);
    this.#held.delete(about);
    return held.fact;
  }

  #gather(about: string, posted: Fact): void {
    this.#posted.set(about, posted);
    if (this.#posted.size >= maxPosted) this.#beginPosted();
    else this.#postedTimer ??= setTimeout(() => this.#beginPosted(), gatherPostedMs);
  }

  #beginPosted(): void {
    clearTimeout(this.#postedTimer);
    this.#postedTimer = undefined;
    const posted = [...this.#posted];
    this.#posted.clear();
    for (const [about, fact] of posted) this.#begin(about, fact);
  }

  #begin(about: string, fact: Fact): void {
    // The facts of a checkout are sent one after the other: a signal that overtakes its start begins the workflow
    // without its account.
    const before = this.#lastOf.get(about);
    if (before === undefined && !this.#breaker.allows()) return;
    const told = before === undefined ? this.#notify(fact) : this.#notifyAfter(before, fact);
    const inFlight = told.finally(() => {
      this.#inFlight.delete(inFlight);
      if (this.#lastOf.get(about) === inFlight) this.#lastOf.delete(about);
    });
    this.#inFlight.add(inFlight);
    this.#lastOf.set(about, inFlight);
  }

  async #notifyAfter(before: Promise<void>, fact: Fact): Promise<void> {
    await before;
    if (this.#breaker.allows()) await this.#notify(fact);
  }

  async #notify(fact: Fact): Promise<void> {
    try {
      const told = await resumeTrace(fact.traceparent, () => this.#gateway.notify(fact));
      this.#breaker.succeeded();
      // The workflow has nothing left to do about a posted credit.
      if (fact.posted !== undefined) return this.#markSoon('applied', fact.factId);
      // A fact without a deadline is usually applied within milliseconds, and applying marks it. The relay handles
      // facts of a closed workflow.
      if (told !== 'NOTIFIED') return;
      for (const each of [fact, fact.issued]) {
        if (each !== undefined && actsAt(each) !== null) this.#markSoon('sent', each.factId);
      }
    } catch (error) {
      if (this.#breaker.failed()) {
        this.#log.warn(
          { err: error },
          'Temporal does not take facts; the relay will send them when it does',
        );
      }
    }
  }

  #markSoon(as: Mark, factId: string): void {
    this.#toMark[as].push(factId);
    if (this.#toMark[as].length >= maxMarkBatch) this.#mark();
    else this.#markTimer ??= setTimeout(() => this.#mark(), markEveryMs);
  }

  #mark(): void {
    clearTimeout(this.#markTimer);
    this.#markTimer = undefined;
    const { sent, applied } = this.#toMark;
    this.#toMark = { sent: [], applied: [] };
    const marked = Promise.all([this.#facts.markSent(sent), this.#facts.markApplied(applied)]);
    const logged = marked.catch((error: unknown) => {
      this.#log.warn(
        { err: error, facts: sent.length + applied.length },
        'facts could not be marked; they will be sent again',
      );
    });
    this.#marking = Promise.all([this.#marking, logged]).then(() => {});
  }
}

/** Tells whether a fact is the start of a checkout that has no account yet. */
function mayComeWithAccount({ kind, subjectId }: Fact): boolean {
  return kind === 'INITIATED' && subjectId === null;
}
