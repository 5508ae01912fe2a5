import {
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { KeySet, NamedKey } from '../platform/config/key-set.js';

/**
 * The headers by which a bank signs its calls to our hooks: `x-provider-signature` = hex HMAC-SHA-256 over `timestamp +
 * "." + body` with the key it shares with us, `x-provider-timestamp` = seconds since the epoch.
 */
export const hookHeaders = {
  timestamp: 'x-provider-timestamp',
  signature: 'x-provider-signature',
} as const;

/** A signature may be this old, or this far ahead, and no more: later it could be a replay. */
const toleranceSeconds = 300;

/** The keys that we share with a provider: the first one signs, each of them is accepted. */
export interface HookKeys {
  readonly first: KeyObject;
  readonly all: readonly KeyObject[];
  /** Notes that a signature with this key was right. */
  noteUsed(key: KeyObject): void;
}

/** The simulator's keys, which both sides derive from the key set of hooks. */
export function simulatorKeys(keySet: KeySet): HookKeys {
  const derived = new WeakMap<Buffer, KeyObject>();
  const derive = ({ key: root }: NamedKey): KeyObject => {
    const known = derived.get(root) ?? simulatorKey(root);
    derived.set(root, known);
    return known;
  };
  return {
    get first() {
      return derive(keySet.first);
    },
    get all() {
      return keySet.keys.map(derive);
    },
    noteUsed: (key) => {
      const used = keySet.keys.find((each) => derive(each) === key);
      if (used !== undefined) keySet.noteRead(used.kid);
    },
  };
}

function simulatorKey(root: Buffer): KeyObject {
  const bytes = hkdfSync('sha256', root, '', 'manilla/provider-hook/simulator', 32);
  return createSecretKey(new Uint8Array(bytes));
}

export function signHook(
  { first }: Pick<HookKeys, 'first'>,
  timestamp: string,
  body: string | Buffer,
): string {
  return hmacOf(first, timestamp, body);
}

function hmacOf(key: KeyObject, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
}

export interface SignedHook {
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** Tells whether the body is the provider's, unchanged and recent. */
export function isHookGenuine(keys: HookKeys, hook: SignedHook, nowMs: number): boolean {
  if (!/^\d{10}$/.test(hook.timestamp) || !/^[0-9a-f]{64}$/i.test(hook.signature)) return false;
  const given = Buffer.from(hook.signature, 'hex');
  const used = keys.all.find((key) =>
    timingSafeEqual(Buffer.from(hmacOf(key, hook.timestamp, hook.body), 'hex'), given),
  );
  if (used === undefined) return false;
  keys.noteUsed(used);
  return Math.abs(nowMs / 1_000 - Number(hook.timestamp)) <= toleranceSeconds;
}
