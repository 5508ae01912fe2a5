import type { Mutant } from './mutant.ts';

const answers = 'test/integration/payments/disputes/dispute-answer.store.test.ts';
const railEvents = 'test/integration/payments/cards/rail-event.store.test.ts';
const takenBack = 'test/integration/payouts/refunds/taken-back.test.ts';

/** Money that goes back: refunds, recalls, chargebacks. */
export const refundsAndDisputes: readonly Mutant[] = [
  {
    name: 'refund-beyond-the-balance',
    cost: 'A merchant refunds money that it does not have, and we pay it.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: 'p_currency) < p_amount_minor + p_duty_minor then',
    by: 'p_currency) < 0 then',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund.store.test.ts',
      test: 'when the merchant has not got so much',
    },
  },
  {
    name: 'refund-of-what-is-owed-to-us',
    cost: 'A merchant that owes us refunds with our money.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace:
      'if merchant_balance_minor(p_merchant_id, p_currency) < p_amount_minor + p_duty_minor then',
    by: `if (select sum(-x.balance_minor) from ledger_account x
        where x.owner = p_merchant_id and x.currency = p_currency and x.code in ('2100', '2110')) < p_amount_minor + p_duty_minor then`,
    seenBy: {
      file: 'test/integration/payouts/refunds/refund.store.test.ts',
      test: 'when the merchant has not got so much',
    },
  },
  {
    name: 'refund-under-a-taken-reference',
    cost: 'A refund of another amount under a used reference is answered as done, and never made.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: `case when earlier.request_hash = p_asked.request_hash then 'EXISTING' else 'DUPLICATE_REFERENCE' end`,
    by: `'EXISTING'`,
    seenBy: {
      file: 'test/integration/payouts/refunds/refund.store.test.ts',
      test: 'is answered again as it stands, and refused under a reference that is taken',
    },
  },
  {
    name: 'refund-of-a-disputed-payment',
    cost: 'A payment is refunded while its chargeback is open, and so goes back twice.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: `taken_back_minor(k.credit_id, '{OPENED,LOST}') as claimed`,
    by: `taken_back_minor(k.credit_id, '{LOST}') as claimed`,
    seenBy: { file: railEvents, test: 'puts the money aside until it is won' },
  },
  {
    name: 'refund-of-what-was-recalled',
    cost: 'A payer whose bank has recalled a part gets the whole payment back.',
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: 'greatest(k.amount_minor - k.refunded_minor - w.claimed, 0)',
    by: 'k.amount_minor - k.refunded_minor',
    seenBy: { file: takenBack, test: 'is the merchant’s as for the rest' },
  },
  {
    name: 'part-taken-is-reversed',
    cost: 'An order of which a seventh was recalled looks like one that is gone.',
    file: 'src/payments/disputes/disputes.sql',
    replace: 'if c.refunded_minor + c.taken_back_minor >= c.accepted_minor then',
    by: 'if true then',
    seenBy: { file: takenBack, test: 'keeps its status, says what is gone' },
  },
  {
    name: 'overpaid-never-refunded-whole',
    cost: 'An overpaid order that is refunded whole stays PARTIALLY_REFUNDED for ever.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: 'c.refunded_minor + c.taken_back_minor >= c.accepted_minor',
    by: 'c.refunded_minor + c.taken_back_minor >= c.paid_minor',
    seenBy: { file: takenBack, test: 'that is refunded whole is REFUNDED' },
  },
  {
    name: 'refund-of-a-transaction-of-others',
    cost: "A merchant refunds another merchant's payment.",
    file: 'src/payouts/refunds/refund-requests.sql',
    replace: 'where k.credit_id = p_reference and k.merchant_id = p_merchant_id)',
    by: 'where k.credit_id = p_reference)',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund.store.test.ts',
      test: 'for a transaction that is not the merchant’s',
    },
  },
  {
    name: 'second-sending-beside-the-first',
    cost: 'A refund whose worker died in the middle of it waits for an operator, though its sending is on its way.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: `    when p_event = 'SENT' and r.status in ('PROCESSING', 'UNKNOWN') then true\n`,
    by: '',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund-steps.store.test.ts',
      test: 'has one sending on its way: whoever would make a second is answered with the first',
    },
  },
  {
    name: 'sending-that-is-not-the-last',
    cost: 'What became of an old sending is written down for the one that is on its way.',
    file: 'src/payouts/sending/sendings.sql',
    replace: `\n     and o.attempt = p_sending.attempt;`,
    by: ';',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund-steps.store.test.ts',
      test: 'hears nothing of an older sending while a newer one is on its way',
    },
  },
  {
    name: 'debit-seen-before-its-refusal',
    cost: 'A sending that the statement shows before its bank refuses it is sent again: it is paid twice.',
    file: 'src/payouts/sending/sendings.sql',
    replace: `exists (select from lines_of_sending(o) l where l.kind = 'DEBIT') else false end`,
    by: `false else false end`,
    seenBy: {
      file: 'test/integration/payouts/refunds/refund-sendings.test.ts',
      test: 'is found by its refusal, before it is sent again',
    },
  },
  {
    name: 'duty-set-aside-twice',
    cost: 'The duty that a merchant has paid stays with us for ever, and we pay it once more.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: `a.account_id = account_of('2410', r.refund_id, r.currency) and a.balance_minor < 0);`,
    by: `a.account_id = account_of('2410', r.refund_id, r.currency) and a.balance_minor > 0);`,
    seenBy: {
      file: 'test/integration/payments/credits/policies.test.ts',
      test: 'borne by MERCHANT',
    },
  },
  {
    name: 'returned-excess-refunds-the-order',
    cost: 'An order that was paid and whose excess went back is told as refunded in part.',
    file: 'src/payouts/refunds/refunds.sql',
    replace: `moved := case when r.origin <> 'MERCHANT' or k.applied_minor = 0 then 0`,
    by: 'moved := case when k.applied_minor = 0 then 0',
    seenBy: {
      file: 'test/integration/payouts/refunds/refund-steps.store.test.ts',
      test: 'goes out, and its money with it',
    },
  },
  {
    name: 'dispute-closed-twice',
    cost: 'A chargeback that is told out of order takes its money twice.',
    file: 'src/payments/disputes/disputes.sql',
    replace: `  if d.status <> 'OPENED' then
    perform note_other_end(d, p_status);
    return d.status;
  end if;
`,
    by: '',
    seenBy: { file: railEvents, test: 'that is told out of order ends as it ended' },
  },
  {
    name: 'chargeback-of-what-was-reversed',
    cost: 'A payment that was reversed is charged back as well: its money is taken twice.',
    file: 'src/payments/disputes/disputes.sql',
    replace: `still := k.amount_minor - taken_back_minor(k.credit_id, '{OPENED,LOST}');`,
    by: 'still := k.amount_minor;',
    seenBy: {
      file: 'test/integration/payments/disputes/taken-back-twice.test.ts',
      test: 'cannot be charged back',
    },
  },
  {
    name: 'unexplained-debit-holds-nothing',
    cost: 'A restored database pays again what the bank has paid already.',
    file: 'src/payouts/sending/sendings.sql',
    replace: `where f.kind = 'UNEXPLAINED_DEBIT' and f.action = 'ATTENTION';

-- Returns the hold that keeps`,
    by: `where false;

-- Returns the hold that keeps`,
    seenBy: {
      file: 'test/integration/payouts/refunds/refund-sendings.test.ts',
      test: 'keeps a refund from being sent',
    },
  },
  {
    name: 'returned-before-it-left',
    cost: 'A payer is told that the money went back, while nothing is being sent.',
    file: 'src/operators/cases/facts.sql',
    replace: `r.credit_id = k.credit_id and r.status <> 'SUCCESSFUL')`,
    by: 'r.credit_id = k.credit_id and false)',
    seenBy: {
      file: 'test/integration/operators/cases/case-endings.test.ts',
      test: 'money that goes back has gone back when it has arrived, and not when it was ordered',
    },
  },
  {
    name: 'a-hold-without-its-case',
    cost: 'Nothing leaves the bank, and nobody is told which case ends that.',
    file: 'src/payouts/sending/sendings.sql',
    replace: `c.subject = f.kind || ':' || f.subject and c.status = 'OPEN'`,
    by: `c.subject = f.subject and c.status = 'OPEN'`,
    seenBy: {
      file: 'test/integration/operators/cases/hold.store.test.ts',
      test: 'is one unknown debit, with its case and all that waits for it',
    },
  },
  {
    name: 'recovery-holds-nothing',
    cost: 'A restored database pays again what the bank has paid already, before the statement was read.',
    file: 'src/payouts/sending/sendings.sql',
    replace: `null::bigint as case_number from recovery r where r.ended_at is null`,
    by: `null::bigint as case_number from recovery r where false`,
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/recovery.store.test.ts',
      test: 'holds what is to be sent until the statement was read late enough',
    },
  },
  {
    name: 'fact-under-a-forgotten-id',
    cost: 'After a restore Temporal takes a payment for one that it has been told of, and its order is never paid.',
    file: 'src/upkeep/reconciliation/recovery.sql',
    replace: '  perform skip_facts();\n',
    by: '',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/recovery.store.test.ts',
      test: 'gives the next facts ids under which Temporal has taken no signal',
    },
  },
  {
    name: 'restore-forgotten-while-it-fails',
    cost: 'A recovery fails for a while, the marks rise meanwhile, and nobody knows any more that the database was restored.',
    file: 'src/upkeep/reconciliation/recovery.sql',
    replace: 'case when p.database_id = p_database_id and p.mark < p_known then 0 else 1 end',
    by: '1',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/recovery.store.test.ts',
      test: 'and is still due',
    },
  },
  {
    name: 'dispute-vat-rounded-down',
    cost: 'VAT on the fee of a lost chargeback is half a kobo short.',
    file: 'src/payments/disputes/disputes.sql',
    replace: '(fee * 750 + 5000) / 10000',
    by: 'fee * 750 / 10000',
    seenBy: { file: railEvents, test: 'that is lost takes the money, and the fee of losing' },
  },
  {
    name: 'won-dispute-counts-as-taken',
    cost: 'A payment whose chargeback was won is shown as nothing, and a later recall of it is our loss.',
    file: 'src/payments/disputes/disputes.sql',
    replace: ` and d.dispute_id <> p_dispute_id and d.status <> 'WON'), 0) end`,
    by: ` and d.dispute_id <> p_dispute_id), 0) end`,
    seenBy: { file: railEvents, test: 'puts the money aside until it is won' },
  },
  {
    name: 'acquirer-paid-into-itself',
    cost: 'What an acquirer has paid is missing at the bank where it lies, and every reconciliation differs.',
    file: 'src/payments/disputes/disputes.sql',
    replace: `coalesce((select s.value from setting s where s.name = 'settlement_bank.' || p_provider), p_provider)`,
    by: 'p_provider',
    seenBy: { file: railEvents, test: 'is our money at the bank that it pays into, less its fee' },
  },
  {
    name: 'recall-of-a-part-from-the-merchant',
    cost: 'A merchant pays for a part payment that was recalled before it was ever the merchant’s.',
    file: 'src/payments/disputes/disputes.sql',
    replace: 'elsif k.applied_minor > 0 and is_open_status(c.status) then',
    by: 'elsif false then',
    seenBy: { file: railEvents, test: 'of a part has the whole order to be paid again' },
  },
  {
    name: 'held-credit-goes-back-after-a-recall',
    cost: 'Money that its bank has recalled is sent back to the payer once more.',
    file: 'src/payments/disputes/disputes.sql',
    replace: `      update inward_credit x set resolution = 'RETURNED' where x.credit_id = k.credit_id;\n`,
    by: '',
    seenBy: { file: railEvents, test: 'of what is held takes it out of suspense' },
  },
  {
    name: 'recalled-part-goes-back-again',
    cost: 'A payer whose bank has recalled a part of a held transfer gets that part a second time.',
    file: 'src/payments/credits/held-credits.sql',
    replace: 'return_held(p_credit_id, amount_minor,',
    by: 'return_held(p_credit_id, k.amount_minor,',
    seenBy: {
      file: 'test/integration/payments/disputes/held-then-taken-back.test.ts',
      test: 'is returned for the rest',
    },
  },
  {
    name: 'recall-of-unmatched-from-the-wrong-suspense',
    cost: 'A recall of money of nobody leaves it in suspense, and takes the same from where it is not.',
    file: 'src/payments/disputes/disputes.sql',
    replace: `case k.outcome when 'UNMATCHED' then '2200' else '2230' end,`,
    by: `'2230',`,
    seenBy: {
      file: railEvents,
      test: 'of money for a number of nobody takes it out of suspense',
    },
  },
  {
    name: 'chargeback-of-what-was-never-the-merchants',
    cost: 'A merchant pays for the chargeback of a second payment that it was never given.',
    file: 'src/payments/disputes/disputes.sql',
    replace: '    when is_in_suspense(k) then 0\n',
    by: '',
    seenBy: {
      file: railEvents,
      test: 'of a second payment that is held takes nothing from the merchant, who never had it',
    },
  },
  {
    name: 'dispute-answered-by-another-merchant',
    cost: 'A merchant accepts a dispute of another one, whose money is gone then.',
    file: 'src/payments/disputes/evidence-files.sql',
    replace: ' and x.merchant_id = p_merchant_id;',
    by: ';',
    seenBy: { file: answers, test: 'is refused where nothing can be answered' },
  },
  {
    name: 'errand-refund-confirmed-though-refused',
    cost: 'Two operators read that a refund is done which the shop’s balance did not allow.',
    file: 'src/operators/errands/errands.sql',
    replace: `return case when refund.outcome <> 'REQUESTED' then refund.refusal end;`,
    by: 'return null;',
    seenBy: {
      file: 'test/integration/operators/errands/refund-errands.test.ts',
      test: 'waits on while the shop',
    },
  },
  {
    name: 'order-of-a-schedule-under-a-new-id',
    cost: 'An order whose answer was lost is carried out twice.',
    file: 'src/operators/errands/schedule.gateway.ts',
    replace: 'requestId: `${act} ${confirmedAt.toISOString()}`,',
    by: 'requestId: `${act} ${performance.now()}`,',
    seenBy: {
      file: 'test/workflows/operators/errands.test.ts',
      test: 'catches up the days until it was confirmed',
    },
  },
  {
    name: 'dispute-answered-after-its-deadline',
    cost: 'A merchant believes that evidence is on its way which nobody takes any more.',
    file: 'src/payments/disputes/evidence-files.sql',
    replace: `\n    when d.evidence_due_at <= clock_timestamp() then 'DISPUTE_DEADLINE_PASSED' end`,
    by: ' end',
    seenBy: { file: answers, test: 'is refused where nothing can be answered' },
  },
  {
    name: 'accepted-chargeback-stays-open',
    cost: 'An acquirer that takes the money of an accepted chargeback without a word leaves our books wrong.',
    file: 'src/payments/disputes/answers.sql',
    replace: `perform close_dispute(d, 'LOST');`,
    by: `perform notify_dispute(d, '{dispute.updated}', false);`,
    seenBy: { file: answers, test: 'is lost once' },
  },
  {
    name: 'dispute-answer-sent-again-unasked',
    cost: 'An answer whose reply was lost is sent to the acquirer again and again.',
    file: 'workflows/payments/dispute-answer.workflow.ts',
    replace: `if (verdict.outcome !== 'ABSENT') return verdict;`,
    by: `if (verdict.outcome === 'UNKNOWN') return verdict;`,
    seenBy: {
      file: 'test/workflows/payments/dispute-answer.workflow.test.ts',
      test: 'whose reply is lost',
    },
  },
  {
    name: 'evidence-of-any-merchant',
    cost: 'Whoever guesses two ids reads another merchant’s evidence.',
    file: 'src/payments/disputes/evidence-file.store.ts',
    replace: '($3::text is null or merchant_id = $3)',
    by: '($3::text is null or merchant_id is not null)',
    seenBy: { file: 'test/edge/evidence-downloads.test.ts', test: 'are nobody else’s' },
  },
  {
    name: 'kept-sum-never-made-again',
    cost: 'An order that is paid an hour later is never counted as paid.',
    file: 'src/reports/sums/kept-sums.sql',
    replace: `at - s.seen_until < interval '80 seconds' then`,
    by: `at - s.seen_until < interval '80 years' then`,
    seenBy: {
      file: 'test/integration/reports/sums/kept-sums.test.ts',
      test: 'follow an order that is paid',
    },
  },
  {
    name: 'search-for-changes-begins-anew',
    cost: 'On a large installation no change of an order comes into the sums of past hours any more.',
    file: 'src/reports/sums/kept-sums.sql',
    replace: `  if s.search_began is null then
    s.search_began := at;`,
    by: `  if true then
    s.search_began := at;`,
    seenBy: {
      file: 'test/integration/reports/sums/kept-sums.test.ts',
      test: 'follow an order that is paid',
    },
  },
];
