import { describe, expect, test } from 'vitest';
import type { DeliveryAttempt } from '../../../../src/notify/delivery/notification-store.port.js';
import { AttemptLog } from '../../../../src/notify/delivery/attempt-log.js';

function attempt(deliveryId: string): DeliveryAttempt {
  return {
    deliveryId,
    merchantId: 'mch_1',
    endpoint: 1,
    firstByteMs: 1,
    url: null,
    signature: null,
    bodySignature: null,
    dueInMs: null,
    attempt: 1,
    startedAt: new Date(),
    durationMs: 1,
    httpStatus: 200,
    failure: null,
    response: '',
    status: 'DELIVERED',
  };
}

function recorder() {
  const batches: string[][] = [];
  const store = {
    failures: 0,
    record: async (attempts: readonly DeliveryAttempt[]) => {
      if (store.failures-- > 0) throw new Error('the database is away');
      batches.push(attempts.map(({ deliveryId }) => deliveryId));
    },
  };
  const log = new AttemptLog(store, { warn: () => {} });
  return { batches, store, log };
}

describe('attempt log', () => {
  test('writes together what comes together, and all of it before it closes', async () => {
    const { batches, log } = recorder();
    for (const id of ['a', 'b', 'c']) log.add(attempt(id));
    await log.close();
    expect(batches).toEqual([['a', 'b', 'c']]);
  });

  test('writes what is added at any moment of a write, even as the last one ends', async () => {
    const { batches, log, store } = recorder();
    const { record } = store;
    let late = 5;
    store.record = async (attempts) => {
      await record(attempts);
      // Steps later and later, across the moment in which the log finds nothing more to write.
      const steps = late;
      if (late-- > 0) void after(steps, () => log.add(attempt(`late${steps}`)));
    };
    log.add(attempt('first'));
    const all = ['first', 'late5', 'late4', 'late3', 'late2', 'late1'];
    await expect.poll(() => batches.flat()).toEqual(all);
  });

  test('tries again what could not be written', async () => {
    const { batches, log, store } = recorder();
    store.failures = 1;
    log.add(attempt('a'));
    await expect.poll(() => store.failures).toBe(0);
    log.add(attempt('b'));
    await expect.poll(() => batches).toEqual([['a', 'b']]);
    await log.close();
  });
});

async function after(microtasks: number, run: () => void): Promise<void> {
  for (let step = 0; step < microtasks; step += 1) await Promise.resolve();
  run();
}
