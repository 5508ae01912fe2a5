import { expect, it } from 'vitest';
import { masked, maskedEmail, maskedName } from '../../../src/domain/masking.js';

it('leaves the last four digits of a number', () => {
  expect(masked('0123456789')).toBe('******6789');
  expect(masked('123')).toBe('123');
});

it.each([
  ['ada@example.ng', 'a**@example.ng'],
  ['a@example.ng', 'a@example.ng'],
  ['"a@b"@example.ng', '"****@example.ng'],
])('leaves of %s the first sign and the server', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});

it.each([
  ['Amaka Obi', 'Amaka O**'],
  ['TUNDE  ADE BAKARE', 'TUNDE A** B*****'],
  ['Tunde', 'T****'],
  ['Ọlá', 'Ọ**'],
  ['', ''],
])('leaves of the name %s the first word and first signs', (name, shown) => {
  expect(maskedName(name)).toBe(shown);
});
