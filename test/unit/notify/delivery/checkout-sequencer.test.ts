import { expect, test } from 'vitest';
import { CheckoutSequencer } from '../../../../src/notify/delivery/checkout-sequencer.js';

test('a later event of a checkout waits for the earlier one, other checkouts do not', () => {
  const turns = new CheckoutSequencer<string>();
  expect(turns.take('chk_1', 'first')).toBe(true);
  expect(turns.take('chk_1', 'second')).toBe(false);
  expect(turns.take('chk_1', 'third')).toBe(false);
  expect(turns.take('chk_2', 'other')).toBe(true);
  expect(turns.pass('chk_1')).toBe('second');
  expect(turns.take('chk_1', 'fourth')).toBe(false);
  expect([turns.pass('chk_1'), turns.pass('chk_1'), turns.pass('chk_1')]).toEqual([
    'third',
    'fourth',
    undefined,
  ]);
  expect(turns.take('chk_1', 'fifth')).toBe(true);
});

test('one that has waited long enough overtakes, and those behind it go on waiting', () => {
  const turns = new CheckoutSequencer<string>();
  turns.take('chk_1', 'first');
  turns.take('chk_1', 'second');
  turns.take('chk_1', 'third');
  expect(turns.overtake('chk_1', 'second')).toBe(true);
  expect(turns.overtake('chk_1', 'second')).toBe(false);
  expect(turns.overtake('chk_2', 'second')).toBe(false);
  expect(turns.overtake(null, 'second')).toBe(false);
  expect(turns.pass('chk_1')).toBe('third');
  expect(turns.pass('chk_1')).toBeUndefined();
});

test('events without a checkout wait for nobody', () => {
  const turns = new CheckoutSequencer<string>();
  expect(turns.take(null, 'first')).toBe(true);
  expect(turns.take(null, 'second')).toBe(true);
  expect(turns.pass(null)).toBeUndefined();
});
