import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { StaticAccountRequest } from '../../../../src/payments/accounts/static-account.dto.js';
import { IdentityHash } from '../../../../src/payments/accounts/identity-hash.js';
import { newStaticAccount } from '../../../../src/payments/accounts/static-account-request.js';

const identities = new IdentityHash(randomBytes(32));
const kept = (changes: Partial<StaticAccountRequest> = {}) => {
  const request = Object.assign(new StaticAccountRequest(), {
    reference: 'CUS-1001',
    prefix: '501',
    accountName: 'Ada Obi',
    email: 'Ada@Example.NG',
    phoneNumber: '08031234567',
    bvn: '22123456789',
    ...changes,
  });
  return newStaticAccount('va_1', 'mch_1', request, identities);
};

it('is the same request in whatever form it is written', () => {
  const hash = kept({ metadata: { a: '1', b: '2' } }).requestHash;
  const written = { email: 'Ada@example.ng', phoneNumber: '+2348031234567' };
  expect(kept({ ...written, metadata: { b: '2', a: '1' } }).requestHash).toEqual(hash);
  expect(kept().owner).toMatchObject({ email: 'Ada@example.ng', phoneNumber: '+2348031234567' });
});

it.each([
  { prefix: '502' },
  { accountName: 'Ada Obu' },
  { accountName: null, firstName: 'Ada', lastName: 'Obi' },
  { email: 'ada@example.com' },
  { metadata: { a: '1' } },
])('is another request with %j', (changes) => {
  expect(kept(changes).requestHash).not.toEqual(kept().requestHash);
});

it('has a hash that tells nothing of the identity number', () => {
  expect(kept({ bvn: '22123456780' }).requestHash).toEqual(kept().requestHash);
  expect(kept({ bvn: '22123456780' }).identity.hash).not.toEqual(kept().identity.hash);
});

it('takes the name whole, or in two parts', () => {
  expect(kept({ firstName: 'Ngozi', lastName: 'Eze' }).name).toBe('Ada Obi');
  expect(kept({ accountName: null, firstName: 'Ngozi', lastName: 'Eze' }).name).toBe('Ngozi Eze');
  expect(() => kept({ accountName: null, lastName: 'Eze' })).toThrow('accountName is required');
});

it('needs an identity number', () => {
  expect(() => kept({ bvn: null })).toThrow('bvn is required');
  expect(kept({ bvn: null, nin: '70123456789' }).identity).toMatchObject({ type: 'NIN' });
});
