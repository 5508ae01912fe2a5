import { createHash, randomBytes } from 'node:crypto';

/** A secret of a browser that is signed in, or of a link: 256 random bits. */
export function mintSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token, a session or a link for storage. The hash is not slow, because nobody guesses 256 bits. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The text that forms of a session carry. Only pages that the session was shown know it. */
export function formKeyOf(secret: string): string {
  return createHash('sha256').update(`form ${secret}`).digest('base64url');
}
