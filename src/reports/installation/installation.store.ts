import type pg from 'pg';
import { query } from '../../platform/database/database.js';

const claims = {
  name: 'proven_claims',
  text: `select claim, faults::integer as faults, proven_at as "provenAt" from proven_claim order by faults desc, claim`,
};
const keysInUse = {
  name: 'keys_in_use',
  text: `select h.ring as purpose, k.kid, k.written_until as "writtenUntil", k.read_until as "readUntil",
                (select count(*)::integer from ring_holder x
                  where x.ring = k.ring and k.kid = any(x.kids) and x.seen_at > now() - interval '60 seconds') as holders
           from (select distinct ring from ring_key) h join ring_key k on k.ring = h.ring order by h.ring, k.first_seen_at`,
};

export interface ProvenClaim {
  readonly claim: string;
  readonly faults: number;
  readonly provenAt: Date;
}

export interface KeyInUse {
  readonly purpose: string;
  readonly kid: string;
  readonly writtenUntil: Date | null;
  readonly readUntil: Date | null;
  /** The number of running programs that have the key. */
  readonly holders: number;
}

/** Reads the state of the installation: the proof of its books, and its keys. */
export class PgInstallation {
  constructor(private readonly pool: pg.Pool) {}

  claims(): Promise<ProvenClaim[]> {
    return query<ProvenClaim>(this.pool, claims, []);
  }

  keysInUse(): Promise<KeyInUse[]> {
    return query<KeyInUse>(this.pool, keysInUse, []);
  }
}
