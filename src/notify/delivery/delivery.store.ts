import type pg from 'pg';
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryClaim,
  DeliveryStore,
} from './notification-store.port.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { query, queryOne } from '../../platform/database/database.js';
import { type DeliveryRow, toDelivery } from './delivery-row.js';

const claimDeliveries = {
  name: 'claim_deliveries',
  text: 'select * from claim_deliveries($1, $2, $3, $4)',
};
const findDelivery = {
  name: 'find_delivery',
  text: 'select * from delivery_read where delivery_id = $1',
};
const reviveDeliveries = {
  name: 'revive_deliveries',
  text: 'select revive_deliveries($1) as count',
};
const recordAttempts = { name: 'record_attempts', text: 'select record_attempts($1, $2)' };

export class PgDeliveryStore implements DeliveryStore {
  constructor(private readonly pool: pg.Pool) {}

  async claim({ limit, leaseMs, claimant, crowded }: DeliveryClaim): Promise<readonly Delivery[]> {
    const values = [limit, leaseMs, claimant, crowded];
    const rows = await query<DeliveryRow>(this.pool, claimDeliveries, values);
    return rows.map(toDelivery);
  }

  async find(deliveryId: string): Promise<Delivery | undefined> {
    const [row] = await query<DeliveryRow>(this.pool, findDelivery, [deliveryId]);
    return row === undefined ? undefined : toDelivery(row);
  }

  async record(attempts: readonly DeliveryAttempt[]): Promise<void> {
    if (attempts.length === 0) return;
    await query(this.pool, recordAttempts, [
      JSON.stringify(attempts),
      webhookRules.suppressAfterMs,
    ]);
  }

  async revive(limit: number): Promise<number> {
    const { count } = await queryOne<{ count: number }>(this.pool, reviveDeliveries, [limit]);
    return count;
  }
}
