import type pg from 'pg';
import type { Delivery, DeliveryAttempt } from '../delivery/notification-store.port.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';
import type { EndpointOf } from './endpoint-of.js';
import { type DeliveryRow, toDelivery } from '../delivery/delivery-row.js';

const beginTest = call('begin_webhook_test').as<DeliveryRow>();
const finishTest = call('finish_webhook_test').as<{
  reenabled: boolean;
  missed: number;
  first_at: Date | null;
  more: boolean;
}>();

/** The lease is longer than a send can take. */
const leaseMs = 45_000;

export interface TestAftermath {
  /** Whether the endpoint was disabled or given up, and the test has switched it on again. */
  readonly reenabled: boolean;
  /** Events that have not arrived and will not by themselves. */
  readonly missed: number;
  /** The time of the first of them, or with `more` from which others may be; null when there is none. */
  readonly firstAt: Date | null;
  /** Whether others may be missed, because more have not arrived than are looked at. */
  readonly more: boolean;
}

/** Test events on PostgreSQL. */
export class PgWebhookTestStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Makes a test event whose delivery the caller must send; undefined when the merchant has no such endpoint. */
  async begin({ merchantId, endpoint }: EndpointOf): Promise<Delivery | undefined> {
    const [row] = await query(this.pool, beginTest({ merchantId, endpoint, leaseMs }));
    return row === undefined ? undefined : toDelivery(row);
  }

  async finish(attempt: DeliveryAttempt, missedSince: Date): Promise<TestAftermath> {
    const row = await queryOne(
      this.pool,
      finishTest({ attempt, suppressAfterMs: webhookRules.suppressAfterMs, missedSince }),
    );
    const { reenabled, missed, first_at: firstAt, more } = row;
    return { reenabled, missed, firstAt, more };
  }
}
