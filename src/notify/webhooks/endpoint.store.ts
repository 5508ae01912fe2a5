import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { WebhookEndpoint } from '../delivery/notification-store.port.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';

const formerUntil = `(select max(f.expires_at) from webhook_former_secret f
  where f.merchant_id = e.merchant_id and f.expires_at > now())`;
const putEndpoint = callWithin(
  'put_endpoint',
  (called) =>
    `select e.*, case when $3::bytea is null then ${formerUntil} end as former_until from ${called} e`,
  { with: ['by'] },
).as<EndpointRow>();
const rotateSecret = callWithin(
  'rotate_secret',
  (called) =>
    `select e.*, case when $3::bigint > 0 then now() + interval '1 millisecond' * $3::bigint end as former_until
       from ${called} e where e.merchant_id is not null`,
  { with: ['by'] },
).as<EndpointRow>();
const findEndpoint = {
  name: 'find_endpoint',
  text: `select e.*, ${formerUntil} as former_until from webhook_endpoint e where e.merchant_id = $1`,
};

interface EndpointRow extends RowOf<Omit<WebhookEndpoint, 'formerSecretUntil'>> {
  former_until: Date | null;
}

interface PutEndpoint {
  readonly merchantId: string;
  readonly url: string;
  /** Null: the secret that is there stays. A merchant without an endpoint must be given one. */
  readonly secretSealed: Buffer | null;
  readonly events: readonly string[] | null;
  /** Left out: nobody whom the visitors' book knows. */
  readonly by?: Actor;
}

interface SecretRotation {
  readonly merchantId: string;
  readonly secretSealed: Buffer;
  readonly overlapMs: number;
  readonly by: Actor;
}

export class PgEndpointStore {
  constructor(private readonly pool: pg.Pool) {}

  /** A merchant without an endpoint must be given a secret; else the not-null constraint refuses the row. */
  async put(endpoint: PutEndpoint): Promise<WebhookEndpoint> {
    return toEndpoint(await queryOne(this.pool, putEndpoint({ by: null, ...endpoint })));
  }

  async find(merchantId: string): Promise<WebhookEndpoint | undefined> {
    const [row] = await query<EndpointRow>(this.pool, findEndpoint, [merchantId]);
    return row === undefined ? undefined : toEndpoint(row);
  }

  /**
   * The secret that is there goes on signing beside the new one for `overlapMs`; with 0 none but the new one signs.
   * Undefined when there is no endpoint.
   */
  async rotate(rotation: SecretRotation): Promise<WebhookEndpoint | undefined> {
    const [row] = await query(this.pool, rotateSecret(rotation));
    return row === undefined ? undefined : toEndpoint(row);
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
    failingSince: row.failing_since,
    formerSecretUntil: row.former_until,
    createdAt: row.created_at,
  };
}
