import { randomUUID } from 'node:crypto';
import { AccessToken } from './access-token.ts';
import type { AnyInput, Call } from './call.ts';
import { routes } from './generated/routes.ts';
import { ManillaError } from './manilla-error.ts';
import type {
  CallOptions,
  Input,
  Item,
  ListId,
  OperationId,
  Operations,
  Reply,
} from './operations.ts';
import { eachItem } from './pages.ts';
import { Transport, type HttpReply, type TransportOptions } from './transport.ts';
import { waitForPayment, type EndedCheckout, type WaitOptions } from './wait-for-payment.ts';

export interface ManillaOptions extends TransportOptions {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Every operation by its operationId, and what is made of several. */
export interface Manilla extends Operations {
  /** Waits until an order can no longer be paid; look at `status` and `amountAccepted`. */
  waitForPayment(paymentReference: string, options?: WaitOptions): Promise<EndedCheckout>;
  /** A reply that is a file: a statement with `query: { format: 'csv' }` or `'pdf'`. */
  file<Id extends FileId>(
    id: Id,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }>;
  /** All items of a list, page after page. */
  each<Id extends ListId>(
    list: Id,
    query?: Omit<Query<Id>, 'page' | 'cursor'>,
  ): AsyncGenerator<Item<Id>>;
}

/** Operations that can answer with a file. */
type FileId = 'getPeriodStatement' | 'getSettlementStatement';

type Query<Id extends ListId> =
  Input<Id> extends { readonly query?: infer Given } ? NonNullable<Given> : never;

/**
 * A merchant's client. It authenticates by itself, and makes a call again that had no answer or a passing failure:
 * each request that changes something carries one Idempotency-Key through all its attempts.
 */
export function createManilla(options: ManillaOptions): Manilla {
  const transport = new Transport(options);
  const { clientId, clientSecret } = options;
  const token = new AccessToken(async () => {
    const reply = await send('authenticate', { body: { clientId, clientSecret } });
    const { data } = JSON.parse(reply.text) as Reply<'authenticate'>;
    return { value: data.access_token, expiresInSeconds: data.expires_in };
  });

  function send(
    id: OperationId,
    input: AnyInput = {},
    { signal, headers = {} }: CallOptions = {},
    bearer: Record<string, string> = {},
  ): Promise<HttpReply> {
    const { method, path, takesKey } = routes[id];
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const own: Record<string, string> = {
      ...(takesKey ? { 'Idempotency-Key': randomUUID() } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...bearer,
      ...defined(input.header ?? {}),
      ...headers,
    };
    const target = pathOf(path, input.path ?? {}) + queryOf(input.query ?? {});
    return transport.send({ method, path: target, headers: own, body, signal });
  }

  const call: Call = async (id, input = {}, callOptions = {}) => {
    if (!routes[id].needsToken) return send(id, input, callOptions);
    // Through both attempts, so that the second is the same request.
    const key = routes[id].takesKey ? { 'Idempotency-Key': randomUUID() } : {};
    const keyed = { ...input, header: { ...key, ...input.header } };
    const first = await token.get();
    try {
      return await send(id, keyed, callOptions, { authorization: `Bearer ${first}` });
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      token.forget(first);
      return send(id, keyed, callOptions, { authorization: `Bearer ${await token.get()}` });
    }
  };

  const methods = Object.keys(routes).map((id) => [
    id,
    async (input?: AnyInput, callOptions?: CallOptions) => {
      const { status, headers, text } = await call(id as OperationId, input, callOptions);
      return { ...(JSON.parse(text) as object), httpStatus: status, headers };
    },
  ]);
  return {
    ...(Object.fromEntries(methods) as Operations),
    waitForPayment: (reference, waitOptions) => waitForPayment(call, reference, waitOptions),
    file: async (id, input, fileOptions) => {
      const { headers, bytes } = await call(id, input as AnyInput, fileOptions);
      return { contentType: headers.get('content-type') ?? '', bytes };
    },
    each: (list, query) => eachItem(call, list, query),
  };
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof ManillaError && /^TOKEN_(EXPIRED|INVALID)$/.test(error.reason);
}

function pathOf(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    // An empty one would be another path.
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing`);
    return encodeURIComponent(value);
  });
}

function queryOf(values: NonNullable<AnyInput['query']>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

function defined(values: NonNullable<AnyInput['header']>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Record<string, string>;
}
