import { createServer } from 'node:http';
import { once } from 'node:events';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instructionToSend } from '../../../../activities/payouts/instruction-to-send.js';
import type { SendingStatus } from '../../../../src/payouts/settlement/payout-steps.js';
import { HttpCaller } from '../../../../src/providers/http-caller.js';

const neverAsks = {};

/** Each reading has the next of these statuses, and the last for ever. */
function readings(...statuses: readonly (SendingStatus | null)[]) {
  let made = 0;
  return {
    made: () => made,
    read: () =>
      Promise.resolve({ sendingStatus: statuses[Math.min(made++, statuses.length - 1)] ?? null }),
  };
}

const inActivity = (
  read: () => Promise<{ sendingStatus: SendingStatus | null }>,
  rail: { heldForMs?(): number } = neverAsks,
) => new MockActivityEnvironment().run(() => instructionToSend(read, () => rail));

describe('a sending', () => {
  it('leaves when it was written down a moment ago', async () => {
    expect(await inActivity(readings('SENT').read)).toEqual({ sendingStatus: 'SENT' });
  });

  it('does not leave after its process was frozen', async () => {
    const now = Date.now;
    const read = (): Promise<{ sendingStatus: SendingStatus }> => {
      Date.now = () => now() + 3_600_000;
      return Promise.resolve({ sendingStatus: 'SENT' });
    };
    try {
      await expect(inActivity(read)).rejects.toThrow('not open');
    } finally {
      Date.now = now;
    }
  });

  it.each(['UNKNOWN', 'FAILED', 'SUCCESSFUL', 'RETURNED', null] as const)(
    'does not leave when it is %s: somebody has judged it, or nobody has written it down',
    async (status) => expect(inActivity(readings(status).read)).rejects.toThrow('not open'),
  );
});

describe('a sending to a provider that wants no calls', () => {
  const server = createServer((_request, reply) => {
    reply.writeHead(429, { 'retry-after': '1' });
    reply.end('{}');
  });
  let caller: HttpCaller;
  const pausing = () => ({ heldForMs: () => caller.heldForMs });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    caller = new HttpCaller({
      ...{ provider: 'busy', url: `http://127.0.0.1:${port}` },
      ...{ callsPerSecond: 1_000, timeoutMs: 200, connections: 1 },
    });
  });
  afterAll(async () => {
    await caller.close();
    server.close();
  });

  /** On a busy machine a call may end before its answer has come. */
  const untilHeld = async () => {
    while (caller.heldForMs === 0) await caller.call({ method: 'GET', path: '/' });
  };

  /** The first reading ends while the provider wants no calls, however slow the machine is. */
  function whileHeld(...statuses: readonly SendingStatus[]) {
    const { read, made } = readings(...statuses);
    const held = { at: 0, forMs: 0 };
    const readHeld = async () => {
      if (made() > 0) return read();
      await untilHeld();
      Object.assign(held, { at: performance.now(), forMs: caller.heldForMs });
      return read();
    };
    return { read: readHeld, made, held };
  }

  it('waits for as long as the provider has asked for, though a call may not take so long', async () => {
    const { read, made, held } = whileHeld('SENT');
    expect(await inActivity(read, pausing())).toEqual({ sendingStatus: 'SENT' });
    expect(performance.now() - held.at).toBeGreaterThan(held.forMs - 10);
    expect(caller.heldForMs).toBe(0);
    // The sending may have been judged in the meantime.
    expect(made()).toBeGreaterThan(1);
  });

  it('does not leave after the wait when it was judged meanwhile', async () => {
    const { read } = whileHeld('SENT', 'UNKNOWN');
    await expect(inActivity(read, pausing())).rejects.toThrow('not open');
  });

  it('waits no longer than a minute', async () => {
    const rail = { heldForMs: () => 61_000 };
    expect(await inActivity(readings('SENT').read, rail)).toEqual({ sendingStatus: 'SENT' });
  });
});
