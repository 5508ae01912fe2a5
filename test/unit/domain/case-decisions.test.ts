import { describe, expect, it } from 'vitest';
import { decisionText, ownDecisions } from '../../../src/domain/case-decisions.js';
import {
  decisions,
  disputeAnswerDecisions,
  payoutDecisions,
  refundDecisions,
  settlementDecisions,
} from '../../../workflows/messages.js';
import { creditChoices } from '../../../src/domain/held-credit.js';

const byKind = {
  CHECKOUT: decisions,
  CREDIT: creditChoices,
  REFUND: refundDecisions,
  PAYOUT: payoutDecisions,
  DISPUTE: disputeAnswerDecisions,
  FINDING: ['resolved', 'adjust'],
  ENDPOINT: ['resolved', 'replay'],
  SETTLEMENT: settlementDecisions,
};

describe('what a decision does', () => {
  it.each(Object.entries(byKind))('is said of each that %s takes', (kind, known) => {
    for (const decision of known) {
      expect(decisionText(kind, decision), decision).not.toContain('to the workflow that waits');
    }
  });

  it('is a sentence for one that nobody has described', () => {
    expect(decisionText('CREDIT', 'other')).toBe('Sends "other" to the workflow that waits.');
  });
});

describe('decisions that the desk carries out itself', () => {
  it('are a refund’s new account, while it needs one', () => {
    expect(ownDecisions('REFUND', 'NEEDS_ACCOUNT')).toEqual(['redirect']);
    expect(ownDecisions('REFUND', 'FAILED')).toEqual([]);
    expect(ownDecisions('CREDIT', 'NEEDS_ACCOUNT')).toEqual([]);
  });
});
