import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lagosDay } from '../../../src/domain/lagos-day.js';
import { momentIn, momentOf } from '../../../src/domain/moment.js';

describe('a time', () => {
  it.each([
    ['2026-11-20T14:12:33Z', '2026-11-20T14:12:33.000Z'],
    ['2026-11-20t14:12:33z', '2026-11-20T14:12:33.000Z'],
    ['2026-11-20T14:12:33.1Z', '2026-11-20T14:12:33.100Z'],
    ['2026-11-20T14:12:33.123456789Z', '2026-11-20T14:12:33.123Z'],
    ['2026-11-20T00:00:00+01:00', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20T23:59:59-00:00', '2026-11-20T23:59:59.000Z'],
    ['2026-11-20T14:00:00+14:00', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T10:00:00-14:00', '2026-11-21T00:00:00.000Z'],
    ['2028-02-29T10:00:00Z', '2028-02-29T10:00:00.000Z'],
    ['2000-02-29T10:00:00Z', '2000-02-29T10:00:00.000Z'],
    ['2026-04-30T10:00:00Z', '2026-04-30T10:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, at) => {
    expect(momentOf(text)?.toISOString()).toBe(at);
    expect(momentIn(text).toISOString()).toBe(at);
  });

  it.each([
    // Days that no calendar has.
    ...['2026-02-29', '2027-02-30', '2100-02-29', '2026-04-31', '2026-06-31', '2026-09-31'].map(
      (day) => `${day}T10:00:00Z`,
    ),
    ...['2026-11-31', '2026-12-32', '2026-00-10', '2026-13-01', '2026-11-00', '0000-01-01'].map(
      (day) => `${day}T10:00:00+01:00`,
    ),
    // Hours, minutes, seconds and offsets that no clock has.
    ...['24:00:00Z', '25:00:00Z', '23:60:00Z', '23:59:60Z', '10:00:00+14:01', '10:00:00-15:00'].map(
      (time) => `2026-11-20T${time}`,
    ),
    ...['10:00:00+01:60', '10:00:00+24:00', '10:00:00+1:00', '10:00:00+0100', '10:00:00+01'].map(
      (time) => `2026-11-20T${time}`,
    ),
    // Other ways to write one.
    ...['2026-11-20', '2026-11-20T10:00Z', '2026-11-20T10:00:00', '2026-11-20 10:00:00Z', 'now'],
    ...['2026-11-20T10:00:00.Z', `2026-11-20T10:00:00.${'1'.repeat(10)}Z`, '20 Nov 2026', '', '0'],
    ...['+002026-11-20T10:00:00Z', ' 2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z\n', '1795168800'],
    // Out of the years of four digits.
    ...['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'],
  ])('%j is none', (text) => {
    expect(momentOf(text)).toBeUndefined();
    expect(() => momentIn(text)).toThrow(RangeError);
  });

  it.each([undefined, null, 5, true, {}, ['2026-11-20T14:12:33Z']])('%j is none', (value) => {
    expect(momentOf(value)).toBeUndefined();
  });

  it('is read back as it was written, at any moment', () => {
    const range = { min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (at) => {
        expect(momentOf(at.toISOString())).toEqual(at);
        const day = at.toISOString().slice(0, 10);
        expect(lagosDay(day)?.since).toEqual(momentOf(`${day}T00:00:00+01:00`));
      }),
    );
  });
});
