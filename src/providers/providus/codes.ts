import type { RailOutcome, SendingFault } from '../../domain/bank-rail.port.js';

/**
 * The codes of transfers. NIP's table does not hold here: 01 is "no such transaction", and public tables call the same
 * code pending in one place and failed in another. A code is FAILED only if every source calls it so, and if it cannot
 * come after money has moved. All other codes are UNKNOWN, and the bank is asked until the outcome is certain.
 */
const failed: ReadonlySet<string> = new Set([
  ...['03', '05', '07', '08', '13', '16', '30', '57', '58', '61', '65'],
  ...['7701', '7702', '7703', '7704', '7708', '8005', '8888'],
]);

/**
 * The bank's own codes for failures that only another account mends: the account is invalid, dormant, or may take no
 * money.
 */
const ofAccount: ReadonlySet<string> = new Set(['7702', '7703', '8888']);

/** The cause of a failure by a code of the bank's own; undefined: NIP's table knows it, or it has no cause that we could act on. */
export function providusFault(code: string): SendingFault | undefined {
  return ofAccount.has(code) ? 'ACCOUNT' : undefined;
}

/** Answers to a query that say that the bank knows no such transfer. */
const absent: ReadonlySet<string> = new Set(['01', '25']);

/** Codes that the sources about this bank name, for metrics. Other codes are counted together. */
export const providusCodes: ReadonlySet<string> = new Set([
  ...failed,
  ...absent,
  ...['505', '7706', '7709', '7799', '8003', '8004', '8803', '909', '919', '999', '9999'],
]);

/**
 * Returns what a code says about a transfer. A query's own faults (its format, its right to ask) say nothing about the
 * transfer.
 */
export function classifyProvidus(
  code: string,
  asked: 'transfer' | 'query' | 'enquiry',
  overrides: ReadonlyMap<string, RailOutcome>,
): RailOutcome {
  if (code === '00') return 'SUCCESS';
  if (asked === 'query') {
    if (absent.has(code)) return 'ABSENT';
    return ofTheQuery.has(code) ? 'UNKNOWN' : (overrides.get(code) ?? failedOr(code));
  }
  return overrides.get(code) ?? failedOr(code);
}

/** Also those that only a contract makes certain: it says what they mean of a transfer. */
const ofTheQuery: ReadonlySet<string> = new Set([
  ...['03', '05', '12', '13', '14', '15', '16', '17', '18', '30'],
  ...['57', '58', '63', '65', '91', '92', '8005'],
]);

function failedOr(code: string): RailOutcome {
  return failed.has(code) ? 'FAILED' : 'UNKNOWN';
}
