import type pg from 'pg';
import { query } from '../database/database.js';
import { callNamed } from '../database/sql-call.js';

/** The keys of one key set that a running program has. It writes with the first. */
export interface KeyHolder {
  readonly process: string;
  readonly purpose: string;
  readonly kids: readonly string[];
}

export interface ProgramKeyUse {
  readonly purpose: string;
  readonly kid: string;
  /** The last time at which a program that writes with it was seen; null: never. */
  readonly writtenUntil: Date | null;
  readonly readUntil: Date | null;
}

/** A program's report about one of its key sets. */
export interface KeyBeat {
  readonly purpose: string;
  readonly kids: readonly string[];
  /** ISO 8601, by key. */
  readonly read: Readonly<Record<string, string>>;
}

/** A program that has not reported for this time has ended, or cannot reach the database. */
const aliveSeconds = 60;

const beat = callNamed('report_key_sets', 'report_key_sets');
const findHolders = {
  name: 'ring_holders',
  text: `select process, ring as purpose, kids from ring_holder
          where seen_at > now() - make_interval(secs => $1) order by ring, process`,
};
/** Programs report every 20 to 25 seconds. */
const findFirst = {
  name: 'first_ring_holder',
  text: `select min(process) as process from ring_holder
          where process like $1 || '@%' and seen_at > now() - interval '35 seconds'`,
};
const findUses = {
  name: 'ring_uses',
  text: 'select ring as purpose, kid, written_until, read_until from ring_key',
};
const countSecrets = {
  name: 'secrets_by_pepper',
  text: `select count(*) as count from merchant_secret s
          where pepper_kid = $1 and (expires_at is null or expires_at > now())
            and not exists (select from merchant_key k where k.client_id = s.client_id and k.revoked_at is not null)`,
};
const record = {
  name: 'record_ring_change',
  text: `select record_audit(jsonb_build_object('kind', 'COMMAND', 'actor', session_user, 'door', 'COMMAND'),
                             $1, 'ring', $2, null, null, jsonb_build_object('kids', $3::text[]))`,
};
const findPromoted = {
  name: 'promoted_ring_key',
  text: `select case action when 'ring.promote' then after -> 'kids' ->> 0 end as kid from audit_entry
          where subject_kind = 'ring' and subject = $1 and action <> 'ring.retire' order by audit_id desc limit 1`,
};

interface UseRow {
  purpose: string;
  kid: string;
  written_until: Date | null;
  read_until: Date | null;
}

/** Stores which keys of the installation are in use, by name only. */
export class PgKeyHolders {
  constructor(private readonly pool: pg.Pool) {}

  async beat(process: string, keySets: readonly KeyBeat[]): Promise<void> {
    await query(this.pool, beat({ process, keySets }));
  }

  /** Lists the key sets of the programs that run now. */
  holders(): Promise<KeyHolder[]> {
    return query<KeyHolder>(this.pool, findHolders, [aliveSeconds]);
  }

  /**
   * Returns the first by name of the running programs of this kind, so that only one of them does work that must be
   * done once. Null: no program has reported. Two programs may each be first for as long as one of them is silent.
   */
  async first(program: 'api' | 'worker' | 'desk'): Promise<string | null> {
    const [row] = await query<{ process: string | null }>(this.pool, findFirst, [program]);
    return row?.process ?? null;
  }

  async uses(): Promise<ProgramKeyUse[]> {
    const rows = await query<UseRow>(this.pool, findUses, []);
    return rows.map((row) => ({
      purpose: row.purpose,
      kid: row.kid,
      writtenUntil: row.written_until,
      readUntil: row.read_until,
    }));
  }

  /** Secrets of merchants' keys that are valid and were hashed with this pepper. */
  async secretsOf(pepperKid: string): Promise<number> {
    const [row] = await query<{ count: bigint }>(this.pool, countSecrets, [pepperKid]);
    return Number(row?.count ?? 0n);
  }

  /** Returns the key that the last rotation has put first. Null when that rotation has ended, or has not come so far. */
  async promotedBefore(purpose: string): Promise<string | null> {
    const [row] = await query<{ kid: string | null }>(this.pool, findPromoted, [purpose]);
    return row?.kid ?? null;
  }

  /** Records a change of a key set in the audit log, with the login of the database as the actor. */
  async record(action: `ring.${string}`, purpose: string, kids: readonly string[]): Promise<void> {
    await query(this.pool, record, [action, purpose, kids]);
  }
}
