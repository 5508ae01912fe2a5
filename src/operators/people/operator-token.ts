import { randomBytes } from 'node:crypto';

const tokenPattern = /^mop_[A-Za-z0-9_-]{43}$/;

/** 256 random bits; the prefix lets scanners find a token that leaked. The token is shown once. */
export function mintOperatorToken(): string {
  return `mop_${randomBytes(32).toString('base64url')}`;
}

export function isOperatorToken(text: string): boolean {
  return tokenPattern.test(text);
}
