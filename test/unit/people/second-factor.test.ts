import { describe, expect, it } from 'vitest';
import {
  mintRecoveryCodes,
  mintTotpSecret,
  recoveryHash,
  totpCode,
  totpStep,
  totpUri,
} from '../../../src/people/second-factor.js';

describe('a code of the app', () => {
  // The secret of RFC 6238, appendix B: "12345678901234567890".
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is RFC 6238’s: at %i s it is %s', (seconds, code) => {
    expect(totpCode(secret, seconds * 1_000)).toBe(code);
    expect(totpStep(code, secret, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('may be one step old or early, and tells its own step', () => {
    const now = 1_800_000_015_000;
    const step = Math.floor(now / 30_000);
    for (const [away, found] of [
      [-2, undefined],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, undefined],
    ] as const) {
      expect(totpStep(totpCode(secret, now + away * 30_000), secret, now)).toBe(found);
    }
  });

  it.each(['', '28708', '2870822', '28708a', ' 287082'])('is six digits, not "%s"', (code) => {
    expect(totpStep(code, secret, 59_000)).toBeUndefined();
  });

  it('comes from a secret of 160 bits, which apps read as a URI', () => {
    const made = mintTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(mintTotpSecret()).not.toBe(made);
    const uri = new URL(totpUri(made, 'Ada Obi', 'Manilla sandbox'));
    expect(uri.protocol).toBe('otpauth:');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      ...{ secret: made, issuer: 'Manilla sandbox', period: '30', digits: '6' },
    });
  });
});

describe('recovery codes', () => {
  it('are ten, of 80 bits each', () => {
    const codes = mintRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  });

  it('are known however they are typed, and nothing else is one', () => {
    const hash = recoveryHash('abcd-efgh-ijkl-mnop');
    expect(recoveryHash(' ABCDEFGH ijkl mnop')).toEqual(hash);
    expect(recoveryHash('abcd-efgh-ijkl-mno1')).toBeUndefined();
    expect(recoveryHash('123456')).toBeUndefined();
  });
});
