import { expect, it } from 'vitest';
import { timelineKinds } from '../../../src/payments/checkouts/timeline.js';
import { becameWords, stepWords } from '../../../src/pages/parts/step-words.js';

it('each step of an order is told in words', () => {
  const told = timelineKinds.map((kind) => stepWords(kind));
  expect(told).not.toContain('Something');
  expect(new Set(told).size).toBe(timelineKinds.length);
});

it.each([
  ['CHECKOUT', 'CHANGED', 'changed'],
  ['CHECKOUT', 'SUCCESSFUL', 'orders SUCCESSFUL'],
  ['ACCOUNT', 'ISSUED', 'given to the customer'],
  ['CREDIT', 'EXACT', 'fits the order'],
  ['CREDIT', 'RECEIVED', 'received'],
  ['CREDIT', 'LATE', 'exceptions LATE'],
  ['CARD_ATTEMPT', 'FAILED', 'attempts FAILED'],
  ['REFUND', 'SUCCESSFUL', 'refunds SUCCESSFUL'],
  ['RECALL', 'LOST', 'disputes LOST'],
  ['EVENT', 'payment.successful', 'payment.successful'],
])('%s that is %s: %s', (kind, status, says) => {
  expect(becameWords({ kind, status }, (set, code) => `${set} ${code}`)).toBe(says);
});
