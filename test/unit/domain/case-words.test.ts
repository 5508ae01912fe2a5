import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { caseKinds } from '../../../src/domain/case-kind.js';
import { kindWords, readable, reasonWords } from '../../../src/domain/case-words.js';
import { kindsWithOwnCases } from '../../../src/domain/finding-kinds.js';
import { findingPage } from '../../../workflows/upkeep/finding-details.js';

/** The kinds of findings that ask for a person, as the SQL and the activities write them. */
const found = [
  ...['statement', 'sweep', 'adjustments'].flatMap((file) => [
    ...readFileSync(`src/upkeep/reconciliation/${file}.sql`, 'utf8').matchAll(
      /(?:row\(|then |else )'([A-Z]+(?:_[A-Z]+)+)'/g,
    ),
  ]),
  ...globSync('{src,activities}/**/*.{sql,ts}').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:record_finding|findings\.record)\('([A-Z]+(?:_[A-Z]+)+)'/g,
    ),
  ]),
];
/** Of these no person hears: a workflow is started, the bank is asked, an outcome is waited for. */
const ofNobody = new Set([
  ...[
    'MISSED_CREDIT',
    'FATE_DIFFERS',
    'OUTCOME_OPEN',
    'ASKED_BANK',
    'TOLD_AGAIN',
    'CHECKOUT_OVERDUE',
    'TRANSFER_RETURNED',
  ],
  ...['REFUND_UNKNOWN', 'REFUND_STALLED', 'PAYOUT_UNKNOWN', 'SETTLEMENT_STALLED'],
]);
const kinds = [...new Set([...found.map(([, kind = '']) => kind), ...kindsWithOwnCases])].filter(
  (kind) => !ofNobody.has(kind),
);

describe('a case in words', () => {
  it.each(caseKinds)('names the kind %s', (kind) => {
    expect(kindWords(kind)).toMatch(/^[A-Z][a-z]/);
  });

  it.each(kinds)('says what %s is, and what to do', (kind) => {
    expect(reasonWords(`FOUND: ${kind}`)).not.toBe(readable(kind));
    const page = findingPage(kind, { total: 1, oldest: [], until: '' });
    expect(page.happened).not.toContain('stands otherwise');
    expect(Object.values(page).join(' ')).not.toMatch(/`|\b[A-Z]+_[A-Z]+\b|npm run|\b5300\b/);
  });

  it.each([
    ['HELD: LATE', 'Customer paid after the deadline'],
    ['NEEDS_ACCOUNT', 'Refund has no account to go to'],
    ['FAILED: 07', 'Refund cannot be sent: the bank refuses it'],
    ['DEBITED: 0001', 'The bank paid out what it had refused'],
    ['ANSWER: UNKNOWN', 'Nobody knows whether the card company has the shop’s answer'],
    ['applyCredit: LEDGER_REFUSED', 'A step fails: the books refuse it'],
    ['HELD: NOBODY_KNOWS_IT', 'Nobody knows it'],
  ])('%s is "%s"', (reason, words) => {
    expect(reasonWords(reason)).toBe(words);
  });
});
