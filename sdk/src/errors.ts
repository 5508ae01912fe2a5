import type { Reason } from './types.js';

export interface FieldFault {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

interface Failure {
  readonly reason: Reason;
  readonly message: string;
  /** The code of the envelope; empty when the engine did not answer. */
  readonly code?: string;
  /** 0 when nobody answered. */
  readonly httpStatus?: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly headers?: Headers;
  readonly cause?: unknown;
  readonly idempotencyKey?: string | undefined;
}

/** A call that did not succeed. `reason` is what a program switches on; the class tells its family. */
export class ManillaError extends Error {
  override readonly name: string = 'ManillaError';
  readonly reason: Reason;
  readonly code: string;
  readonly httpStatus: number;
  readonly retryable: boolean;
  /** `data` of the reply: what a failure carries besides, such as `amountOutstanding`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Tell it to whoever runs the engine. */
  readonly requestId: string | undefined;
  /** How long the engine asks to wait before the call is made again. */
  readonly retryAfterSeconds: number | undefined;
  /** The key of the call: make the call again under this key when its outcome is not known. */
  readonly idempotencyKey: string | undefined;
  readonly #failure: Failure;

  constructor(whole: Failure) {
    const { headers, data = {}, ...failure } = whole;
    super(messageOf(failure, faultsIn(data)), 'cause' in failure ? { cause: failure.cause } : {});
    this.reason = failure.reason;
    this.code = failure.code ?? '';
    this.httpStatus = failure.httpStatus ?? 0;
    this.retryable = failure.retryable;
    this.data = data;
    this.requestId = headers?.get('x-request-id') ?? undefined;
    const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
    this.idempotencyKey = failure.idempotencyKey;
    this.#failure = whole;
  }

  /** The same failure as the error of one call: calls that wait for the same token share it, and each has its own key. */
  underKey(idempotencyKey: string | undefined): ManillaError {
    return new (this.constructor as Family)({ ...this.#failure, idempotencyKey });
  }

  /** The fields that were wrong, when the request was malformed. */
  get errors(): readonly FieldFault[] {
    return faultsIn(this.data);
  }
}

/** 401: client id, secret or token are refused. */
export class AuthenticationError extends ManillaError {
  override readonly name = 'AuthenticationError';
}
/** 403: you may not do this, or not for this amount. */
export class PermissionError extends ManillaError {
  override readonly name = 'PermissionError';
}
/** 400 and the like: correct the request. `errors` names the fields. */
export class InvalidRequestError extends ManillaError {
  override readonly name = 'InvalidRequestError';
}
/** 404: there is no such thing, or not yet (`TRANSFER_NOT_SEEN`). */
export class NotFoundError extends ManillaError {
  override readonly name = 'NotFoundError';
}
/** 409, 410, 422: it does not fit what is there, such as an order that is paid, or a reference that is taken. */
export class ConflictError extends ManillaError {
  override readonly name = 'ConflictError';
}
/** 402: the payment was declined or is too small, or your balance is. */
export class PaymentDeclinedError extends ManillaError {
  override readonly name = 'PaymentDeclinedError';
}
/** 429: too many requests. `retryAfterSeconds` tells how long to wait. */
export class RateLimitError extends ManillaError {
  override readonly name = 'RateLimitError';
}
/**
 * 408, 5xx, and 409 while the same request is under way: the engine or a bank cannot answer now. The outcome may not be
 * known: repeat under `idempotencyKey`.
 */
export class UnavailableError extends ManillaError {
  override readonly name = 'UnavailableError';
}
/** The engine could not be reached. The outcome is not known: repeat the call under `idempotencyKey`. */
export class ConnectionError extends ManillaError {
  override readonly name: string = 'ConnectionError';
}
/** `timeoutMs` was over. The outcome is not known: repeat the call under `idempotencyKey`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

type Family = new (failure: Failure) => ManillaError;

const families: Readonly<Record<number, Family>> = {
  401: AuthenticationError,
  402: PaymentDeclinedError,
  403: PermissionError,
  404: NotFoundError,
  408: UnavailableError,
  409: ConflictError,
  410: ConflictError,
  422: ConflictError,
  429: RateLimitError,
};

/** "Invalid session", in HTTP 401: an access code is a field of the request, and no credential of yours. */
const invalidSession = '15';

/** The failure that a reply tells of. One without the engine's envelope is a proxy's. */
export function errorOf(status: number, text: string, headers: Headers): ManillaError {
  const { code, message, data } = parsed(text);
  const { reason, retryable } = (data ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof reason !== 'string') {
    return new ConnectionError({
      ...{ reason: 'UNREACHABLE', httpStatus: status, headers },
      retryable: status < 400 || status === 408 || status === 429 || status >= 500,
      message: `HTTP ${status}, and not from the engine`,
    });
  }
  const family = familyOf(status, code, reason);
  return new family({
    ...{ reason, code, httpStatus: status, headers, retryable: retryable === true },
    ...{ message: String(message), data: data as Readonly<Record<string, unknown>> },
  });
}

function familyOf(status: number, code: string, reason: string): Family {
  if (code === invalidSession) return InvalidRequestError;
  // The first attempt may still succeed, so it is no conflict that is final.
  if (reason === 'REQUEST_IN_FLIGHT') return UnavailableError;
  return families[status] ?? (status >= 500 ? UnavailableError : InvalidRequestError);
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function faultsIn(data: Readonly<Record<string, unknown>>): readonly FieldFault[] {
  return (data['errors'] as readonly FieldFault[] | undefined) ?? [];
}

function messageOf({ reason, message }: Failure, faults: readonly FieldFault[]): string {
  // Each sentence names its field, and the message is the first of them.
  const fields = faults.map((fault) => fault.message).join('; ');
  return `${reason}: ${fields === '' ? message : `${fields}.`}`;
}
