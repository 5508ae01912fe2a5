import type { IncomingHttpHeaders } from 'node:http';
import { hashOf } from '../../people/session-secret.js';
import { isOperatorToken } from '../people/operator-token.js';
import type { FoundOperator } from '../people/operator.store.js';
import { mayOperator } from '../people/permissions.js';
import type { PayloadReader } from '../../platform/temporal/codec-server.js';
import type { SessionCookie } from '../../pages/parts/session-cookie.js';
import { type SessionStore, signedInBy } from './session.js';

export interface ReaderStore extends SessionStore {
  byToken(tokenHash: Buffer): Promise<FoundOperator>;
}

/**
 * Finds out who calls the codec server: an operator who is signed in at the desk (a browser's cookies do not depend on
 * the port), or a program with a token.
 */
export async function payloadReader(
  { authorization, cookie: header }: IncomingHttpHeaders,
  cookie: SessionCookie,
  store: ReaderStore,
): Promise<PayloadReader> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const found = isOperatorToken(token)
    ? await store.byToken(hashOf(token))
    : ((await signedInBy(header, cookie, store)) ?? 'UNKNOWN');
  if (typeof found === 'string') return { outcome: 'NOBODY' };
  const may = mayOperator(found, 'payloads:read');
  return { outcome: may ? 'MAY_READ' : 'MAY_NOT', operator: found.name };
}
