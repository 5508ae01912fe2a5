import { randomUUID } from 'node:crypto';
import type { RetryStarter, Verdict } from './delivery-attempts.port.js';
import type { ReplayStarter } from '../webhooks/webhook-replay.port.js';
import {
  endpointName,
  type Delivery,
  type DeliveryClaim,
  type DeliveryTaker,
} from './notification-store.port.js';
import type { PgDeliveryStore } from './delivery.store.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { AttemptLog, type DispatcherLog } from './attempt-log.js';
import { attemptOf, verdictOn } from './attempt-verdict.js';
import { CheckoutSequencer } from './checkout-sequencer.js';
import type { LocalDispatcher } from './local-dispatcher.js';
import { EndpointQueues } from './endpoint-queues.js';
import type { SendOutcome, WebhookSender } from './sender.js';

export interface StalledReplays {
  /** Returns running replays that nobody has carried on for this long. */
  stalled(idleMs: number): Promise<readonly { replayId: string; merchantId: string }[]>;
}

export interface DispatcherPorts {
  readonly deliveries: PgDeliveryStore;
  readonly sender: WebhookSender;
  readonly retries: RetryStarter & ReplayStarter;
  readonly replays: StalledReplays;
  /** Hands this dispatcher the deliveries that are written in its own process. */
  readonly localDispatcher?: LocalDispatcher;
  readonly log: DispatcherLog;
}

export interface DispatcherSettings {
  /** Deliveries taken in one claim. */
  readonly claimLimit: number;
  /** Names this dispatcher among others. */
  readonly claimant: string;
  /** Deliveries in memory, under way or waiting for their queue. */
  readonly maxHeld: number;
  /**
   * Maximum number of deliveries to one endpoint in memory. Once it is reached, no delivery to the endpoint is claimed,
   * because the room is for others.
   */
  readonly crowdedAt: number;
  /** Maximum number of deliveries in memory to an endpoint whose last sends all failed. */
  readonly crowdedAtWhenFailing: number;
  /** The longest that a later event of a checkout waits for an earlier one. */
  readonly orderPatienceMs: number;
  /** The time for which a claim lasts; longer than a send can take. */
  readonly leaseMs: number;
  /**
   * A send is not begun any more when less than this is left of its claim. It might still be under way when another
   * dispatcher takes it over.
   */
  readonly minLeaseLeftMs: number;
  /** The time after which the dispatcher looks for deliveries without being woken. */
  readonly pollMs: number;
  /** The time between two searches for retries that never came. */
  readonly reviveEveryMs: number;
}

export const dispatcherDefaults: Omit<DispatcherSettings, 'claimant'> = {
  claimLimit: 100,
  maxHeld: 5000,
  crowdedAt: 100,
  crowdedAtWhenFailing: 20,
  orderPatienceMs: webhookRules.orderPatienceMs,
  leaseMs: 45_000,
  minLeaseLeftMs: 16_000,
  pollMs: 1000,
  reviveEveryMs: 10_000,
};

/** The time is longer than a replay pauses by itself. */
const replayIdleMs = 180_000;

// The queue is longer than the number of deliveries that one endpoint may have in memory: a delivery that finds its
// queue full comes back only when its lease is over.
const QUEUE_LIMITS = {
  slots: webhookRules.concurrency,
  slotsWhenFailing: webhookRules.concurrencyWhenFailing,
  failingAfter: webhookRules.failingAfter,
  maxWaiting: 1500,
  maxWaitingWhenFailing: 1500,
} as const;

interface Claimed {
  readonly delivery: Delivery;
  readonly claimedAtMs: number;
  /** Runs while an earlier event of the checkout is in its first attempt. */
  patience?: NodeJS.Timeout;
  /** Whether the delivery waited long enough and went ahead. Deliveries behind it wait for the earlier one as well. */
  hasOvertaken?: boolean;
}

/**
 * Makes the first attempt of every delivery as soon as its event is committed, and hands deliveries that fail to the
 * retry schedule. A dispatcher may die at any moment: another one claims its deliveries when the lease is over.
 */
export class WebhookDispatcher implements DeliveryTaker {
  readonly #ports: DispatcherPorts;
  readonly #settings: DispatcherSettings;
  readonly #queues = new EndpointQueues<Claimed>(QUEUE_LIMITS);
  readonly #sequencer = new CheckoutSequencer<Claimed>();
  readonly #attempts: AttemptLog;
  readonly #inFlight = new Set<Promise<void>>();
  #held = 0;
  readonly #heldOf = new Map<string, number>();
  #closed = false;
  #awake = true;
  #alarm: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #reviveAtMs = 0;

  constructor(ports: DispatcherPorts, settings: Partial<DispatcherSettings> = {}) {
    this.#ports = ports;
    this.#settings = { ...dispatcherDefaults, claimant: randomUUID(), ...settings };
    this.#attempts = new AttemptLog(ports.deliveries, ports.log);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** There may be something to deliver. Call it for each notification on the channel `deliveries`. */
  wake(): void {
    this.#awake = true;
    this.#alarm?.();
  }

  terms(): DeliveryClaim | null {
    const { leaseMs, claimant, claimLimit, maxHeld } = this.#settings;
    const limit = Math.min(claimLimit, maxHeld - this.#held);
    if (this.#closed || limit <= 0) return null;
    const crowded = [...this.#heldOf.keys()].filter((endpoint) => this.#isCrowded(endpoint));
    return { limit, leaseMs, claimant, crowded };
  }

  take(deliveries: readonly Delivery[], askedAtMs: number): void {
    for (const delivery of deliveries) this.#accept({ delivery, claimedAtMs: askedAtMs });
  }

  /** Claims nothing more, and returns when all that is under way is sent and written down. */
  async close(): Promise<void> {
    this.#closed = true;
    this.wake();
    this.#queues.drain();
    await this.#running;
    await Promise.all(this.#inFlight);
    await this.#attempts.close();
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      this.#awake = false;
      await this.#revive();
      const claim = this.terms();
      const claimed = claim === null ? [] : await this.#claim(claim);
      this.take(claimed, Date.now());
      if (claim === null || claimed.length < claim.limit) await this.#rest();
    }
  }

  /** Takes up again deliveries whose workflow was not started, was terminated, or was lost with Temporal's store. */
  async #revive(): Promise<void> {
    const { deliveries, replays, retries, log } = this.#ports;
    if (performance.now() < this.#reviveAtMs) return;
    this.#reviveAtMs = performance.now() + this.#settings.reviveEveryMs;
    try {
      const count = await deliveries.revive(this.#settings.claimLimit);
      if (count > 0) log.warn({ count }, 'webhook retries that no workflow makes are made here');
      for (const { replayId, merchantId } of await replays.stalled(replayIdleMs)) {
        await retries.startReplay(replayId, merchantId);
        log.warn({ replayId }, 'a webhook replay that stood still was started again');
      }
    } catch (error) {
      log.warn(
        { err: error },
        'webhook retries and replays that stand still could not be looked after',
      );
    }
  }

  async #claim(claim: DeliveryClaim): Promise<readonly Delivery[]> {
    try {
      return await this.#ports.deliveries.claim(claim);
    } catch (error) {
      this.#ports.log.warn({ err: error }, 'webhook deliveries could not be claimed; trying again');
      this.#awake = false;
      return [];
    }
  }

  /** Waits until it is woken, or until it is time to look anyway. */
  async #rest(): Promise<void> {
    if (this.#awake || this.#closed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#settings.pollMs);
      this.#alarm = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#alarm = undefined;
  }

  #accept(claimed: Claimed): void {
    const endpoint = endpointName(claimed.delivery);
    const line = lineOf(claimed.delivery);
    this.#held += 1;
    this.#heldOf.set(endpoint, (this.#heldOf.get(endpoint) ?? 0) + 1);
    if (this.#sequencer.take(line, claimed)) return this.#enterQueue(claimed);
    const overtake = (): void => {
      if (!this.#sequencer.overtake(line, claimed)) return;
      claimed.hasOvertaken = true;
      this.#enterQueue(claimed);
    };
    claimed.patience = setTimeout(overtake, this.#settings.orderPatienceMs).unref();
  }

  #isCrowded(endpoint: string): boolean {
    const { crowdedAt, crowdedAtWhenFailing } = this.#settings;
    const held = this.#heldOf.get(endpoint) ?? 0;
    return held > (this.#queues.isFailing(endpoint) ? crowdedAtWhenFailing : crowdedAt);
  }

  #enterQueue(claimed: Claimed): void {
    clearTimeout(claimed.patience);
    const answer = this.#closed
      ? 'FULL'
      : this.#queues.enter(endpointName(claimed.delivery), claimed);
    if (answer === 'GO') this.#begin(claimed);
    // A delivery that finds its queue full is let go; another claim takes the delivery when its lease is over.
    if (answer === 'FULL') this.#letGo(claimed);
  }

  #begin(claimed: Claimed): void {
    const attempt = this.#deliver(claimed).finally(() => this.#inFlight.delete(attempt));
    this.#inFlight.add(attempt);
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const { delivery } = claimed;
    const isLate = this.#isLate(claimed);
    // What only waited is written down as the first attempt, and uses up no other.
    const attempt = isLate ? Math.max(delivery.attempts, 1) : delivery.attempts + 1;
    const outcome = isLate ? busyOutcome() : await this.#ports.sender.send(delivery, attempt);
    const next = this.#queues.leave(endpointName(delivery), outcome.failure === null);
    for (const waiting of next) this.#begin(waiting);
    this.#letGo(claimed);
    await this.#finish(delivery, attempt, outcome);
  }

  #isLate({ claimedAtMs }: Claimed): boolean {
    return Date.now() - claimedAtMs > this.#settings.leaseMs - this.#settings.minLeaseLeftMs;
  }

  #letGo(claimed: Claimed): void {
    const endpoint = endpointName(claimed.delivery);
    const wasFull = this.#held >= this.#settings.maxHeld || this.#isCrowded(endpoint);
    this.#held -= 1;
    const left = (this.#heldOf.get(endpoint) ?? 1) - 1;
    if (left > 0) this.#heldOf.set(endpoint, left);
    else this.#heldOf.delete(endpoint);
    const line = lineOf(claimed.delivery);
    const next = claimed.hasOvertaken ? undefined : this.#sequencer.pass(line);
    if (next) this.#enterQueue(next);
    if (wasFull && !this.#isCrowded(endpoint)) this.wake();
  }

  async #finish(delivery: Delivery, attempt: number, outcome: SendOutcome): Promise<void> {
    const verdict = verdictOn(outcome, attempt);
    // A backlog waits in the database, where each of its deliveries costs nothing. While Temporal is away, all do.
    const isHandedOn =
      outcome.failure !== 'ENDPOINT_BUSY' &&
      (await this.#handOn(verdict, delivery, attempt, outcome.failure ?? ''));
    // The delivery is due here at its next time.
    const dueInMs = isHandedOn ? null : verdict.waitMs;
    this.#attempts.add(attemptOf(delivery, attempt, outcome, verdict.status, dueInMs));
  }

  /**
   * Starts the retries that the verdict asks for, before the attempt is written down as RETRYING. False: they could not be
   * started.
   */
  async #handOn(
    { waitMs }: Verdict,
    delivery: Delivery,
    attempts: number,
    failure: string,
  ): Promise<boolean> {
    if (waitMs === null) return true;
    const { deliveryId, merchantId, paymentReference, eventType } = delivery;
    const what = { deliveryId, merchantId, paymentReference, eventType };
    try {
      await this.#ports.retries.start({ ...what, attempts, failure, waitMs });
      return true;
    } catch (error) {
      this.#ports.log.warn({ err: error, deliveryId }, 'a failed webhook could not be handed on');
      return false;
    }
  }
}

/** Names the line of a delivery. The events of a checkout are sent in their order, to each endpoint by itself. */
function lineOf({ checkoutId, endpoint }: Delivery): string | null {
  return checkoutId === null ? null : `${checkoutId}/${endpoint}`;
}

/** The outcome of a delivery that waited in its queue for so long that its claim may be over before a send is. */
function busyOutcome(): SendOutcome {
  return {
    startedAt: new Date(),
    durationMs: 0,
    firstByteMs: null,
    httpStatus: null,
    failure: 'ENDPOINT_BUSY',
    response: null,
    retryAfterMs: null,
    sent: null,
  };
}
