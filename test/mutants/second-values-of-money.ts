import type { Mutant } from './mutant.ts';

const outgoing = 'test/integration/operators/cases/outgoing.test.ts';
const incoming = 'test/integration/programs/statuses/incoming.test.ts';
const everyLine = 'test/integration/payouts/settlement/every-line.test.ts';
const others = 'test/integration/merchants/settings/others-rows.test.ts';
const redirected = 'test/integration/payouts/refunds/redirected-refund.store.test.ts';
const sameRequest = 'test/unit/http/same-request.test.ts';
const sums = 'test/unit/payouts/statements/statement-sums.test.ts';

/** Money: the second value of a table that is tested with one. */
export const secondValuesOfMoney: readonly Mutant[] = [
  {
    name: 'redirect-by-anothers-grant',
    cost: 'A merchant that has lost the scope sends payers’ money to accounts of its own, because another merchant has it.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: 'exists (select from merchant m where m.merchant_id = r.merchant_id and ',
    by: 'exists (select from merchant m where ',
    seenBy: {
      file: redirected,
      test: 'once its merchant has lost the scope, though another merchant has it',
    },
  },
  {
    name: 'reference-asked-by-another',
    cost: 'A refund under a reference that another merchant has used is refused, though it is free.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace:
      'exists (select from refund r where r.merchant_id = p_merchant_id and r.refund_reference = p_refund_reference)',
    by: 'exists (select from refund r where r.refund_reference = p_refund_reference)',
    seenBy: {
      file: others,
      test: 'a refund that another has asked for under a reference leaves that free',
    },
  },
  {
    name: 'own-redirect-counts-twice',
    cost: 'A refund whose second account is right is refused, because its first one has used up the day’s limit.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: 'lagos_date(now()), p_refund_id)',
    by: 'lagos_date(now()), null)',
    seenBy: { file: redirected, test: 'uses up the limit of its day once' },
  },
  {
    name: 'audit-keeps-the-account',
    cost: 'The audit keeps payers’ whole account numbers for ever.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: `masked(r.destination ->> 'accountNumber')`,
    by: `r.destination ->> 'accountNumber'`,
    seenBy: { file: redirected, test: 'uses up the limit of its day once' },
  },
  {
    name: 'name-enquiry-waits-unseen',
    cost: 'A refund that stands still at the name enquiry is on no operator’s list.',
    file: 'src/payouts/sending/holds.sql',
    replace: `r.status in ('REQUESTED', 'NAME_ENQUIRY', 'NEEDS_ACCOUNT')`,
    by: `r.status in ('REQUESTED', 'NEEDS_ACCOUNT')`,
    seenBy: { file: outgoing, test: 'is open, waits, and is missed as the table says' },
  },
  {
    name: 'refusal-without-a-code-unseen',
    cost: 'A refund that the bank did not answer is shown as about to leave.',
    file: 'src/payouts/sending/holds.sql',
    replace: 'w.response_code is not null or w.failure is not null',
    by: 'w.response_code is not null',
    seenBy: { file: outgoing, test: 'waits for what keeps it' },
  },
  {
    name: 'part-called-off-all-called-off',
    cost: 'A settlement of which one part was called off is told as called off, though the rest was paid.',
    file: 'src/payouts/settlement/payouts.sql',
    replace: `bool_and(p.status = 'CANCELLED')`,
    by: `bool_or(p.status = 'CANCELLED')`,
    seenBy: { file: outgoing, test: 'make their settlement what it is' },
  },
  {
    name: 'unknown-payout-held',
    cost: 'A settlement whose money may be gone is held, and sent again when it is released.',
    file: 'src/payouts/settlement/payouts.sql',
    replace: `bool_and(p.status not in ('PROCESSING', 'UNKNOWN'))`,
    by: `bool_and(p.status <> 'PROCESSING')`,
    seenBy: { file: outgoing, test: 'make their settlement what it is' },
  },
  {
    name: 'reversal-not-told',
    cost: 'A merchant whose payout came back is not told.',
    file: 'src/payouts/settlement/payouts.sql',
    replace: `after in ('SUCCESSFUL', 'FAILED', 'REVERSED')`,
    by: `after in ('SUCCESSFUL', 'FAILED')`,
    seenBy: {
      file: 'test/integration/payouts/settlement/payout-steps.store.test.ts',
      test: 'give back what was sent when the bank returns it',
    },
  },
  {
    name: 'draft-loses-adjustments',
    cost: 'A large run that has adjustments never adds up, and its merchant is not paid.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: `         adjustment_minor = d.adjustment_minor + f.adjustment_minor\n`,
    by: `         adjustment_minor = d.adjustment_minor\n`,
    seenBy: {
      file: everyLine,
      test: 'is in what is frozen before a run, also when that is added to',
    },
  },
  {
    name: 'cooling-account-inherits',
    cost: 'A thief registers an account and removes the default: the new one is the default at once.',
    file: 'src/payouts/accounts/accounts.sql',
    replace: 'order by x.usable_from <= now() desc, x.created_at desc limit 1',
    by: 'order by x.created_at desc limit 1',
    seenBy: {
      file: 'test/integration/payouts/accounts/settlement-account.store.test.ts',
      test: 'makes a usable one the default when the default is removed',
    },
  },
  {
    name: 'default-account-of-another',
    cost: 'A merchant makes the account of another its own.',
    file: 'src/payouts/accounts/accounts.sql',
    replace: `where x.settlement_account_id = p_account_id and x.merchant_id = p_merchant_id and x.status = 'ACTIVE';`,
    by: `where x.settlement_account_id = p_account_id and x.status = 'ACTIVE';`,
    seenBy: { file: others, test: 'changes nothing of it by what only its merchant may do' },
  },
  {
    name: 'limit-of-a-day-in-london',
    cost: 'Between midnight and one o’clock in Lagos a thief has two days’ worth of payouts on demand.',
    file: 'src/payouts/settlement/requests.sql',
    replace: 's.created_at >= lagos_midnight(p_day)',
    by: `s.created_at >= p_day::timestamp at time zone 'UTC'`,
    seenBy: { file: everyLine, test: 'for the limit of what leaves' },
  },
  {
    name: 'redirects-of-a-day-in-london',
    cost: 'Between midnight and one o’clock in Lagos a thief has two days’ worth of redirected refunds.',
    file: 'src/payouts/settlement/requests.sql',
    replace: 'r.redirected_at >= lagos_midnight(p_day)',
    by: `r.redirected_at >= p_day::timestamp at time zone 'UTC'`,
    seenBy: { file: everyLine, test: 'for the limit of what leaves' },
  },
  {
    name: 'statement-vat-of-chargebacks',
    cost: 'The statement of a merchant with a lost chargeback does not add up.',
    file: 'src/payouts/statements/statements.sql',
    replace: `case when b.type in ('COLLECTION', 'REFUND', 'CHARGEBACK') then b.vat_minor else 0 end`,
    by: `case when b.type in ('COLLECTION', 'REFUND') then b.vat_minor else 0 end`,
    seenBy: { file: everyLine, test: 'stands under its headings in a statement' },
  },
  {
    name: 'statement-takes-the-next-midnight',
    cost: 'What is booked at midnight is on two statements.',
    file: 'src/payouts/statements/statements.sql',
    replace: 'p.created_at < $4',
    by: 'p.created_at <= $4',
    seenBy: { file: everyLine, test: 'for a statement' },
  },
  {
    name: 'answered-dispute-answerable',
    cost: 'A merchant writes a second answer to a dispute and waits for it in vain.',
    file: 'src/payments/disputes/lists.sql',
    replace: `coalesce(a.status = 'REFUSED', true)`,
    by: `coalesce(a.status <> 'DELIVERED', true)`,
    seenBy: { file: incoming, test: 'may be answered while an answer helps' },
  },
  {
    name: 'recall-beyond-the-credit',
    cost: 'A bank that recalls more than it has sent takes the rest from our books.',
    file: 'src/payments/disputes/disputes.sql',
    replace: 'greatest(least(recalled.by_hook, k.amount_minor), recalled.by_statement)',
    by: 'greatest(recalled.by_hook, recalled.by_statement)',
    seenBy: {
      file: 'test/integration/payments/disputes/taken-back-twice.test.ts',
      test: 'is booked once, by whatever ids the hook and the statement tell of it',
    },
  },
  {
    name: 'answered-dispute-told-for-ever',
    cost: 'The workflow of an answered dispute is told for ever what it has done.',
    file: 'src/platform/temporal/facts.sql',
    replace: `('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN', 'DISPUTE_ANSWERED')`,
    by: `('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN')`,
    seenBy: {
      file: incoming,
      test: 'is closed by what it is about, and missed, as the table says',
    },
  },
  {
    name: 'moved-clock-stalls-unseen',
    cost: 'A clock that was moved and that no workflow heard of is missed by nobody.',
    file: 'src/upkeep/reconciliation/sweep.sql',
    replace: `'CANCEL_REQUESTED', 'CLOCK_MOVED', 'CREDIT_HELD',`,
    by: `'CANCEL_REQUESTED', 'CREDIT_HELD',`,
    seenBy: {
      file: incoming,
      test: 'is closed by what it is about, and missed, as the table says',
    },
  },
  {
    name: 'statement-refunds-under-chargebacks',
    cost: 'A merchant’s bookkeeping takes refunds for chargebacks.',
    file: 'src/payouts/statements/statement-json.ts',
    replace: 'chargebackAmount: toJsonAmount(sums.chargebackMinor)',
    by: 'chargebackAmount: toJsonAmount(sums.refundMinor)',
    seenBy: { file: sums, test: 'each sum of the JSON is what its name says' },
  },
  {
    name: 'settlement-request-without-its-bank',
    cost: 'The same settlement to the same number at another bank is answered as done.',
    file: 'src/payouts/settlement/settlements.service.ts',
    replace: 'account && [account.accountNumber, account.bankCode]',
    by: 'account && [account.accountNumber]',
    seenBy: { file: sameRequest, test: 'are another by bankCode alone, when it counts' },
  },
  {
    name: 'evidence-documents-forgotten',
    cost: 'Evidence that is sent again with its documents is answered as sent, and the documents never are.',
    file: 'src/payments/disputes/disputes.service.ts',
    replace: 'update(JSON.stringify(evidence)).digest()',
    by: 'update(JSON.stringify(evidence && { ...evidence, documents: [] })).digest()',
    seenBy: { file: sameRequest, test: 'are another by documents alone, when it counts' },
  },
  {
    name: 'limit-of-a-day-in-utc',
    cost: 'Between midnight and one o’clock in Lagos a mule gets two days’ worth.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: 'left_to_send(m, k.currency, lagos_date(now()), null)',
    by: 'left_to_send(m, k.currency, now()::date, null)',
    seenBy: {
      file: 'test/architecture/sql.test.ts',
      test: 'leave the day of a moment to the calendar',
    },
  },
  {
    name: 'recovery-ends-before-all-is-read',
    cost: 'After a restore payouts go on while a debit waits unread, and are paid twice.',
    file: 'src/upkeep/reconciliation/recovery.sql',
    replace: `     and not exists (select from statement_line_waiting w where w.provider = p_provider and not waits_for_outcome(w))\n`,
    by: '',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/recovery.store.test.ts',
      test: 'goes on while a line of the statement waits that nobody has read',
    },
  },
  {
    name: 'overpaid-order-never-refunded',
    cost: 'An overpaid order that was refunded whole stays refunded in part for ever.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: 'c.refunded_minor + c.taken_back_minor >= c.accepted_minor',
    by: 'c.refunded_minor + c.taken_back_minor >= c.paid_minor',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund.store.test.ts',
      test: 'of all that an order has kept makes it REFUNDED',
    },
  },
  {
    name: 'paper-adds-chargebacks',
    cost: 'The printed statement does not add up.',
    file: 'src/payouts/statements/statement-pdf.ts',
    replace: '(sums) => -sums.chargebackMinor',
    by: '(sums) => sums.chargebackMinor',
    seenBy: { file: sums, test: 'adds up to the closing balance, line by line as it is printed' },
  },
];
