import { describe, expect, it } from 'vitest';
import { verifyReturn } from '../../../../sdk/src/return.ts';
import { resolvePolicies } from '../../../../src/domain/policies.js';
import type { Reason } from '../../../../src/domain/result-code.js';
import { ApiError } from '../../../../src/http/api-error.js';
import { PageProblem } from '../../../../src/pages/payer/page-problem.js';
import type { PageRecord } from '../../../../src/pages/payer/page.store.js';
import { PayerPages, type PayerPagesPorts } from '../../../../src/pages/payer/payer-pages.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { PageLinks } from '../../../../src/payments/checkouts/page-links.js';
import { attempt, checkout, credit, later, noon } from '../../../support/shown-checkout.js';

const links = new PageLinks(Buffer.alloc(32, 1), 'https://pay.example.ng');
const seconds = (from: Date, many: number) => new Date(from.getTime() + many * 1_000);
const wish = { acceptLanguage: undefined, isPhone: false, sentAfterMinor: undefined };

const recordOf = (shown: Checkout, changes: Partial<PageRecord> = {}): PageRecord => ({
  ...{ checkout: shown, merchantName: 'Shop', description: null, redirectUrl: null },
  ...{ wishes: {}, merchantPage: {}, logo: null },
  ...changes,
});

/** Pages of a merchant that may take payments, with what is asked of accounts and cards. */
function pagesOf(changes: Partial<PayerPagesPorts> = {}) {
  const asked: object[] = [];
  const ask = async (...given: unknown[]) => void asked.push(given.at(1) as object);
  const pages = new PayerPages({
    links,
    pages: { find: async () => undefined, sendersOf: async () => new Map() },
    accounts: { createAccount: ask },
    cards: { name: 'Card', complete: ask, describe: async () => null, giveUp: async () => {} },
    watch: { until: async (current: Checkout) => current },
    merchants: {
      find: () => ({ status: 'ACTIVE', prefixes: [{ prefix: '501', assigned: true }] }),
    },
    ...{ cardPage: undefined, cardSchemes: [], ussdBanks: [], isSandbox: false },
    ...changes,
  } as unknown as PayerPagesPorts);
  return { pages, asked };
}

describe('the address of a page', () => {
  const month = 30 * 24 * 60;
  it.each([
    ['its last second', 0, undefined],
    ['a second later', 1, 'gone'],
  ])('is good for thirty days after the session: %s', async (_what, more, kind) => {
    const ended = checkout();
    const now = seconds(ended.expiresAt, month * 60 + more);
    const record = recordOf({ ...ended, now });
    const found = pagesOf({ pages: { find: async () => record } as never }).pages.find('chk_1');
    await (kind === undefined
      ? expect(found).resolves.toBe(record)
      : expect(found).rejects.toMatchObject({ kind }));
  });

  it('of nothing is not found', async () => {
    await expect(pagesOf().pages.find('chk_1')).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('what the page shows', () => {
  const view = (shown: Checkout, changes: Partial<PageRecord> = {}, asked = {}) =>
    pagesOf().pages.viewOf(recordOf(shown, changes), { ...wish, ...asked });

  it('says that it waits only until more money has come than the payer knew of', () => {
    const part = checkout({ status: 'PARTIALLY_PAID', appliedMinor: 400_000n });
    expect(view(part).sent).toBe(false);
    expect(view(part, {}, { sentAfterMinor: 0n }).sent).toBe(false);
    expect(view(part, {}, { sentAfterMinor: 400_000n }).sent).toBe(true);
  });

  it('takes the colour of the order before that of its merchant', () => {
    const accents = {
      wishes: { accentColor: '#0000aa' },
      merchantPage: { accentColor: '#aa0000' },
    };
    expect(view(checkout(), accents).accent).toContain('#0000aa');
    expect(view(checkout(), { ...accents, wishes: {} }).accent).toContain('#aa0000');
  });

  const paid = { status: 'SUCCESSFUL', acceptedMinor: 1_000_050n, updatedAt: noon } as const;
  it.each([
    ['at once', 0, [credit()], 5],
    ['within five minutes', 299, [credit()], 5],
    ['later, for its receipt', 300, [credit()], null],
    ['with money that did not fit', 0, [credit({ outcome: 'OVERPAID', excessMinor: 1n })], null],
  ])('leads back by itself %s: %s', (_what, after, credits, expected) => {
    const shown = checkout({ ...paid, credits, now: seconds(noon, after) });
    const { returnAfterSeconds } = view(shown, { merchantPage: { returnAfterSeconds: 5 } });
    expect(returnAfterSeconds).toBe(expected);
  });

  it.each([
    ['as soon as the session ends', later(1_440), 'REISSUE', 5],
    ['not five minutes later', later(1_445), 'REISSUE', null],
    ['as soon as the account ends that ends the order', later(30), 'EXPIRE', 5],
    ['not five minutes later', later(35), 'EXPIRE', null],
  ] as const)(
    'leads back by itself while no timer has fired yet: %s',
    (_what, now, onAccountExpiry, expected) => {
      const policies = resolvePolicies({ onAccountExpiry });
      const over = checkout({ policies, now, expiresAt: later(1_440), updatedAt: noon });
      const shown = view(over, { merchantPage: { returnAfterSeconds: 5 } });
      expect([shown.screen.kind, shown.returnAfterSeconds]).toEqual(['ended', expected]);
    },
  );

  it('signs the way back with how the order stands now', () => {
    const over = checkout({ now: later(1_440) });
    const { redirectUrl } = view(over, { redirectUrl: 'https://shop.example.ng/' });
    const secret = links.returnSecretOf(over.merchantId);
    const told = verifyReturn({ url: String(redirectUrl), secret, toleranceSeconds: 10 ** 10 });
    expect(told).toMatchObject({ status: 'EXPIRED', time: later(1_440) });
  });
});

describe('a card', () => {
  const start = async (shownMinor: bigint | undefined, shown = checkout()) => {
    const { pages, asked } = pagesOf();
    await pages.startCard(recordOf(shown), 'card_1', shownMinor);
    return asked;
  };

  it('is charged what its payer was shown, and nothing when the order has changed since', async () => {
    expect(await start(1_020_000n)).toMatchObject([{ account: 'card_1', amount: 1_020_000 }]);
    expect(await start(undefined)).toHaveLength(1);
    expect(await start(1_019_999n)).toEqual([]);
  });

  it('is not charged for an order that takes none', async () => {
    const none = start(undefined, checkout({ offers: {} }));
    await expect(none).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('that is being charged keeps the way back waiting until it is decided', async () => {
    const until = async (current: Checkout, isNews: (now: Checkout) => boolean) => {
      expect(isNews(current)).toBe(false);
      const decided = { ...current, cardAttempts: [attempt({ status: 'SUCCEEDED' })] };
      expect(isNews(decided)).toBe(true);
      return { ...decided, status: 'SUCCESSFUL' } as Checkout;
    };
    const { pages } = pagesOf({ watch: { until } as never });
    const charging = checkout({ status: 'PROCESSING', cardAttempts: [attempt()] });
    const record = recordOf(charging, { redirectUrl: 'https://shop.example.ng/' });
    expect(await pages.returnOf(record)).toContain('status=SUCCESSFUL');
    expect(await pages.returnOf(recordOf(charging))).toBe(links.pathOf(charging.checkoutId));
  });
});

describe('an account', () => {
  it('is asked for the rest that is due', async () => {
    const { pages, asked } = pagesOf();
    await pages.startTransfer(
      recordOf(checkout({ status: 'PARTIALLY_PAID', appliedMinor: 400_000n })),
    );
    expect(asked).toMatchObject([{ prefix: '501', amount: 600_050 }]);
  });

  const refusing = (reason: Reason) =>
    pagesOf({
      accounts: { createAccount: () => Promise.reject(new ApiError(reason)) },
    }).pages.startTransfer(recordOf(checkout()));

  it.each([
    ...['UNKNOWN_PREFIX', 'PREFIX_NOT_ASSIGNED', 'ACCOUNT_POOL_EXHAUSTED'],
    ...['CHANNEL_NOT_ENABLED', 'LIMIT_EXCEEDED', 'RATE_LIMITED'],
  ] as Reason[])('that cannot be had is said to be so: %s', async (reason) => {
    await expect(refusing(reason)).rejects.toThrow(PageProblem);
  });

  it('that the bank is still opening is said to be so', async () => {
    await expect(refusing('ACCOUNT_PENDING')).rejects.toMatchObject({ kind: 'opening' });
  });

  it('that is refused by the state of the order is explained by the page', async () => {
    await expect(refusing('CHECKOUT_EXPIRED')).resolves.toBeUndefined();
  });

  it('is no page when the engine fails', async () => {
    await expect(refusing('INTERNAL_ERROR')).rejects.toThrow(ApiError);
  });

  it.each([
    [
      'a suspended merchant',
      { status: 'SUSPENDED', prefixes: [{ prefix: '501', assigned: true }] },
    ],
    [
      'a merchant without a number',
      { status: 'ACTIVE', prefixes: [{ prefix: '501', assigned: false }] },
    ],
  ])('of %s cannot be had', async (_what, merchant) => {
    const { pages, asked } = pagesOf({ merchants: { find: () => merchant } as never });
    await expect(pages.startTransfer(recordOf(checkout()))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(asked).toEqual([]);
  });
});
