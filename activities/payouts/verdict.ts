import type { RailVerdict } from '../contract.js';

/** Keeps only the fields that may be stored in a history. */
export function verdictOf({ outcome, code, failure, fault }: RailVerdict): RailVerdict {
  return { outcome, code, failure, ...(fault !== undefined && { fault }) };
}
