import { expect, it } from 'vitest';
import { preferredWaitMs } from '../../../src/http/prefer.js';

it.each([
  [undefined, 0],
  ['', 0],
  ['wait=20', 20_000],
  ['wait=0', 0],
  ['wait=25', 25_000],
  ['wait=26', 25_000],
  ['wait=999999999', 25_000],
  ['respond-async, wait=10', 10_000],
  ['respond-async; wait=10', 10_000],
  ['WAIT="5"', 5_000],
  ['wait = 5 ; foo', 5_000],
  [['respond-async', 'wait=3'], 3_000],
  ['wait=-1', 0],
  ['wait=1.5', 0],
  ['wait=x', 0],
  ['await=5', 0],
])('reads Prefer: %s as %i ms', (header, expected) => {
  expect(preferredWaitMs(header)).toBe(expected);
});
