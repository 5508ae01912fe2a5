import { randomBytes } from 'node:crypto';

/** The sentence of a request that breaks the rule, after the name of its field. */
export const webhookSecretRule =
  'must be whsec_ and base64 of 24 to 64 bytes, padded with = to a multiple of four characters';

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function mintWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * Tells whether a secret that a merchant brings is one that Standard Webhooks allows: 24 to 64 bytes. Without the padding
 * of base64, a merchant's Python, Go or C# could not decode it.
 */
export function isWebhookSecret(secret: string): boolean {
  const isPadded = (secret.length - PREFIX.length) % 4 === 0;
  return isPadded && webhookSecretKey(secret) !== undefined;
}

/** The key bytes of a secret, also without padding; undefined when it is malformed. */
export function webhookSecretKey(secret: string): Buffer | undefined {
  const encoded = secret.slice(PREFIX.length);
  if (!secret.startsWith(PREFIX) || !BASE64.test(encoded)) return undefined;
  const key = Buffer.from(encoded, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : undefined;
}
