import { afterEach, expect, it, vi } from 'vitest';
import { MerchantDirectory } from '../../../../src/http/access/merchant-directory.js';
import type { MerchantProfile } from '../../../../src/http/access/merchant.js';
import type { PgMerchantStore } from '../../../../src/http/access/merchant.store.js';

/** Merchants whose reads answer when the test says so, each with the number of its read as name. */
function slowStore() {
  const answers: (() => void)[] = [];
  let reads = 0;
  const store: Pick<PgMerchantStore, 'profile'> = {
    profile: () => {
      reads += 1;
      const profile = { name: `read ${reads}` } as MerchantProfile;
      return new Promise((resolve) => answers.push(() => resolve(profile)));
    },
  };
  return { store, answer: () => answers.shift()?.() };
}

it('reads a merchant once for all who ask at once', async () => {
  const { store, answer } = slowStore();
  const directory = new MerchantDirectory(store);
  const asked = [directory.find('mch_1'), directory.find('mch_1')];
  answer();
  for (const profile of asked) expect(await profile).toEqual({ name: 'read 1' });
  expect(directory.find('mch_1')).toEqual({ name: 'read 1' });
});

it('reads anew after a change, and keeps no read that began before it', async () => {
  const { store, answer } = slowStore();
  const directory = new MerchantDirectory(store);
  const before = directory.find('mch_1');
  directory.forget('mch_1');
  const after = directory.find('mch_1');
  answer();
  await before;
  answer();
  await after;
  expect(directory.find('mch_1')).toEqual({ name: 'read 2' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['five seconds', null, 5_000],
  ['its fee plans hold', 2_000, 2_000],
  ['five seconds, however long its fee plans hold', 60_000, 5_000],
] as const)('keeps a merchant no longer than %s', async (_limit, plansHoldMs, keptMs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  // The clock of the cache, which has taken hold of it before.
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  let reads = 0;
  const directory = new MerchantDirectory({
    profile: async () => ({ name: `read ${(reads += 1)}`, plansHoldMs }) as MerchantProfile,
  });
  await directory.find('mch_1');
  await vi.advanceTimersByTimeAsync(keptMs - 10);
  expect(await directory.find('mch_1')).toMatchObject({ name: 'read 1' });
  await vi.advanceTimersByTimeAsync(20);
  expect(await directory.find('mch_1')).toMatchObject({ name: 'read 2' });
});
