import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EndpointQueues } from '../../../../src/notify/delivery/endpoint-queues.js';

const limits = {
  slots: 3,
  slotsWhenFailing: 1,
  failingAfter: 2,
  maxWaiting: 4,
  maxWaitingWhenFailing: 2,
};

describe('endpoint queues', () => {
  test('let through, then keep, then turn away, each merchant for itself', () => {
    const queues = new EndpointQueues<number>(limits);
    const answers = [1, 2, 3, 4, 5, 6, 7, 8].map((item) => queues.enter('a', item));
    expect(answers).toEqual(['GO', 'GO', 'GO', 'WAIT', 'WAIT', 'WAIT', 'WAIT', 'FULL']);
    expect(queues.enter('b', 1)).toBe('GO');
    expect(queues.leave('a', true)).toEqual([4]);
    expect(queues.leave('b', true)).toEqual([]);
  });

  test('narrow for a merchant whose sends keep failing, and widen with its first success', () => {
    const queues = new EndpointQueues<number>(limits);
    for (const item of [1, 2, 3, 4, 5, 6]) queues.enter('a', item);
    expect([queues.leave('a', false), queues.leave('a', false), queues.leave('a', false)]).toEqual([
      [4],
      [],
      [],
    ]);
    expect(queues.leave('a', false)).toEqual([5]);
    expect(queues.leave('a', true)).toEqual([6]);
    expect(queues.leave('a', false)).toEqual([]);
  });

  test('remember who was failing when nothing is under way', () => {
    const queues = new EndpointQueues<number>(limits);
    for (const item of [1, 2]) {
      queues.enter('a', item);
      queues.leave('a', false);
    }
    const answers = [3, 4, 5, 6].map((item) => queues.enter('a', item));
    expect(answers).toEqual(['GO', 'WAIT', 'WAIT', 'FULL']);
  });

  test('never exceed the slots nor lose an item, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 200 }), (steps) => {
        const queues = new EndpointQueues<number>(limits);
        const [underWay, waiting] = [new Set<number>(), new Set<number>()];
        steps.forEach(([enters, succeeds], item) => {
          if (enters) {
            const answer = queues.enter('a', item);
            if (answer === 'GO') underWay.add(item);
            if (answer === 'WAIT') waiting.add(item);
            return;
          }
          const [done] = underWay;
          if (done === undefined) return;
          underWay.delete(done);
          for (const next of queues.leave('a', succeeds)) {
            expect(waiting.delete(next)).toBe(true);
            underWay.add(next);
          }
        });
        expect(underWay.size).toBeLessThanOrEqual(limits.slots);
        expect(waiting.size).toBeLessThanOrEqual(limits.maxWaiting);
        // Whoever waits has somebody before it whose leaving will let it go.
        expect(waiting.size === 0 || underWay.size > 0).toBe(true);
        expect(new Set(queues.drain())).toEqual(waiting);
      }),
    );
  });
});
