import type { AskedDecision } from '../../../src/domain/four-eyes.js';
import { fourEyesAboveMinor } from '../../../src/domain/four-eyes.js';

/** Decisions of cases by which money goes to somebody whom one operator could have chosen. */
export const sensitiveCases: readonly AskedDecision[] = [
  { kind: 'REFUND', reason: 'NEEDS_ACCOUNT', decision: 'redirect', amountMinor: 1n },
  { kind: 'REFUND', reason: 'SEARCH: UNKNOWN', decision: 'not_sent', amountMinor: 1n },
  { kind: 'REFUND', reason: 'SEARCH: UNKNOWN', decision: 'sent', amountMinor: 1n },
  { kind: 'PAYOUT', reason: 'SEARCH: UNKNOWN', decision: 'not_sent', amountMinor: 1n },
  { kind: 'PAYOUT', reason: 'SEARCH: UNKNOWN', decision: 'sent', amountMinor: 1n },
  { kind: 'REFUND', reason: 'UNKNOWN: APPROVAL', decision: 'enter_code', amountMinor: 1n },
  { kind: 'PAYOUT', reason: 'UNKNOWN: WRONG_CODE', decision: 'enter_code', amountMinor: 1n },
  { kind: 'PAYOUT', reason: 'HELD: NAME_CHANGED', decision: 'release', amountMinor: 1n },
  {
    ...{ kind: 'PAYOUT', reason: 'HELD: ACCOUNT_REFUSED', decision: 'release' },
    amountMinor: fourEyesAboveMinor + 1n,
  },
  { kind: 'CREDIT', reason: 'HELD: UNMATCHED', decision: 'accept', amountMinor: 1n },
  { kind: 'FINDING', reason: 'UNEXPLAINED_DEBIT', decision: 'adjust', amountMinor: 1n },
];
