import type pg from 'pg';
import type { BeginOutcome, KeyedRequest } from './idempotency.js';
import { query, queryOne } from '../platform/database/database.js';
import { call, callNamed } from '../platform/database/sql-call.js';

const begin = call('begin_idempotent').as<BegunRow>();
const finish = {
  name: 'finish_idempotent',
  text: `update idempotent_request set http_status = $4, body_sealed = $5
          where caller = $1 and key = $2 and attempt = $3 and http_status is null`,
};
const release = {
  name: 'release_idempotent',
  text: `delete from idempotent_request
          where caller = $1 and key = $2 and attempt = $3 and http_status is null`,
};
const renew = {
  name: 'renew_idempotent',
  text: `update idempotent_request r set lease_until = clock_timestamp() + make_interval(secs => $4 / 1000.0)
           from unnest($1::text[], $2::text[], $3::text[]) held (caller, key, attempt)
          where r.caller = held.caller and r.key = held.key and r.attempt = held.attempt
            and r.http_status is null`,
};
const purge = callNamed('purge_edge', 'purged').as<{ purged: number }>();

interface BegunRow {
  outcome: BeginOutcome['outcome'];
  http_status: number | null;
  body_sealed: Buffer | null;
}

/** Answers to requests that carry an Idempotency-Key, where all API processes see them. */
export class PgIdempotencyStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Takes the key, or says why not. A try that has not ended within `leaseMs` leaves the key to the next. */
  async begin(request: KeyedRequest, leaseMs: number): Promise<BeginOutcome> {
    const { caller, key, fingerprint, attempt } = request;

    const row = await queryOne(this.pool, begin({ caller, key, fingerprint, attempt, leaseMs }));
    const { outcome, http_status: httpStatus, body_sealed: bodySealed } = row;
    if (outcome !== 'REPLAY') return { outcome };
    if (httpStatus === null || bodySealed === null) throw new Error('a replay without an answer');
    return { outcome, httpStatus, bodySealed };
  }

  /** Stores the answer, unless another try has taken the key over. */
  async finish(request: KeyedRequest, httpStatus: number, bodySealed: Buffer): Promise<void> {
    const { caller, key, attempt } = request;
    await query(this.pool, finish, [caller, key, attempt, httpStatus, bodySealed]);
  }

  /** Gives the key back, because nothing was done whose answer must be repeated. */
  async release({ caller, key, attempt }: KeyedRequest): Promise<void> {
    await query(this.pool, release, [caller, key, attempt]);
  }

  /** Prolongs the leases of requests that still hold their keys. */
  async renew(requests: readonly KeyedRequest[], leaseMs: number): Promise<void> {
    const column = (name: 'caller' | 'key' | 'attempt') => requests.map((each) => each[name]);
    const values = [column('caller'), column('key'), column('attempt'), leaseMs];
    await query(this.pool, renew, values);
  }

  /** Drops replies, logged requests and quota windows that have been kept long enough; returns how many. */
  async purge(limit: number): Promise<number> {
    const { purged } = await queryOne(this.pool, purge({ limit }));
    return purged;
  }
}
