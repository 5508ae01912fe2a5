import { describe, expect, it } from 'vitest';
import { returnLink } from '../../../../src/pages/payer/return-link.js';
import { verifyReturn } from '../../../../sdk/src/return.js';

const at = new Date('2026-11-26T12:00:00.500Z');
const linkOf = (redirectUrl: string) =>
  returnLink(redirectUrl, 'rs_secret', { paymentReference: 'ORD:1', status: 'SUCCESSFUL', at });

describe('the address that a customer comes back to', () => {
  it.each([
    ['https://shop.example.ng', '?', ''],
    ['https://shop.example.ng/thanks?order=A%20B&x=~&arr[]=1', '&', '#done'],
    ['https://shop.example.ng/thanks?q=a+b%2Bc&empty=&=none&&', '', ''],
    ['https://shop.example.ng/thanks?', '', '#a?b#c'],
    ['https://SHOP.example.ng:443/a/../b?next=https://x.ng/?y=%7E', '&', '#%20'],
    ['https://shop.example.ng/ọjà?orúkọ=Ọlá', '&', ''],
    ['http://localhost:4050/thanks', '?', '#top'],
  ])('is %s as it was given, and ours after it', (address, joint, fragment) => {
    const link = linkOf(`${address}${fragment}`);
    expect(link.startsWith(`${address}${joint}paymentReference=ORD%3A1&status=`)).toBe(true);
    expect(link.endsWith(fragment)).toBe(true);
    const tolerant = { secret: 'rs_secret', toleranceSeconds: 10 ** 9 };
    expect(verifyReturn({ url: link, ...tolerant })).toEqual({
      ...{ paymentReference: 'ORD:1', status: 'SUCCESSFUL' },
      time: new Date('2026-11-26T12:00:00Z'),
    });
  });
});
