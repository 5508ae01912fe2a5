import { afterEach, expect, it, vi } from 'vitest';
import { NoticeIntake } from '../../../../src/payments/credits/notice-intake.js';
import type { KeptNotice } from '../../../../src/payments/credits/kept-notice.store.js';
import type { OpenProvider } from '../../../../src/providers/contract.js';

afterEach(() => vi.restoreAllMocks());

/** Kept notices of a bank that confirms none of them. Each question takes so long. */
function keeping(count: number, questionMs: number) {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const asked: string[] = [];
  const provider = {
    notices: {
      read: ({ body }: { body: Buffer }) => ({ kind: 'CREDIT', credit: { key: body.toString() } }),
    },
    confirm: ({ key }: { key: string }) => {
      asked.push(key);
      nowMs += questionMs;
      return Promise.resolve({ outcome: 'UNKNOWN' });
    },
  } as unknown as OpenProvider;
  const queue = Array.from({ length: count }, (_, n) => ({
    ...{ noticeId: BigInt(n), body: Buffer.from(`credit-${n}`) },
  })) as unknown as KeptNotice[];
  const kept = {
    keep: () => Promise.resolve(),
    booked: () => Promise.resolve(),
    forgetOld: () => Promise.resolve(0),
    takeLongestUnread: () => {
      const taken = queue.shift();
      if (taken !== undefined) queue.push(taken);
      return Promise.resolve(taken);
    },
  };
  const receive = () => Promise.reject(new Error('nothing was confirmed'));
  const intake = new NoticeIntake(new Map([['bank', provider]]), { receive }, kept, {
    warn: () => {},
  });
  return { intake, asked };
}

it('notices are read again until the time is over, and the next time goes on with the others', async () => {
  const { intake, asked } = keeping(8, 8_000);
  await intake.retry('bank', 20_000);
  expect(asked).toEqual(['credit-0', 'credit-1', 'credit-2']);
  await intake.retry('bank', 40_000);
  expect(asked.slice(3)).toEqual(['credit-3', 'credit-4']);
});

it('notices are read again once each, while there is time left', async () => {
  const { intake, asked } = keeping(3, 1);
  await intake.retry('bank', 20_000);
  expect(asked).toEqual(['credit-0', 'credit-1', 'credit-2']);
});
