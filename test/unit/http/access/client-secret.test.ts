import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  hashSecret,
  mintClientId,
  mintClientSecret,
} from '../../../../src/http/access/client-secret.js';
import { keyId } from '../../../../src/platform/config/key-set.js';

it('mints secrets that scanners recognise, with 256 random bits and a checksum', () => {
  const secret = mintClientSecret('sandbox');
  expect(secret).toMatch(/^sk_test_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/);
  expect(secret.slice(-8)).toBe(crc32(secret.slice(0, -8)).toString(16).padStart(8, '0'));
  expect(mintClientSecret('live')).toMatch(/^sk_live_/);
  expect(mintClientSecret('sandbox')).not.toBe(secret);
});

it('mints client ids that the authenticate operation accepts', () => {
  expect(mintClientId()).toMatch(/^mid_[A-Za-z0-9_-]{22}$/);
});

it('keeps of a secret what only the same pepper makes again', () => {
  const [pepper, other] = [randomBytes(32), randomBytes(32)];
  expect(hashSecret(pepper, 's')).toEqual(hashSecret(pepper, 's'));
  expect(hashSecret(other, 's')).not.toEqual(hashSecret(pepper, 's'));
  expect(keyId('pepper', pepper)).not.toBe(keyId('pepper', other));
});
