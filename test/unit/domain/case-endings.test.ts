import { describe, expect, it } from 'vitest';
import { cardAttemptStatuses } from '../../../src/domain/card-attempt-state.js';
import {
  type CaseEnd,
  endedTitle,
  type EndedSubject,
  endingText,
  endTexts,
} from '../../../src/domain/case-endings.js';
import { caseKinds } from '../../../src/domain/case-kind.js';
import { checkoutStatuses } from '../../../src/domain/checkout-state.js';
import { settlementStatuses } from '../../../src/domain/payout-state.js';
import { disputeAnswerStatuses } from '../../../src/domain/dispute-state.js';
import { refundStatuses } from '../../../src/domain/refund-state.js';

const decided = {
  ...{ type: 'DECIDED', at: '2026-11-26T07:37:00.000Z', operator: 'Ada', partner: null },
  ...{ decision: 'accept', journals: [], events: [] },
} satisfies CaseEnd;
const credit = {
  ...{ kind: 'CREDIT', state: 'ACCEPTED', amountMinor: 1_000_000n, sendings: [] },
} satisfies EndedSubject;

describe('how a case ended', () => {
  it('tells who, what, what was booked, and what the merchant was told', () => {
    const at = '2026-11-26T07:37:05.000Z';
    const events = [{ type: 'checkout.successful', status: 'DELIVERED', at }];
    expect(endingText({ ...decided, journals: ['4711'], events }, credit)).toBe(
      'Decided by Ada, 2026-11-26 08:37 (Lagos): accept. ₦10,000.00 is the merchant’s. Journal 4711. Webhook checkout.successful delivered 2026-11-26 08:37 (Lagos).',
    );
  });

  it('tells of two people, and of nobody', () => {
    expect(endingText({ ...decided, partner: 'Bola' }, credit)).toMatch(
      /^Decided by Ada and Bola,/,
    );
    const healed = { ...decided, type: 'HEALED', operator: null, decision: null } as const;
    expect(endingText(healed, credit)).toMatch(
      /^It ended by itself, 2026-11-26 08:37 \(Lagos\)\. ₦/,
    );
    expect([decided, healed].map(endedTitle)).toEqual(['decided: accept', 'ended by itself']);
  });

  it('does not say that money is back before it has arrived', () => {
    const ordered = {
      ...{ kind: 'REFUND', subject: 'rfd_1', amountMinor: 1_000_000n, status: 'REQUESTED' },
      ...{ sessionId: null, sentAt: null, arrivedAt: null },
    };
    const returning = { ...credit, state: 'RETURN_ORDERED', sendings: [ordered] };
    const text = endingText({ ...decided, decision: 'return' }, returning);
    expect(text).toContain('goes back to the payer, and has not arrived yet.');
    expect(text).toContain('Refund rfd_1, ₦10,000.00: ordered, not sent yet.');
    const at = '2026-11-26T07:39:45.000Z';
    const arrived = { ...ordered, status: 'SUCCESSFUL', sessionId: '0905', arrivedAt: at };
    expect(endingText(decided, { ...credit, state: 'RETURNED', sendings: [arrived] })).toContain(
      '₦10,000.00 went back to the payer. Refund rfd_1, ₦10,000.00: arrived 2026-11-26 08:39 (Lagos), session id 0905.',
    );
  });

  it.each([
    [null, 'the merchant has no endpoint'],
    ['RETRYING', 'not delivered yet'],
    ['DEAD', 'given up'],
    ['SUPPRESSED', 'kept'],
  ])('tells of a webhook that is %s', (status, words) => {
    const events = [{ type: 'refund.failed', status, at: null }];
    expect(endingText({ ...decided, events }, credit)).toMatch(
      new RegExp(`Webhook refund\\.failed.*${words}`),
    );
  });

  const states: Readonly<Record<string, readonly string[]>> = {
    CREDIT: ['HELD', 'ACCEPTED', 'KEPT', 'RETURN_ORDERED', 'RETURNED'],
    CHECKOUT: checkoutStatuses,
    REFUND: refundStatuses,
    PAYOUT: settlementStatuses,
    CHARGE: cardAttemptStatuses,
    DISPUTE: disputeAnswerStatuses,
    FINDING: ['OPEN', 'RESOLVED'],
    ENDPOINT: ['ACTIVE', 'SUPPRESSED', 'DISABLED'],
    // Of these nothing stands: the case says that it ended.
    SETTLEMENT: [],
    PREFIX: [],
  };
  it.each(caseKinds)('has a sentence for each state that a %s can be in', (kind) => {
    expect(Object.keys(endTexts[kind] ?? {}).toSorted()).toEqual(
      (states[kind] ?? ['?']).toSorted(),
    );
    for (const state of states[kind] ?? []) {
      const text = endingText(decided, { ...credit, kind, state });
      expect(text).toMatch(/accept\. [A-Z₦].*\.$/);
      expect(text).not.toMatch(/AMOUNT|stands/);
    }
    const none = endingText(decided, { ...credit, kind, state: null });
    expect(none).toBe('Decided by Ada, 2026-11-26 08:37 (Lagos): accept.');
  });

  it('of an adjustment says what was booked, whatever is found now', () => {
    const finding = { ...credit, kind: 'FINDING', state: 'RESOLVED' };
    expect(endingText({ ...decided, decision: 'adjust' }, finding)).toContain(
      '₦10,000.00 was booked against write-offs',
    );
  });
});
