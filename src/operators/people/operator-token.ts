import { createHash, randomBytes } from 'node:crypto';

const tokenPattern = /^mop_[A-Za-z0-9_-]{43}$/;

/** 256 random bits; the prefix lets scanners find a token that leaked. The token is shown once. */
export function mintOperatorToken(): string {
  return `mop_${randomBytes(32).toString('base64url')}`;
}

export function isOperatorToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** A secret of a browser that is signed in. */
export function mintSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token or a session for storage. The hash is not slow, because nobody guesses 256 bits. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
