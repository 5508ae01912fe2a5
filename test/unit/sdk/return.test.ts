import { describe, expect, it } from 'vitest';
import { ReturnError, verifyReturn } from '../../../sdk/src/index.ts';
import { returnLink } from '../../../src/pages/payer/return-link.js';

const secret = 'rs_secret';
const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const parameters = { paymentReference: 'ORD-1001', status: 'SUCCESSFUL', at };
const url = returnLink('https://shop.example.ng/thanks?cart=7#top', secret, parameters);

const changed = (name: string, value: string): string => {
  const other = new URL(url);
  other.searchParams.set(name, value);
  return other.href;
};

describe('verifyReturn', () => {
  it('takes the address that the page leads back to, and leaves what the shop has in it', () => {
    expect(url).toContain('?cart=7&paymentReference=ORD-1001');
    const expected = { paymentReference: 'ORD-1001', status: 'SUCCESSFUL', time: at };
    expect(verifyReturn({ url, secret })).toEqual(expected);
    expect(verifyReturn({ url: new URL(url), secret })).toEqual(expected);
    const { pathname, search } = new URL(url);
    expect(verifyReturn({ url: `${pathname}${search}`, secret })).toEqual(expected);
  });

  it.each([
    ['another secret', { secret: 'rs_other' }],
    ['another order', { url: changed('paymentReference', 'ORD-1002') }],
    ['another status', { url: changed('status', 'CANCELLED') }],
    ['another time', { url: changed('time', '2026-11-20T12:00:00Z') }],
    ['no signature', { url: changed('signature', '') }],
    ['another signature', { url: changed('signature', 'A'.repeat(43)) }],
    ['a second status', { url: `${url.split('#')[0]}&status=SUCCESSFUL` }],
    ['nothing', { url: 'https://shop.example.ng/thanks' }],
  ])('refuses %s', (_what, change) => {
    expect(() => verifyReturn({ url, secret, ...change })).toThrow(ReturnError);
  });

  it('refuses an old address, and one of the future', () => {
    for (const seconds of [-3_700, 3_700]) {
      const then = new Date(at.getTime() + seconds * 1_000);
      const old = returnLink('https://shop.example.ng/', secret, { ...parameters, at: then });
      expect(() => verifyReturn({ url: old, secret })).toThrow(ReturnError);
      expect(verifyReturn({ url: old, secret, toleranceSeconds: 4_000 }).time).toEqual(then);
    }
  });

  it('refuses to check with an empty secret', () => {
    expect(() => verifyReturn({ url, secret: '' })).toThrow(TypeError);
  });
});
