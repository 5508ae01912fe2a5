import type { FastifyRequest } from 'fastify';
import { OAuthError } from './oauth-error.js';

/** A client's request for a token (RFC 6749, 4.4.2). */
export interface TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes that are asked for; none: all of the key. */
  readonly scopes: readonly string[] | undefined;
}

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const grantType = 'client_credentials';
/** RFC 6749, appendix A.4. */
const scopeToken = /^[!#-[\]-~]+$/;
/** RFC 6749, appendix A.1 and A.2, in the bounds of `authenticate` (src/http/access/authenticate.dto.ts). */
const clientIdToken = /^[ -~]{1,64}$/;
const secretToken = /^[ -~]{1,128}$/;

/** @throws OAuthError */
export function tokenRequestOf({ headers, body }: FastifyRequest): TokenRequest {
  const form = formOf(body);
  const type = form.get('grant_type');
  if (type === undefined) throw new OAuthError('invalid_request', 'Send grant_type.');
  if (type !== grantType) {
    throw new OAuthError('unsupported_grant_type', `Send grant_type=${grantType}.`);
  }
  const { clientId, clientSecret } = credentialsOf(headers.authorization, form);
  const isSane = clientIdToken.test(clientId) && secretToken.test(clientSecret);
  if (!isSane) throw new OAuthError('invalid_client');
  return { clientId, clientSecret, scopes: scopesIn(form.get('scope')) };
}

/** RFC 6749, 3.2: a parameter without a value counts as left out, and none may come twice. */
function formOf(body: unknown): ReadonlyMap<string, string> {
  const form = new Map<string, string>();
  const sent = body instanceof URLSearchParams ? body : new URLSearchParams();
  for (const [name, value] of sent) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'Send each parameter once.');
    form.set(name, value);
  }
  for (const [name, value] of form) if (value === '') form.delete(name);
  return form;
}

function credentialsOf(
  authorization: string | undefined,
  form: ReadonlyMap<string, string>,
): Credentials {
  const id = form.get('client_id');
  const secret = form.get('client_secret');
  if (authorization === undefined) {
    if (id === undefined) throw new OAuthError('invalid_client', 'Send client_id.');
    if (secret === undefined) throw new OAuthError('invalid_client', 'Send client_secret.');
    return { clientId: id, clientSecret: secret };
  }
  const basic = basicOf(authorization);
  // RFC 6749, 2.3: two ways at once are refused. Some clients send their id in both.
  if (secret !== undefined || (id !== undefined && id !== basic.clientId)) {
    throw new OAuthError('invalid_request', 'Send the credentials in one way.');
  }
  return basic;
}

/** RFC 6749, 2.3.1: each part is encoded as in a form before it becomes Basic. */
function basicOf(authorization: string): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  if (at < 1) throw new OAuthError('invalid_client', 'Authorization must be Basic.');
  return { clientId: decoded(text.slice(0, at)), clientSecret: decoded(text.slice(at + 1)) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw new OAuthError('invalid_client');
  }
}

function scopesIn(scope: string | undefined): readonly string[] | undefined {
  if (scope === undefined) return undefined;
  const asked = scope.split(' ');
  if (!asked.every((each) => scopeToken.test(each))) {
    throw new OAuthError('invalid_scope', 'Send scopes with one space between them.');
  }
  return asked;
}
