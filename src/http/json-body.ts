import { isUtf8 } from 'node:buffer';
import { ApiError } from './api-error.js';
import { reasonOf } from './field-error.js';
import { findJsonFault, findJsonFaults, type JsonFault } from './json-fault.js';

const faultsKey = Symbol('faults of the JSON');

/** Returns the faults in the members of a body that was read with `keepsFaults`. */
export function jsonFaultsOf(body: object): readonly JsonFault[] {
  return (body as { readonly [faultsKey]?: readonly JsonFault[] })[faultsKey] ?? [];
}

/**
 * Reads a request's body as strictly as money wants it: UTF-8, well-formed, one object, and nothing in it that
 * `JSON.parse` would silently change.
 *
 * @param keepsFaults a bank's hook: the faults stay with the body (`jsonFaultsOf`), because money must land whatever stands in
 *   members that we do not read
 * @throws ApiError MALFORMED_JSON, or the reason that `findJsonFault`'s error has.
 */
export function parseJsonBody(bytes: Buffer, keepsFaults = false): Record<string, unknown> {
  if (bytes.length === 0) throw malformed('The body is empty; send a JSON object.');
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.');
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (!keepsFaults) {
    const fault = findJsonFault(text);
    if (fault !== undefined) throw new ApiError(reasonOf([fault]), { errors: [fault] });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('The body is not a JSON object.');
  }
  if (keepsFaults) Object.defineProperty(value, faultsKey, { value: findJsonFaults(text) });
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message is not passed on, because it quotes the body.
    throw malformed('The body is not well-formed JSON.');
  }
}

function malformed(message: string): ApiError {
  return new ApiError('MALFORMED_JSON', { message });
}
