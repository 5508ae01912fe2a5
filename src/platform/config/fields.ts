import { createPrivateKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { QuotaRule } from '../../domain/quota-rule.js';
import type { NamedKey, NamedKeys } from './key-set.js';
import { loginOf } from './login-of.js';

export interface RailLimit {
  /** Maximum number of calls in a second, of all workers together. */
  readonly callsPerSecond: number;
  /** Maximum number of calls that one worker makes at the same time. */
  readonly concurrentCalls: number;
}

export type RailLimits = ReadonlyMap<string, RailLimit>;

export const port = (fallback: number) =>
  z.coerce.number('must be a port number').int().min(0).max(65_535).default(fallback);

export const count = (least: number, most: number, fallback: number) =>
  z.coerce.number('must be a whole number').int().min(least).max(most).default(fallback);

export const poolSize = (fallback: number) => count(2, 500, fallback);

// The messages do not repeat the text, because it may hold a password.
export const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), {
      error: `must be a URL such as ${example}`,
    })
    .refine((text) => !URL.canParse(text) || loginOf(new URL(text)) !== undefined, {
      error: 'has a % in its user or password that must be written as %25',
    });

/**
 * The name of a worker deployment or of a build. Temporal joins the two with a dot or a colon, so the name contains
 * neither.
 */
export const versionName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/,
    'must be letters, digits, - and _, at most 63 characters',
  );

/** `COUNT/SECONDS`, or `off`. */
export const rate = z.string().transform((text, context): QuotaRule | null => {
  if (text === 'off') return null;
  const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(text) ?? [];
  if (limit !== undefined) return { limit: Number(limit), windowMs: Number(seconds) * 1_000 };
  context.addIssue('must be requests and seconds, such as 1000/10, or off');
  return z.NEVER;
});

/** `PROVIDER=PER SECOND/AT ONCE`, with commas between several. */
export const railLimits = z.string().transform((text, context): RailLimits => {
  const limits = new Map<string, RailLimit>();
  for (const part of text.split(',')) {
    const [, provider, callsPerSecond, concurrentCalls] =
      /^(\*|[a-z][a-z0-9-]*)=([1-9]\d{0,4})\/([1-9]\d{0,2})$/.exec(part.trim()) ?? [];
    if (provider === undefined || limits.has(provider)) {
      context.addIssue('must be calls per second and at once, such as *=100/16,some-bank=30/8');
      return z.NEVER;
    }
    limits.set(provider, {
      callsPerSecond: Number(callsPerSecond),
      concurrentCalls: Number(concurrentCalls),
    });
  }
  return limits;
});

/** Addresses and CIDR ranges with commas between them. Fastify takes no range of all addresses. */
export const addressRanges = z.string().transform((text, context): readonly string[] => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isRange = (part: string) =>
    isIP(part) !== 0 || (ipaddr.isValidCIDR(part) && !/\/0+$/.test(part));
  if (parts.every(isRange)) return parts;
  context.addIssue('must be addresses or CIDR ranges, with a comma between several');
  return z.NEVER;
});

/** 256 bits, so that no key is weaker than the hash it is used with. */
export const key = z.string().transform((text, context) => {
  const bytes = keyOf(text);
  if (bytes !== undefined) return bytes;
  context.addIssue('must be 32 bytes in base64url (43 characters)');
  return z.NEVER;
});

/** Reads one key, or several with commas or white space between them. */
export const keys = z.string().transform((text, context): readonly Buffer[] => {
  const found = text.split(/[\s,]+/).map(keyOf);
  if (found.every((each) => each !== undefined)) return found;
  context.addIssue('must be 32 bytes in base64url (43 characters), or several such keys');
  return z.NEVER;
});

function keyOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return /^[A-Za-z0-9_-]{43}=?$/.test(text) && bytes.length === 32 ? bytes : undefined;
}

/** Reads one JWK, or a set of them: `{"keys": [...]}`. */
export const tokenKeys = z.string().transform((text, context): NamedKeys<KeyObject> => {
  try {
    const parsed = JSON.parse(text) as Jwk | { readonly keys: Jwk[] };
    const all = 'keys' in parsed && Array.isArray(parsed.keys) ? parsed.keys : [parsed as Jwk];
    const [first, ...others] = all.map(tokenKeyOf);
    if (first !== undefined) return [first, ...others];
  } catch {
    // The text is a secret: neither it nor the parser's message may reach a log.
  }
  context.addIssue('must be an Ed25519 private key as JWK with a kid, or a set of them');
  return z.NEVER;
});

type Jwk = Readonly<Record<string, string>>;

/** @throws Error when the JWK is no Ed25519 key with a kid */
function tokenKeyOf(jwk: Jwk): NamedKey<KeyObject> {
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const kid = jwk['kid'];
  if (privateKey.asymmetricKeyType !== 'ed25519' || typeof kid !== 'string' || kid === '') {
    throw new Error('not an Ed25519 key with a kid');
  }
  return { kid, key: privateKey };
}
