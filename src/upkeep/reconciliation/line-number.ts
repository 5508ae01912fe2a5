import { createHash } from 'node:crypto';

/**
 * Numbers a line whose own number cannot be read. The number is negative, so that it is never taken for the last line
 * of the statement.
 */
export function numberFrom(raw: string): bigint {
  return -BigInt.asUintN(62, createHash('sha256').update(raw).digest().readBigUInt64BE());
}
