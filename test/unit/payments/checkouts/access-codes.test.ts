import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { AccessCodes } from '../../../../src/payments/checkouts/access-codes.js';
import { accessCodePattern } from '../../../../src/domain/reference.js';

const codes = new AccessCodes(randomBytes(32));

it('derives the same code each time, in the documented form', () => {
  const code = codes.codeOf('mch_1', 'chk_1');
  expect(code).toMatch(accessCodePattern);
  expect(codes.codeOf('mch_1', 'chk_1')).toBe(code);
  expect(codes.matches(code, 'mch_1', 'chk_1')).toBe(true);
});

it('accepts no code of another merchant, checkout or key, and no other text', () => {
  const code = codes.codeOf('mch_1', 'chk_1');
  expect(codes.matches(code, 'mch_2', 'chk_1')).toBe(false);
  expect(codes.matches(code, 'mch_1', 'chk_2')).toBe(false);
  expect(new AccessCodes(randomBytes(32)).matches(code, 'mch_1', 'chk_1')).toBe(false);
  for (const text of [
    '',
    'ac_',
    code.slice(0, -1),
    `${code}A`,
    code.toLowerCase(),
    'é'.repeat(23),
  ]) {
    expect(codes.matches(text, 'mch_1', 'chk_1')).toBe(false);
  }
});

it('keeps merchant and checkout apart', () => {
  const code = codes.codeOf('mch_1', 'chk_2');
  expect(codes.codeOf('mch_1', 'chk_3')).not.toBe(code);
  expect(codes.codeOf('mch_2', 'chk_2')).not.toBe(code);
  expect(codes.codeOf('mch_1\n', 'chk_2')).not.toBe(code);
});
