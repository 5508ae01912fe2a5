import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../src/http/api-error.js';
import { SumsService } from '../../../src/reports/sums/sums.service.js';
import type { SumsWish } from '../../../src/reports/sums/sums.store.js';

async function asked(query: object, now: string): Promise<SumsWish> {
  const wishes: SumsWish[] = [];
  const store = {
    of: (wish: SumsWish) => {
      wishes.push(wish);
      return Promise.resolve([]);
    },
  };
  await new SumsService(store, () => Date.parse(now)).of('mch_1', query);
  return wishes[0] as SumsWish;
}

const period = ({ since, before }: SumsWish) => [since.toISOString(), before.toISOString()];

describe('sums without a period', () => {
  it.each([
    ['2026-11-20T22:59:59.999Z', '2026-11-13T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2026-11-20T23:00:00.000Z', '2026-11-14T23:00:00.000Z', '2026-11-21T23:00:00.000Z'],
  ])('are of the seven days of Lagos that end with %s', async (now, since, before) => {
    expect(period(await asked({}, now))).toEqual([since, before]);
  });
});

describe('sums of a period', () => {
  const now = '2026-11-20T12:00:00Z';
  it('are of whole days, both included, by day unless it is said otherwise', async () => {
    const wish = await asked({ from: '2026-11-01', to: '2026-11-02' }, now);
    expect(period(wish)).toEqual(['2026-10-31T23:00:00.000Z', '2026-11-02T23:00:00.000Z']);
    expect(wish).toMatchObject({ by: 'day', merchantId: 'mch_1', currency: 'NGN' });
  });

  it.each([
    ['day', '2026-01-01', '2027-01-01', true],
    ['day', '2026-01-01', '2027-01-02', false],
    ['hour', '2026-01-01', '2026-01-31', true],
    ['hour', '2026-01-01', '2026-02-01', false],
  ])('by %s from %s to %s are made or refused: %s', async (by, from, to, isMade) => {
    const made = asked({ by, from, to }, now);
    if (isMade) await expect(made).resolves.toMatchObject({ by });
    else {
      const error = (await made.catch((each: unknown) => each)) as ApiError;
      expect(error.reason).toBe('VALIDATION_FAILED');
      expect(error.details.errors).toMatchObject([{ field: 'to', rule: 'max' }]);
    }
  });
});

it.each([
  [
    null,
    'to: the period has more in it than can be added up at once by status: make it shorter, or ask for one merchant',
  ],
  [
    'mch_1',
    'to: the period has more in it than can be added up at once by status: make it shorter',
  ],
])(
  'sums of %s that are not added up in time are refused with what to ask instead',
  async (merchantId, message) => {
    const late = Object.assign(new Error('canceling statement'), { code: '57014' });
    const service = new SumsService({ of: () => Promise.reject(late) });
    const error = (await service
      .of(merchantId, { by: 'status' })
      .catch((each: unknown) => each)) as ApiError;
    expect([error.reason, error.details.errors]).toMatchObject([
      'VALIDATION_FAILED',
      [{ message }],
    ]);
    const lost = new SumsService({ of: () => Promise.reject(new Error('gone')) });
    await expect(lost.of(merchantId, { by: 'status' })).rejects.toThrow('gone');
  },
);
