import { describe, expect, it } from 'vitest';
import { ListCheckoutsQuery } from '../../../src/payments/checkouts/checkout-list.dto.js';
import { ApiError } from '../../../src/http/api-error.js';
import { DtoPipe } from '../../../src/http/dto.pipe.js';
import { periodOf } from '../../../src/http/query-fields.js';

/** As the server reads it. */
function read(query: string): ListCheckoutsQuery {
  const given = Object.fromEntries(new URLSearchParams(query));
  return new DtoPipe().transform(given, {
    metatype: ListCheckoutsQuery,
    type: 'query',
  }) as ListCheckoutsQuery;
}

describe('a query', () => {
  it.each([
    ['email=a+b@example.ng', { email: 'a+b@example.ng' }],
    ['email=a%2Bb+c@example.ng', { email: 'a+b+c@example.ng' }],
    ['phoneNumber=+2348031234567', { phoneNumber: '+2348031234567' }],
    ['phoneNumber=%2B2348031234567', { phoneNumber: '+2348031234567' }],
    ['from=2026-11-20T00:00:00+01:00', { from: '2026-11-20T00:00:00+01:00' }],
    ['to=2026-11-20T00:00:00%2B01:00', { to: '2026-11-20T00:00:00+01:00' }],
  ])('%s has the plus that was meant', (query, meant) => {
    expect(read(query)).toEqual(meant);
  });

  it('means the moment in Lagos by an offset of Lagos', () => {
    expect(periodOf(read('from=2026-11-20T00:00:00+01:00'))).toEqual(
      periodOf(read('from=2026-11-20')),
    );
  });

  it.each([
    ['from', '2026-02-30T00:00:00Z'],
    ['to', '2026-02-30'],
    ['from', '2026-11-20T24:00:00Z'],
    ['to', '2026-11-20T10:00:00 15:00'],
    ['from', '2026-11-20 10:00'],
    ['email', 'ada at example.ng'],
  ])('is refused by name: %s %s', (field, value) => {
    const query = String(new URLSearchParams({ [field]: value }));
    expect(() => read(query)).toThrow(ApiError);
    expect(() => read(query)).toThrow(field);
  });
});
