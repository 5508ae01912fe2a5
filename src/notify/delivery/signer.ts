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
 * The headers that prove a notification's origin, in two idioms: Standard Webhooks (covers id, time and body; stops
 * replays) with a signature of every key, and the hex HMAC-SHA512 of the body alone, for which Nigerian integrators
 * already have code, and which has room for one signature.
 *
 * @param key a KeyObject when many are signed: Node takes several times as long with bare bytes
 * @param formerKeys keys that `key` has replaced and that a receiver may still check with, the youngest first
 */
export function signatureHeaders(
  key: Buffer | KeyObject,
  { id, timestamp, body }: SignedMessage,
  formerKeys: readonly (Buffer | KeyObject)[] = [],
) {
  const signed = `${id}.${timestamp}.${body}`;
  const v1 = [key, ...formerKeys].map(
    (each) => `v1,${createHmac('sha256', each).update(signed, 'utf8').digest('base64')}`,
  );
  // The single SHA-512 signature is made with the oldest key, which a receiver certainly has. It may not have been
  // given the newest yet.
  const oldest = formerKeys.at(-1) ?? key;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': v1.join(' '),
    'x-notification-signature': createHmac('sha512', oldest).update(body, 'utf8').digest('hex'),
  };
}
