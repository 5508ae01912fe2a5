import { describe, expect, it } from 'vitest';
import { movesStill, moneyLines } from '../../../../src/pages/payer/money-lines.js';
import { credit, refund } from '../../../support/shown-checkout.js';

const linesOf = (...credits: ReturnType<typeof credit>[]) => moneyLines({ credits });

describe('the lines about money', () => {
  it('say nothing of a payment that fits, or of a part that counts', () => {
    expect(linesOf(credit(), credit({ outcome: 'UNDERPAID', amountMinor: 1n }))).toEqual([]);
    expect(linesOf(credit({ outcome: null, appliedMinor: 0n }))).toEqual([]);
  });

  it('say what of an overpayment goes back to the account it came from', () => {
    const over = credit({
      outcome: 'OVERPAID',
      amountMinor: 1_200_050n,
      excessMinor: 200_000n,
      refunds: [refund()],
    });
    const lines = linesOf(over);
    expect(lines).toEqual([
      {
        fit: 'OVER',
        receivedMinor: 1_200_050n,
        excessMinor: 200_000n,
        backs: [{ amountMinor: 200_000n, state: 'ON_ITS_WAY', to: 'ACCOUNT' }],
        rest: null,
      },
    ]);
    expect(movesStill(lines)).toBe(true);
  });

  it.each([
    ['REQUESTED', 'ON_ITS_WAY'],
    ['NAME_ENQUIRY', 'ON_ITS_WAY'],
    ['PROCESSING', 'ON_ITS_WAY'],
    ['UNKNOWN', 'ON_ITS_WAY'],
    ['NEEDS_ACCOUNT', 'STUCK'],
    ['FAILED', 'STUCK'],
    ['SUCCESSFUL', 'SENT'],
  ] as const)('tell of a refund that is %s', (status, state) => {
    const [line] = linesOf(credit({ outcome: 'DUPLICATE', refunds: [refund({ status })] }));
    expect(line?.backs[0]?.state).toBe(state);
  });

  it('name no account where the merchant may have named another, and the card of a card payment', () => {
    const refunds = [refund({ origin: 'MERCHANT', status: 'SUCCESSFUL' })];
    const lines = linesOf(credit({ refunds }), credit({ channel: 'Card', refunds }));
    expect(lines.map(({ backs }) => backs[0]?.to)).toEqual(['SHOP', 'CARD']);
    expect(movesStill(lines)).toBe(false);
  });

  it.each([
    [{ outcome: 'LATE', policyApplied: 'REFUND', appliedMinor: 0n }, 'GOES_BACK'],
    [{ outcome: 'LATE', policyApplied: 'HOLD', appliedMinor: 0n }, 'HELD'],
    [{ outcome: 'LATE', policyApplied: 'ACCEPT_LATE', resolution: 'ACCEPTED' }, 'COUNTED'],
    [{ outcome: 'DUPLICATE', resolution: 'ACCEPTED', appliedMinor: 0n }, 'KEPT'],
    [{ outcome: 'DUPLICATE', resolution: 'KEPT', appliedMinor: 0n }, 'KEPT'],
    [{ outcome: 'OVERPAID', excessMinor: 1n }, 'KEPT'],
    [{ outcome: 'UNMATCHED', resolution: 'RETURNED', appliedMinor: 0n }, 'GOES_BACK'],
    [{ outcome: 'UNMATCHED', appliedMinor: 0n }, 'HELD'],
  ] as const)('say what becomes of the rest: %#', (changes, rest) => {
    const lines = linesOf(credit(changes));
    expect(lines[0]?.rest).toBe(rest);
    expect(movesStill(lines)).toBe(rest === 'GOES_BACK' || rest === 'HELD');
  });
});
