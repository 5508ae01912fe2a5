import { createHmac, type KeyObject } from 'node:crypto';

export interface SignedMessage {
  /** The event's id: the same at every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number;
  /** The exact bytes that are sent. */
  readonly body: string;
}

/**
 * The headers that prove a notification's origin, in two idioms over one key: Standard Webhooks (covers id, time and
 * body; stops replays) and the hex HMAC-SHA512 of the body alone that Nigerian integrations already have code for.
 *
 * @param key a KeyObject when many are signed: Node takes several times as long with bare bytes
 */
export function signatureHeaders(key: Buffer | KeyObject, { id, timestamp, body }: SignedMessage) {
  const v1 = createHmac('sha256', key)
    .update(`${id}.${timestamp}.${body}`, 'utf8')
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${v1}`,
    'x-notification-signature': createHmac('sha512', key).update(body, 'utf8').digest('hex'),
  };
}
