import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import {
  isWebhookSecret,
  mintWebhookSecret,
} from '../../../../src/notify/delivery/webhook-secret.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';

const keySet = (...keys: Buffer[]) => keySetOf('seal', keys);

const key = () => randomBytes(32);

describe('secret seal', () => {
  test('opens what it sealed, and never seals alike twice', () => {
    const seal = createSecretSeal(keySet(key()));
    const secret = mintWebhookSecret();
    const first = seal.seal(secret, 'mer_1');
    expect(seal.open(first, 'mer_1')).toBe(secret);
    expect(first.equals(seal.seal(secret, 'mer_1'))).toBe(false);
    expect(first.toString('latin1')).not.toContain(secret);
  });

  test('does not open for another merchant', () => {
    const seal = createSecretSeal(keySet(key()));
    const sealed = seal.seal('whsec_x', 'mer_1');
    expect(() => seal.open(sealed, 'mer_2')).toThrow();
  });

  test('does not open when any single bit was flipped', () => {
    const seal = createSecretSeal(keySet(key()));
    const sealed = seal.seal('whsec_abc', 'mer_1');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = Buffer.from(sealed);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => seal.open(flipped, 'mer_1')).toThrow();
    }
  });

  test('opens with a former key after rotation, and not with a stranger', () => {
    const [old, next] = [key(), key()];
    const sealed = createSecretSeal(keySet(old)).seal('whsec_abc', 'mer_1');
    expect(createSecretSeal(keySet(next, old)).open(sealed, 'mer_1')).toBe('whsec_abc');
    expect(() => createSecretSeal(keySet(next)).open(sealed, 'mer_1')).toThrow(/not configured/);
    expect(() => createSecretSeal(keySet(next)).open(Buffer.alloc(3), 'mer_1')).toThrow(
      /not configured/,
    );
  });

  test('refuses a key of the wrong length', () => {
    expect(() => createSecretSeal(keySet(Buffer.alloc(16))).seal('s', 'm')).toThrow(/32 bytes/);
  });
});

test.each([
  [`whsec_${Buffer.alloc(24, 1).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(64, 1).toString('base64')}`, true],
  // Python, Go and C# do not decode base64 without its padding.
  [`whsec_${Buffer.alloc(32, 1).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(32, 1).toString('base64url')}`, false],
  [`whsec_${Buffer.alloc(64, 1).toString('base64').replace(/=$/, '')}`, false],
  [`whsec_${Buffer.alloc(64, 1).toString('base64url')}`, false],
  [`whsec_${Buffer.alloc(23, 1).toString('base64')}`, false],
  [`whsec_${Buffer.alloc(65, 1).toString('base64')}`, false],
  [Buffer.alloc(32, 1).toString('base64'), false],
  ['whsec_not base64 at all, whatever its length', false],
  ['', false],
])('webhook secret %j is acceptable: %s', (secret, expected) => {
  expect(isWebhookSecret(secret)).toBe(expected);
});
