import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type {
  RetryRequest,
  RetryStarter,
} from '../../src/notify/delivery/delivery-attempts.port.js';
import type { ReplayStarter } from '../../src/notify/webhooks/webhook-replay.port.js';
import {
  WebhookDispatcher,
  type DispatcherPorts,
  type DispatcherSettings,
} from '../../src/notify/delivery/dispatcher.js';
import { createSecretSeal } from '../../src/platform/keys/secret-seal.js';
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from '../../src/notify/delivery/sender.js';
import { mintWebhookSecret } from '../../src/notify/delivery/webhook-secret.js';
import { newId } from '../../src/platform/database/new-id.js';
import { PgDeliveryStore } from '../../src/notify/delivery/delivery.store.js';
import { PgReplayStore } from '../../src/notify/webhooks/replay.store.js';
import { PgEndpointStore } from '../../src/notify/webhooks/endpoint.store.js';
import { patientPool } from './patient-pool.js';
import type { TestDatabase } from './stack.js';
import { keySetOf } from '../../src/platform/config/key-set.js';

const seal = createSecretSeal(keySetOf('seal', [randomBytes(32)]));

/** Remembers what it was asked to start; `fails` makes it behave as if Temporal were away. */
export class RecordingRetries implements RetryStarter, ReplayStarter {
  readonly started: RetryRequest[] = [];
  readonly replaysStarted: string[] = [];
  fails = false;

  async start(retry: RetryRequest): Promise<void> {
    if (this.fails) throw new Error('Temporal is away');
    this.started.push(retry);
  }

  async startReplay(replayId: string): Promise<void> {
    if (this.fails) throw new Error('Temporal is away');
    this.replaysStarted.push(replayId);
  }
}

/** The notification side of an engine, on a database of the test's own. */
export class NotificationWorld implements AsyncDisposable {
  readonly pool: pg.Pool;
  readonly deliveries: PgDeliveryStore;
  readonly endpoints: PgEndpointStore;
  readonly replays: PgReplayStore;
  readonly sender: WebhookSender;
  readonly retries = new RecordingRetries();
  readonly warnings: string[] = [];
  readonly #dispatchers: WebhookDispatcher[] = [];

  constructor(database: TestDatabase, options: Partial<WebhookSenderOptions> = {}) {
    const defaults = { allowLoopbackHttp: true, seal, totalTimeoutMs: 20_000 };
    this.sender = createWebhookSender({ ...defaults, ...options });
    this.pool = patientPool(database.url, { max: 5, applicationName: 'test-notifications' });
    this.deliveries = new PgDeliveryStore(this.pool);
    this.endpoints = new PgEndpointStore(this.pool);
    this.replays = new PgReplayStore(this.pool);
  }

  /** A merchant with an endpoint; returns its id and the endpoint's secret. */
  async merchant(url: string): Promise<{ merchantId: string; secret: string }> {
    const merchantId = newId('mch');
    await this.pool.query(
      `insert into fee_plan values ('plan', 100, 0, 0, 30000, 750) on conflict do nothing`,
    );
    await this.pool.query(
      `with made as (insert into merchant (merchant_id, name, trade_name) values ($1, 'Shop', 'SHOP') returning merchant_id)
       insert into merchant_channel (merchant_id, channel, fee_plan_id, place) select merchant_id, 'Bank', 'plan', 1 from made`,
      [merchantId],
    );
    return { merchantId, secret: await this.endpoint(merchantId, url) };
  }

  /** The endpoint of a merchant that is there; returns its secret. */
  async endpoint(merchantId: string, url: string): Promise<string> {
    const secret = mintWebhookSecret();
    const secretSealed = seal.seal(secret, merchantId);
    await this.endpoints.put({ merchantId, url, secretSealed, events: null });
    return secret;
  }

  /** Commits an event with its delivery, as the outbox does; returns the delivery's id. */
  async emit(merchantId: string, body?: string): Promise<string> {
    const eventId = newId('evt');
    const deliveryId = eventId.replace('evt_', 'dlv_');
    await this.pool.query(
      `with e as (insert into event (event_id, merchant_id, sequence, type, body) values ($1, $2, 1, 'checkout.successful', $3))
       insert into webhook_delivery (delivery_id, event_id, merchant_id, status) values ($4, $1, $2, 'PENDING')`,
      [eventId, merchantId, body ?? JSON.stringify({ id: eventId, name: 'Adébáyọ̀' }), deliveryId],
    );
    return deliveryId;
  }

  get ports(): DispatcherPorts {
    const { deliveries, replays, sender, retries, warnings } = this;
    const log = { warn: (_details: object, message: string) => void warnings.push(message) };
    return { deliveries, replays, sender, retries, log };
  }

  dispatcher(
    settings: Partial<DispatcherSettings> = {},
    retries: RetryStarter & ReplayStarter = this.retries,
  ): WebhookDispatcher {
    const ports = { ...this.ports, retries };
    const dispatcher = new WebhookDispatcher(ports, { pollMs: 50, ...settings });
    this.#dispatchers.push(dispatcher);
    return dispatcher;
  }

  async statusOf(deliveryId: string): Promise<string | undefined> {
    return (await this.deliveries.find(deliveryId))?.status;
  }

  /** How many of these deliveries have the status. */
  async countOf(deliveryIds: readonly string[], status: string): Promise<number> {
    const { rowCount } = await this.pool.query(
      'select from webhook_delivery where delivery_id = any ($1) and status = $2',
      [deliveryIds, status],
    );
    return rowCount ?? 0;
  }

  async attemptsOf(deliveryId: string) {
    const { rows } = await this.pool.query<{
      attempt: number;
      http_status: number | null;
      failure: string | null;
    }>(
      `select attempt, http_status, failure from webhook_attempt where delivery_id = $1 order by attempt`,
      [deliveryId],
    );
    return rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#dispatchers.map((dispatcher) => dispatcher.close()));
    await this.sender.close();
    await this.pool.end();
  }
}
