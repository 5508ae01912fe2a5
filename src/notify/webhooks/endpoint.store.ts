import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { WebhookEndpoint } from '../delivery/notification-store.port.js';
import { query, queryOne } from '../../platform/database/database.js';
import type { EndpointOf } from './endpoint-of.js';
import { callNamed, callWithin } from '../../platform/database/sql-call.js';

const formerUntil = `(select max(f.expires_at) from webhook_former_secret f
  where f.merchant_id = e.merchant_id and f.endpoint = e.endpoint and f.expires_at > now())`;
const putEndpoint = callWithin(
  'put_endpoint',
  (called) =>
    `select e.*, case when $3::bytea is null then ${formerUntil} end as former_until
       from ${called} e where e.merchant_id is not null`,
  { with: ['by', 'endpoint'] },
).as<EndpointRow>();
const addEndpoint = callWithin(
  'add_endpoint',
  (called) =>
    `select e.*, null::timestamptz as former_until from ${called} e where e.merchant_id is not null`,
).as<EndpointRow>();
const rotateSecret = callWithin(
  'rotate_secret',
  (called) =>
    `select e.*, case when $3::bigint > 0 then now() + interval '1 millisecond' * $3::bigint end as former_until
       from ${called} e where e.merchant_id is not null`,
  { with: ['by', 'endpoint'] },
).as<EndpointRow>();
const findEndpoint = {
  name: 'find_endpoint',
  text: `select e.*, ${formerUntil} as former_until from webhook_endpoint e where e.merchant_id = $1 and e.endpoint = $2`,
};
const listEndpoints = {
  name: 'list_endpoints',
  text: `select e.*, ${formerUntil} as former_until from webhook_endpoint e where e.merchant_id = $1 order by e.endpoint`,
};
const suppressWaiting = callNamed('suppress_waiting', 'count').as<{ count: number }>();
/** Deliveries of one status that one statement suppresses. */
const suppressedAtOnce = 2_000;
const removeEndpoint = callNamed('remove_endpoint', 'removed').as<{ removed: boolean }>();

interface EndpointRow extends RowOf<Omit<WebhookEndpoint, 'formerSecretUntil'>> {
  former_until: Date | null;
}

interface PutEndpoint {
  readonly merchantId: string;
  /** Left out: the first. */
  readonly endpoint?: number;
  readonly url: string;
  /** Null: the present secret stays. An endpoint that does not exist yet must be given one. */
  readonly secretSealed: Buffer | null;
  readonly events: readonly string[] | null;
  /** Without it no entry is written to the audit. */
  readonly by?: Actor;
}

interface SecretRotation {
  readonly merchantId: string;
  /** Left out: the first. */
  readonly endpoint?: number;
  readonly secretSealed: Buffer;
  readonly overlapMs: number;
  readonly by: Actor;
}

export class PgEndpointStore {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Sets an endpoint. The first is made when it does not exist, if it is given a secret. Undefined: there is no such
   * endpoint.
   */
  async put(wanted: PutEndpoint): Promise<WebhookEndpoint | undefined> {
    const [row] = await query(this.pool, putEndpoint({ by: null, endpoint: 1, ...wanted }));
    return row === undefined ? undefined : toEndpoint(row);
  }

  /** Undefined: the merchant has as many as it may have. */
  async add(
    wanted: Omit<PutEndpoint, 'endpoint' | 'by'> & {
      readonly secretSealed: Buffer;
      readonly by: Actor;
    },
  ): Promise<WebhookEndpoint | undefined> {
    const [row] = await query(this.pool, addEndpoint(wanted));
    return row === undefined ? undefined : toEndpoint(row);
  }

  /**
   * Suppresses in steps what waits for the endpoint, and then removes it. When it is broken off, the endpoint is still
   * there, and the next call goes on. False: there is none.
   */
  async remove({ merchantId, endpoint }: EndpointOf, by: Actor): Promise<boolean> {
    const step = suppressWaiting({ merchantId, endpoint, limit: suppressedAtOnce });
    while ((await queryOne(this.pool, step)).count >= suppressedAtOnce);
    const { removed } = await queryOne(this.pool, removeEndpoint({ merchantId, endpoint, by }));
    return removed;
  }

  async find(merchantId: string, endpoint = 1): Promise<WebhookEndpoint | undefined> {
    const [row] = await query<EndpointRow>(this.pool, findEndpoint, [merchantId, endpoint]);
    return row === undefined ? undefined : toEndpoint(row);
  }

  /** The first one first. */
  async list(merchantId: string): Promise<readonly WebhookEndpoint[]> {
    return (await query<EndpointRow>(this.pool, listEndpoints, [merchantId])).map(toEndpoint);
  }

  /**
   * The present secret goes on signing beside the new one for `overlapMs`; with 0, only the new one signs. Undefined
   * when there is no endpoint.
   */
  async rotate(rotation: SecretRotation): Promise<WebhookEndpoint | undefined> {
    const [row] = await query(this.pool, rotateSecret({ endpoint: 1, ...rotation }));
    return row === undefined ? undefined : toEndpoint(row);
  }
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    merchantId: row.merchant_id,
    endpoint: row.endpoint,
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
