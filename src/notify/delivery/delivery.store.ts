import type pg from 'pg';
import type { Delivery, DeliveryAttempt, DeliveryClaim } from './notification-store.port.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import { type DeliveryRow, toDelivery } from './delivery-row.js';

const claimDeliveries = call('claim_deliveries').as<DeliveryRow>();
const findDelivery = {
  name: 'find_delivery',
  text: 'select * from delivery_read where delivery_id = $1',
};
const reviveDeliveries = callNamed('revive_deliveries', 'count').as<{ count: number }>();
const recordAttempts = callNamed('record_attempts', 'record_attempts');

export class PgDeliveryStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Takes due deliveries under a lease; another dispatcher gets them only when the lease is over. */
  async claim({ limit, leaseMs, claimant, crowded }: DeliveryClaim): Promise<readonly Delivery[]> {
    const rows = await query(this.pool, claimDeliveries({ limit, leaseMs, claimant, crowded }));
    return rows.map(toDelivery);
  }

  async find(deliveryId: string): Promise<Delivery | undefined> {
    const [row] = await query<DeliveryRow>(this.pool, findDelivery, [deliveryId]);
    return row === undefined ? undefined : toDelivery(row);
  }

  /** Writes attempts (unique per delivery and attempt), the deliveries' status and how the endpoints fare, in one statement. */
  async record(attempts: readonly DeliveryAttempt[]): Promise<void> {
    if (attempts.length === 0) return;
    await query(
      this.pool,
      recordAttempts({ attempts, suppressAfterMs: webhookRules.suppressAfterMs }),
    );
  }

  /** Makes deliveries due whose workflow could not be started or whose retry never came; returns how many. */
  async revive(limit: number): Promise<number> {
    const { count } = await queryOne(this.pool, reviveDeliveries({ limit }));
    return count;
  }
}
