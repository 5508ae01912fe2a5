import { expect, test } from 'vitest';
import { CheckoutSequencer } from '../../../../src/notify/delivery/checkout-sequencer.js';

test('a later event of a checkout waits for the earlier one, other checkouts do not', () => {
  const sequencer = new CheckoutSequencer<string>();
  expect(sequencer.take('chk_1', 'first')).toBe(true);
  expect(sequencer.take('chk_1', 'second')).toBe(false);
  expect(sequencer.take('chk_1', 'third')).toBe(false);
  expect(sequencer.take('chk_2', 'other')).toBe(true);
  expect(sequencer.pass('chk_1')).toBe('second');
  expect(sequencer.take('chk_1', 'fourth')).toBe(false);
  expect([sequencer.pass('chk_1'), sequencer.pass('chk_1'), sequencer.pass('chk_1')]).toEqual([
    'third',
    'fourth',
    undefined,
  ]);
  expect(sequencer.take('chk_1', 'fifth')).toBe(true);
});

test('one that has waited long enough overtakes, and those behind it go on waiting', () => {
  const sequencer = new CheckoutSequencer<string>();
  sequencer.take('chk_1', 'first');
  sequencer.take('chk_1', 'second');
  sequencer.take('chk_1', 'third');
  expect(sequencer.overtake('chk_1', 'second')).toBe(true);
  expect(sequencer.overtake('chk_1', 'second')).toBe(false);
  expect(sequencer.overtake('chk_2', 'second')).toBe(false);
  expect(sequencer.overtake(null, 'second')).toBe(false);
  expect(sequencer.pass('chk_1')).toBe('third');
  expect(sequencer.pass('chk_1')).toBeUndefined();
});

test('events without a checkout wait for nobody', () => {
  const sequencer = new CheckoutSequencer<string>();
  expect(sequencer.take(null, 'first')).toBe(true);
  expect(sequencer.take(null, 'second')).toBe(true);
  expect(sequencer.pass(null)).toBeUndefined();
});
