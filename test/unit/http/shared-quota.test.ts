import { expect, it } from 'vitest';
import type { QuotaGrant, QuotaStore } from '../../../src/http/quota-store.port.js';
import type { QuotaRule } from '../../../src/domain/quota-rule.js';
import { SharedQuota } from '../../../src/http/shared-quota.js';

/** Counts as draw_quota does, in one window without end. */
class Counted implements QuotaStore {
  draws = 0;
  used = 0;
  isGone = false;

  async draw(_name: string, used: number, want: number, rule: QuotaRule): Promise<QuotaGrant> {
    this.draws += 1;
    if (this.isGone) throw new Error('gone');
    this.used += used;
    const granted = Math.min(want, Math.max(rule.limit - this.used, 0));
    this.used += granted;
    return { granted, remaining: Math.max(rule.limit - this.used, 0), endsInMs: 60_000 };
  }

  async forget(): Promise<void> {
    this.used = 0;
  }
}

const rule = { limit: 1_000, windowMs: 60_000 };

async function take(quota: SharedQuota, times: number): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < times; n += 1) {
    if ((await quota.take('a')).allowed) allowed += 1;
  }
  return allowed;
}

it('lets one process have the limit exactly', async () => {
  const store = new Counted();
  expect(await take(new SharedQuota(store, 'k', rule, 20), 1_500)).toBe(1_000);
  expect(store.draws).toBeLessThanOrEqual(52);
});

it('asks nobody while a name uses less than half a block', async () => {
  const store = new Counted();
  const quota = new SharedQuota(store, 'k', rule, 20);
  expect(await take(quota, 9)).toBe(9);
  expect(store.draws).toBe(0);
});

it.each([2, 3, 5])('lets %i processes have at most a block more for each', async (count) => {
  const store = new Counted();
  const quotas = Array.from({ length: count }, () => new SharedQuota(store, 'k', rule, 20));
  let allowed = 0;
  for (let n = 0; n < 1_500; n += 1) {
    for (const quota of quotas) if ((await quota.take('a')).allowed) allowed += 1;
  }
  expect(allowed).toBeGreaterThanOrEqual(1_000);
  expect(allowed).toBeLessThanOrEqual(1_000 + 20 * (count - 1));
});

it('lets those who come at once have what is left, and no more', async () => {
  const store = new Counted();
  const quota = new SharedQuota(store, 'k', { limit: 50, windowMs: 60_000 }, 5);
  const answers = await Promise.all(Array.from({ length: 200 }, async () => quota.take('a')));
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(50);
});

it('counts one at a time where nothing may be let through on credit', async () => {
  const store = new Counted();
  const quota = new SharedQuota(store, 'k', { limit: 3, windowMs: 60_000 }, 1, 0);
  expect(await take(quota, 2)).toBe(2);
  expect(quota.blockedFor('a')).toBeUndefined();
  expect(await take(quota, 1)).toBe(1);
  expect(quota.blockedFor('a')).toBeGreaterThan(50);
  expect(quota.blockedFor('b')).toBeUndefined();
  await quota.forget('a');
  expect(quota.blockedFor('a')).toBeUndefined();
});

it('begins anew when the window is over', async () => {
  const store = new Counted();
  const quota = new SharedQuota(store, 'k', { limit: 1, windowMs: 60_000 }, 1, 0);
  expect(await take(quota, 2)).toBe(1);
  expect(quota.blockedFor('a', performance.now() + 60_001)).toBeUndefined();
  expect(quota.blockedFor('a', performance.now() + 58_000)).toBeGreaterThan(0);
});

it('refuses nobody while the store is gone', async () => {
  const store = new Counted();
  store.isGone = true;
  expect(await take(new SharedQuota(store, 'k', { limit: 10, windowMs: 60_000 }, 2), 50)).toBe(50);
});
