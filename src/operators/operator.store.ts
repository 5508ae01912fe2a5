import type pg from 'pg';
import { query, queryOne } from '../persistence/database.js';
import { newId } from '../persistence/new-id.js';
import type { Role } from './permissions.js';

/** Who asks: a person with a token that is valid. */
export interface Operator {
  readonly operatorId: string;
  readonly name: string;
  readonly role: Role;
  readonly tokenId: string;
}

export interface ListedToken {
  readonly tokenId: string;
  readonly operator: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Valid now, or why not. */
export type FoundOperator = Operator | 'EXPIRED' | 'UNKNOWN';

const addOperator = {
  name: 'add_operator',
  text: `insert into operator (operator_id, name, role) values ($1, $2, $3)
         on conflict (name) do update set disabled_at = null returning operator_id`,
};
const addToken = {
  name: 'add_operator_token',
  text: `insert into operator_token (token_id, operator_id, token_hash, expires_at) values ($1, $2, $3, $4)
         on conflict (token_hash) do update set expires_at = excluded.expires_at
         returning token_id`,
};
// The last use is exact to a minute, so that reading does not write each time.
const findByToken = {
  name: 'operator_by_token',
  text: `with used as (
           update operator_token t set last_used_at = now()
            where t.token_hash = $1 and t.revoked_at is null
              and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute'))
         select o.operator_id, o.name, o.role, t.token_id, t.expires_at <= now() as expired
           from operator_token t join operator o on o.operator_id = t.operator_id
          where t.token_hash = $1 and t.revoked_at is null and o.disabled_at is null`,
};
const findBySession = {
  name: 'operator_by_session',
  text: `select o.operator_id, o.name, o.role, t.token_id, least(s.expires_at, t.expires_at) <= now() as expired
           from operator_session s
           join operator_token t on t.token_id = s.token_id
           join operator o on o.operator_id = t.operator_id
          where s.session_hash = $1 and t.revoked_at is null and o.disabled_at is null`,
};
const openSession = {
  name: 'open_operator_session',
  text: `with ended as (delete from operator_session where expires_at < now())
         insert into operator_session (session_hash, token_id, expires_at) values ($1, $2, $3)`,
};
const closeSession = {
  name: 'close_operator_session',
  text: 'delete from operator_session where session_hash = $1',
};
const listTokens = {
  name: 'list_operator_tokens',
  text: `select t.token_id, o.name, t.created_at, t.expires_at, t.revoked_at, t.last_used_at
           from operator_token t join operator o on o.operator_id = t.operator_id
          where $1::text is null or o.name = $1 order by o.name, t.created_at`,
};
const listNames = {
  name: 'list_operators',
  text: 'select name from operator where disabled_at is null order by name',
};
const revoke = {
  name: 'revoke_operator_token',
  text: `update operator_token t set revoked_at = now() from operator o
          where o.operator_id = t.operator_id and t.revoked_at is null and (t.token_id = $1 or o.name = $1)
         returning t.token_id`,
};

interface FoundRow {
  operator_id: string;
  name: string;
  role: Role;
  token_id: string;
  expired: boolean;
}

interface TokenRow {
  token_id: string;
  name: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

/** Operators, their tokens and the browsers that they are signed in with. */
export class PgOperatorStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Makes the operator of this name, or finds it, and gives it a token more; the token's id. */
  async addToken(
    name: string,
    tokenHash: Buffer,
    expiresAt: Date,
    role: Role = 'administrator',
  ): Promise<string> {
    const { operator_id: operatorId } = await queryOne<{ operator_id: string }>(
      this.pool,
      addOperator,
      [newId('opr'), name, role],
    );
    const values = [newId('otk'), operatorId, tokenHash, expiresAt];
    const { token_id: tokenId } = await queryOne<{ token_id: string }>(this.pool, addToken, values);
    return tokenId;
  }

  async byToken(tokenHash: Buffer): Promise<FoundOperator> {
    return found(await query<FoundRow>(this.pool, findByToken, [tokenHash]));
  }

  async bySession(sessionHash: Buffer): Promise<FoundOperator> {
    return found(await query<FoundRow>(this.pool, findBySession, [sessionHash]));
  }

  async openSession(sessionHash: Buffer, tokenId: string, expiresAt: Date): Promise<void> {
    await query(this.pool, openSession, [sessionHash, tokenId, expiresAt]);
  }

  async closeSession(sessionHash: Buffer): Promise<void> {
    await query(this.pool, closeSession, [sessionHash]);
  }

  async names(): Promise<string[]> {
    const rows = await query<{ name: string }>(this.pool, listNames, []);
    return rows.map(({ name }) => name);
  }

  /** Of one operator, or of all. */
  async tokens(name: string | null): Promise<ListedToken[]> {
    const rows = await query<TokenRow>(this.pool, listTokens, [name]);
    return rows.map((row) => ({
      tokenId: row.token_id,
      operator: row.name,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      lastUsedAt: row.last_used_at,
    }));
  }

  /** One token by its id, or all of an operator by name; how many that were. */
  async revoke(tokenIdOrName: string): Promise<number> {
    return (await query(this.pool, revoke, [tokenIdOrName])).length;
  }
}

function found([row]: readonly FoundRow[]): FoundOperator {
  if (row === undefined) return 'UNKNOWN';
  if (row.expired) return 'EXPIRED';
  return {
    operatorId: row.operator_id,
    name: row.name,
    role: row.role,
    tokenId: row.token_id,
  };
}
