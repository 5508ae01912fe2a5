import type pg from 'pg';
import type { RailEvent, RailEventResult, RailEventStore } from './rail-event-store.port.js';
import { queryOne } from '../../platform/database/database.js';

const receiveRailEvent = {
  name: 'receive_rail_event',
  text: 'select outcome, duplicate from receive_rail_event($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};

export class PgRailEventStore implements RailEventStore {
  constructor(private readonly pool: pg.Pool) {}

  receive(event: RailEvent): Promise<RailEventResult> {
    return queryOne<{ outcome: string | null; duplicate: boolean }>(this.pool, receiveRailEvent, [
      event.provider,
      event.eventId,
      event.kind,
      event.subject,
      event.reference,
      event.amountMinor,
      event.feeMinor,
      event.reason ?? null,
      event.evidenceDueAt ?? null,
    ]);
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
