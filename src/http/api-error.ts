import { resultCodes, type Reason } from '../domain/result-code.js';
import type { FieldError } from './field-error.js';

export interface ApiErrorDetails {
  /** The message in place of the table's sentence. */
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  /** More members of the reply's `data`, such as the amount that was expected. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/**
 * An answer other than "00". The reason decides code, HTTP status, message and retryable (src/domain/result-code.ts).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly details: ApiErrorDetails;

  constructor(
    readonly reason: Reason,
    details: ApiErrorDetails = {},
  ) {
    super(details.message ?? messageOf(reason));
    this.details = details;
  }
}

/** Returns the fault's message, and for a refusal also the advice. */
function messageOf(reason: Reason): string {
  const { httpStatus, message, advice } = resultCodes[reason];
  const isRefusal = httpStatus >= 400 && httpStatus < 500;
  return isRefusal ? `${message}. ${advice.replaceAll('`', '')}` : message;
}
