/** One request that carries an Idempotency-Key. */
export interface KeyedRequest {
  /** The key or token that it was sent with. */
  readonly caller: string;
  readonly key: string;
  /** SHA-256 of the parts that make it the same request. */
  readonly fingerprint: Buffer;
  /** Names this try; only it may store the answer. */
  readonly attempt: string;
}

export type BeginOutcome =
  | { readonly outcome: 'BEGUN' | 'IN_FLIGHT' | 'REUSED' }
  | { readonly outcome: 'REPLAY'; readonly httpStatus: number; readonly bodySealed: Buffer };

/** Answers to requests that carry an Idempotency-Key, where all API processes see them. */
export interface IdempotencyStore {
  /** Takes the key, or says why not. A try that has not ended within `leaseMs` leaves the key to the next. */
  begin(request: KeyedRequest, leaseMs: number): Promise<BeginOutcome>;
  /** Prolongs the leases of requests that still hold their keys. */
  renew(requests: readonly KeyedRequest[], leaseMs: number): Promise<void>;
  /** Stores the answer, unless another try has taken the key over. */
  finish(request: KeyedRequest, httpStatus: number, bodySealed: Buffer): Promise<void>;
  /** Gives the key back: nothing was done that must be told again. */
  release(request: KeyedRequest): Promise<void>;
}
