/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  /** The key or token that it was sent with. */
  readonly caller: string;
  readonly key: string;
  /** SHA-256 of the parts that must be the same in a repeated request. */
  readonly fingerprint: Buffer;
  /** Names this try; only it may store the answer. */
  readonly attempt: string;
}

export type BeginOutcome =
  | { readonly outcome: 'BEGUN' | 'IN_FLIGHT' | 'REUSED' }
  | { readonly outcome: 'REPLAY'; readonly httpStatus: number; readonly bodySealed: Buffer };
