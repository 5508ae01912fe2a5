import type { Mutant } from './mutant.ts';

const edge = 'test/edge/providers/providus.test.ts';
const unit = 'test/unit/providers/providus.test.ts';
const bank = 'test/integration/providers/providus/bank.adapter.test.ts';

/** What a provider says, misread in each of its halves. */
export const providers: readonly Mutant[] = [
  {
    name: 'any-signature-of-a-notice',
    cost: 'Whoever knows an account number can tell us that it was paid.',
    file: 'src/providers/providus/notice.ts',
    replace: 'isSameSecret(given, each)).includes(true)',
    by: 'isSameSecret(given, each)).length > 0',
    seenBy: { file: edge, test: 'is not booked by a notice with SIGNATURE_WRONG' },
  },
  {
    name: 'naira-for-kobo',
    cost: 'A payment counts for a hundredth of what was paid.',
    file: 'src/domain/naira.ts',
    replace: "replaceAll(',', '')) * 100n",
    by: "replaceAll(',', ''))",
    seenBy: { file: unit, test: '1.2 is 120' },
  },
  {
    name: 'unknown-code-for-a-failure',
    cost: 'A transfer whose money has moved is sent again.',
    file: 'src/providers/providus/codes.ts',
    replace: "failed.has(code) ? 'FAILED' : 'UNKNOWN'",
    by: "'FAILED'",
    seenBy: { file: bank, test: 'that is answered 7709 is unknown' },
  },
  {
    name: 'number-of-another-time',
    cost: 'Money for the order that had the number before pays the order that has it now.',
    file: 'src/payments/credits/receiving.sql',
    replace: "told_at not between v.created_at - interval '1 second'",
    by: "told_at not between v.created_at - interval '1 year'",
    seenBy: { file: edge, test: 'belongs to whoever had it when the money was sent' },
  },
  {
    name: 'unconfirmed-credit',
    cost: 'A notice that was altered on its way pays an order.',
    file: 'src/payments/credits/notice-intake.ts',
    replace: "confirmation.outcome !== 'SAME'",
    by: "confirmation.outcome === 'ABSENT'",
    seenBy: { file: edge, test: 'by a rightly signed notice that is ALTERED' },
  },
  {
    name: 'unproven-payer',
    cost: 'A refund goes to the account that a forged notice names as the payer’s.',
    file: 'src/payments/credits/notice-intake.ts',
    replace: 'reported(confirmation.credit)',
    by: 'reported(credit)',
    seenBy: { file: edge, test: 'is booked as the bank has it, whatever else' },
  },
  {
    name: 'second-refund',
    cost: 'A refund that is asked for again, since its answer was lost, goes out twice.',
    file: 'src/providers/providus/bank.adapter.ts',
    replace: 'sessionId: transactionReference, currency: currencyCode } = transfer;',
    by: 'currency: currencyCode } = transfer; const transactionReference = transfer.sessionId + String(process.hrtime.bigint()).slice(-6);',
    seenBy: { file: bank, test: 'that is asked for again under its session id moves nothing' },
  },
  {
    name: 'changed-keys-never-read',
    cost: 'A bank that has changed its secret is not believed until somebody restarts us.',
    file: 'src/providers/renewed-provider.ts',
    replace: 'nowMs - this.#lookedAtMs < renewalMs',
    by: 'nowMs - this.#lookedAtMs < Infinity',
    seenBy: {
      file: 'test/unit/providers/renewed-provider.test.ts',
      test: 'are rotated without a restart',
    },
  },
];
