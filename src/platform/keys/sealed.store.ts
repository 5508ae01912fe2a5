import type pg from 'pg';
import { query } from '../database/database.js';
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
const places: readonly SealedPlace[] = [
  { table: 'webhook_endpoint', ...secret },
  { table: 'webhook_former_secret', ...secret },
  { table: 'webhook_delivery', ...secret, column: 'pinned_secret_sealed' },
  { table: 'card_attempt', ...secret, column: 'token_sealed', owner: 'attempt_id' },
  { table: 'person', ...factor },
  { table: 'person_invitation', ...factor },
  { table: 'person_invitation', column: 'link_sealed', owner: 'person_id', purpose: 'link' },
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

interface SealedRow {
  owner: string;
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
    const counts = places.map(async ({ table, column, purpose }) => {
      const text = `select count(*) as count from ${table} where substring(${column} from 2 for 4) = $1`;
      const named = { name: `count_sealed_${table}_${column}`, text };
      const [row] = await query<{ count: bigint }>(this.pool, named, [idOf(purpose)]);
      return Number(row?.count ?? 0n);
    });
    return (await Promise.all(counts)).reduce((total, count) => total + count, 0);
  }

  /** Seals anew all secrets that were sealed with another key than the one of this id; returns how many. */
  async sealAnew(
    sealOf: (purpose: SealedPurpose) => { readonly seal: Seal; readonly id: Buffer },
  ): Promise<number> {
    let count = 0;
    for (const { owner, ...place } of places) {
      if (owner === null) continue;
      const { seal, id } = sealOf(place.purpose);
      const { atOnce = batch } = place;
      for (let rows = atOnce; rows === atOnce; count += rows) {
        rows = await this.#sealSome({ ...place, owner, atOnce }, seal, id);
      }
    }
    return count;
  }

  /** A secret that changes at the same moment is sealed with the first key already: it stays as it is. */
  async #sealSome(
    { table, column, owner, atOnce }: SealedPlace,
    seal: Seal,
    currentId: Buffer,
  ): Promise<number> {
    const find = {
      name: `sealed_in_${table}_${column}`,
      text: `select ${owner} as owner, ${column} as sealed from ${table}
              where substring(${column} from 2 for 4) <> $1 limit ${atOnce}`,
    };
    const replace = {
      name: `seal_in_${table}_${column}`,
      text: `update ${table} set ${column} = $3 where ${owner} = $1 and ${column} = $2`,
    };
    const rows = await query<SealedRow>(this.pool, find, [currentId]);
    for (const { owner: who, sealed } of rows) {
      const anew = seal.sealBytes(seal.openBytes(sealed, who), who);
      await query(this.pool, replace, [who, sealed, anew]);
    }
    return rows.length;
  }
}
