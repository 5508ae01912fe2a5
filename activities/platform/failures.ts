import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { FailureType } from '../contract.js';

/**
 * Turns any error of a port into a failure with only the parts that may be stored: a type and a code. The message of a
 * database error can hold values of the row, so it stays out; it is in the worker's log.
 */
export function toFailure(error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  const code = codeOf(error);
  const type = typeOf(error, code);
  const failure = ApplicationFailure.create({
    type,
    message: code === undefined ? type : `${type} ${code}`,
    nonRetryable: neverHeals.has(type),
  });
  // The history gets no stack, because it would be this line and paths of the machine. The log has the error's own
  // stack.
  failure.stack = '';
  return failure;
}

/**
 * Does the same for a step that waits until a fault of our own is repaired, too: a workflow that failed would have
 * forgotten it.
 */
export function toRetryableFailure(error: unknown): ApplicationFailure {
  Context.current().log.warn('a step waits until it can be taken', { err: error });
  const { type, message } = toFailure(error);
  return ApplicationFailure.create({ type: type ?? 'INTERNAL', message, nonRetryable: false });
}

/** The same input makes these failures again, however often a step is tried. */
const neverHeals: ReadonlySet<FailureType> = new Set(['LEDGER_REFUSED', 'INTERNAL']);

/**
 * The failure by SQLSTATE class (its first two characters), https://www.postgresql.org/docs/18/errcodes-appendix.html.
 */
const typeBySqlClass: Readonly<Record<string, FailureType>> = {
  '08': 'LEDGER_UNAVAILABLE', // connection
  '25': 'LEDGER_UNAVAILABLE', // transaction state, e.g. read-only after a failover
  '28': 'LEDGER_UNAVAILABLE', // authorization
  '40': 'LEDGER_UNAVAILABLE', // deadlock, serialization
  '53': 'LEDGER_UNAVAILABLE', // resources: connections, disk, memory
  '55': 'LEDGER_UNAVAILABLE', // lock not available
  '57': 'LEDGER_UNAVAILABLE', // shutdown, cancelled by timeout
  '58': 'LEDGER_UNAVAILABLE', // system error
  '3D': 'LEDGER_MISMATCH', // no such database
  '3F': 'LEDGER_MISMATCH', // no such schema
  '42': 'LEDGER_MISMATCH', // no such table, column or function, or no permission for it
  '22': 'LEDGER_REFUSED', // data
  '23': 'LEDGER_REFUSED', // constraints
  P0: 'LEDGER_REFUSED', // raised by our own functions
};

function typeOf(error: unknown, code: string | undefined): FailureType {
  const bySqlState = code?.length === 5 ? typeBySqlClass[code.slice(0, 2)] : undefined;
  if (bySqlState !== undefined) return bySqlState;
  // These errors count as defects, because a wrong program throws them. A lost socket or a pool that timed out throws a
  // plain Error.
  const isDefect =
    error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  return isDefect ? 'INTERNAL' : 'LEDGER_UNAVAILABLE';
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[A-Z0-9_]{2,40}$/.test(error.code)
    ? error.code
    : undefined;
}
