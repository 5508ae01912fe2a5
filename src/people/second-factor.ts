import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** The number of steps by which a clock may be wrong. */
const window = 1;
const recoveryCodeCount = 10;
const codePattern = /^\d{6}$/;
const recoveryPattern = /^[A-Z2-7]{16}$/;

/** A new secret of an authenticator app, in base32: 160 bits, as RFC 4226 asks. */
export function mintTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the text that an app reads from the picture. */
export function totpUri(secret: string, name: string, issuer: string): string {
  return totpOf(secret, name, issuer).toString();
}

/** The step of time that the code belongs to (RFC 6238); undefined: it belongs to no step around now. */
export function totpStep(code: string, secret: string, now: number): number | undefined {
  if (!codePattern.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1_000 / periodSeconds) + delta;
}

/** The code of a moment; for tests, and for whoever has no app. */
export function totpCode(secret: string, now: number): string {
  return totpOf(secret).generate({ timestamp: now });
}

function totpOf(secret: string, label = 'person', issuer = 'Manilla'): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds, label, issuer });
}

/** Recovery codes for a lost app: 80 random bits each, in groups of four. The codes are shown once. */
export function mintRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32;
    return (letters.match(/.{4}/g) ?? []).join('-').toLowerCase();
  });
}

/** Hashes a recovery code for storage, in whatever way it was typed; undefined: the text is no recovery code. */
export function recoveryHash(typed: string): Buffer | undefined {
  const letters = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!recoveryPattern.test(letters)) return undefined;
  return createHash('sha256').update(letters).digest();
}

/** People type a code with a space in the middle. */
export function tidyCode(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}
