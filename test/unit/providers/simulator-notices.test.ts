import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keySetOf } from '../../../src/platform/config/key-set.js';
import { simulatorKeys } from '../../../src/providers/hook-signature.js';
import { SimulatorNotices } from '../../../src/providers/simulator/notice.js';

const notices = new SimulatorNotices(simulatorKeys(keySetOf('hooks', [randomBytes(32)])));
const notice = { sessionId: '000014261127101500000000000001', accountNumber: '5011234561' };

function read(fields: object) {
  const body = Buffer.from(JSON.stringify({ ...notice, amount: 1_000_000, ...fields }));
  return notices.read({ headers: {}, body, part: null });
}

describe('a notice of the simulator', () => {
  it.each([{}, { currency: null }, { currency: 'NGN' }])('is of naira with %j', (fields) => {
    expect(read(fields)).toMatchObject({
      kind: 'CREDIT',
      credit: { amountMinor: 1_000_000n, currency: 'NGN' },
    });
  });

  it.each(['USD', 'ngn', ''])('is not booked as naira when its currency is "%s"', (currency) => {
    expect(read({ currency })).toEqual({ kind: 'UNREADABLE', why: 'currency' });
  });
});
