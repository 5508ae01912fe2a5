import type { Mutant } from './mutant.ts';

/** What is charged, and what becomes of money that is short, over, late, second or nobody's. */
export const feesAndCredits: readonly Mutant[] = [
  {
    name: 'collection-vat-rounded-down',
    cost: 'VAT of half a kobo and more is kept from the tax office, and the merchant is paid it.',
    file: 'src/ledger/fees-and-policies.sql',
    replace: '(f.fee * p.vat_bps + 5000) / 10000',
    by: 'f.fee * p.vat_bps / 10000',
    seenBy: {
      file: 'test/integration/platform/database/domain.test.ts',
      test: 'rounds half a kobo of VAT up',
    },
  },
  {
    name: 'flat-fee-from-one-kobo-more',
    cost: 'A payment of exactly the waiver limit is charged no flat fee.',
    file: 'src/ledger/fees-and-policies.sql',
    replace: 'p_amount_minor >= p.flat_waived_below_minor',
    by: 'p_amount_minor > p.flat_waived_below_minor',
    seenBy: {
      file: 'test/integration/platform/database/domain.test.ts',
      test: 'of the published vectors',
    },
  },
  {
    name: 'duty-from-one-kobo-more',
    cost: 'A transfer of exactly 10,000 naira pays no stamp duty, which we then owe.',
    file: 'src/ledger/fees-and-policies.sql',
    replace: 'p_amount_minor >= d.threshold_minor',
    by: 'p_amount_minor > d.threshold_minor',
    seenBy: {
      file: 'test/integration/platform/database/domain.test.ts',
      test: 'the duty on a transfer of',
    },
  },
  {
    name: 'tolerance-without-cap',
    cost: 'A careless tolerance has an order count as paid that brought next to nothing.',
    file: 'src/payments/credits/judgement.sql',
    replace: `least(policy_of(p_checkout.policies, 'tolerance')::bigint, tolerance_cap(expected))`,
    by: `policy_of(p_checkout.policies, 'tolerance')::bigint`,
    seenBy: {
      file: 'test/integration/platform/database/domain.test.ts',
      test: 'a tolerance counts for so much of what is due at most',
    },
  },
  {
    name: 'excess-kept',
    cost: 'A payer who sent too much never has the excess back.',
    file: 'src/payments/credits/judgement.sql',
    replace: `when v.policy = 'REFUND_EXCESS' then v.excess_minor else 0 end`,
    by: 'else 0 end',
    seenBy: {
      file: 'test/integration/payments/credits/apply-credits.test.ts',
      test: 'completes the checkout and the excess goes back',
    },
  },
  {
    name: 'fee-share-of-the-whole',
    cost: 'The lines of an order that two transfers paid charge more than its fee.',
    file: 'src/ledger/fees-and-policies.sql',
    replace: 'select (c.through - c.before - v.through + v.before)::bigint',
    by: 'select (c.through - v.through)::bigint',
    seenBy: {
      file: 'test/integration/ledger/fee-shares.test.ts',
      test: 'the shares of a fee are whole kobo',
    },
  },
  {
    name: 'part-without-a-line',
    cost: 'The first of two transfers never gets a due date, a settlement or a line in the statement.',
    file: 'src/payments/credits/payments.sql',
    replace: 'x.applied_minor > 0 and x.credit_id is distinct from p_but',
    by: 'x.applied_minor > 0 and x.credit_id is distinct from p_but and p_but is null',
    seenBy: {
      file: 'test/integration/payments/credits/apply-credits.test.ts',
      test: 'is released by the top-up that reaches the due',
    },
  },
  {
    name: 'part-held-for-an-ended-order',
    cost: 'A part payment of an order that has expired is held for a top-up that nobody can make.',
    file: 'src/payments/credits/judgement.sql',
    replace: `v.policy = 'HOLD_TOP_UP' and is_open_status(p_checkout.status)`,
    by: `v.policy = 'HOLD_TOP_UP'`,
    seenBy: {
      file: 'test/integration/payments/credits/credit.store.test.ts',
      test: 'goes back when it is short, for nobody can top it up any more',
    },
  },
  {
    name: 'late-by-two-minutes-taken',
    cost: 'Money that was sent after the window pays an order whose goods may be sold already.',
    file: 'src/payments/credits/receiving.sql',
    replace: `g."sentAt" <= ends_at + interval '60 seconds'`,
    by: `g."sentAt" <= ends_at + interval '120 seconds'`,
    seenBy: {
      file: 'test/integration/payments/credits/credit.store.test.ts',
      test: 'sent a millisecond after the skew',
    },
  },
  {
    name: 'no-grace-for-a-slow-bank',
    cost: 'A payer who sent in time is refunded because the bank was slow to tell.',
    file: 'src/payments/credits/receiving.sql',
    replace: `interval '5 minutes'`,
    by: `interval '3 minutes'`,
    seenBy: {
      file: 'test/integration/payments/credits/credit.store.test.ts',
      test: 'without a sender’s time, heard of within the grace',
    },
  },
  {
    name: 'number-of-another-bank',
    cost: "One bank's notice pays an order whose account is at another bank.",
    file: 'src/payments/credits/receiving.sql',
    replace: 'where v.account_number = g."accountNumber" and b.provider = g.provider',
    by: 'where v.account_number = g."accountNumber"',
    seenBy: {
      file: 'test/integration/payments/credits/credit.store.test.ts',
      test: 'goes to suspense: a number of another provider',
    },
  },
  {
    name: 'unmatched-told-to-all-of-a-prefix',
    cost: "A merchant is told of a stranger's payment, because it shares the stranger's prefix.",
    file: 'src/payments/credits/receiving.sql',
    replace: 'case when cardinality(owners) = 1 then owners[1] end',
    by: 'owners[1]',
    seenBy: {
      file: 'test/integration/payments/credits/credit.store.test.ts',
      test: 'is told to nobody when several merchants share the prefix',
    },
  },
  {
    name: 'second-payment-of-a-refunded-order',
    cost: 'A second payment of an order that was refunded in part is judged as its first.',
    file: 'src/payments/credits/payments.sql',
    replace: `  if is_paid_status(c.status) then
    return hold_credit(c, k, 'DUPLICATE', p_fact_due);`,
    by: `  if c.status = 'SUCCESSFUL' then
    return hold_credit(c, k, 'DUPLICATE', p_fact_due);`,
    seenBy: {
      file: 'test/integration/payments/credits/credit.store.test.ts',
      test: 'is held as a second payment when the first was refunded in part',
    },
  },
  {
    name: 'credits-posted-newest-first',
    cost: 'Of two transfers the later one pays the order, and the earlier one is sent back.',
    file: 'src/payments/credits/payments.sql',
    replace: `     order by k.received_at, k.credit_id
  loop
    legs := legs || judge_credit(undecided, false);`,
    by: `     order by k.received_at desc, k.credit_id desc
  loop
    legs := legs || judge_credit(undecided, false);`,
    seenBy: {
      file: 'test/integration/payments/credits/apply-credits.test.ts',
      test: 'are posted with it, in the order they arrived',
    },
  },
  {
    name: 'late-money-of-a-cancelled-order-kept',
    cost: 'Money for an order that was called off waits in suspense by the policy ACCEPT_LATE.',
    file: 'src/payments/credits/held-credits.sql',
    replace: `    when c.status in ('CANCELLED', 'FAILED') then 'return'\n`,
    by: '',
    seenBy: {
      file: 'test/integration/payments/credits/held-credits.test.ts',
      test: 'of a CANCELLED order always goes back',
    },
  },
  {
    name: 'held-before-what-came-in-time',
    cost: 'Late money pays an order, and what had come in time is sent back as the second payment.',
    file: 'src/payments/credits/held-credits.sql',
    replace: 'legs := judge_waiting(k.checkout_id);',
    by: `legs := '{}';`,
    seenBy: {
      file: 'test/integration/payments/credits/held-credits.test.ts',
      test: 'ACCEPT_LATE: what came in time comes first',
    },
  },
  {
    name: 'unmatched-taken-from-the-wrong-suspense',
    cost: 'Money of nobody is given to a merchant out of an account that does not hold it.',
    file: 'src/payments/credits/held-credits.sql',
    replace: `  suspense constant text := case k.outcome when 'UNMATCHED' then '2200' else '2230' end;`,
    by: `  suspense constant text := '2230';`,
    seenBy: {
      file: 'test/integration/payments/credits/held-credits.test.ts',
      test: 'may be given to the merchant of its prefix, and to nobody when there is none',
    },
  },
  {
    name: 'card-beside-a-transfer-on-its-way',
    cost: 'A declined card takes an order back whose transfer is being booked; it is asked to be paid again.',
    file: 'src/payments/cards/cards.sql',
    replace:
      'if not exists (select from inward_credit k where k.checkout_id = c.checkout_id and k.outcome is null) then',
    by: 'if true then',
    seenBy: {
      file: 'test/integration/payments/cards/card-attempt.store.test.ts',
      test: 'does not undo a transfer that is on its way when it is declined',
    },
  },
  {
    name: 'card-never-gives-up',
    cost: 'A thief tries one card after the other on one order.',
    file: 'src/payments/cards/cards.sql',
    replace: 'c.card_declines >= 5',
    by: 'c.card_declines > 5',
    seenBy: {
      file: 'test/integration/payments/cards/card-attempt.store.test.ts',
      test: 'ends the checkout with the fifth decline',
    },
  },
  {
    name: 'card-sent-after-a-transfer-paid',
    cost: 'A payer whose transfer has paid is charged on the card as well.',
    file: 'src/payments/cards/cards.sql',
    replace: `case when is_open_status(c.status) and c.expires_at`,
    by: `case when c.expires_at`,
    seenBy: {
      file: 'test/integration/payments/cards/card-attempt.store.test.ts',
      test: 'is not sent any more when a transfer has paid before',
    },
  },
  {
    name: 'unbelievable-answer-fails-a-charge',
    cost: 'A charge whose answer was lost counts as over; the payer pays again and is charged twice.',
    file: 'src/payments/cards/cards.sql',
    replace: `perform end_card_attempt(p_attempt_id, 'UNKNOWN', p_code, p_failure);`,
    by: `perform end_card_attempt(p_attempt_id, 'FAILED', p_code, p_failure);`,
    seenBy: {
      file: 'test/integration/payments/cards/card-attempt.store.test.ts',
      test: 'is never failed by an answer that cannot be believed',
    },
  },
  {
    name: 'card-declined-beside-settled-money',
    cost: 'An order that has a late or returned credit stays PROCESSING for good when its card is declined.',
    file: 'src/payments/cards/cards.sql',
    replace: 'where k.checkout_id = c.checkout_id and k.outcome is null) then',
    by: 'where k.checkout_id = c.checkout_id) then',
    seenBy: {
      file: 'test/integration/payments/cards/card-attempt.store.test.ts',
      test: 'leaves the checkout open when it is declined after other money was dealt with',
    },
  },
  {
    name: 'parts-booked-unnoticed',
    cost: 'A merchant that asks each night for what has changed never hears that a part has become its money.',
    file: 'src/payments/credits/payments.sql',
    replace: 'select f.fee_minor, f.vat_minor, clock_timestamp()',
    by: 'select f.fee_minor, f.vat_minor, x.applied_at',
    seenBy: {
      file: 'test/integration/reports/transactions/transaction-changes.test.ts',
      test: 'has the parts of a payment that the last part makes the merchant’s',
    },
  },
  {
    name: 'kept-payment-unnoticed',
    cost: 'A merchant that asks each night for what has changed never hears that a second payment was kept for it.',
    file: 'src/payments/credits/held-credits.sql',
    replace: ', applied_at = clock_timestamp()',
    by: '',
    seenBy: {
      file: 'test/integration/reports/transactions/transaction-changes.test.ts',
      test: 'has a second payment that is kept for the merchant',
    },
  },
  {
    name: 'fee-bearer-of-another-channel',
    cost: 'An order that was paid by card says that its payer bore the fee, which the merchant bore.',
    file: 'src/payments/checkouts/checkout-request.ts',
    replace: '{ ...offer, feeBearer: bearer }',
    by: '{ ...offer, ...(feeBearers[channel] && { feeBearer: bearer }) }',
    seenBy: {
      file: 'test/unit/payments/checkouts/checkout-request.test.ts',
      test: 'names who bears the fee of each channel',
    },
  },
];
