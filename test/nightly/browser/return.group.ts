import { expect, it } from 'vitest';
import { ReturnError, verifyReturn } from '../../../sdk/src/index.ts';
import { press } from '../../edge/pay/page-requests.js';
import type { Given } from '../../browser/given.js';

interface Ending {
  readonly reference: string;
  readonly url: string;
}

/** The link to the shop, at every end of a payment. */
export function leadsBack(given: () => Given): void {
  it.each([
    ['SUCCESSFUL', ({ url }: Ending) => press(`${url}/card`, { card: 'card_approved' })],
    ['FAILED', ({ url }: Ending) => press(`${url}/card`, { card: 'card_declined_34' })],
    ['CANCELLED', ({ reference }: Ending) => given().world.merchant.cancel(reference)],
    ['EXPIRED', ({ reference }: Ending) => given().world.endSession(reference)],
  ])('with a signature that no change survives: %s', async (status, end) => {
    const { reference, reply } = await given().world.initiated({
      redirectUrl: 'https://shop.example.ng/thanks',
    });
    const { checkoutUrl: url = '', returnSecret: secret = '' } = reply.data as Record<
      string,
      string
    >;
    await end({ reference, url });
    await using tab = await given().browser.tab();
    await tab.page.route('https://shop.example.ng/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Thanks</title>' }),
    );
    await tab.page.goto(url);
    await tab.page.getByRole('link', { name: 'Back to' }).click();
    await tab.page.waitForURL('https://shop.example.ng/**');
    const back = tab.page.url();
    expect(verifyReturn({ url: back, secret })).toMatchObject({
      paymentReference: reference,
      status,
    });
    for (const part of ['paymentReference', 'status', 'time', 'signature']) {
      const other = new URL(back);
      other.searchParams.set(part, part === 'status' ? 'PARTIALLY_REFUNDED' : 'x');
      expect(() => verifyReturn({ url: other.href, secret }), part).toThrow(ReturnError);
    }
    expect(tab.conduct.referers.filter((each) => each.includes('pg_'))).toEqual([]);
  });
}
