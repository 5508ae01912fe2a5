import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientCredentials } from '../../../../src/http/access/client-credentials.js';
import { hashSecret } from '../../../../src/http/access/client-secret.js';
import type { MerchantSecret } from '../../../../src/http/access/merchant.js';
import type { PgMerchantStore } from '../../../../src/http/access/merchant.store.js';
import {
  keyId,
  type KeySet,
  keysNamed,
  keySetOf,
} from '../../../../src/platform/config/key-set.js';

const pepper = Buffer.alloc(32, 7);
const secretOf = (secret: string): MerchantSecret => ({
  merchantId: 'mch_1',
  secretHash: hashSecret(pepper, secret),
  pepperKid: keyId('pepper', pepper),
  groups: ['payments'],
  addresses: [],
  isOwn: true,
});

let secrets: Record<string, MerchantSecret[]>;
let reads: number;
let hashedAnew: { was: Buffer; hash: Buffer; kid: string }[];
let peppers: KeySet;
let now: number;
let credentials: ClientCredentials;

beforeEach(() => {
  // The cache reads this clock, and once in a millisecond only.
  now = 1_000;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  secrets = { client: [secretOf('right')] };
  reads = 0;
  hashedAnew = [];
  peppers = keySetOf('pepper', [pepper]);
  const store: Pick<PgMerchantStore, 'secretsOf' | 'hashAnew'> = {
    secretsOf: (clientId) => {
      reads += 1;
      return Promise.resolve(secrets[clientId] ?? []);
    },
    hashAnew: (was, hash, kid) => {
      hashedAnew.push({ was, hash, kid });
      return Promise.resolve();
    },
  };
  credentials = new ClientCredentials(store, peppers);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const find = async (clientId: string, secret: string) =>
  (await credentials.find(clientId, secret))?.merchantId;
const passFiveSeconds = (): void => {
  now += 5_001;
  vi.advanceTimersByTime(5_001);
};

it('tells whose they are, and reads a busy client’s secrets once in five seconds', async () => {
  expect(await find('client', 'right')).toBe('mch_1');
  expect(await find('client', 'right')).toBe('mch_1');
  expect(reads).toBe(1);
  passFiveSeconds();
  expect(await find('client', 'right')).toBe('mch_1');
  expect(reads).toBe(2);
});

it('takes a new secret at once, beside the one before', async () => {
  await find('client', 'right');
  secrets['client'] = [secretOf('new'), secretOf('right')];
  expect(await find('client', 'new')).toBe('mch_1');
  expect(await find('client', 'right')).toBe('mch_1');
});

it('takes a secret that was withdrawn for five seconds at most', async () => {
  await find('client', 'right');
  secrets['client'] = [];
  passFiveSeconds();
  expect(await find('client', 'right')).toBeUndefined();
});

it('refuses a wrong secret, an unknown client and another pepper', async () => {
  expect(await find('client', 'wrong')).toBeUndefined();
  expect(await find('nobody', 'right')).toBeUndefined();
  secrets['former'] = [{ ...secretOf('right'), pepperKid: 'other' }];
  expect(await find('former', 'right')).toBeUndefined();
});

it('asks the store about every wrong secret', async () => {
  await find('client', 'right');
  await find('client', 'wrong');
  await find('client', 'wrong');
  expect(reads).toBe(3);
});

it('takes a secret of a former pepper, and hashes it anew with the first', async () => {
  const next = Buffer.alloc(32, 9);
  peppers.replace(keysNamed('pepper', [next, pepper]));
  expect(await find('client', 'right')).toBe('mch_1');
  expect(hashedAnew).toEqual([
    {
      was: hashSecret(pepper, 'right'),
      hash: hashSecret(next, 'right'),
      kid: keyId('pepper', next),
    },
  ]);
  peppers.replace(keysNamed('pepper', [next]));
  expect(await find('client', 'right')).toBeUndefined();
});
