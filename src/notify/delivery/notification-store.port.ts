import type { Id } from '../../domain/ids.js';

export interface WebhookEndpoint {
  readonly merchantId: string;
  /** The endpoint's number among the merchant's; 1 is the one of Set Notification URL. */
  readonly endpoint: number;
  readonly url: string;
  /** The secret as it is stored: AES-256-GCM sealed (src/platform/keys/secret-seal.ts). */
  readonly secretSealed: Buffer;
  readonly secretVersion: number;
  /** Null: every event type. */
  readonly events: readonly string[] | null;
  readonly status: 'ACTIVE' | 'DISABLED' | 'SUPPRESSED';
  /** ENDPOINT_GONE: the endpoint answered 410. NO_SUCCESS: no attempt succeeded for five days. */
  readonly disabledReason: string | null;
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | null;
  /** The time until which a secret that was replaced signs beside the present one. */
  readonly formerSecretUntil: Date | null;
  readonly createdAt: Date;
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
  /** The number of the endpoint that it goes to. */
  readonly endpoint: number;
  readonly checkoutId: Id<'chk'> | null;
  readonly paymentReference: string | null;
  /** The endpoint's present URL; null when there is no endpoint or it is disabled. */
  readonly url: string | null;
  readonly secretSealed: Buffer | null;
  /** The secrets that were replaced and still sign, the youngest first. */
  readonly formerSecretsSealed: readonly Buffer[];
  readonly body: string;
  readonly attempts: number;
  readonly status: DeliveryStatus;
}

export interface DeliveryAttempt {
  readonly deliveryId: string;
  readonly merchantId: string;
  readonly endpoint: number;
  /** 1 for the dispatcher's first attempt. */
  readonly attempt: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The time until the answer's headers were there; null without an answer. */
  readonly firstByteMs: number | null;
  readonly httpStatus: number | null;
  /** Named reason when there was no 2xx. */
  readonly failure: string | null;
  /** At most 2 KiB of the answer. */
  readonly response: string | null;
  /** The URL it was sent to; null when it was not sent. */
  readonly url: string | null;
  /** The two signature headers; null when it was not sent. */
  readonly signature: string | null;
  readonly bodySignature: string | null;
  /** The delivery's status after the attempt. */
  readonly status: DeliveryStatus;
  /**
   * Set only when the delivery is RETRYING and the workflow of its retries could not be started: the milliseconds until
   * a dispatcher makes the next attempt itself. Null: a workflow makes the next attempt, or there is none.
   */
  readonly dueInMs: number | null;
}

export interface DeliveryClaim {
  readonly limit: number;
  readonly leaseMs: number;
  /** The dispatcher's name: it keeps the order of its own deliveries itself. */
  readonly claimant: string;
  /** The names of endpoints of which the dispatcher holds enough. */
  readonly crowded: readonly string[];
}

/** The name of the endpoint that a delivery goes to, as SQL has it in `endpoint_name`. */
export function endpointName({ merchantId, endpoint }: Pick<Delivery, 'merchantId' | 'endpoint'>) {
  return endpoint > 1 ? `${merchantId}/${endpoint}` : merchantId;
}

/** A dispatcher that takes deliveries in the transaction that writes them, so that nobody has to claim them. */
export interface DeliveryTaker {
  /** The claim that the dispatcher has room for now; null: it has none, and deliveries wait to be claimed. */
  terms(): DeliveryClaim | null;
  /** Takes deliveries that were claimed by the dispatcher's terms, which were read at `askedAtMs`. */
  take(deliveries: readonly Delivery[], askedAtMs: number): void;
}
