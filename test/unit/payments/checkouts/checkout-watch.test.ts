import { describe, expect, it } from 'vitest';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { CheckoutWatch } from '../../../../src/payments/checkouts/checkout-watch.js';
import {
  account,
  attempt,
  checkout,
  credit,
  later,
  refund,
} from '../../../support/shown-checkout.js';

/** Reads the given states one after the other, the last one again and again; a wait is over at once. */
function watching(...states: readonly Checkout[]) {
  const waits: number[] = [];
  const left = [...states];
  const find = async () => (left.length > 1 ? left.shift() : left[0]);
  const changes = { waitFor: async (_id: string, ms: number) => void waits.push(ms) };
  const waiting = { changes, shutdown: new AbortController().signal };
  return { watch: new CheckoutWatch({ find }, waiting), waits };
}

const etagOf = async (state: Checkout) => {
  const { watch } = watching(state);
  return (await watch.polled('mch_1', 'ORD-1', { ifNoneMatch: undefined, waitMs: 0 })).etag;
};

describe('one who waits for a payment', () => {
  it('that is booked after the session is woken by the booking, not by the clock', async () => {
    const ended = { expiresAt: later(60), accounts: [account({ status: 'EXPIRED' })] };
    const booking = checkout({ ...ended, status: 'PROCESSING', now: later(61) });
    const paid = checkout({ ...ended, status: 'SUCCESSFUL', now: later(61) });
    const { watch, waits } = watching(booking, paid);
    const isPaid = ({ status }: Checkout) => status === 'SUCCESSFUL';
    expect(await watch.until(booking, isPaid, 20_000)).toBe(paid);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(15_000);
  });
});

describe('the ETag of a checkout', () => {
  const charged = { status: 'PROCESSING', cardAttempts: [attempt()] } as const;
  const paid = { status: 'SUCCESSFUL', credits: [credit()] } as const;
  const action = { type: '3DS', url: 'https://bank.example.ng/3ds' } as const;
  it.each<[string, Partial<Checkout>, Partial<Checkout>]>([
    [
      'a card has to be confirmed',
      charged,
      { cardAttempts: [attempt({ status: 'REQUIRES_ACTION', action })] },
    ],
    [
      'a refund has arrived',
      { ...paid, credits: [credit({ refunds: [refund()] })] },
      { credits: [credit({ refunds: [refund({ status: 'SUCCESSFUL' })] })] },
    ],
    ['a held payment was decided about', paid, { credits: [credit({ resolution: 'KEPT' })] }],
    ['the access code is no longer valid', paid, { now: later(24 * 60) }],
    ['the account has ended while a payment is booked', charged, { now: later(30) }],
  ])('is another when %s, though the version is the same', async (_what, before, change) => {
    const [one, other] = [checkout(before), checkout({ ...before, ...change })];
    expect(await etagOf(other)).not.toBe(await etagOf(one));
  });

  it('is the same while only the seconds pass', async () => {
    expect(await etagOf(checkout({ now: later(29) }))).toBe(await etagOf(checkout()));
  });
});
