import { expect, it } from 'vitest';
import { channelOf } from '../../../src/domain/channels.js';

it.each(['Bank', 'bank', 'BANK', 'BankTransfer', 'bank_transfer', 'Bank Transfer', 'transfer'])(
  'takes %s for Bank',
  (name) => expect(channelOf(name)).toBe('Bank'),
);

it.each(['Card', 'CARD'])('takes %s for Card', (name) => expect(channelOf(name)).toBe('Card'));

it.each([
  '',
  'Cash',
  'Banks',
  'toString',
  '__proto__',
  5,
  null,
  undefined,
  ['Bank'],
  'b'.repeat(99),
])('knows no channel %j', (name) => expect(channelOf(name)).toBeUndefined());
