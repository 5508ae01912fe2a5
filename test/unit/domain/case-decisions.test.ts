import { describe, expect, it } from 'vitest';
import {
  type DecidedAbout,
  decisionLabel,
  decisionSentence,
  decisionText,
  isDangerous,
  ownDecisions,
} from '../../../src/domain/case-decisions.js';
import { decisionsOf } from '../../../src/domain/decisions.js';

describe('what a decision does', () => {
  it.each(Object.entries(decisionsOf))('is said of each that %s takes', (kind, known) => {
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

describe('a decision as a sentence', () => {
  const about = (
    kind: string,
    decision: string,
    more: Partial<DecidedAbout> = {},
  ): DecidedAbout => ({
    ...{ kind, decision, amountMinor: 1_000_000n, paidMinor: 400_000n, lossMinor: null },
    ...{ merchantName: 'ADA STORES', paymentReference: 'ORD-1', holdsSending: false },
    payer: { accountName: 'ADA OBI', bankName: 'Simulator Bank', accountNumber: '0123456789' },
    ...more,
  });
  const toAda = 'to ADA OBI, Simulator Bank 0123456789';

  it.each<[DecidedAbout, string]>([
    [about('CREDIT', 'return'), `Send ₦10,000.00 back ${toAda}`],
    [about('CREDIT', 'return', { payer: null }), 'Send ₦10,000.00 back to the account that paid'],
    [about('CREDIT', 'accept'), 'Give ₦10,000.00 to ADA STORES for order ORD-1'],
    [about('CREDIT', 'accept', { paymentReference: null }), 'Give ₦10,000.00 to ADA STORES'],
    [about('CHECKOUT', 'accept'), 'Take ₦4,000.00 as the whole payment of order ORD-1'],
    [about('CHECKOUT', 'cancel'), `Call order ORD-1 off, and send ₦4,000.00 back ${toAda}`],
    [about('CHECKOUT', 'cancel', { paidMinor: 0n }), 'Call order ORD-1 off'],
    [about('REFUND', 'retry'), `Send ₦10,000.00 again ${toAda}`],
    [about('REFUND', 'keep'), 'Close without paying: we go on owing ₦10,000.00'],
    [
      about('REFUND', 'sent'),
      'Record that ₦10,000.00 has arrived at ADA OBI, Simulator Bank 0123456789',
    ],
    [about('PAYOUT', 'release'), `Pay ₦10,000.00 ${toAda}`],
    [
      about('PAYOUT', 'release', { payer: { accountName: 'ADA OBI', notedName: 'OBI STORES' } }),
      'Pay ₦10,000.00 to OBI STORES',
    ],
    [about('PAYOUT', 'release', { payer: null }), 'Pay ₦10,000.00 to the account of ADA STORES'],
    [about('FINDING', 'adjust', { lossMinor: 345_600n }), 'Book ₦3,456.00 as our loss'],
    [about('FINDING', 'adjust', { lossMinor: -1n }), 'Book ₦0.01 as money that we found'],
  ])('%#: names amount and people', (asked, sentence) => {
    expect(decisionSentence(asked)).toBe(sentence);
  });

  it('is dangerous where it sends money, ends something or lets all money leave again', () => {
    const all = Object.entries(decisionsOf).flatMap(([kind, known]) =>
      known.map((decision) => [kind, decision] as const),
    );
    const harmless = all.filter(([kind, decision]) => !isDangerous(about(kind, decision)));
    expect(harmless.map((pair) => pair.join(' '))).toEqual([
      ...['CHECKOUT retry', 'CHECKOUT wait', 'CREDIT retry', 'REFUND sent', 'PAYOUT cancel'],
      ...[
        'PAYOUT sent',
        'CHARGE resolved',
        'DISPUTE retry',
        'SETTLEMENT retry',
        'FINDING resolved',
      ],
      ...['ENDPOINT resolved', 'ENDPOINT replay', 'PREFIX resolved'],
    ]);
    expect(isDangerous(about('FINDING', 'resolved', { holdsSending: true }))).toBe(true);
    expect(isDangerous(about('FINDING', 'nobody has described it'))).toBe(true);
  });

  it('has no code in it for whoever reads it', () => {
    for (const [kind, known] of Object.entries(decisionsOf)) {
      for (const decision of known) {
        const words = [decisionLabel(kind, decision), decisionText(kind, decision)].join(' ');
        expect(words).not.toMatch(/_|`|\b\d{4}\b|[A-Z]{2,}/);
      }
    }
  });
});
