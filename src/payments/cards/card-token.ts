import { createHash } from 'node:crypto';

/** Keeps tokens unreadable at rest, each bound to its attempt (src/platform/keys/secret-seal.ts). */
export interface TokenSeal {
  seal(token: string, attemptId: string): Buffer;
  open(sealed: Buffer, attemptId: string): string;
}

/** Returns a hash that tells whether two attempts of a merchant used the same card, without storing the token. */
export function tokenHash(merchantId: string, token: string): Buffer {
  return createHash('sha256').update(`${merchantId}/${token}`).digest();
}
