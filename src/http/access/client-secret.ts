import { createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Hashes a secret for storage. HMAC and not a slow hash: the secret has 256 bits, and logins must not cost CPU. */
export function hashSecret(pepper: Buffer | KeyObject, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

export function mintClientId(): string {
  return `mid_${randomBytes(16).toString('base64url')}`;
}

/** 256 random bits; prefix and checksum let scanners find a secret that leaked into a repository. */
export function mintClientSecret(environment: 'sandbox' | 'live'): string {
  const body = `sk_${environment === 'live' ? 'live' : 'test'}_${randomBytes(32).toString('base64url')}`;
  return body + crc32(body).toString(16).padStart(8, '0');
}
