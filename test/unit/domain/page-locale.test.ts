import { expect, it } from 'vitest';
import { acceptedLocale } from '../../../src/domain/page-locale.js';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de-DE,de;q=0.9', 'en'],
  ['yo', 'yo'],
  ['ha-NG', 'ha'],
  ['de;q=0.9, ig;q=0.8, en;q=0.7', 'ig'],
  ['en;q=0.5, pcm;q=0.9', 'pcm'],
  ['yo;q=0, ig;q=0.1', 'ig'],
  ['ha;q=nonsense', 'en'],
  [`${'x,'.repeat(10_000)}yo`, 'en'],
])('reads %s as %s', (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});
