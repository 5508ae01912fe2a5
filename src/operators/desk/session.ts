import type { FastifyRequest } from 'fastify';
import { SessionCookie } from '../../pages/parts/session-cookie.js';
import { hashOf } from '../../people/session-secret.js';
import type { FoundOperator, Operator } from '../people/operator.store.js';
import { type From, sessionMs } from '../../people/sign-ins.js';

export interface SessionStore {
  bySession(sessionHash: Buffer): Promise<FoundOperator>;
}

/** @param https whether browsers reach the desk over TLS */
export function deskCookie(https: boolean): SessionCookie {
  return new SessionCookie('manilla-desk', https, sessionMs);
}

/** Returns the operator who is signed in by this header `Cookie`; undefined: nobody. */
export async function signedInBy(
  header: string | undefined,
  cookie: SessionCookie,
  store: SessionStore,
): Promise<Operator | undefined> {
  const secret = cookie.read(header);
  const found = secret === undefined ? 'UNKNOWN' : await store.bySession(hashOf(secret));
  return typeof found === 'string' ? undefined : found;
}

/** Returns the origin of a request, for the audit and the list of sessions. */
export function fromOf({ ip, headers }: FastifyRequest): From {
  return { address: ip, agent: headers['user-agent'] ?? null };
}
