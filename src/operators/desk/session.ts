import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf } from '../people/operator-token.js';
import type { FoundOperator, Operator } from '../people/operator.store.js';
import { type From, sessionMs } from '../people/sign-ins.js';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

export interface SessionStore {
  bySession(sessionHash: Buffer): Promise<FoundOperator>;
}

/** The cookie of a browser that is signed in: no script reads it, and no other site sends it. */
export class SessionCookie {
  readonly #name: string;
  readonly #flags: string;

  constructor(https: boolean) {
    // The prefix makes browsers refuse it from a neighbour, and over plain HTTP.
    this.#name = https ? '__Host-manilla-desk' : 'manilla-desk';
    this.#flags = `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  }

  give(reply: FastifyReply, secret: string): void {
    const lasts = `Max-Age=${sessionMs / 1_000}`;
    reply.header('set-cookie', `${this.#name}=${secret}; ${lasts}; ${this.#flags}`);
  }

  takeBack(reply: FastifyReply): void {
    reply.header('set-cookie', `${this.#name}=; Max-Age=0; ${this.#flags}`);
  }

  /** The secret in a header `Cookie`; undefined: it holds none. */
  read(header: string | undefined): string | undefined {
    const named = (header ?? '')
      .split(';')
      .map((part) => part.trim().split('='))
      .find(([name]) => name === this.#name);
    const secret = named?.[1];
    return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
  }
}

/** Returns the operator who is signed in with this header `Cookie`; undefined: nobody. */
export async function signedInBy(
  header: string | undefined,
  cookie: SessionCookie,
  store: SessionStore,
): Promise<Operator | undefined> {
  const secret = cookie.read(header);
  const found = secret === undefined ? 'UNKNOWN' : await store.bySession(hashOf(secret));
  return typeof found === 'string' ? undefined : found;
}

/** Returns the origin of a request, as the audit and the list of sessions show it. */
export function fromOf({ ip, headers }: FastifyRequest): From {
  return { address: ip, agent: headers['user-agent'] ?? null };
}

/** Tells whether a form was sent by a page of our own: browsers say from where, and cannot be made to lie. */
export function isFromOwnPage({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const site = headers['sec-fetch-site'];
  return new URL(origin).host === host && (site === undefined || site === 'same-origin');
}
