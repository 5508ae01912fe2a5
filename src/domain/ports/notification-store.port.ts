export interface WebhookEndpoint {
  readonly merchantId: string;
  readonly url: string;
  /** As stored: AES-256-GCM sealed (src/notifications/secret-seal.ts). */
  readonly secretSealed: Buffer;
  readonly secretVersion: number;
  /** Null: every event type. */
  readonly events: readonly string[] | null;
  readonly status: 'ACTIVE' | 'DISABLED' | 'SUPPRESSED';
  readonly disabledReason: string | null;
  readonly createdAt: Date;
}

export interface EndpointStore {
  /** Idempotent upsert; a null secret keeps the one that is there. Re-enables a disabled endpoint. */
  put(endpoint: {
    merchantId: string;
    url: string;
    secretSealed: Buffer | null;
    events: readonly string[] | null;
  }): Promise<WebhookEndpoint>;
  find(merchantId: string): Promise<WebhookEndpoint | undefined>;
  disable(merchantId: string, reason: string): Promise<void>;
}

export type DeliveryStatus =
  | 'PENDING'
  | 'DELIVERING'
  | 'DELIVERED'
  | 'RETRYING'
  | 'DEAD'
  | 'SUPPRESSED';

/** A delivery with all that is needed to send it. */
export interface Delivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly merchantId: string;
  readonly checkoutId: string | null;
  readonly paymentReference: string | null;
  /** The endpoint's URL of today; null when there is none or it is disabled. */
  readonly url: string | null;
  readonly secretSealed: Buffer | null;
  readonly body: string;
  readonly attempts: number;
  readonly status: DeliveryStatus;
}

export interface DeliveryAttempt {
  readonly deliveryId: string;
  /** 1 for the dispatcher's first attempt. */
  readonly attempt: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  /** Named reason when there was no 2xx. */
  readonly failure: string | null;
  /** At most 2 KiB of the answer. */
  readonly response: string | null;
  /** What the delivery becomes. */
  readonly status: DeliveryStatus;
}

export interface DeliveryStore {
  /** Takes due deliveries under a lease; another dispatcher gets them only when the lease is over. */
  claim(limit: number, leaseMs: number): Promise<readonly Delivery[]>;
  find(deliveryId: string): Promise<Delivery | undefined>;
  /** Writes attempts (unique per delivery and attempt) and the deliveries' status, in one statement. */
  record(attempts: readonly DeliveryAttempt[]): Promise<void>;
  /** Makes deliveries due whose retry never came; returns how many. */
  revive(limit: number): Promise<number>;
}
