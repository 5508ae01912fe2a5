import { describe, expect, it } from 'vitest';
import type { CardEventHook } from '../../../../src/payments/cards/card-event.dto.js';
import { CardEventService } from '../../../../src/payments/cards/card-event.service.js';
import type { RailEvent } from '../../../../src/payments/cards/rail-event.js';

/** A service that keeps each event about money. */
function keeping() {
  const kept: RailEvent[] = [];
  const events = {
    receive: (event: RailEvent) => {
      kept.push(event);
      return Promise.resolve({ outcome: 'KEPT', duplicate: false });
    },
  };
  const unused = {} as never;
  const service = new CardEventService({
    ...{ attempts: unused, workflows: unused, rails: unused, events },
  });
  const receive = (hook: Omit<CardEventHook, 'eventId'>) =>
    service.receive('an-acquirer', { eventId: 'evt-1', ...hook });
  return { kept, receive };
}

describe('an event of an acquirer', () => {
  it.each(['CHARGEBACK_OPENED', 'CHARGEBACK_WON', 'CHARGEBACK_LOST'] as const)(
    'names its chargeback: %s',
    async (kind) => {
      const { kept, receive } = keeping();
      const told = { kind, chargeId: 'att_000001', amount: 1_000 };
      await expect(receive(told)).rejects.toThrow('chargebackId is required');
      expect(kept).toEqual([]);
      await receive({ ...told, chargebackId: 'cbk-7' });
      expect(kept).toMatchObject([{ kind, reference: 'cbk-7' }]);
    },
  );

  it('settles no less than its fee', async () => {
    const { kept, receive } = keeping();
    const told = { kind: 'SETTLEMENT', settlementId: 'set-7', amount: 1_000 } as const;
    await expect(receive({ ...told, fee: 1_001 })).rejects.toThrow('fee must not exceed amount');
    expect(kept).toEqual([]);
    await receive({ ...told, fee: 1_000 });
    expect(kept).toMatchObject([{ subject: 'set-7', feeMinor: 1_000n }]);
  });
});
