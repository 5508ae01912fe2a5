import { randomBytes } from 'node:crypto';

const tokenPattern = /^mop_[A-Za-z0-9_-]{43}$/;

/**
 * Makes a token: 256 random bits, with a prefix by which scanners find a leaked token. The token is shown only once.
 */
export function mintOperatorToken(): string {
  return `mop_${randomBytes(32).toString('base64url')}`;
}

export function isOperatorToken(text: string): boolean {
  return tokenPattern.test(text);
}
