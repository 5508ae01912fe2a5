import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkoutEvents,
  checkoutStatuses,
  checkoutTransitions,
  isTerminal,
  nextStatus,
  type CheckoutEvent,
  type CheckoutStatus,
} from '../../../src/domain/checkout-state.js';

const terminals: readonly CheckoutStatus[] = ['SUCCESSFUL', 'EXPIRED', 'CANCELLED'];

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

  it('ends in SUCCESSFUL, EXPIRED or CANCELLED, and these have no exit', () => {
    expect(checkoutStatuses.filter(isTerminal)).toEqual(terminals);
    expect(checkoutTransitions.filter(({ from }) => terminals.includes(from))).toEqual([]);
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

  it('stays where it ended, whatever happens in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...checkoutEvents), { maxLength: 40 }), (events) => {
        let status: CheckoutStatus = 'INITIATED';
        let ended: CheckoutStatus | undefined;
        for (const event of events) {
          status = nextStatus(status, event) ?? status;
          if (ended !== undefined) expect(status).toBe(ended);
          if (isTerminal(status)) ended = status;
        }
      }),
    );
  });
});
