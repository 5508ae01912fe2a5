import { fieldsOf, type RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { type GivenStatement, query, queryOne } from '../../platform/database/database.js';
import { callNamed } from '../../platform/database/sql-call.js';
import { newId } from '../../platform/database/new-id.js';
import type { Role } from './permissions.js';

export interface ListedSession {
  readonly sessionId: string;
  readonly operator: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly endsAt: Date;
  readonly address: string | null;
  /** The browser's own description of itself. */
  readonly agent: string | null;
}

export interface ListedToken {
  readonly tokenId: string;
  readonly operator: string;
  readonly label: string | null;
  /** The role of the token; null: the operator's own role. */
  readonly role: Role | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export interface NewToken {
  readonly operatorId: string;
  readonly tokenHash: Buffer;
  readonly label: string | null;
  readonly role: Role | null;
  readonly expiresAt: Date;
}

const addToken = callNamed('add_operator_token', 'add_operator_token');
const endToken = callNamed('end_operator_token', 'done');
const proveToken = callNamed('prove_token', 'done', { name: 'prove_operator_token' });
const listTokens = {
  name: 'list_operator_tokens',
  text: `select t.token_id, o.name as operator, t.label, t.role, t.created_at, t.expires_at, t.revoked_at, t.last_used_at
           from operator_token t join person o on o.person_id = t.operator_id
          where $1::text is null or o.name = $1 order by o.name, t.created_at`,
};

type TokenRow = RowOf<ListedToken>;

/** Stores the tokens of operators. Each change is in the audit. */
export class PgDoors {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Adds a token, and returns its id. If its hash is known already, the existing token gets the new expiry instead, and
   * stays ended if it was ended.
   */
  async addToken(by: Actor, { tokenHash, ...token }: NewToken): Promise<string> {
    const tokenId = newId('otk');
    const kept = { ...token, tokenId, tokenHash: tokenHash.toString('hex') };
    await query(this.pool, addToken({ by, token: kept }));
    return tokenId;
  }

  /**
   * @param ofOperator only a token of this operator; null: of anybody. Returns false when there is no such valid token
   */
  endToken(by: Actor, tokenId: string, ofOperator: string | null): Promise<boolean> {
    return this.#done(endToken({ by, tokenId, of: ofOperator }));
  }

  /** Records that the holder of the token has typed password and code. Returns false when the token is not valid. */
  prove(by: Actor, tokenId: string, forMs: number): Promise<boolean> {
    return this.#done(proveToken({ by, tokenId, for: forMs }));
  }

  /** Lists the tokens of one operator by name; null: of all. */
  async tokens(name: string | null): Promise<ListedToken[]> {
    const rows = await query<TokenRow>(this.pool, listTokens, [name]);
    return rows.map(fieldsOf);
  }

  async #done(statement: GivenStatement<{ done: boolean | null }>): Promise<boolean> {
    return (await queryOne(this.pool, statement)).done === true;
  }
}
