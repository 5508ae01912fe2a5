import type { Reason } from './operations.ts';

export interface FieldFault {
  readonly field: string;
  readonly rule: string;
  readonly message: string;
}

interface Failure {
  readonly reason: Reason | 'UNREACHABLE' | (string & {});
  /** Of the envelope; empty when no reply came. */
  readonly code: string;
  /** 0 when no reply came. */
  readonly httpStatus: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly message: string;
  /** `data` of the reply: what a failure carries besides, such as `amountOutstanding`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** The API refused, or could not be reached (`UNREACHABLE`). `reason` is what a program switches on. */
export class ManillaError extends Error {
  override readonly name = 'ManillaError';
  readonly reason: Failure['reason'];
  readonly code: string;
  readonly httpStatus: number;
  readonly retryable: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  /** To tell whoever runs the engine. */
  readonly requestId: string | undefined;

  constructor(failure: Failure) {
    super(
      `${failure.reason}: ${failure.message}`,
      failure.cause === undefined ? {} : { cause: failure.cause },
    );
    this.reason = failure.reason;
    this.code = failure.code;
    this.httpStatus = failure.httpStatus;
    this.retryable = failure.retryable;
    this.data = failure.data ?? {};
    this.requestId = failure.requestId;
  }

  /** The fields that were wrong, when the request was malformed. */
  get errors(): readonly FieldFault[] {
    return (this.data['errors'] as readonly FieldFault[] | undefined) ?? [];
  }

  static of(status: number, text: string, headers: Headers): ManillaError {
    const envelope = parsed(text);
    const data = (envelope['data'] ?? {}) as Record<string, unknown>;
    return new ManillaError({
      reason: textOf(data['reason']) ?? 'UNREACHABLE',
      code: textOf(envelope['code']) ?? '',
      httpStatus: status,
      // A reply that is not the engine's own is a proxy's.
      retryable: (data['retryable'] as boolean | undefined) ?? status >= 500,
      message: textOf(envelope['message']) ?? `HTTP ${status} without an envelope`,
      data,
      requestId: headers.get('x-request-id') ?? undefined,
    });
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
