import { expect, test } from 'vitest';
import { payoutWorkflowId } from '../../../src/domain/ids.js';
import { paymentReferencePattern } from '../../../src/domain/reference.js';
import { cutOffOf } from '../../../src/domain/settlement-cut-off.js';

test.each([
  ['2026-11-23T06:00:00+01:00', '2026-11-23T00:00:00+01:00'],
  ['2026-11-23T00:00:00+01:00', '2026-11-23T00:00:00+01:00'],
  ['2026-11-23T23:59:59.999+01:00', '2026-11-23T00:00:00+01:00'],
  ['2026-11-22T23:30:00Z', '2026-11-23T00:00:00+01:00'],
])('a daily run that is due at %s is of the midnight %s', (due, cutOff) => {
  expect(cutOffOf('DAILY', new Date(due))).toEqual(new Date(cutOff));
});

test('another run is of the moment it was due', () => {
  const due = new Date('2026-11-23T06:05:00.123Z');
  expect(cutOffOf('INSTANT', due)).toEqual(due);
});

const key = { merchantId: 'mch_1', currency: 'NGN', settlementReference: 'PAY-1' };

test.each([
  [null, 'payout/mch_1/NGN/PAY-1'],
  [
    { cycle: 'DAILY', cutOff: new Date('2026-11-22T23:00:00Z') },
    'payout/mch_1/NGN/2026-11-23+01:00',
  ],
  [
    { cycle: 'INSTANT', cutOff: new Date('2026-11-22T23:05:00Z') },
    'payout/mch_1/NGN/2026-11-23T00:05:00+01:00',
  ],
] as const)('the payouts of %o have the workflow %s', (run, id) => {
  expect(payoutWorkflowId({ ...key, run })).toBe(id);
});

test('no reference of a merchant is the name of a cut-off', () => {
  expect('2026-11-23+01:00').not.toMatch(paymentReferencePattern);
});
