import { randomUUID } from 'node:crypto';
import { AccessToken } from './access-token.js';
import type { AnyOptions, Call, CallRequest } from './call.js';
import { Deadline } from './deadline.js';
import { ManillaError } from './errors.js';
import { resultOf } from './result.js';
import { Transport, type HttpReply, type HttpRequest, type TransportOptions } from './transport.js';

export interface ManillaOptions extends TransportOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** How long a call may take in all, with its retries and their pauses; 60 seconds unless told. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is sent again after a failure that may pass; 4 unless told. */
  readonly retries?: number | undefined;
}

/** Makes calls with a token that it gets by itself, each through all its attempts as one and the same request. */
export class Client {
  readonly #transport: Transport;
  readonly #token: AccessToken;
  readonly #timeoutMs: number;
  readonly #retries: number;

  constructor(options: ManillaOptions) {
    const { clientId, clientSecret, timeoutMs = 60_000, retries = 4 } = options;
    this.#transport = new Transport(options);
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
    this.#token = new AccessToken(async () => {
      const reply = await this.#transport.send(
        requestFor(
          {
            method: 'POST',
            path: '/api/v1/merchant/authenticate',
            body: { clientId, clientSecret },
          },
          {},
        ),
        retries,
        new Deadline(timeoutMs),
      );
      const data = reply.data as { readonly access_token: string; readonly expires_in: number };
      return { value: data.access_token, expiresInSeconds: data.expires_in };
    });
  }

  readonly call: Call = async <Data>(request: CallRequest, options: AnyOptions = {}) => {
    const { takesKey = false, mayBePending = false } = request;
    const idempotencyKey = takesKey ? (options.idempotencyKey ?? randomUUID()) : undefined;
    try {
      const http = requestFor(request, { ...options, idempotencyKey });
      const deadline = new Deadline(options.timeoutMs ?? this.#timeoutMs, options.signal);
      const retries = options.retries ?? this.#retries;
      const reply = request.needsNoToken
        ? await this.#transport.send(http, retries, deadline)
        : await this.#sendWithToken(http, retries, deadline);
      const isConditional = options.ifNoneMatch !== undefined;
      return resultOf(reply, { mayBePending, isConditional }) as Data;
    } catch (error) {
      throw error instanceof ManillaError ? error.underKey(idempotencyKey) : error;
    }
  };

  /** Sends a request once more when the token is refused: it may have been ended before its time. */
  async #sendWithToken(http: HttpRequest, retries: number, deadline: Deadline): Promise<HttpReply> {
    const send = async (token: string): Promise<HttpReply> => {
      const headers = { ...http.headers, authorization: `Bearer ${token}` };
      return this.#transport.send({ ...http, headers }, retries, deadline);
    };
    const first = await deadline.within(this.#token.get());
    try {
      return await send(first);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      this.#token.forget(first);
      return send(await deadline.within(this.#token.get()));
    }
  }
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof ManillaError && /^TOKEN_(EXPIRED|INVALID)$/.test(error.reason);
}

function requestFor(request: CallRequest, options: AnyOptions): HttpRequest {
  const { method, path, pathValues = {}, query = {}, body, file } = request;
  const { idempotencyKey, waitSeconds, ifNoneMatch, headers = {} } = options;
  return {
    method,
    path: pathOf(path, pathValues) + queryOf(query),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(waitSeconds === undefined ? {} : { Prefer: `wait=${waitSeconds}` }),
      ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
      ...headers,
    },
    body: file === undefined ? jsonOf(body) : new Uint8Array(file),
  };
}

function jsonOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}

function pathOf(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value: unknown = values[name];
    // An empty one would be another path.
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`);
    return encodeURIComponent(value);
  });
}

function queryOf(values: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
