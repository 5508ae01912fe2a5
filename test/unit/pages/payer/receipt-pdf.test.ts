import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { formatNaira } from '../../../../src/domain/money.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { receiptOf, receiptPdf, type Receipt } from '../../../../src/pages/payer/receipt-pdf.js';
import { checkout, credit } from '../../../support/shown-checkout.js';

const shoes = [{ name: 'Shoes', quantity: 2, amount: 900_000 }];
const receipt = (
  shown: Checkout,
  { items = shoes, description = null as string | null, isSandbox = false } = {},
): Receipt | undefined =>
  receiptOf(
    {
      checkout: shown,
      merchantName: 'Sheyi Shoes',
      description,
      redirectUrl: null,
      merchantPage: {},
      logo: null,
      wishes: { items },
    },
    isSandbox,
  );

const paid = {
  status: 'SUCCESSFUL',
  amountMinor: 1_000_000n,
  expectedMinor: 1_010_867n,
  acceptedMinor: 1_010_867n,
  credits: [credit({ amountMinor: 1_200_000n, appliedMinor: 1_010_867n })],
} as const;

describe('the receipt', () => {
  it('is there once the checkout is paid', () => {
    expect(receipt(checkout())).toBeUndefined();
    expect(receipt(checkout({ status: 'CANCELLED' }))).toBeUndefined();
    expect(receipt(checkout(paid))?.merchantName).toBe('Sheyi Shoes');
  });

  it('tells what was accepted, and of it the fee that the customer bears', () => {
    expect(receipt(checkout(paid))?.sums).toEqual([
      { name: '2 × Shoes', amountMinor: 900_000n },
      { name: 'Amount of the order', amountMinor: 1_000_000n },
      { name: 'Fee paid by the customer', amountMinor: 10_867n },
      { name: 'Amount paid', amountMinor: 1_010_867n, isTotal: true },
    ]);
  });

  it('tells what was sent back, or taken back, later', () => {
    const refunded = checkout({ ...paid, status: 'PARTIALLY_REFUNDED', refundedMinor: 500_000n });
    expect(receipt(refunded)?.sums.at(-1)).toEqual({
      name: 'Sent back later',
      amountMinor: -500_000n,
    });
    expect(receipt(checkout({ ...paid, takenBackMinor: 300_000n }))?.sums.at(-1)).toEqual({
      name: 'Taken back by the bank',
      amountMinor: -300_000n,
    });
  });

  it('names the payment as the books do, and when it was sent in Lagos', () => {
    const shown = receipt(checkout(paid));
    expect(shown?.facts).toEqual(
      expect.arrayContaining([
        ['Paid on', '20/11/2026 13:00 (Lagos)'],
        ['Paid by', 'Bank transfer'],
      ]),
    );
    expect(shown?.payments).toEqual([
      {
        reference: 'txn_1',
        facts: [
          ['Sent', '20/11/2026 13:00 (Lagos)'],
          ['To account', '5011234561'],
          ['Session', 'session-1'],
        ],
        amountMinor: 1_010_867n,
      },
    ]);
  });

  it('names every transfer that the order was paid with, and none that did not count', () => {
    const of = (creditId: string, amountMinor: bigint, appliedMinor = amountMinor) =>
      credit({ creditId, amountMinor, appliedMinor });
    const credits = [of('txn_1', 400_000n), of('txn_2', 5_000n, 0n), of('txn_3', 610_867n)];
    const shown = receipt(checkout({ ...paid, credits }));
    expect(shown?.payments.map(({ reference }) => reference)).toEqual(['txn_1', 'txn_3']);
    expect(shown?.facts).toContainEqual(['Paid by', '2 bank transfers']);
  });

  it('names the sender of each transfer, the card of a charge, and the merchant’s address', () => {
    const senders = new Map([['txn_1', 'ADA OBI, Zenith Bank']]);
    const record = {
      ...{ checkout: checkout(paid), merchantName: 'Sheyi Shoes', description: null },
      ...{ redirectUrl: null, logo: null, wishes: {} },
      merchantPage: { address: '12 Marina, Lagos', supportEmail: 'help@shop.example.ng' },
    };
    const made = receiptOf(record, false, { senders, pageUrl: 'https://pay.example.ng/pay/pg_1' });
    expect(made?.payments[0]?.facts[0]).toEqual(['Sender', 'ADA OBI, Zenith Bank']);
    expect(made?.contact).toEqual(['12 Marina, Lagos', 'help@shop.example.ng']);
    expect(made?.pageUrl).toBe('https://pay.example.ng/pay/pg_1');
  });

  it('names a charge by the acquirer’s name for it, which is no bank’s session', () => {
    const charged = credit({ channel: 'Card', accountNumber: null, sessionId: 'att_1' });
    const made = receipt(checkout({ ...paid, credits: [charged] }));
    expect(made?.facts).toContainEqual(['Paid by', 'Card']);
    expect(made?.payments[0]?.facts.at(-1)).toEqual(['Charge', 'att_1']);
  });

  it('is titled by what became of the payment', () => {
    const titled = (changes: Partial<Checkout>) =>
      receipt(checkout({ ...paid, ...changes }))?.title;
    expect(titled({ refundedMinor: 1_000n })).toBe('Receipt');
    expect(titled({ status: 'REFUNDED', refundedMinor: 1_010_867n })).toMatch(/refunded/);
    expect(titled({ status: 'REVERSED', takenBackMinor: 1_010_867n })).toMatch(/taken back/);
    const both = { refundedMinor: 10_867n, takenBackMinor: 1_000_000n };
    expect(titled({ status: 'REVERSED', ...both })).toMatch(/refunded/);
  });
});

/** What stands on each page, with its place in points from the top. */
async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => {
      const { items } = await (await document.getPage(at + 1)).getTextContent();
      return items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [{ text: item.str, y: Math.round(595 - Number(item.transform[5])), size: item.height }]
          : [],
      );
    }),
  );
}

describe('the receipt on paper', () => {
  const at = new Date('2026-11-20T12:00:00Z');
  const draw = async (
    options: Parameters<typeof receipt>[1],
    shown = paid as Partial<Checkout>,
  ) => {
    const made = receipt(checkout(shown), options) ?? expect.fail('no receipt');
    return read(await receiptPdf(made, at));
  };

  it.each([1, 12, 20, 22, 40])(
    'keeps each of %i lines together with its amount, within the margins',
    async (count) => {
      const items = Array.from({ length: count }, (_, i) => ({
        name: `Item ${i + 1}${' of two lines'.repeat(i % 3 === 0 ? 7 : 0)}`,
        quantity: 1,
        amount: 10_000 + i * 100,
      }));
      const pages = await draw({ items, description: 'word '.repeat(25).trim() });
      const lines = pages.flat();
      expect(Math.max(...lines.map(({ y }) => y))).toBeLessThan(555);
      expect(Math.min(...pages.map((page) => Math.min(...page.map(({ y }) => y))))).toBeGreaterThan(
        40,
      );
      for (const [i, { amount }] of items.entries()) {
        const amountText = formatNaira(BigInt(amount));
        const page = pages.find((texts) => texts.some(({ text }) => text === amountText)) ?? [];
        const { y } = page.find(({ text }) => text === amountText) ?? { y: 0 };
        const name = page.find(({ text }) => new RegExp(`^Item ${i + 1}\\b`).test(text));
        expect({ i, y: name?.y }).toEqual({ i, y });
      }
      // No page holds a single line that could have stood on the one before.
      if (count <= 12) expect(pages.length).toBeLessThanOrEqual(2);
    },
  );

  it('has every payment of an order that many transfers paid', async () => {
    const credits = Array.from({ length: 30 }, (_, i) =>
      credit({ creditId: `txn_${i}`, sessionId: `session-${i}`, amountMinor: 40_000n }),
    );
    const texts = (await draw({}, { ...paid, credits })).flat().map(({ text }) => text);
    for (let i = 0; i < 30; i += 1) {
      expect(texts).toContain(`Payment txn_${i}`);
      expect(texts).toContain(`session-${i}`);
    }
  });

  it('says on each page of the sandbox that no real money was moved', async () => {
    const items = Array.from({ length: 40 }, () => shoes).flat();
    const pages = await draw({ items, isSandbox: true });
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      const large = page.filter(({ size }) => size > 20).map(({ text }) => text);
      expect(large).toEqual(['TEST']);
      expect(page.map(({ text }) => text)).toEqual(
        expect.arrayContaining(['TEST: no real money was moved', 'TEST']),
      );
    }
    const live = (await draw({ items })).flat();
    expect(live.filter(({ text }) => text.includes('TEST'))).toEqual([]);
  });
});
