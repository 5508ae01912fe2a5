import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { AccessCodes } from '../../../../src/payments/checkouts/access-codes.js';
import { PageLinks } from '../../../../src/payments/checkouts/page-links.js';

const key = randomBytes(32);
const links = new PageLinks(key, 'https://pay.example.ng');
const checkoutId = 'chk_01KAT5MZ8QG3WJ5Y4N2E7R9VXK';

it('derives the same address each time, and finds the checkout in it', () => {
  const token = links.tokenOf(checkoutId);
  expect(token).toMatch(/^pg_[0-9A-Z]{26}[A-Za-z0-9_-]{32}$/);
  expect(links.urlOf(checkoutId)).toBe(`https://pay.example.ng/pay/${token}`);
  expect(links.checkoutOf(token)).toBe(checkoutId);
});

it('takes no token that was altered anywhere', () => {
  const token = links.tokenOf(checkoutId);
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(links.checkoutOf(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBeUndefined();
  }
  for (const text of [
    '',
    'pg_',
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    checkoutId,
  ]) {
    expect(links.checkoutOf(text)).toBeUndefined();
  }
});

it('takes no token of another key', () => {
  const other = new PageLinks(randomBytes(32), 'https://pay.example.ng');
  expect(other.checkoutOf(links.tokenOf(checkoutId))).toBeUndefined();
});

it('has nothing in common with the access code of the same checkout and key', () => {
  const code = new AccessCodes(key).codeOf('mch_1', checkoutId).slice('ac_'.length);
  const mac = links.tokenOf(checkoutId).slice(-32);
  expect(code).not.toContain(mac);
  expect(links.checkoutOf(`pg_${checkoutId.slice(4)}${code.slice(0, 32)}`)).toBeUndefined();
});
