import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Courier, type CourierPorts } from '../../../../src/notify/messages/courier.js';

/** A courier of a sender with so much room, for which two messages are due. Each is sent until it is let go. */
function carrying(room: number) {
  const due = ['first', 'second'];
  const rooms: number[] = [];
  const sends = new Map(due.map((messageId) => [messageId, Promise.withResolvers<void>()]));
  const written: string[] = [];
  const sender = {
    sender: { name: 'sms', channel: 'SMS', concurrent: room },
    allows: () => true,
    send: async ({ messageId }: { messageId: string }) => {
      await sends.get(messageId)?.promise;
      return { outcome: 'ACCEPTED', reference: null };
    },
  };
  const ports = {
    messages: {
      claim: ({ limit }: { limit: number }) => {
        rooms.push(limit);
        const claimed = due.splice(0, limit);
        return Promise.resolve(
          claimed.map((messageId) => ({ messageId, channel: 'SMS', merchantId: null, attempt: 1 })),
        );
      },
      record: (attempts: readonly { messageId: string }[]) =>
        Promise.resolve(void written.push(...attempts.map(({ messageId }) => messageId))),
    },
    renderer: { render: (message: object) => Promise.resolve(message) },
    timed: { write: () => Promise.resolve() },
    senders: new Map([['SMS', sender]]),
    processors: { isBusy: () => false },
    log: { warn: () => {} },
  } as unknown as CourierPorts;
  const stop = new AbortController();
  const carried = new Courier(ports, { pollMs: 3_600_000 }).carry(3_600_000, stop.signal);
  const letGo = async (messageId: string): Promise<void> => {
    sends.get(messageId)?.resolve();
    await expect.poll(() => written).toContain(messageId);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  };
  const end = () => {
    stop.abort();
    return carried;
  };
  return { rooms, letGo, end };
}

it('a send that ends causes no look for more while there was room', async () => {
  const { rooms, letGo, end } = carrying(5);
  await expect.poll(() => rooms).toEqual([5, 3]);
  await letGo('first');
  await letGo('second');
  expect(rooms).toEqual([5, 3]);
  expect(await end()).toMatchObject({ accepted: 2 });
});

it('a send that ends makes room for the next when there was none', async () => {
  const { rooms, letGo, end } = carrying(1);
  await expect.poll(() => rooms).toEqual([1]);
  await letGo('first');
  await expect.poll(() => rooms).toEqual([1, 1]);
  await letGo('second');
  expect(await end()).toMatchObject({ accepted: 2 });
});
