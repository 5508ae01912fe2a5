import { describe, expect, it } from 'vitest';
import { PageProblem } from '../../../../src/pages/payer/page-problem.js';
import { PayerLinks, type PayerLinksPorts } from '../../../../src/pages/payer/payer-links.js';
import type { PublicLink } from '../../../../src/payments/links/payment-link.js';

const limits = { minAmountMinor: 10_000n, maxAmountMinor: 1_000_000n };

function viewOf(changes: Partial<PublicLink>, status = 'ACTIVE') {
  const link = {
    ...{ slug: 'abcdefghjkmn', merchantName: 'Shop', page: null, merchantPage: {}, fields: [] },
    ...{ amountMinor: null, minAmountMinor: null, maxAmountMinor: null, maxQuantity: null },
    ...changes,
  } as unknown as PublicLink;
  const ports = {
    merchants: { find: () => ({ status, ...limits }) },
    ...{ isSandbox: true, baseUrl: 'https://pay.example.ng' },
  } as unknown as PayerLinksPorts;
  return new PayerLinks(ports).viewOf(link, undefined);
}

describe('what a payer may pay with a link', () => {
  it.each([
    ['no bounds', {}, 10_000n, 1_000_000n],
    ['bounds within those of its merchant', { min: 20_000n, max: 30_000n }, 20_000n, 30_000n],
    ['bounds beyond those of its merchant', { min: 1n, max: 2_000_000n }, 10_000n, 1_000_000n],
    ['the bounds of its merchant', { min: 10_000n, max: 1_000_000n }, 10_000n, 1_000_000n],
  ])('that has %s', async (_what, { min = null, max = null }: Bounds, minMinor, maxMinor) => {
    const { bounds } = await viewOf({ minAmountMinor: min, maxAmountMinor: max });
    expect(bounds).toEqual({ minMinor, maxMinor, maxQuantity: 1, fields: [] });
  });

  it.each([
    [null, 1],
    [3, 3],
    [4, 4],
    [5, 4],
  ])('that sells at most %s pieces is no more than one order may cost', async (most, pieces) => {
    const { bounds } = await viewOf({ amountMinor: 250_000n, maxQuantity: most });
    expect(bounds).toMatchObject({ minMinor: 250_000n, maxMinor: 250_000n, maxQuantity: pieces });
  });

  it('is one piece at least, although that costs more than an order may', async () => {
    const { bounds } = await viewOf({ amountMinor: 1_000_001n, maxQuantity: 5 });
    expect(bounds.maxQuantity).toBe(1);
  });

  it('is nothing while its merchant is suspended', async () => {
    await expect(viewOf({}, 'SUSPENDED')).rejects.toThrow(PageProblem);
  });
});

interface Bounds {
  readonly min?: bigint | null;
  readonly max?: bigint | null;
}
