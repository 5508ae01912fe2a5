import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lagosDate } from '../../../../src/domain/lagos-day.js';
import { HomeService } from '../../../../src/reports/home/home.service.js';
import { ShownDays, shownDays } from '../../../../src/reports/home/shown-days.js';
import { MerchantHomeService } from '../../../../src/reports/home/merchant-home.service.js';
import { Kept } from '../../../../src/reports/home/kept.js';
import type { Sums, SumsWish } from '../../../../src/reports/sums/sums.store.js';

const suspense = { kind: 'SUSPENSE', count: 0, amountMinor: 0n, since: null } as const;
const nothing = {
  ...{ inFlight: async () => [], inSuspense: async () => suspense },
  ...{ disputes: async () => [], banks: async () => [] },
};

/** Sums whose money is the length of the period in minutes, so that a period can be told from another. */
class AskedSums {
  readonly asked: SumsWish[] = [];

  async of(wish: SumsWish): Promise<Sums[]> {
    this.asked.push(wish);
    const minutes = Math.floor((wish.before.getTime() - wish.since.getTime()) / 60_000);
    const days = Array.from({ length: Math.ceil(minutes / 1_440) }, (_, at) => {
      const date = lagosDate(new Date(wish.since.getTime() + at * 86_400_000));
      return { isTotal: false, key: date, grossMinor: BigInt(Math.min(minutes, 1_440)) } as Sums;
    });
    return [...days, { isTotal: true, key: '', payments: 1n, grossMinor: BigInt(minutes) } as Sums];
  }
}

describe('the first page of the desk', () => {
  it('compares the day of Lagos so far with the same hours a week ago', async () => {
    // 00:30 in Lagos, when it is still yesterday by UTC
    const now = Date.parse('2026-11-19T23:30:00Z');
    const { today, lastWeek } = await new HomeService(nothing, new AskedSums(), () => now).find();
    expect([today?.date, today?.grossMinor]).toEqual(['2026-11-20', 30n]);
    expect([lastWeek?.date, lastWeek?.grossMinor]).toEqual(['2026-11-13', 30n]);
  });

  it('shows the rest while the figures of today take long', async () => {
    const never = new Promise<Sums[]>(() => {});
    const found = await new HomeService(nothing, { of: () => never }).find();
    expect(found).toMatchObject({ today: null, lastWeek: null, missing: shownDays, banks: [] });
  });

  it('shows the rest when the suspense cannot be added up', async () => {
    const slow = () => Promise.reject(new Error('canceling statement due to statement timeout'));
    const of = async () => [];
    const found = await new HomeService({ ...nothing, inSuspense: slow }, { of }).find();
    expect(found).toMatchObject({ inFlight: [], banks: [] });
    expect(await new HomeService(nothing, { of }).find()).toMatchObject({ inFlight: [suspense] });
  });

  it('leaves the connections to the rest of the page: one sum is under way at a time, and one that fails lets the next begin', async () => {
    let [underWay, most, asked] = [0, 0, 0];
    const of = async (): Promise<Sums[]> => {
      most = Math.max(most, (underWay += 1));
      asked += 1;
      await setImmediate();
      underWay -= 1;
      throw new Error('canceling statement due to statement timeout');
    };
    const service = new HomeService(nothing, { of });
    const found = await Promise.all([service.find(), service.find()]);
    // Today, the same day of the week before, and the first of the days.
    expect([most, asked]).toEqual([1, 3]);
    expect(found[1]).toMatchObject({ today: null, missing: shownDays });
  });

  it('adds up each day that is over once, and yesterday again after ten minutes', async () => {
    const sums = new AskedSums();
    let now = Date.parse('2026-11-20T12:00:00Z');
    const service = new HomeService(nothing, sums, () => now);
    const first = await service.find();
    expect(first.missing).toBe(0);
    expect(first.days.map(({ date }) => date)).toEqual(
      first.days.map(({ date }) => date).toSorted(),
    );
    expect([first.days.length, first.days[0]?.date]).toEqual([shownDays, '2026-10-21']);
    expect(first.days.every(({ grossMinor }) => grossMinor === 1_440n)).toBe(true);
    const asked = sums.asked.length;
    now += 5_000;
    await service.find();
    expect(sums.asked.length).toBe(asked);
    now += 600_000;
    await service.find();
    // Today, the week before, and yesterday.
    expect(sums.asked.length).toBe(asked + 3);
  });

  it('shows the days that cannot be added up as missing, and tries them again', async () => {
    let isAway = true;
    const sums = new AskedSums();
    const service = new HomeService(nothing, {
      of: async (wish) => {
        const isWhole = wish.before.getTime() - wish.since.getTime() === 86_400_000;
        if (isAway && isWhole) throw new Error('the database does not answer');
        return sums.of(wish);
      },
    });
    expect((await service.find()).missing).toBe(shownDays);
    isAway = false;
    expect((await service.find()).missing).toBe(0);
  });
});

describe('the first pages of many merchants', () => {
  it('ask for three sums at a time, so that half of the portal’s connections stay for other pages', async () => {
    let [underWay, most, ended] = [0, 0, 0];
    const sums = new AskedSums();
    const of = async (wish: SumsWish): Promise<Sums[]> => {
      most = Math.max(most, (underWay += 1));
      await setImmediate();
      underWay -= 1;
      ended += 1;
      return sums.of(wish);
    };
    const needs = { of: async () => [] };
    const merchants = { find: async () => ({ checklist: [] }) };
    const now = Date.now();
    const service = new MerchantHomeService({ of }, needs, merchants, () => now);
    const ids = ['mch_a', 'mch_b', 'mch_c', 'mch_d'];
    const missing = async () =>
      (await Promise.all(ids.map(async (id) => service.find(id)))).map((found) => found.missing);
    // On a busy machine the first pages may be shown before their sums are there; those go on.
    await expect.poll(missing).toEqual([0, 0, 0, 0]);
    expect([most, ended]).toEqual([3, 12]);
  });
});

describe('the days before today of one merchant', () => {
  it('are added up by one statement, each in its own day of Lagos, and no merchant’s stand for another’s', async () => {
    const sums = new AskedSums();
    // A minute before midnight in Lagos.
    let now = Date.parse('2026-11-20T22:59:00Z');
    const shown = new ShownDays(sums, { merchantId: 'mch_a', atOnce: shownDays }, () => now);
    expect((await shown.last()).days.at(-1)?.date).toBe('2026-11-19');
    expect(sums.asked).toMatchObject([{ merchantId: 'mch_a', by: 'day' }]);
    expect(sums.asked[0]?.since).toEqual(new Date('2026-10-20T23:00:00Z'));
    expect(sums.asked[0]?.before).toEqual(new Date('2026-11-19T23:00:00Z'));
    now += 60_000;
    const next = await shown.last();
    expect([next.missing, next.days.length, next.days.at(-1)?.date]).toEqual([
      ...[0, shownDays, '2026-11-20'],
    ]);
    // Only the day that has just ended.
    expect(sums.asked[1]).toMatchObject({ since: new Date('2026-11-19T23:00:00Z') });
    expect(sums.asked[1]).toMatchObject({ before: new Date('2026-11-20T23:00:00Z') });
  });

  it('are not waited for longer than the patience of the page', async () => {
    const never = new ShownDays(
      { of: () => new Promise(() => {}) },
      { merchantId: 'mch_a', atOnce: shownDays },
    );
    expect(await never.last()).toMatchObject({ missing: shownDays });
  });
});

describe('a value that is kept', () => {
  const bounds = { maxAgeMs: 10, oldestMs: 30 };

  it('is made once for all who ask at once, and anew once it is old', async () => {
    let [made, now] = [0, 0];
    const kept = new Kept(
      async () => (made += 1),
      bounds,
      () => now,
    );
    const both = [kept.within(1_000), kept.within(1_000)];
    expect(await Promise.all(both)).toEqual([1, 1]);
    now = 9;
    expect(await kept.within(1_000)).toBe(1);
    now = 10;
    expect(await kept.within(1_000)).toBe(2);
  });

  it('is the one before while it takes long, until that is too old to be shown', async () => {
    let now = 0;
    let finish: (made: string) => void = () => undefined;
    const slow = () => new Promise<string>((resolve) => (finish = resolve));
    const kept = new Kept(slow, bounds, () => now);
    expect(await kept.within(1)).toBeNull();
    finish('first');
    expect(await kept.within(1_000)).toBe('first');
    now = 29;
    expect(await kept.within(1)).toBe('first');
    now = 30;
    expect(await kept.within(1)).toBeNull();
    finish('second');
    expect(await kept.within(1_000)).toBe('second');
  });

  it('is asked for again when it could not be made, and stays when it can no longer', async () => {
    let [isAway, now] = [true, 0];
    const kept = new Kept(
      async () => {
        if (isAway) throw new Error('away');
        return 'made';
      },
      bounds,
      () => now,
    );
    expect(await kept.within(1_000)).toBeNull();
    isAway = false;
    expect(await kept.within(1_000)).toBe('made');
    [isAway, now] = [true, 20];
    expect(await kept.within(1_000)).toBe('made');
  });
});
