import { isUtf8 } from 'node:buffer';
import { ApiError } from './api-error.js';
import { reasonOf } from './field-error.js';
import { findJsonFault } from './json-fault.js';

/**
 * Reads a request's body as strictly as money wants it: UTF-8, well-formed, one object, and nothing in it that
 * `JSON.parse` would silently change.
 *
 * @throws ApiError MALFORMED_JSON, or the reason that `findJsonFault`'s error has.
 */
export function parseJsonBody(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) throw malformed('The body is empty; send a JSON object.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  const text = bytes.toString('utf8');
  const value = parse(text);
  const fault = findJsonFault(text);
  if (fault !== undefined) throw new ApiError(reasonOf([fault]), { errors: [fault] });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('The body is not a JSON object.');
  }
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body.
    throw malformed('The body is not well-formed JSON.');
  }
}

function malformed(message: string): ApiError {
  return new ApiError('MALFORMED_JSON', { message });
}
