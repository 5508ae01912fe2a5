import { describe, expect, it } from 'vitest';
import type { Checkout } from '../../../src/domain/ports/checkout-store.port.js';
import { receiptOf, type Receipt } from '../../../src/pay/receipt-pdf.js';
import { checkout, credit } from '../../support/shown-checkout.js';

const receipt = (shown: Checkout): Receipt | undefined =>
  receiptOf({
    checkout: shown,
    merchantName: 'Sheyi Shoes',
    description: null,
    redirectUrl: null,
    merchantPage: {},
    logo: null,
    wishes: { items: [{ name: 'Shoes', quantity: 2, amount: 900_000 }] },
  });

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
    expect(receipt(checkout(paid))?.facts).toEqual(
      expect.arrayContaining([
        ['Receipt', 'txn_1'],
        ['Session', 'session-1'],
        ['Paid on', '20/11/2026 13:00 (Lagos)'],
        ['Paid by', 'Bank transfer'],
      ]),
    );
  });
});
