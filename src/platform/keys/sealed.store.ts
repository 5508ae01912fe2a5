import type pg from 'pg';
import { query, queryOnePatiently, queryPatiently } from '../database/database.js';
import type { SealPurpose } from './secret-seal.js';

/**
 * The seal of one purpose: it opens with any key of the key set, and seals with the first
 * (src/platform/keys/secret-seal.ts).
 */
interface Seal {
  sealBytes(secret: Uint8Array, owner: string): Buffer;
  openBytes(sealed: Buffer, owner: string): Buffer;
}

/** A value that is shown once is kept for two minutes, and never sealed anew. */
export type SealedPurpose = Exclude<SealPurpose, 'shown once'>;

interface SealedPlace {
  readonly table: string;
  readonly column: string;
  /** The SQL of the owner that the secret is sealed for; null: it is kept for 30 days at most, and not sealed anew. */
  readonly owner: string | null;
  /** The SQL of a text that no two rows share. The owner when it is left out. */
  readonly key?: string;
  readonly purpose: SealedPurpose;
  /** The most secrets that are sealed anew at once. Large ones are sealed one by one. */
  readonly atOnce?: number;
}

const secret = {
  column: 'secret_sealed',
  owner: 'merchant_id',
  purpose: 'webhook secret',
} as const;
const factor: Omit<SealedPlace, 'table'> = {
  column: 'second_factor_sealed',
  owner: 'person_id',
  purpose: 'second factor',
};
type Findable = SealedPlace & { readonly owner: string; readonly key: string };

const places: readonly SealedPlace[] = [
  { table: 'webhook_endpoint', ...secret, key: `merchant_id || '/' || endpoint` },
  {
    table: 'webhook_former_secret',
    ...secret,
    key: `merchant_id || '/' || endpoint || '/' || secret_version`,
  },
  {
    table: 'webhook_delivery',
    ...secret,
    key: 'delivery_id',
    column: 'pinned_secret_sealed',
  },
  { table: 'card_attempt', ...secret, column: 'token_sealed', owner: 'attempt_id' },
  { table: 'person', ...factor },
  { table: 'person_invitation', ...factor, key: 'invitation_id' },
  {
    table: 'person_invitation',
    column: 'link_sealed',
    owner: 'person_id',
    key: 'invitation_id',
    purpose: 'link',
  },
  { table: 'message_copy', column: 'sealed', owner: 'message_id', purpose: 'message copy' },
  {
    table: 'evidence_file',
    column: 'content_sealed',
    owner: 'file_id',
    purpose: 'evidence file',
    atOnce: 1,
  },
  {
    table: 'kept_notice',
    column: 'body_sealed',
    owner: `provider || '/' || encode(digest, 'hex')`,
    purpose: 'kept notice',
  },
  { table: 'approval_code', column: 'sealed', owner: null, purpose: 'approval code' },
  { table: 'idempotent_request', column: 'body_sealed', owner: null, purpose: 'idempotent reply' },
];
const batch = 500;

/** How long a search may take, in milliseconds. No index helps it, so it reads a large table to its end. */
const longestSearchMs = 20 * 60_000;

interface SealedRow {
  owner: string;
  key: string;
  sealed: Buffer;
}

/** Reads and replaces the secrets that are sealed at rest. The id of its key stands in bytes 2 to 5 of each secret. */
export class PgSealedStore {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Counts the secrets that were sealed with one key. The key has a different id for each purpose, which `idOf`
   * returns.
   */
  async countOf(idOf: (purpose: SealedPurpose) => Buffer): Promise<number> {
    let total = 0n;
    for (const { table, column, purpose } of places) {
      const text = `select count(*) as count from ${table} where substring(${column} from 2 for 4) = $1`;
      const named = { name: `count_sealed_${table}_${column}`, text, values: [idOf(purpose)] };
      const { count } = await queryOnePatiently<{ count: bigint }>(
        this.pool,
        named,
        longestSearchMs,
      );
      total += count;
    }
    return Number(total);
  }

  /** Seals anew all secrets that were sealed with another key than the one of this id; returns how many. */
  async sealAnew(
    sealOf: (purpose: SealedPurpose) => { readonly seal: Seal; readonly id: Buffer },
  ): Promise<number> {
    let count = 0;
    for (const { owner, ...place } of places) {
      if (owner === null) continue;
      const { seal, id } = sealOf(place.purpose);
      const { key = owner, atOnce = batch } = place;
      const found = { ...place, owner, key, atOnce };
      for (let after: string | undefined = ''; after !== undefined;) {
        const rows = await this.#find(found, id, after);
        for (const row of rows) await this.#replace(found, seal, row);
        count += rows.length;
        after = rows.length === atOnce ? rows.at(-1)?.key : undefined;
      }
    }
    return count;
  }

  /** Finds the next secrets that were sealed with another key than that of this id, in the order of their rows' keys. */
  #find(
    { table, column, owner, key, atOnce }: Findable,
    currentId: Buffer,
    after: string,
  ): Promise<SealedRow[]> {
    const find = {
      name: `sealed_in_${table}_${column}`,
      text: `select ${owner} as owner, ${key} as key, ${column} as sealed from ${table}
              where ${key} > $2 and substring(${column} from 2 for 4) <> $1 order by ${key} limit ${atOnce}`,
      values: [currentId, after],
    };
    return queryPatiently<SealedRow>(this.pool, find, longestSearchMs);
  }

  /** A secret that changes at the same moment is sealed with the first key already: it stays as it is. */
  async #replace(
    { table, column, owner, key }: Findable,
    seal: Seal,
    { owner: who, key: row, sealed }: SealedRow,
  ): Promise<void> {
    const replace = {
      name: `seal_in_${table}_${column}`,
      text: `update ${table} set ${column} = $4 where ${owner} = $1 and ${key} = $2 and ${column} = $3`,
    };
    const anew = seal.sealBytes(seal.openBytes(sealed, who), who);
    await query(this.pool, replace, [who, row, sealed, anew]);
  }
}
