import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function mintWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Tells whether a secret that a merchant brings is one that Standard Webhooks allows: 24 to 64 bytes. */
export function isWebhookSecret(secret: string): boolean {
  return webhookSecretKey(secret) !== undefined;
}

/** The key bytes of a secret; undefined when it is malformed. */
export function webhookSecretKey(secret: string): Buffer | undefined {
  const encoded = secret.slice(PREFIX.length);
  if (!secret.startsWith(PREFIX) || !BASE64.test(encoded)) return undefined;
  const key = Buffer.from(encoded, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : undefined;
}
