import { describe, expect, it } from 'vitest';
import { refundStatuses } from '../../../../src/domain/refund-state.js';
import { transactionStatuses } from '../../../../src/domain/transaction-state.js';
import type { FoundOrder } from '../../../../src/reports/orders/order.store.js';
import {
  amountsText,
  moneyText,
  placeOfCredit,
  placeOfRefund,
} from '../../../../src/reports/orders/order-words.js';

const credit = {
  ...{ status: 'SUCCESSFUL', toMerchant: 989_250, amount: 1_000_000, senderName: 'ADA OBI' },
  ...{ settlementReference: null, settlementStatus: null, settlementDueOn: null },
};
const refund = {
  ...{ status: 'SUCCESSFUL', amount: 30_000 },
  ...{ receiverName: null, receiverBank: null, receiverAccount: null },
};
const order = (paidMinor: bigint, refunds: object[] = [], credits: object[] = []) =>
  ({
    ...{ expectedMinor: 1_000_000n, paidMinor, currency: 'NGN', parts: { credits, refunds } },
  }) as unknown as FoundOrder;

describe('the amounts of an order in words', () => {
  it.each([
    [0n, 'Order ₦10,000.00, nothing paid.'],
    [1n, 'Order ₦10,000.00, paid ₦0.01, missing ₦9,999.99.'],
    [999_999n, 'Order ₦10,000.00, paid ₦9,999.99, missing ₦0.01.'],
    [1_000_000n, 'Order ₦10,000.00, paid ₦10,000.00.'],
    [1_000_001n, 'Order ₦10,000.00, paid ₦10,000.01.'],
  ])('of which %s is paid', (paidMinor, words) => {
    expect(amountsText(order(paidMinor))).toBe(words);
  });

  it.each(refundStatuses)('tell what goes back apart from what has gone back: %s', (status) => {
    const words = amountsText(order(1_000_000n, [{ ...refund, status }, refund]));
    const back =
      status === 'SUCCESSFUL' ? 'given back ₦600.00' : 'to give back ₦300.00, given back ₦300.00';
    expect(words).toBe(`Order ₦10,000.00, paid ₦10,000.00, ${back}.`);
  });
});

describe('the place of money in words', () => {
  it.each(transactionStatuses.filter((status) => status !== 'FAILED'))(
    'is no name of a status: a payment that is %s',
    (status) => {
      expect(placeOfCredit({ ...credit, status }, 'NGN')).not.toMatch(/[A-Z]{4}/);
    },
  );

  it.each(refundStatuses)('is no name of a status: a refund that is %s', (status) => {
    expect(placeOfRefund({ ...refund, status })).not.toMatch(/[A-Z]{4}/);
  });

  it.each([
    [{}, 'in the merchant’s balance'],
    [{ settlementDueOn: '2026-11-30' }, 'in the merchant’s balance, due on 2026-11-30'],
    [
      { settlementStatus: 'ON_HOLD', settlementReference: 'STL-1' },
      'in the merchant’s settlement STL-1 (ON_HOLD)',
    ],
    [
      { settlementStatus: 'SUCCESSFUL', settlementReference: 'STL-1' },
      'paid out to the merchant (STL-1)',
    ],
  ])('is the part of the merchant, after fees: %o', (changes, place) => {
    expect(placeOfCredit({ ...credit, ...changes }, 'NGN')).toBe(
      `₦9,892.50 of it, after fees, ${place}`,
    );
  });

  it('is told of each payment with its sender, and of each refund with where it arrived', () => {
    const arrived = { ...refund, receiverName: 'ADA OBI', receiverAccount: '******7503' };
    const nobody = { ...credit, senderName: null, status: 'HELD' };
    expect(moneyText(order(2_000_000n, [arrived, refund], [credit, nobody]))).toEqual([
      '₦10,000.00 from ADA OBI: ₦9,892.50 of it, after fees, in the merchant’s balance.',
      '₦10,000.00: set aside; nobody has decided yet.',
      'Refund ₦300.00: arrived at ADA OBI, ******7503.',
      'Refund ₦300.00: arrived.',
    ]);
  });
});
