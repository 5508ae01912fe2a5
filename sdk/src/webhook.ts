import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './types.js';

/** Node's or a framework's headers, or those of a `Request`. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface ReceivedWebhook {
  /** The secret, or several while one takes over from another. */
  readonly secret: string | readonly string[];
  readonly headers: WebhookHeaders;
  /** The body exactly as it came, before any parsing. */
  readonly body: string | Uint8Array;
  /** How old it may be, and how far ahead; five minutes unless told. */
  readonly toleranceSeconds?: number | undefined;
}

/** The event is not the engine's, or too old: answer 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * The event, when the request is the engine's by its Standard Webhooks signature. The same event may come again: its
 * `id` tells.
 *
 * @throws WebhookError when the signature or the time is wrong
 */
export function verifyWebhook(received: ReceivedWebhook): WebhookEvent {
  const { headers, body, toleranceSeconds = 300 } = received;
  const id = neededHeader(headers, 'webhook-id');
  const timestamp = neededHeader(headers, 'webhook-timestamp');
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > toleranceSeconds) {
    throw new WebhookError(`webhook-timestamp is more than ${toleranceSeconds} seconds from now`);
  }
  const given = neededHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'));
  const isOurs = keysOf(received.secret).some((key) => {
    const expected = standardSignature(key, id, timestamp, body);
    return given.some((signature) => isSame(signature, expected));
  });
  if (!isOurs) throw new WebhookError('webhook-signature is not ours');
  return JSON.parse(Buffer.from(body).toString('utf8')) as WebhookEvent;
}

/**
 * Whether `x-notification-signature`, the hex HMAC-SHA512 of the body, is the engine's. That signature covers no time, so it does
 * not stop who sends an old event again: prefer `verifyWebhook`. While a secret is being changed this signature is made
 * with the old one: give both.
 */
export function verifyNotificationSignature({
  secret,
  headers,
  body,
}: Omit<ReceivedWebhook, 'toleranceSeconds'>): boolean {
  const given = Buffer.from(headerOf(headers, 'x-notification-signature') ?? '', 'hex');
  return keysOf(secret).some((key) => isSame(given, notificationSignature(key, body)));
}

export interface TestWebhook {
  readonly secret: string;
  /** The event; an `id`, a `timestamp` and the like are added when it has none. */
  readonly event: { readonly type: WebhookEvent['type'] } & Readonly<Record<string, unknown>>;
  /** The time of sending; now when left out. `verifyWebhook` refuses events that are older than five minutes. */
  readonly sentAt?: Date | undefined;
}

export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An event as the engine sends it, with both signatures: for the tests of your webhook handler. */
export function signTestWebhook({
  secret,
  event,
  sentAt = new Date(),
}: TestWebhook): SignedWebhook {
  const id = `evt_${randomUUID()}`;
  const head = { id, timestamp: sentAt.toISOString(), apiVersion: 'v1', environment: 'sandbox' };
  const sent = { ...head, sequence: 1, merchantId: 'mch_test', ...event };
  const body = JSON.stringify(sent);
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const [key = Buffer.alloc(0)] = keysOf(secret);
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': sent.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${standardSignature(key, sent.id, timestamp, body).toString('base64')}`,
      'x-notification-signature': notificationSignature(key, body).toString('hex'),
    },
  };
}

type Body = ReceivedWebhook['body'];

function standardSignature(key: Buffer, id: string, timestamp: string, body: Body): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

function notificationSignature(key: Buffer, body: Body): Buffer {
  return createHmac('sha512', key).update(body).digest();
}

function keysOf(secret: string | readonly string[]): Buffer[] {
  const keys = [secret].flat().map((each) => Buffer.from(each.replace(/^whsec_/, ''), 'base64'));
  // Anybody can sign with an empty key.
  if (keys.some(({ length }) => length === 0)) throw new TypeError('The webhook secret is empty');
  return keys;
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** @throws WebhookError when it is not there */
function neededHeader(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value === undefined) throw new WebhookError(`The header ${name} is missing`);
  return value;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}
