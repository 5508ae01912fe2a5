import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf, isOperatorToken, mintSessionSecret } from '../operators/operator-token.js';
import type { FoundOperator, Operator } from '../operators/operator.store.js';

const sessionMs = 12 * 3_600_000;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export interface SessionStore {
  byToken(tokenHash: Buffer): Promise<FoundOperator>;
  bySession(sessionHash: Buffer): Promise<FoundOperator>;
  openSession(sessionHash: Buffer, tokenId: string, expiresAt: Date): Promise<void>;
  closeSession(sessionHash: Buffer): Promise<void>;
}

/** Browsers that are signed in, by a cookie that no script can read and no other site can send. */
export class Sessions {
  readonly #cookie: string;
  readonly #flags: string;

  constructor(
    private readonly store: SessionStore,
    https: boolean,
  ) {
    // The prefix makes browsers refuse it from a neighbour, and over plain HTTP.
    this.#cookie = https ? '__Host-manilla-desk' : 'manilla-desk';
    this.#flags = `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  }

  /** Who is signed in; undefined: nobody. */
  async operatorOf(request: FastifyRequest): Promise<Operator | undefined> {
    const secret = this.#secretOf(request);
    const found = secret === undefined ? 'UNKNOWN' : await this.store.bySession(hashOf(secret));
    return typeof found === 'string' ? undefined : found;
  }

  /** Signs the browser in. False: the token is none, or not valid any more. */
  async open(token: string, reply: FastifyReply): Promise<boolean> {
    const found = isOperatorToken(token) ? await this.store.byToken(hashOf(token)) : 'UNKNOWN';
    if (typeof found === 'string') return false;
    const secret = mintSessionSecret();
    const until = new Date(Date.now() + sessionMs);
    await this.store.openSession(hashOf(secret), found.tokenId, until);
    const lasts = `Max-Age=${sessionMs / 1_000}`;
    reply.header('set-cookie', `${this.#cookie}=${secret}; ${lasts}; ${this.#flags}`);
    return true;
  }

  async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const secret = this.#secretOf(request);
    if (secret !== undefined) await this.store.closeSession(hashOf(secret));
    reply.header('set-cookie', `${this.#cookie}=; Max-Age=0; ${this.#flags}`);
  }

  #secretOf({ headers }: FastifyRequest): string | undefined {
    const named = (headers.cookie ?? '')
      .split(';')
      .map((part) => part.trim().split('='))
      .find(([name]) => name === this.#cookie);
    const secret = named?.[1];
    return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
  }
}

/** Whether a form was sent by a page of our own: browsers say from where, and cannot be made to lie. */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const site = headers['sec-fetch-site'];
  return new URL(origin).host === host && (site === undefined || site === 'same-origin');
}
