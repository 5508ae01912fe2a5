import type pg from 'pg';
import type { EndpointStore, WebhookEndpoint } from '../domain/ports/notification-store.port.js';
import { query, queryOne } from '../persistence/database.js';

const putEndpoint = {
  name: 'put_endpoint',
  text: `insert into webhook_endpoint as e (merchant_id, url, secret_sealed, events)
           values ($1, $2, coalesce($3, (select secret_sealed from webhook_endpoint where merchant_id = $1)), $4)
         on conflict (merchant_id) do update
           set url = excluded.url, events = excluded.events, secret_sealed = coalesce($3, e.secret_sealed),
               secret_version = e.secret_version + case when $3 is null then 0 else 1 end,
               status = 'ACTIVE', disabled_reason = null, updated_at = now()
         returning *`,
};

const findEndpoint = {
  name: 'find_endpoint',
  text: 'select * from webhook_endpoint where merchant_id = $1',
};

const disableEndpoint = {
  name: 'disable_endpoint',
  text: `update webhook_endpoint set status = 'DISABLED', disabled_reason = $2, updated_at = now() where merchant_id = $1`,
};

interface EndpointRow {
  merchant_id: string;
  url: string;
  secret_sealed: Buffer;
  secret_version: number;
  events: string[] | null;
  status: WebhookEndpoint['status'];
  disabled_reason: string | null;
  created_at: Date;
}

export class PgEndpointStore implements EndpointStore {
  constructor(private readonly pool: pg.Pool) {}

  /** A merchant without an endpoint must be given a secret; else the not-null constraint refuses the row. */
  async put(endpoint: Parameters<EndpointStore['put']>[0]): Promise<WebhookEndpoint> {
    const { merchantId, url, secretSealed, events } = endpoint;
    const values = [merchantId, url, secretSealed, events];
    return toEndpoint(await queryOne<EndpointRow>(this.pool, putEndpoint, values));
  }

  async find(merchantId: string): Promise<WebhookEndpoint | undefined> {
    const [row] = await query<EndpointRow>(this.pool, findEndpoint, [merchantId]);
    return row === undefined ? undefined : toEndpoint(row);
  }

  async disable(merchantId: string, reason: string): Promise<void> {
    await query(this.pool, disableEndpoint, [merchantId, reason]);
  }
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    merchantId: row.merchant_id,
    url: row.url,
    secretSealed: row.secret_sealed,
    secretVersion: row.secret_version,
    events: row.events,
    status: row.status,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at,
  };
}
