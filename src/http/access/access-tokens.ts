import { createPublicKey, randomUUID, sign, type KeyObject } from 'node:crypto';
import { errors, exportJWK, jwtVerify, type JWK, type JWTHeaderParameters } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../platform/config/config.js';
import type { Reason } from '../../domain/reason.js';
import { scopesOf } from './scopes.js';

export const tokenLifetimeSeconds = 3_600;
/** The most by which two clocks may differ. */
const toleranceSeconds = 30;
const algorithm = 'EdDSA';
const type = 'at+jwt';
const maxTokenLength = 4_096;

/** The claims of a verified token. */
export interface TokenClaims {
  readonly merchantId: string;
  /** The client whose credentials the token was issued for. */
  readonly clientId: string;
  readonly tokenVersion: number;
  readonly scopes: ReadonlySet<string>;
  /** Milliseconds since the epoch, the clocks' tolerance included. */
  readonly validUntil: number;
}

export type TokenFault = Extract<Reason, 'TOKEN_EXPIRED' | 'TOKEN_INVALID'>;
type Settings = Pick<Config, 'tokenKeys' | 'baseUrl' | 'environment'>;

/** Issues and verifies access tokens: EdDSA JWTs, one hour, for this API and this environment only. */
export class AccessTokens {
  readonly #settings: Settings;
  /** The public key of each private key. */
  readonly #publicKeys = new WeakMap<KeyObject, KeyObject>();
  /** A token is verified once; after that it costs a look-up. */
  readonly #verified = new LRUCache<string, TokenClaims>({ max: 10_000 });

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Signs in this thread: signing with Web Crypto would cost more than twice as much, and logins come in bursts. */
  issue(
    merchantId: string,
    clientId: string,
    tokenVersion: number,
    scopes: readonly string[] = scopesOf([]),
  ): string {
    const { tokenKeys, baseUrl, environment } = this.#settings;
    const { kid, key } = tokenKeys.first;
    const issuedAt = Math.floor(Date.now() / 1_000);
    const payload = encoded({
      scope: scopes.join(' '),
      env: environment,
      ver: tokenVersion,
      client_id: clientId,
      iss: baseUrl,
      aud: audienceOf(baseUrl),
      sub: merchantId,
      jti: randomUUID(),
      iat: issuedAt,
      exp: issuedAt + tokenLifetimeSeconds,
    });
    const signed = `${encoded({ alg: algorithm, typ: type, kid })}.${payload}`;
    const signature = sign(null, Buffer.from(signed), key);
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** Returns the claims of a known token at once, and those of another token after its signature was checked. */
  verify(token: string): TokenClaims | TokenFault | Promise<TokenClaims | TokenFault> {
    const known = this.#verified.get(token);
    if (known === undefined) return this.#check(token);
    return known.validUntil > Date.now() ? known : 'TOKEN_EXPIRED';
  }

  /** The public keys, with which others verify our tokens. */
  async publicJwks(): Promise<JWK[]> {
    const described = this.#settings.tokenKeys.keys.map(async ({ kid, key }) => {
      const jwk = await exportJWK(this.#publicOf(key));
      return { ...jwk, kid, alg: algorithm, use: 'sig' };
    });
    return Promise.all(described);
  }

  #publicOf(privateKey: KeyObject): KeyObject {
    const known = this.#publicKeys.get(privateKey) ?? createPublicKey(privateKey);
    this.#publicKeys.set(privateKey, known);
    return known;
  }

  async #check(token: string): Promise<TokenClaims | TokenFault> {
    if (token.length > maxTokenLength) return 'TOKEN_INVALID';
    const { tokenKeys, baseUrl, environment } = this.#settings;
    const keyOf = ({ kid = '' }: JWTHeaderParameters): KeyObject => {
      const key = tokenKeys.find(kid);
      if (key === undefined) throw new Error('there is no such key');
      return this.#publicOf(key);
    };
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
        algorithms: [algorithm],
        typ: type,
        issuer: baseUrl,
        audience: audienceOf(baseUrl),
        clockTolerance: toleranceSeconds,
        requiredClaims: [
          ...['iss', 'sub', 'aud', 'iat', 'exp', 'jti', 'scope', 'env', 'ver', 'client_id'],
        ],
      });
      if (payload['env'] !== environment) return 'TOKEN_INVALID';
      tokenKeys.noteRead(String(protectedHeader.kid));
      const claims: TokenClaims = {
        merchantId: String(payload.sub),
        clientId: String(payload['client_id']),
        tokenVersion: Number(payload['ver']),
        scopes: new Set(String(payload['scope']).split(' ')),
        validUntil: ((payload.exp ?? 0) + toleranceSeconds) * 1_000,
      };
      this.#verified.set(token, claims);
      return claims;
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID';
    }
  }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function audienceOf(baseUrl: string): string {
  return `${baseUrl}/api/v1`;
}
