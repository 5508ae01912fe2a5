import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { query, queryOne } from '../../platform/database/database.js';
import { callWithin } from '../../platform/database/sql-call.js';

/** A key of a merchant, without its secrets. */
export interface MerchantKey {
  readonly clientId: string;
  readonly merchantId: string;
  readonly name: string;
  readonly groups: readonly string[];
  /** CIDR; none: it may be used from everywhere. */
  readonly addresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** The time is kept to the minute. */
  readonly lastUsedAt: Date | null;
  /** Who knows the key's newest secret. */
  readonly trust: KeyTrust;
  /** The end of a replaced secret that is still valid. */
  readonly formerSecretUntil: Date | null;
}

/**
 * OWN: only the merchant knows the secret. OPERATOR: an operator knows it too. CLAIMED: somebody has made it with an
 * OPERATOR secret, and may be the merchant.
 */
export type KeyTrust = 'OWN' | 'OPERATOR' | 'CLAIMED';

export type NewKey = Pick<
  MerchantKey,
  'clientId' | 'merchantId' | 'name' | 'groups' | 'addresses' | 'expiresAt'
>;

/** The stored form of a secret. */
export interface HashedSecret {
  readonly hash: Buffer;
  readonly pepperKid: string;
}

const hourMs = 3_600_000;

const columns = `k.client_id, k.merchant_id, k.name, k.groups, k.addresses::text[] as addresses, k.created_at, k.expires_at,
  k.revoked_at, k.last_used_at`;
const trust = `(select s.trust from merchant_secret s where s.client_id = k.client_id order by s.created_at desc limit 1) as trust`;
const list = {
  name: 'list_keys',
  text: `select ${columns}, ${trust},
                (select max(s.expires_at) from merchant_secret s
                  where s.client_id = k.client_id and s.expires_at > now()) as former_until
           from merchant_key k where k.merchant_id = $1 order by k.created_at, k.client_id`,
};
const create = callWithin(
  'create_key',
  // The statement cannot see the secret that it makes.
  (
    called,
  ) => `select c.outcome, ${columns}, case $4::jsonb ->> 'kind' when 'OPERATOR' then 'OPERATOR' else 'OWN' end as trust,
                  null as former_until
           from ${called} c cross join lateral (select (c.stored).*) k`,
).as<Outcome<CreatedOutcome, KeyRow>>();
const rotate = callWithin(
  'rotate_key',
  (called) => `select c.outcome, ${columns}, c.outcome as trust,
                  case when $5::float8 > 0 then now() + interval '1 millisecond' * $5::float8 end as former_until
             from ${called} c cross join lateral (select (c.stored).*) k`,
  { with: ['held', 'claimable'] },
).as<Outcome<RotatedOutcome, KeyRow>>();
const revoke = callWithin(
  'revoke_key',
  (called) => `select c.outcome, ${columns}, ${trust}, null as former_until
           from ${called} c cross join lateral (select (c.stored).*) k`,
).as<Outcome<RevokedOutcome, KeyRow>>();
const networks = {
  name: 'list_key_networks',
  text: `select n.client_id, array_agg(n.network::text order by n.first_at desc) as networks
           from key_network n join merchant_key k using (client_id) where k.merchant_id = $1 group by n.client_id`,
};
const noteUse = { name: 'note_key_use', text: 'select note_key_use($1, $2)' };

interface KeyRow extends RowOf<Omit<MerchantKey, 'formerSecretUntil'>> {
  former_until: Date | null;
}
type Outcome<Name extends string, Row> = Row & { readonly outcome: Name };
/** Why a key may not make another key, nor learn a secret of it. */
export type MakerRefusal =
  | 'MAKER_ENDED'
  | 'MAKER_KNOWN'
  | 'WIDER_GROUPS'
  | 'WIDER_ADDRESSES'
  | 'LATER_END';
export type CreatedOutcome = 'CREATED' | 'UNKNOWN' | 'CLOSED' | 'TOO_MANY' | MakerRefusal;
/** The trust of the new secret, or why there is none. */
export type RotatedOutcome = KeyTrust | 'UNKNOWN' | 'TOKEN_LACKS' | MakerRefusal;
export type RevokedOutcome = 'REVOKED' | 'UNKNOWN' | 'LAST_KEY';

/** Keys of merchants on PostgreSQL. */
export class PgKeyStore {
  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** The oldest first. */
  async list(merchantId: string): Promise<MerchantKey[]> {
    return (await query<KeyRow>(this.pool, list, [merchantId])).map(toKey);
  }

  /** The networks from which each key was used, by client id, the newest first. */
  async networks(merchantId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    type Row = { client_id: string; networks: string[] };
    const rows = await query<Row>(this.pool, networks, [merchantId]);
    return new Map(rows.map((row) => [row.client_id, row.networks]));
  }

  async create(
    key: NewKey,
    { hash, pepperKid }: HashedSecret,
    by: Actor,
  ): Promise<{ outcome: CreatedOutcome; key: MerchantKey }> {
    const asked = {
      client_id: key.clientId,
      merchant_id: key.merchantId,
      name: key.name,
      groups: key.groups,
      addresses: key.addresses,
      expires_at: key.expiresAt,
    };
    const row = await queryOne(this.pool, create({ asked, secretHash: hash, pepperKid, by }));
    return { outcome: row.outcome, key: toKey(row) };
  }

  /**
   * @param groups those that the token of a key holds, and those that are enough to claim a key; nobody else's count
   */
  async rotate(
    { merchantId, clientId }: Pick<MerchantKey, 'merchantId' | 'clientId'>,
    { hash, pepperKid }: HashedSecret,
    overlapHours: number,
    by: Actor,
    groups: { readonly held: readonly string[]; readonly claimable: readonly string[] },
  ): Promise<{ outcome: RotatedOutcome; key: MerchantKey }> {
    const secret = { secretHash: hash, pepperKid, overlap: overlapHours * hourMs };
    const asked = { merchantId, clientId, ...secret, by, ...groups };
    const row = await queryOne(this.pool, rotate(asked));
    return { outcome: row.outcome, key: toKey(row) };
  }

  async revoke(
    { merchantId, clientId }: Pick<MerchantKey, 'merchantId' | 'clientId'>,
    evenLast: boolean,
    by: Actor,
  ): Promise<{ outcome: RevokedOutcome; key: MerchantKey }> {
    const row = await queryOne(this.pool, revoke({ merchantId, clientId, evenLast, by }));
    return { outcome: row.outcome, key: toKey(row) };
  }

  /** Notes that the key was used just now, from this address. */
  async noteUse(clientId: string, address: string): Promise<void> {
    await query(this.pool, noteUse, [clientId, address]);
  }
}

function toKey(row: KeyRow): MerchantKey {
  return {
    clientId: row.client_id,
    merchantId: row.merchant_id,
    name: row.name,
    groups: row.groups,
    addresses: row.addresses,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    trust: row.trust,
    formerSecretUntil: row.former_until,
  };
}
