import type { HttpReply } from './transport.js';

/** How the API answered. Not enumerable, so that a result prints and serializes as its data alone. */
export interface LastResponse {
  readonly httpStatus: number;
  /** Tell it to whoever runs the engine when something is unclear. */
  readonly requestId: string | undefined;
  /** The value for `ifNoneMatch` of a later call. */
  readonly etag: string | undefined;
  /** The engine had done this request before, and answered as it did then. */
  readonly isReplayed: boolean;
  readonly headers: Headers;
}

/** The answer of an operation: the `data` of its reply. */
export type Result<Data> = Data & { readonly lastResponse: LastResponse };

/** The operation has ended (HTTP 200): its `status` says how. */
export type Decided<Data> = Result<Data> & { readonly isPending: false };

/**
 * It has not ended (HTTP 202). A refund or a settlement is accepted, and its `status` says how far it is. Of
 * `checkouts.complete` the outcome is not known yet: neither a success nor a failure. Of an account the bank has not opened the
 * number yet. Ask again later.
 */
export type Pending<Data> = Result<Data> & { readonly isPending: true };

/** The state has changed since the `ifNoneMatch` that was given. */
export type Changed<Data> = Result<Data> & { readonly isNotModified: false };

/** The state has not changed since the `ifNoneMatch` that was given (HTTP 304). */
export type NotModified = Result<{ readonly isNotModified: true }>;

/** A file, such as evidence that you have uploaded. */
export interface BinaryFile {
  readonly contentType: string;
  /** The name that the engine suggests for it. */
  readonly fileName: string | undefined;
  /** The file as it came. */
  readonly bytes: Uint8Array;
}

export interface CsvFile extends BinaryFile {
  readonly text: string;
}

export type PdfFile = BinaryFile;

/** A reply as the type that its operation promises. */
export function resultOf(
  reply: HttpReply,
  { mayBePending, isConditional }: { mayBePending: boolean; isConditional: boolean },
): unknown {
  const { status } = reply;
  const result = Object.assign(
    dataOf(reply),
    mayBePending ? { isPending: status === 202 } : {},
    isConditional ? { isNotModified: status === 304 } : {},
  );
  return Object.defineProperty(result, 'lastResponse', { value: lastResponseOf(reply) });
}

function dataOf({ status, headers, bytes, text, data }: HttpReply): object {
  if (data !== undefined) return data;
  if (status === 304) return {};
  const contentType = headers.get('content-type') ?? '';
  const fileName = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  if (/^text\/csv\b/.test(contentType)) return { contentType, fileName, bytes, text };
  return { contentType, fileName, bytes };
}

function lastResponseOf({ status, headers }: HttpReply): LastResponse {
  return {
    httpStatus: status,
    requestId: headers.get('x-request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
    headers,
  };
}
