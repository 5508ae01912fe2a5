import { describe, expect, it } from 'vitest';
import {
  refundEvents,
  refundStatuses,
  refundTransitions,
  type RefundStatus,
} from '../../../src/domain/refund-state.js';

const eventsFrom = (status: RefundStatus) =>
  refundTransitions.filter(({ from }) => from === status).map(({ event }) => event);

describe('the life of a refund', () => {
  it('reaches every status from REQUESTED, by every event there is', () => {
    const seen = new Set<RefundStatus>(['REQUESTED']);
    for (const status of seen) {
      for (const { from, to } of refundTransitions) if (from === status) seen.add(to);
    }
    expect([...seen].toSorted()).toEqual([...refundStatuses].toSorted());
    const used = new Set(refundTransitions.map(({ event }) => event));
    expect([...used].toSorted()).toEqual([...refundEvents].toSorted());
  });

  it('has one outcome for a status and an event', () => {
    const keys = refundTransitions.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is not given up, nor sent again, while nobody knows what became of it', () => {
    for (const status of ['PROCESSING', 'UNKNOWN'] as const) {
      expect(eventsFrom(status)).not.toContain('GIVEN_UP');
      expect(eventsFrom(status)).not.toContain('SENT');
    }
  });

  it('is successful only when the bank has confirmed it', () => {
    const ways = refundTransitions
      .filter(({ to }) => to === 'SUCCESSFUL')
      .map(({ event }) => event);
    expect(new Set(ways)).toEqual(new Set(['CONFIRMED']));
  });
});
