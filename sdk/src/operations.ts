import type { components, operations, webhooks } from './generated/schema.ts';
import type { Reason, routes } from './generated/routes.ts';

export type { Reason };

/** A schema of the contract by its name, such as `Schemas['CheckoutView']`. */
export type Schemas = components['schemas'];

export type OperationId = keyof typeof routes;

/** What a call takes: `path`, `query`, `header` and `body`, as far as the operation has them. */
export type Input<Id extends OperationId> = Parameters<Id> & Body<Id>;

/** Parts that an operation does not have are `never` in the contract. */
type Parameters<Id extends OperationId> = {
  readonly [
    Part in keyof operations[Id]['parameters'] as [
      Exclude<operations[Id]['parameters'][Part], undefined>,
    ] extends [never]
      ? never
      : Part
  ]: operations[Id]['parameters'][Part];
};

type Body<Id extends OperationId> = operations[Id] extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer Required } };
}
  ? { readonly body: Required }
  : [Exclude<operations[Id]['requestBody'], undefined>] extends [never]
    ? unknown
    : { readonly body?: JsonOf<Exclude<operations[Id]['requestBody'], undefined>> };

type JsonOf<Media> = Media extends { readonly content: { readonly 'application/json': infer Json } }
  ? Json
  : never;

type Responses<Id extends OperationId> = operations[Id]['responses'];

/** A reply that is no failure: of HTTP 200, or of 202 while the outcome is not known yet. */
export type Reply<Id extends OperationId> = {
  readonly [Status in keyof Responses<Id>]: JsonOf<Responses<Id>[Status]> & {
    readonly httpStatus: Status;
    readonly headers: Headers;
  };
}[keyof Responses<Id>];

export interface CallOptions {
  /** Gives the call up, with its retries. */
  readonly signal?: AbortSignal;
  /** Headers besides those of the contract. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Nothing is required of the input: it may be left out. */
type Arguments<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];

/** Every operation of the contract as a method. Each throws a ManillaError when the API refuses. */
export type Operations = {
  readonly [Id in OperationId]: (...call: Arguments<Id>) => Promise<Reply<Id>>;
};

/** Operations that list by cursor. */
export type ListId = {
  [Id in OperationId]: operations[Id]['parameters'] extends {
    readonly query?: { readonly cursor?: string };
  }
    ? Reply<Id> extends { readonly data: { readonly items: readonly unknown[] } }
      ? Id
      : never
    : never;
}[OperationId];

export type Item<Id extends ListId> =
  Reply<Id> extends { readonly data: { readonly items: readonly (infer Each)[] } } ? Each : never;

/** What a webhook brings, by its `type`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: Omit<
    webhooks[Type]['post']['requestBody']['content']['application/json'],
    'type'
  > & { readonly type: Type };
}[keyof webhooks];
