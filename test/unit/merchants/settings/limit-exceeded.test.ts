import { expect, it } from 'vitest';
import { limitExceeded } from '../../../../src/merchants/settings/limit-exceeded.js';

it.each([
  [250_000n, "amount must be at most 250000 kobo (₦2,500.00), which is left of today's limit."],
  [0n, "nothing is left of today's limit."],
])('of a limit that leaves %i kobo tells how much', (leftMinor, message) => {
  const error = limitExceeded(leftMinor);
  expect(error).toMatchObject({ reason: 'LIMIT_EXCEEDED', message });
  expect(error.details.data).toEqual({ amountAvailable: Number(leftMinor) });
});
