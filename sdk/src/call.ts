import type { CallOptions, OperationId } from './operations.ts';
import type { HttpReply } from './transport.ts';

/** One part of a request, before it is typed. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly header?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** A call of any operation, in the contract's own terms. */
export type Call = (id: OperationId, input?: AnyInput, options?: CallOptions) => Promise<HttpReply>;
