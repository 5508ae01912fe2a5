import type pg from 'pg';
import type { RailEvent, RailEventResult } from './rail-event.js';
import { queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';

const receiveRailEvent = call('receive_rail_event', { with: ['reason', 'evidenceDueAt'] }).as<{
  outcome: string | null;
  duplicate: boolean;
}>();

/**
 * Rail events on PostgreSQL, each recorded once. One transaction posts the journals, changes the statuses and writes
 * the merchant's events.
 */
export class PgRailEventStore {
  constructor(private readonly pool: pg.Pool) {}

  receive(event: RailEvent): Promise<RailEventResult> {
    return queryOne(
      this.pool,
      receiveRailEvent({ ...event, reason: event.reason, evidenceDueAt: event.evidenceDueAt }),
    );
  }

  /**
   * Records a bank's recall of a transfer, which the hook or the statement (`line {lineId}`) reports. A recall that
   * both report is booked once.
   */
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
