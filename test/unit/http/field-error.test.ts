import { expect, it } from 'vitest';
import { reasonOf, type FieldRule } from '../../../src/http/field-error.js';

const error = (field: string, rule: FieldRule) => ({ field, rule, message: '' });

it.each([
  ['only unknown fields', [error('a', 'unknown'), error('b', 'unknown')], 'UNKNOWN_FIELD'],
  ['an amount that is no whole number', [error('amount', 'integer')], 'AMOUNT_NOT_INTEGER'],
  ['an amount out of range', [error('amount', 'min')], 'AMOUNT_OUT_OF_RANGE'],
  ['a channel that does not exist', [error('channels', 'oneOf')], 'INVALID_CHANNEL'],
  ['a payment channel that does not exist', [error('paymentChannel', 'oneOf')], 'INVALID_CHANNEL'],
  ['a missing amount', [error('amount', 'required')], 'VALIDATION_FAILED'],
  [
    'a missing field and an unknown one',
    [error('amount', 'required'), error('amout', 'unknown')],
    'VALIDATION_FAILED',
  ],
  [
    'two fields with reasons of their own',
    [error('amount', 'min'), error('channels', 'oneOf')],
    'VALIDATION_FAILED',
  ],
  [
    'a card number among other faults',
    [error('email', 'email'), error('account', 'pan')],
    'PAN_NOT_ACCEPTED',
  ],
])('names %s', (_name, errors, reason) => {
  expect(reasonOf(errors)).toBe(reason);
});
