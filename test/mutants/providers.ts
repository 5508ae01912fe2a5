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
    name: 'notices-without-end',
    cost: 'Some hundred notices that a bank does not confirm end each reconciliation before its last step.',
    file: 'src/payments/credits/notice-intake.ts',
    replace: 'while (performance.now() < untilMs)',
    by: 'while (true)',
    seenBy: {
      file: 'test/unit/payments/credits/notice-intake.test.ts',
      test: 'until the time is over',
    },
  },
  {
    name: 'silence-hidden-by-another-system',
    cost: 'Nobody hears that a bank opens no accounts, as long as it answers about transfers.',
    file: 'src/providers/rail-silence.ts',
    replace: 'const key = `${provider} ${operation}`;',
    by: 'const key = provider;',
    seenBy: {
      file: 'test/unit/providers/rail-silence.test.ts',
      test: 'hides no others that are not',
    },
  },
  {
    name: 'secret-of-one-side',
    cost: 'While the secret of a bank changes, no account is opened and no credit confirmed.',
    file: 'src/providers/providus/accounts.ts',
    replace: "'responseCode') !== '05') return answer;",
    by: "'responseCode') !== '') return answer;",
    seenBy: { file: 'test/unit/providers/providus.test.ts', test: 'the bank may know either' },
  },
  {
    name: 'broken-list-of-banks',
    cost: 'One empty entry in a bank’s list of banks, and no list is answered.',
    file: 'src/providers/providus/bank.adapter.ts',
    replace: 'objectsIn(list).flatMap(',
    by: '(list as readonly LosslessObject[]).flatMap(',
    seenBy: {
      file: 'test/unit/providers/providus.test.ts',
      test: 'a list of banks with something else',
    },
  },
  {
    name: 'payer-sent-into-a-container',
    cost: 'No payer of the sandbox in containers can enter a card.',
    file: 'src/providers/card-rails.ts',
    replace: 'simulatorPublicUrl ?? simulatorUrl',
    by: 'simulatorUrl',
    seenBy: {
      file: 'test/integration/providers/simulator/card.adapter.test.ts',
      test: 'to the address that browsers reach',
    },
  },
  {
    name: 'recall-of-the-other-credit',
    cost: 'The second of two credits under one session id stays with its merchant after its bank took it back.',
    file: 'src/payments/disputes/disputes.sql',
    replace: 'order by r.left_minor <> p_amount_minor, r.left_minor <= 0, k.received_at',
    by: 'order by k.received_at',
    seenBy: {
      file: 'test/integration/payments/disputes/taken-back-twice.test.ts',
      test: 'takes back that one, and the next the other',
    },
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
  {
    name: 'silence-about-credits-unseen',
    cost: 'A bank answers no question about the credits of its notices, none is booked, and nobody is told.',
    file: 'src/providers/open-providers.ts',
    replace: 'meteredConfirm(name, folder.open(given))',
    by: 'folder.open(given)',
    seenBy: {
      file: 'test/unit/providers/renewed-provider.test.ts',
      test: 'a question about the credit of a notice is counted',
    },
  },
];
