import {
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';

/**
 * How a bank signs what it sends to our hooks: `x-provider-signature` = hex HMAC-SHA-256 over
 * `timestamp + "." + body` with the key it shares with us, `x-provider-timestamp` = seconds since the epoch.
 */
export const hookHeaders = {
  timestamp: 'x-provider-timestamp',
  signature: 'x-provider-signature',
} as const;

/** A signature may be this old, or this far ahead, and no more: later it could be a replay. */
const toleranceSeconds = 300;

/** The simulator's key is no setting of its own: both sides derive it. */
export function simulatorKey(sealKey: Buffer): KeyObject {
  const bytes = hkdfSync('sha256', sealKey, '', 'manilla/provider-hook/simulator', 32);
  return createSecretKey(new Uint8Array(bytes));
}

export function signHook(key: KeyObject, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
}

export interface SignedHook {
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** Whether the body is the provider's, unchanged and of now. */
export function isHookGenuine(key: KeyObject, hook: SignedHook, nowMs: number): boolean {
  if (!/^\d{10}$/.test(hook.timestamp) || !/^[0-9a-f]{64}$/i.test(hook.signature)) return false;
  const expected = Buffer.from(signHook(key, hook.timestamp, hook.body), 'hex');
  const isRight = timingSafeEqual(expected, Buffer.from(hook.signature, 'hex'));
  return isRight && Math.abs(nowMs / 1_000 - Number(hook.timestamp)) <= toleranceSeconds;
}
