import type pg from 'pg';
import type { Listed, Slice } from '../../domain/slice.js';
import { query } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';
import type { NotedCall } from './call-log.js';

const noteCalls = callNamed('note_calls', 'note_calls');
const listCalls = {
  name: 'list_noted_calls',
  text: `select c.call_id, c.merchant_id, c.client_id, c.request_id, c.operation, c.status, c.reason, c.duration_ms, c.happened_at
           from noted_call c
          where c.merchant_id = $1 and ($2::text is null or c.client_id = $2)
            and ($3::timestamptz is null or c.happened_at >= $3) and ($4::timestamptz is null or c.happened_at < $4)
            and ($5::bigint is null or c.call_id < $5)
          order by c.call_id desc limit $6 offset $7`,
};

export interface CallFilter {
  readonly clientId: string | null;
  readonly since: Date | null;
  /** The end of the range, which is not part of it. */
  readonly before: Date | null;
}

interface Row {
  call_id: bigint;
  merchant_id: string;
  client_id: string;
  request_id: string;
  operation: string;
  status: number;
  reason: string | null;
  duration_ms: number;
  happened_at: Date;
}

/** Refused and slow requests of merchants, on PostgreSQL. */
export class PgCallStore {
  constructor(private readonly pool: pg.Pool) {}

  async write(calls: readonly NotedCall[]): Promise<void> {
    await query(this.pool, noteCalls({ calls }));
  }

  /** The newest first. */
  async list(
    merchantId: string,
    { clientId, since, before }: CallFilter,
    { after, limit, offset }: Slice,
  ): Promise<readonly Listed<NotedCall>[]> {
    const values = [merchantId, clientId, since, before, after?.[0] ?? null, limit, offset];
    const rows = await query<Row>(this.pool, listCalls, values);
    return rows.map((row) => ({ item: toCall(row), position: [String(row.call_id)] }));
  }
}

function toCall(row: Row): NotedCall {
  return {
    merchantId: row.merchant_id,
    clientId: row.client_id,
    requestId: row.request_id,
    operation: row.operation,
    status: row.status,
    reason: row.reason,
    durationMs: row.duration_ms,
    happenedAt: row.happened_at,
  };
}
