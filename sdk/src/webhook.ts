import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './operations.ts';

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
  readonly toleranceSeconds?: number;
}

/** It is not the engine's, or too old: answer 400 and do nothing. */
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
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || ageSeconds > toleranceSeconds) {
    throw new WebhookError(`webhook-timestamp is more than ${toleranceSeconds} seconds from now`);
  }
  const given = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'));
  const isOurs = keysOf(received.secret).some((key) => {
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((signature) => isSame(signature, expected));
  });
  if (!isOurs) throw new WebhookError('webhook-signature is not ours');
  return JSON.parse(Buffer.from(body).toString('utf8')) as WebhookEvent;
}

/**
 * Whether `x-notification-signature`, the hex HMAC-SHA512 of the body, is ours. It covers no time, so it does not stop
 * who sends an old event again: prefer `verifyWebhook`.
 */
export function verifyNotificationSignature({ secret, headers, body }: ReceivedWebhook): boolean {
  const given = Buffer.from(headerOf(headers, 'x-notification-signature'), 'hex');
  return keysOf(secret).some((key) =>
    isSame(given, createHmac('sha512', key).update(body).digest()),
  );
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
function headerOf(headers: WebhookHeaders, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = typeof found === 'string' ? found : found?.[0];
  if (value === undefined) throw new WebhookError(`The header ${name} is missing`);
  return value;
}
