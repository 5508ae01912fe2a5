import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkoutEvents,
  checkoutStatuses,
  checkoutTransitions,
  isPaid,
  isTerminal,
  nextStatus,
  type CheckoutEvent,
  type CheckoutStatus,
} from '../../../src/domain/checkout-state.js';

const unpaidEnds: readonly CheckoutStatus[] = ['FAILED', 'EXPIRED', 'CANCELLED'];

function reachableFrom(start: CheckoutStatus): Set<CheckoutStatus> {
  const seen = new Set<CheckoutStatus>([start]);
  for (const status of seen) {
    for (const { from, to } of checkoutTransitions) if (from === status) seen.add(to);
  }
  return seen;
}

describe('the life of a checkout', () => {
  it('reaches every status from INITIATED', () => {
    expect([...reachableFrom('INITIATED')].toSorted()).toEqual([...checkoutStatuses].toSorted());
  });

  it.each(checkoutStatuses)('%s can still come to an end', (status) => {
    expect([...reachableFrom(status)].some(isTerminal)).toBe(true);
  });

  it('has one way out of an end that is not a payment: an EXPIRED checkout that is paid after all', () => {
    expect(checkoutStatuses.filter((status) => isTerminal(status) && !isPaid(status))).toEqual(
      unpaidEnds,
    );
    expect(checkoutTransitions.filter(({ from }) => unpaidEnds.includes(from))).toEqual([
      { from: 'EXPIRED', event: 'PAID_IN_FULL', to: 'SUCCESSFUL' },
    ]);
  });

  it('uses every event, and none that is not listed', () => {
    const used = new Set(checkoutTransitions.map(({ event }) => event));
    expect([...used].toSorted()).toEqual([...checkoutEvents].toSorted());
  });

  it('has one outcome for a status and an event', () => {
    const keys = checkoutTransitions.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { from, event, to } of checkoutTransitions) expect(nextStatus(from, event)).toBe(to);
  });

  it('answers undefined for every other pair', () => {
    for (const from of checkoutStatuses) {
      for (const event of checkoutEvents) {
        const row = checkoutTransitions.find((t) => t.from === from && t.event === event);
        expect(nextStatus(from, event)).toBe(row?.to);
      }
    }
  });

  it('lets no clock and no cancel end a checkout whose money is on its way into the books', () => {
    const ends: readonly CheckoutEvent[] = ['SESSION_ENDED', 'WINDOW_ENDED_FINAL', 'CANCELLED'];
    for (const event of ends) expect(nextStatus('PROCESSING', event)).toBeUndefined();
    expect(nextStatus('PROCESSING', 'WINDOW_ENDED')).toBe('PROCESSING');
  });

  it('becomes SUCCESSFUL only by a posted credit', () => {
    const ways = checkoutTransitions
      .filter(({ to }) => to === 'SUCCESSFUL')
      .map(({ event }) => event);
    expect(new Set(ways)).toEqual(new Set(['PAID_IN_FULL']));
  });

  it('stays ended once it has ended, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...checkoutEvents), { maxLength: 40 }), (events) => {
        let status: CheckoutStatus = 'INITIATED';
        let ended = false;
        let paid = false;
        for (const event of events) {
          status = nextStatus(status, event) ?? status;
          if (ended) expect(isTerminal(status)).toBe(true);
          if (paid) expect(isPaid(status)).toBe(true);
          ended = isTerminal(status);
          paid = isPaid(status);
        }
      }),
    );
  });
});
