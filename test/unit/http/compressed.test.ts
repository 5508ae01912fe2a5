import { expect, it } from 'vitest';
import { takesGzip } from '../../../src/http/compressed.js';

it.each([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br, zstd', false],
  ['gzip', true],
  ['br, gzip', true],
  ['gzip;q=1.0, br;q=0.5', true],
  ['gzip; q=0.5', true],
  ['gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['gzip ; q=0.000, br', false],
  ['br;q=0, gzip', true],
])('Accept-Encoding %j takes gzip: %s', (accepted, takes) => {
  expect(takesGzip({ headers: { 'accept-encoding': accepted } })).toBe(takes);
});
