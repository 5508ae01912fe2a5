import { expect, it } from 'vitest';
import { lagosDay } from '../../../src/domain/lagos-day.js';

it('a day in Lagos begins an hour before it does in UTC', () => {
  expect(lagosDay('2026-11-20')).toEqual({
    since: new Date('2026-11-19T23:00:00.000Z'),
    before: new Date('2026-11-20T23:00:00.000Z'),
  });
});

it.each(['2026-02-30', '2026-13-01', '2026-1-1', '20261120', '2026-11-20T00:00:00Z', ''])(
  '%j is no date',
  (text) => {
    expect(lagosDay(text)).toBeUndefined();
  },
);
