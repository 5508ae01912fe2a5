import { createHash, createHmac, randomUUID } from 'node:crypto';
import { holdsPan } from '../domain/luhn.js';
import type { KeyedRequest } from './idempotency.js';
import { resultCodes, type Reason } from '../domain/result-code.js';
import { ApiError } from './api-error.js';
import { failure, type Envelope, type ErrorData } from './envelope.js';
import type { HeldKeys } from './held-keys.js';
import { withoutSecrets } from './shown-once.js';
import { replayedHeader } from './replayed.js';

const keyPattern = /^[\x21-\x7e]{1,255}$/;
/**
 * Fields whose values are soon guessed from a plain hash: eleven digits, and many a password. They are hashed under a
 * key first.
 */
const guessableFields: ReadonlySet<string> = new Set(['bvn', 'nin', 'password', 'newPassword']);
/** Statuses of a request that was not understood: nothing was done, and the corrected request may use the key. */
const notUnderstood: ReadonlySet<number> = new Set([400, 413, 415]);

/** Seals a text for its owner (src/platform/keys/secret-seal.ts). */
export interface ReplySeal {
  seal(text: string, owner: string): Buffer;
  open(sealed: Buffer, owner: string): string;
}

/** The parts of a request that decide whether two requests are the same one. */
export interface KeyedCall {
  /**
   * The owner of the key: the id of a merchant's key, or of an operator's token. Keys are kept apart by owner, because one
   * caller may not see another's reply.
   */
  readonly caller: string;
  readonly key: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** The answer to a request that does not fail. */
export interface Answer {
  readonly httpStatus: number;
  readonly body: Envelope<unknown>;
}

/**
 * Carries a request out once under its Idempotency-Key and gives its answer again afterwards. The step itself is safe
 * without this: its own reference decides. Replies are sealed, and kept without the secrets that are shown once.
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
    work: () => Promise<Answer>,
  ): Promise<Answer & { readonly replayed: boolean }> {
    const request = keyedRequest(call, this.identityKey);
    const begun = await this.keys.begin(request);
    switch (begun.outcome) {
      case 'IN_FLIGHT':
        throw new ApiError('REQUEST_IN_FLIGHT', { headers: { 'retry-after': '1' } });
      case 'REUSED':
        throw new ApiError('IDEMPOTENCY_KEY_REUSED');
      case 'REPLAY':
        return { replayed: true, ...this.#stored(request, begun) };
      case 'BEGUN':
        return { replayed: false, ...(await this.#carryOut(request, work)) };
    }
  }

  async #carryOut(request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await work();
      await this.#keep(request, answer);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && isFinal(error.reason)) {
        const { httpStatus } = resultCodes[error.reason];
        await this.#keep(request, { httpStatus, body: failure(error) });
      } else {
        await this.keys.release(request);
      }
      throw error;
    }
  }

  #keep(request: KeyedRequest, { httpStatus, body }: Answer): Promise<void> {
    const sealed = this.seal.seal(JSON.stringify(withoutSecrets(body)), ownerOf(request));
    return this.keys.keep(request, httpStatus, sealed);
  }

  /** @throws ApiError when it was a failure. */
  #stored(
    request: KeyedRequest,
    { httpStatus, bodySealed }: { readonly httpStatus: number; readonly bodySealed: Buffer },
  ): Answer {
    const body = JSON.parse(this.seal.open(bodySealed, ownerOf(request))) as Envelope<unknown>;
    if (body.isSuccessful) return { httpStatus, body };
    const { reason, retryable: _, errors, docs: __, ...data } = body.data as ErrorData;
    const { message } = body;
    const headers = { ...replayedHeader };
    throw new ApiError(reason as Reason, { message, errors, data, headers } as object);
  }
}

/** Tells whether the refusal is repeated under its key. A request that may succeed later leaves the key free. */
function isFinal(reason: Reason): boolean {
  const { retryable, httpStatus } = resultCodes[reason];
  return !retryable && !notUnderstood.has(httpStatus);
}

/** @throws ApiError VALIDATION_FAILED for a key that is none. */
function keyedRequest(
  { caller, key, method, url, body }: KeyedCall,
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
  return { caller, key, fingerprint, attempt: randomUUID() };
}

/** A sealed reply opens only under the key it was stored with. */
function ownerOf({ caller, key }: KeyedRequest): string {
  return `${caller}/${key}`;
}

/** Writes a request in one form, so that the same members in another order are the same request. */
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
