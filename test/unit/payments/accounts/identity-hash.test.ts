import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { IdentityHash } from '../../../../src/payments/accounts/identity-hash.js';

const [key, other] = [randomBytes(32), randomBytes(32)];
const bvn = '22123456789';

it('keeps of a number what only the same key makes again, its last digits, and which key', () => {
  const kept = new IdentityHash(key).of('BVN', bvn);
  expect(kept).toEqual(new IdentityHash(key).of('BVN', bvn));
  expect(kept).toMatchObject({ type: 'BVN', last4: '6789' });
  expect(JSON.stringify(kept)).not.toContain(bvn);
  expect(kept.hash).not.toEqual(createHash('sha256').update(`BVN/${bvn}`).digest());
  const elsewhere = new IdentityHash(other).of('BVN', bvn);
  expect(elsewhere.hash).not.toEqual(kept.hash);
  expect(elsewhere.kid).not.toBe(kept.kid);
});

it('tells a BVN from a NIN of the same digits', () => {
  const identities = new IdentityHash(key);
  expect(identities.of('NIN', bvn).hash).not.toEqual(identities.of('BVN', bvn).hash);
});
