import { resultCodes, success } from '../domain/result-code.js';
import type { ApiError } from './api-error.js';

/** The one shape of every reply. `isSuccessful` exactly when `code` is "00". */
export interface Envelope<T> {
  readonly isSuccessful: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: T;
}

export function ok<T>(message: string, data: T): Envelope<T> {
  return { isSuccessful: true, code: success.code, message, data };
}

/** `data` of a failure: why, whether to try again, which fields, and where to read on. */
export interface ErrorData {
  readonly reason: string;
  readonly retryable: boolean;
  readonly errors: readonly { field: string; rule: string; message: string }[];
  readonly docs: string;
}

export function failure({ reason, message, details }: ApiError): Envelope<ErrorData> {
  const { code, retryable } = resultCodes[reason];
  const errors = details.errors ?? [];
  const docs = `/docs/errors#${reason}`;
  return {
    isSuccessful: false,
    code,
    message,
    data: { reason, retryable, errors, ...details.data, docs },
  };
}
