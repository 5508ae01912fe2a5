import { expect, it } from 'vitest';
import { matchesETag, weakETag } from '../../../src/http/etag.js';

const etag = weakETag('3-INITIATED');

it.each([
  [undefined, false],
  ['W/"3-INITIATED"', true],
  ['"3-INITIATED"', true],
  ['W/"2-INITIATED", W/"3-INITIATED"', true],
  ['*', true],
  ['W/"2-INITIATED"', false],
  ['3-INITIATED', false],
  ['', false],
])('If-None-Match: %s matches: %s', (header, matches) => {
  expect(matchesETag(header, etag)).toBe(matches);
});
