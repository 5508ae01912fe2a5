import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import { cardRailActivities } from '../../../../activities/payments/card.activities.js';
import type { CardAnswer, CardCharge, CardRail } from '../../../../src/domain/card-rail.port.js';
import type { PgCardAttempts } from '../../../../src/payments/cards/card-attempt.store.js';
import type { CardInstruction } from '../../../../src/payments/cards/card-attempts.js';

const charge: CardCharge = {
  ...{ chargeId: 'att_1', token: 'card_approved', returnUrl: null },
  ...{ amountMinor: 250_000n, currency: 'NGN' },
};
const instruction: CardInstruction = {
  ...{ ...charge, provider: 'an-acquirer', sendingStatus: 'SENT', isLate: false },
};
const approved: CardAnswer = {
  ...{ outcome: 'APPROVED', code: '00', failure: null, action: null, card: null },
};

/** A charge by an acquirer that wants no calls for these times, one after the other. */
function charging(read: () => Promise<CardInstruction>, ...held: readonly number[]) {
  const sent: CardCharge[] = [];
  let readings = 0;
  const rail = {
    heldForMs: () => held[readings - 1] ?? 0,
    charge: (each: CardCharge) => {
      sent.push(each);
      return Promise.resolve(approved);
    },
  };
  const attempts = {
    instruction: () => {
      readings += 1;
      return read();
    },
  };
  const { chargeCard } = cardRailActivities(
    attempts as unknown as PgCardAttempts,
    new Map([['an-acquirer', rail as unknown as CardRail]]),
  );
  const verdict = new MockActivityEnvironment().run(() => chargeCard({ attemptId: 'att_1' }));
  return { sent, verdict, readings: () => readings };
}

describe('a charge of a card', () => {
  it('leaves when it was written down a moment ago, with nothing of ours', async () => {
    const { sent, verdict } = charging(() => Promise.resolve(instruction));
    expect(await verdict).toMatchObject({ outcome: 'APPROVED' });
    expect(sent).toEqual([charge]);
  });

  it('does not leave after its process was frozen', async () => {
    const now = Date.now;
    const { sent, verdict } = charging(() => {
      Date.now = () => now() + 3_600_000;
      return Promise.resolve(instruction);
    });
    try {
      await expect(verdict).rejects.toThrow('not open');
    } finally {
      Date.now = now;
    }
    expect(sent).toEqual([]);
  });

  it('does not leave when somebody has judged it', async () => {
    const { sent, verdict } = charging(() =>
      Promise.resolve({ ...instruction, sendingStatus: null }),
    );
    await expect(verdict).rejects.toThrow('not open');
    expect(sent).toEqual([]);
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('the database is away'))],
    ['has waited too long for a worker', () => Promise.resolve({ ...instruction, isLate: true })],
  ])('is not sent when it %s', async (_what, read) => {
    const { sent, verdict } = charging(read);
    expect(await verdict).toMatchObject({ outcome: 'ABSENT', failure: 'NOT_SENT' });
    expect(sent).toEqual([]);
  });

  it('waits for an acquirer that wants no calls, and is read again after that', async () => {
    const { sent, verdict, readings } = charging(() => Promise.resolve(instruction), 20);
    expect(await verdict).toMatchObject({ outcome: 'APPROVED' });
    expect(sent).toHaveLength(1);
    expect(readings()).toBe(2);
  });
});
