import type pg from 'pg';
import type {
  BeginOutcome,
  IdempotencyStore,
  KeyedRequest,
} from '../domain/ports/idempotency-store.port.js';
import { query, queryOne } from '../persistence/database.js';

const begin = {
  name: 'begin_idempotent',
  text: 'select * from begin_idempotent($1, $2, $3, $4, $5)',
};
const finish = {
  name: 'finish_idempotent',
  text: `update idempotent_request set http_status = $4, body_sealed = $5
          where merchant_id = $1 and key = $2 and attempt = $3 and http_status is null`,
};
const release = {
  name: 'release_idempotent',
  text: `delete from idempotent_request
          where merchant_id = $1 and key = $2 and attempt = $3 and http_status is null`,
};
const purge = { name: 'purge_edge', text: 'select purge_edge($1) as purged' };

interface BegunRow {
  outcome: BeginOutcome['outcome'];
  http_status: number | null;
  body_sealed: Buffer | null;
}

export class PgIdempotencyStore implements IdempotencyStore {
  constructor(private readonly pool: pg.Pool) {}

  async begin(request: KeyedRequest, leaseMs: number): Promise<BeginOutcome> {
    const { merchantId, key, fingerprint, attempt } = request;
    const values = [merchantId, key, fingerprint, attempt, leaseMs];
    const row = await queryOne<BegunRow>(this.pool, begin, values);
    const { outcome, http_status: httpStatus, body_sealed: bodySealed } = row;
    if (outcome !== 'REPLAY') return { outcome };
    if (httpStatus === null || bodySealed === null) throw new Error('a replay without an answer');
    return { outcome, httpStatus, bodySealed };
  }

  async finish(request: KeyedRequest, httpStatus: number, bodySealed: Buffer): Promise<void> {
    const { merchantId, key, attempt } = request;
    await query(this.pool, finish, [merchantId, key, attempt, httpStatus, bodySealed]);
  }

  async release({ merchantId, key, attempt }: KeyedRequest): Promise<void> {
    await query(this.pool, release, [merchantId, key, attempt]);
  }

  /** Forgets what has been kept long enough; returns how much that was. */
  async purge(limit: number): Promise<number> {
    const { purged } = await queryOne<{ purged: number }>(this.pool, purge, [limit]);
    return purged;
  }
}
