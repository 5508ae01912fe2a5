import { createHash, createHmac, randomUUID } from 'node:crypto';
import { holdsPan } from '../domain/luhn.js';
import type { KeyedRequest } from '../domain/ports/idempotency-store.port.js';
import { resultCodes, type Reason } from '../domain/result-code.js';
import { ApiError } from './api-error.js';
import { failure, type Envelope, type ErrorData } from './envelope.js';
import type { HeldKeys } from './held-keys.js';

const keyPattern = /^[\x21-\x7e]{1,255}$/;
/** Eleven digits, and many a password, are soon guessed from a plain hash: these are hashed under a key first. */
const guessableFields: ReadonlySet<string> = new Set(['bvn', 'nin', 'password', 'newPassword']);
/** The request was not understood, or came too often: nothing was done, and the key stays free. */
const notKept: ReadonlySet<number> = new Set([400, 408, 413, 415, 429]);

/** Seals a text for its merchant (src/notifications/secret-seal.ts). */
export interface ReplySeal {
  seal(text: string, owner: string): Buffer;
  open(sealed: Buffer, owner: string): string;
}

/** What decides whether two requests are the same one. */
export interface KeyedCall {
  /** Whose key it is: a merchant's id, or an operator's. */
  readonly merchantId: string;
  readonly key: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/**
 * Carries a request out once under its Idempotency-Key and gives its answer again afterwards. The step itself is safe
 * without this: its own reference decides. Replies are sealed, because some hold what is shown once.
 */
export class IdempotentReplies {
  constructor(
    private readonly keys: HeldKeys,
    private readonly seal: ReplySeal,
    private readonly identityKey: Buffer,
  ) {}

  /**
   * The answer of `work`, or of the request that was made under this key before.
   *
   * @throws ApiError VALIDATION_FAILED, REQUEST_IN_FLIGHT or IDEMPOTENCY_KEY_REUSED, and whatever `work` throws.
   */
  async once(
    call: KeyedCall,
    work: () => Promise<Envelope<unknown>>,
  ): Promise<{ readonly replayed: boolean; readonly body: Envelope<unknown> }> {
    const request = keyedRequest(call, this.identityKey);
    const begun = await this.keys.begin(request);
    switch (begun.outcome) {
      case 'IN_FLIGHT':
        throw new ApiError('REQUEST_IN_FLIGHT', { headers: { 'retry-after': '1' } });
      case 'REUSED':
        throw new ApiError('IDEMPOTENCY_KEY_REUSED');
      case 'REPLAY':
        return { replayed: true, body: this.#stored(request, begun.bodySealed) };
      case 'BEGUN':
        return { replayed: false, body: await this.#carryOut(request, work) };
    }
  }

  async #carryOut(
    request: KeyedRequest,
    work: () => Promise<Envelope<unknown>>,
  ): Promise<Envelope<unknown>> {
    try {
      const body = await work();
      await this.#keep(request, 200, body);
      return body;
    } catch (error) {
      const status = error instanceof ApiError ? resultCodes[error.reason].httpStatus : 500;
      if (!(error instanceof ApiError) || status >= 500 || notKept.has(status)) {
        await this.keys.release(request);
      } else {
        await this.#keep(request, status, failure(error));
      }
      throw error;
    }
  }

  #keep(request: KeyedRequest, status: number, body: Envelope<unknown>): Promise<void> {
    const sealed = this.seal.seal(JSON.stringify(body), ownerOf(request));
    return this.keys.keep(request, status, sealed);
  }

  /** @throws ApiError when it was a failure. */
  #stored(request: KeyedRequest, sealed: Buffer): Envelope<unknown> {
    const body = JSON.parse(this.seal.open(sealed, ownerOf(request))) as Envelope<unknown>;
    if (body.isSuccessful) return body;
    const { reason, retryable: _, errors, docs: __, ...data } = body.data as ErrorData;
    const { message } = body;
    const headers = { 'idempotent-replayed': 'true' };
    throw new ApiError(reason as Reason, { message, errors, data, headers } as object);
  }
}

/** @throws ApiError VALIDATION_FAILED for a key that is none. */
function keyedRequest(
  { merchantId, key, method, url, body }: KeyedCall,
  identityKey: Buffer,
): KeyedRequest {
  if (!keyPattern.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 visible ASCII characters';
    throw new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'Idempotency-Key', rule: 'pattern', message }],
    });
  }
  if (holdsPan(key)) {
    const message = 'Idempotency-Key must not hold a card number';
    const errors = [{ field: 'Idempotency-Key', rule: 'pan', message }] as const;
    throw new ApiError('PAN_NOT_ACCEPTED', { message: `${message}.`, errors });
  }
  const fingerprint = createHash('sha256')
    .update(`${method} ${url}\n${canonicalJson(body ?? null, identityKey)}`)
    .digest();
  return { merchantId, key, fingerprint, attempt: randomUUID() };
}

/** A sealed reply opens only under the key it was stored with. */
function ownerOf({ merchantId, key }: KeyedRequest): string {
  return `${merchantId}/${key}`;
}

/** The same members in another order are the same request. */
function canonicalJson(value: unknown, identityKey: Buffer): string {
  return JSON.stringify(value, (name, member: unknown) => {
    if (typeof member === 'string' && guessableFields.has(name)) {
      return createHmac('sha256', identityKey).update(member).digest('base64url');
    }
    return typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member;
  });
}
