import type { RetryStarter } from '../domain/ports/delivery-attempts.port.js';
import type {
  Delivery,
  DeliveryStore,
  EndpointStore,
} from '../domain/ports/notification-store.port.js';
import { AttemptLog, type DispatcherLog } from './attempt-log.js';
import { attemptOf, statusAfter } from './attempt-verdict.js';
import { CheckoutTurns } from './checkout-turns.js';
import { EndpointLanes } from './endpoint-lanes.js';
import type { SendOutcome, WebhookSender } from './sender.js';

export interface DispatcherPorts {
  readonly deliveries: DeliveryStore;
  readonly endpoints: EndpointStore;
  readonly sender: WebhookSender;
  readonly retries: RetryStarter;
  readonly log: DispatcherLog;
}

export interface DispatcherSettings {
  /** Deliveries taken in one claim. */
  readonly claimLimit: number;
  /** Deliveries in memory, under way or waiting for their lane. */
  readonly maxHeld: number;
  /** How long a claim lasts; longer than a send can take. */
  readonly leaseMs: number;
  /** A claim with less than this left is not begun any more: it might still be under way when another takes it over. */
  readonly minLeaseLeftMs: number;
  /** How often to look without being woken. */
  readonly pollMs: number;
  /** How often to look for retries that never came. */
  readonly reviveEveryMs: number;
}

const DEFAULTS: DispatcherSettings = {
  claimLimit: 100,
  maxHeld: 2000,
  leaseMs: 45_000,
  minLeaseLeftMs: 16_000,
  pollMs: 1000,
  reviveEveryMs: 60_000,
};

// A burst of one merchant fits in memory: what finds its lane full comes back only when its lease is over.
const LANE_LIMITS = {
  slots: 10,
  slotsWhenFailing: 2,
  failingAfter: 3,
  maxWaiting: 1500,
  maxWaitingWhenFailing: 100,
} as const;

interface Claimed {
  readonly delivery: Delivery;
  readonly claimedAtMs: number;
}

/**
 * Makes the first attempt of every delivery as soon as its event is committed, and hands those that fail to the retry
 * schedule. It may die at any moment: what it had claimed is claimed again when the lease is over.
 */
export class WebhookDispatcher {
  readonly #ports: DispatcherPorts;
  readonly #settings: DispatcherSettings;
  readonly #lanes = new EndpointLanes<Claimed>(LANE_LIMITS);
  readonly #turns = new CheckoutTurns<Claimed>();
  readonly #attempts: AttemptLog;
  readonly #sending = new Set<Promise<void>>();
  #held = 0;
  #closed = false;
  #awake = true;
  #alarm: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #reviveAtMs = 0;

  constructor(ports: DispatcherPorts, settings: Partial<DispatcherSettings> = {}) {
    this.#ports = ports;
    this.#settings = { ...DEFAULTS, ...settings };
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

  /** Claims nothing more, and returns when all that is under way is sent and written down. */
  async close(): Promise<void> {
    this.#closed = true;
    this.wake();
    this.#lanes.drain();
    await this.#running;
    await Promise.all(this.#sending);
    await this.#attempts.close();
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      this.#awake = false;
      await this.#revive();
      const limit = Math.min(this.#settings.claimLimit, this.#settings.maxHeld - this.#held);
      const claimed = limit > 0 ? await this.#claim(limit) : [];
      for (const delivery of claimed) this.#accept({ delivery, claimedAtMs: Date.now() });
      if (limit === 0 || claimed.length < limit) await this.#rest();
    }
  }

  /** Whoever waits for a workflow that was terminated, or lost with Temporal's store, is taken up again here. */
  async #revive(): Promise<void> {
    const { deliveries, log } = this.#ports;
    if (Date.now() < this.#reviveAtMs) return;
    this.#reviveAtMs = Date.now() + this.#settings.reviveEveryMs;
    try {
      const count = await deliveries.revive(this.#settings.claimLimit);
      if (count > 0) log.warn({ count }, 'webhook retries that never came are made here');
    } catch (error) {
      log.warn({ err: error }, 'webhook retries that never came could not be looked for');
    }
  }

  async #claim(limit: number): Promise<readonly Delivery[]> {
    try {
      return await this.#ports.deliveries.claim(limit, this.#settings.leaseMs);
    } catch (error) {
      this.#ports.log.warn({ err: error }, 'webhook deliveries could not be claimed; trying again');
      this.#awake = false;
      return [];
    }
  }

  /** Until woken, or until it is time to look anyway. */
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
    this.#held += 1;
    if (this.#turns.take(claimed.delivery.checkoutId, claimed)) this.#enterLane(claimed);
  }

  #enterLane(claimed: Claimed): void {
    const answer = this.#closed ? 'FULL' : this.#lanes.enter(claimed.delivery.merchantId, claimed);
    if (answer === 'GO') this.#begin(claimed);
    // One that finds its lane full is let go: it comes back when its lease is over.
    if (answer === 'FULL') this.#letGo(claimed);
  }

  #begin(claimed: Claimed): void {
    const sending = this.#deliver(claimed).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #deliver(claimed: Claimed): Promise<void> {
    const { delivery } = claimed;
    const attempt = delivery.attempts + 1;
    const outcome = this.#isLate(claimed)
      ? busyOutcome()
      : await this.#ports.sender.send(delivery, attempt);
    const next = this.#lanes.leave(delivery.merchantId, outcome.failure === null);
    for (const waiting of next) this.#begin(waiting);
    this.#letGo(claimed);
    await this.#settle(delivery, attempt, outcome);
  }

  #isLate({ claimedAtMs }: Claimed): boolean {
    return Date.now() - claimedAtMs > this.#settings.leaseMs - this.#settings.minLeaseLeftMs;
  }

  #letGo(claimed: Claimed): void {
    const wasFull = this.#held >= this.#settings.maxHeld;
    this.#held -= 1;
    const next = this.#turns.pass(claimed.delivery.checkoutId);
    if (next) this.#enterLane(next);
    if (wasFull) this.wake();
  }

  async #settle(delivery: Delivery, attempt: number, outcome: SendOutcome): Promise<void> {
    const { endpoints, log } = this.#ports;
    let status = statusAfter(outcome, attempt);
    try {
      if (outcome.failure === 'ENDPOINT_GONE')
        await endpoints.disable(delivery.merchantId, outcome.failure);
      if (status === 'RETRYING') await this.#startRetries(delivery, outcome);
    } catch (error) {
      log.warn(
        { err: error, deliveryId: delivery.deliveryId },
        'a failed webhook could not be handed on',
      );
      // Still claimed: it comes back here when the lease is over, so nothing is lost while Temporal is away.
      status = 'DELIVERING';
    }
    this.#attempts.add(attemptOf(delivery, attempt, outcome, status));
  }

  /** Started before the attempt is written down as RETRYING, so that no such row is ever without its workflow. */
  async #startRetries(delivery: Delivery, outcome: SendOutcome): Promise<void> {
    await this.#ports.retries.start({
      deliveryId: delivery.deliveryId,
      merchantId: delivery.merchantId,
      paymentReference: delivery.paymentReference,
      eventType: delivery.eventType,
      failure: outcome.failure ?? '',
      retryAfterMs: outcome.retryAfterMs,
    });
  }
}

/** It waited in its lane for so long that the claim may be over before a send is: the schedule takes it on. */
function busyOutcome(): SendOutcome {
  return {
    startedAt: new Date(),
    durationMs: 0,
    httpStatus: null,
    failure: 'ENDPOINT_BUSY',
    response: null,
    retryAfterMs: null,
  };
}
