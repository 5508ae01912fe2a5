/** The options of every call. */
export interface CallOptions {
  /** How long the call may take in all, with its retries and their pauses; the client's `timeoutMs` unless told. */
  readonly timeoutMs?: number | undefined;
  /** How often it may be sent again after a failure that may pass; the client's `retries` unless told. */
  readonly retries?: number | undefined;
  /** Gives the call up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers besides those that the SDK sends. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** For a call that changes something. */
export interface WriteOptions extends CallOptions {
  /**
   * Names the request, so that sending it again does nothing twice. The SDK makes a key for each call; give your own to
   * repeat the call from another process.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface Waiting {
  /** Lets the reply wait up to this long (25 at most) until there is something new to say. */
  readonly waitSeconds?: number | undefined;
}

export interface Conditional {
  /** The `lastResponse.etag` of an earlier reply. While nothing has changed since, the result is `NotModified`. */
  readonly ifNoneMatch: string;
}

/** A request to an operation. */
export interface CallRequest {
  readonly method: string;
  /** The path, with `{name}` for each of `pathValues`. */
  readonly path: string;
  readonly pathValues?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
  /** A file, which is the body. */
  readonly file?: Uint8Array;
  /** The operation takes an Idempotency-Key. */
  readonly takesKey?: boolean;
  readonly needsNoToken?: boolean;
  /** The operation may answer 202: it has not ended yet, and not failed. */
  readonly mayBePending?: boolean;
}

export type AnyOptions = WriteOptions & Waiting & Partial<Conditional>;

/** Makes one call; the caller knows the type of the result. */
export type Call = <Data>(request: CallRequest, options?: AnyOptions) => Promise<Data>;

/** The base of every resource of the client. */
export class Resource {
  protected readonly call: Call;

  constructor(call: Call) {
    this.call = call;
  }
}
