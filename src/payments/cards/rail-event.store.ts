import type pg from 'pg';
import type { RailEvent, RailEventResult, RailEventStore } from './rail-event-store.port.js';
import { queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const receiveRailEvent = call('receive_rail_event', { with: ['reason', 'evidenceDueAt'] }).as<{
  outcome: string | null;
  duplicate: boolean;
}>();

export class PgRailEventStore implements RailEventStore {
  constructor(private readonly pool: pg.Pool) {}

  receive(event: RailEvent): Promise<RailEventResult> {
    return queryOne(
      this.pool,
      receiveRailEvent({ ...event, reason: event.reason, evidenceDueAt: event.evidenceDueAt }),
    );
  }

  recall(event: {
    readonly provider: string;
    readonly eventId: string;
    readonly sessionId: string;
    readonly amountMinor: bigint;
  }): Promise<RailEventResult> {
    const { provider, eventId, sessionId: subject, amountMinor } = event;
    return this.receive({
      provider,
      eventId,
      kind: 'RECALL',
      subject,
      reference: eventId,
      amountMinor,
      feeMinor: 0n,
    });
  }
}
