import type { Mutant } from './mutant.ts';

const reconciliation = 'test/workflows/upkeep/reconciliation.workflow.test.ts';

/** When a merchant is paid, how much and where. */
export const settlement: readonly Mutant[] = [
  {
    name: 'payout-before-it-is-due',
    cost: 'Money is paid out a day before its bank is certain of it.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: 'b.due_on > p_run_on',
    by: 'b.due_on > p_run_on + 1',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'pays out what is due, and nothing that is not',
    },
  },
  {
    name: 'sunday-is-the-last-run',
    cost: 'Operators are told each Monday that nothing was paid, and soon no longer look.',
    file: 'src/upkeep/reconciliation/figure.store.ts',
    replace: `x.cycle <> 'DAILY' or is_business_day(lagos_date(x.cut_off))`,
    by: 'true',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/business-figures.test.ts',
      test: 'the last daily run is that of the business day before',
    },
  },
  {
    name: 'third-missed-day-is-left-out',
    cost: 'Merchants who are paid on Wednesdays wait a week after three days without Temporal.',
    file: 'src/programs/worker/schedules.ts',
    replace: 'overlap: ScheduleOverlapPolicy.BUFFER_ALL,',
    by: 'overlap: ScheduleOverlapPolicy.BUFFER_ONE,',
    seenBy: {
      file: 'test/workflows/payouts/settlement.workflow.test.ts',
      test: 'run for every day that was missed',
    },
  },
  {
    name: 'locked-merchant-stops-the-run',
    cost: 'While somebody holds the books of one merchant, no merchant after it is paid.',
    file: 'src/payouts/settlement/settlement-runs.store.ts',
    replace: `if (isLockTimeout(error) || isStatementTimeout(error)) return 'LOCKED';`,
    by: '',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'goes on when somebody holds the books of one merchant, and names that merchant',
    },
  },
  {
    name: 'parts-only-for-the-active',
    cost: 'The accounts of a suspended merchant are locked for as long as all its money takes to be frozen.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: 'if not is_payout_day(m.settlement_schedule, day)\n     or not has_many_due',
    by: `if m.status <> 'ACTIVE' or not is_payout_day(m.settlement_schedule, day)\n     or not has_many_due`,
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-drafts.test.ts',
      test: 'freezes in parts what it holds back from a merchant that is suspended',
    },
  },
  {
    name: 'parts-only-with-an-account',
    cost: 'The accounts of a merchant who owes us are locked for as long as all its money takes to be frozen.',
    file: 'src/payouts/settlement/settlements.sql',
    replace:
      'and merchant_balance_minor(p_merchant_id, p_currency) >= not_due_minor(p_merchant_id, p_currency, day)',
    by: 'and true',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-drafts.test.ts',
      test: 'freezes in parts what it holds back from a merchant that owes more than is due and has no account',
    },
  },
  {
    name: 'same-request-refused-without-its-account',
    cost: 'A merchant whose request was lost on the way asks again, is refused, and settles a second time under another reference.',
    file: 'src/payouts/settlement/settlements.service.ts',
    replace: 'if ((await this.settlements.find(merchantId, settlementReference)) !== undefined) {',
    by: 'if ((await this.settlements.find(merchantId, settlementReference)) === null) {',
    seenBy: {
      file: 'test/edge/settlement.test.ts',
      test: 'is given again for the same request after its account was removed, and for no other',
    },
  },
  {
    name: 'proof-that-tells-nobody',
    cost: 'The books do not add up, and nobody is asked.',
    file: 'src/ledger/proof/books.sql',
    replace: 'if p_faults = 0 then',
    by: 'if p_faults >= 0 then',
    seenBy: {
      file: 'test/integration/ledger/proof/books-proof.store.test.ts',
      test: 'finds a claim that does not hold, until it holds again',
    },
  },
  {
    name: 'paid-to-a-cooling-account',
    cost: 'A thief who changes the account is paid before the merchant has read the warning.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: `a.status = 'ACTIVE' and a.usable_from <= p_at`,
    by: `a.status = 'ACTIVE'`,
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'is the account before while a new one is cooling',
    },
  },
  {
    name: 'suspended-merchant-paid',
    cost: 'A merchant that was suspended for fraud is paid out all the same.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: `      when m.status <> 'ACTIVE' then 'ON_HOLD'\n`,
    by: '',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'is held for a merchant that is suspended, and can be released',
    },
  },
  {
    name: 'suspension-stops-no-payout',
    cost: 'A merchant is suspended for fraud after the run, and the rest of its payout leaves all the same.',
    file: 'src/operators/merchants/merchants.sql',
    replace: '    perform hold_settlements(p_merchant_id);\n',
    by: '    null;\n',
    seenBy: {
      file: 'test/integration/payouts/settlement/payout-steps.store.test.ts',
      test: 'between two transfers holds those that are left, until an operator releases them',
    },
  },
  {
    name: 'account-removed-under-a-run',
    cost: 'A payout goes to an account that its merchant has removed.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: '  perform lock_settlement_accounts(p_merchant_id);\n',
    by: '',
    seenBy: {
      file: 'test/integration/payouts/settlement/beside-a-run.test.ts',
      test: 'that has frozen money to it waits, and is refused',
    },
  },
  {
    name: 'held-settlement-sent',
    cost: 'A settlement that an operator holds is sent.',
    file: 'src/payouts/settlement/payouts.sql',
    replace: 's.hold_reason is not null or sending_hold(',
    by: 'sending_hold(',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'is held for a merchant that is suspended, and can be released',
    },
  },
  {
    name: 'debt-forgotten',
    cost: 'What a merchant owes after a recall is never made up for.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: 'return pending + available - owed - not_due;',
    by: 'return pending + available - not_due;',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'makes up first for what the merchant owes',
    },
  },
  {
    name: 'duty-left-out-of-a-split',
    cost: 'A merchant is sent 50 naira of each large payout more than it has.',
    file: 'src/payouts/settlement/payout-split.sql',
    replace: 'amount_minor := least(rest - p_duty_minor, p_limit_minor);',
    by: 'amount_minor := least(rest, p_limit_minor);',
    seenBy: {
      file: 'test/integration/payouts/settlement/payout-split.test.ts',
      test: 'the SQL function splits as the TypeScript one does',
    },
  },
  {
    name: 'called-off-payout-keeps-its-money',
    cost: 'The money of a payout that was called off is neither sent nor given back.',
    file: 'src/payouts/settlement/payouts.sql',
    replace: `when 'GIVEN_UP', 'CALLED_OFF' then`,
    by: `when 'GIVEN_UP' then`,
    seenBy: {
      file: 'test/integration/payouts/settlement/payout-steps.store.test.ts',
      test: 'can be called off, and cannot be held when it is on its way or over',
    },
  },
  {
    name: 'card-money-as-fast-as-a-transfer',
    cost: 'Card money is paid out before the acquirer has paid us.',
    file: 'src/domain/calendar.sql',
    replace: `if is_late or p_schedule = 'T2' then`,
    by: `if p_schedule = 'T2' then`,
    seenBy: {
      file: 'test/integration/domain/calendar.test.ts',
      test: 'received on a Saturday by T1, Card',
    },
  },
  {
    name: 'instant-card-money',
    cost: 'A merchant of T0 is paid card money that may still be charged back the same day.',
    file: 'src/domain/calendar.sql',
    replace: `if p_schedule = 'T0_INSTANT' and not is_late then`,
    by: `if p_schedule = 'T0_INSTANT' then`,
    seenBy: {
      file: 'test/integration/domain/calendar.test.ts',
      test: 'received on a Saturday by T0_INSTANT, Card',
    },
  },
  {
    name: 'day-of-utc',
    cost: 'What comes in the hour after midnight in Lagos is due a day early.',
    file: 'src/domain/calendar.sql',
    replace: `select (p_at at time zone 'Africa/Lagos')::date`,
    by: `select (p_at at time zone 'UTC')::date`,
    seenBy: {
      file: 'test/integration/domain/calendar.test.ts',
      test: 'T1, received on the first moment of the next',
    },
  },
  {
    name: 'holiday-of-ops-not-heard',
    cost: 'A run pays on a day on which banks are closed, and all its payouts are refused.',
    file: 'src/domain/calendar.sql',
    replace: 'return not coalesce(declared, feast_on(p_day) is not null);',
    by: 'return not (coalesce(declared, false) and false or feast_on(p_day) is not null);',
    seenBy: {
      file: 'test/integration/domain/calendar.test.ts',
      test: 'a holiday that is declared late',
    },
  },
  {
    name: 'due-money-planned-anew',
    cost: 'A holiday that is declared late takes back money that a run has made due already.',
    file: 'src/payouts/settlement/due-dates.sql',
    replace: `greatest(p_from,
    (select max(lagos_date(r.cut_off)) + 1 from settlement_run r where r.cycle = 'DAILY'));`,
    by: 'p_from;',
    seenBy: {
      file: 'test/integration/payouts/settlement/due-dates.test.ts',
      test: 'leaves what is frozen, and what a run has made due, as it is',
    },
  },
  {
    name: 'first-account-again',
    cost: 'A thief removes the account and registers another, which is usable at once.',
    file: 'src/payouts/accounts/accounts.sql',
    replace: 'select count(*) = 0, coalesce',
    by: `select count(*) filter (where a.status = 'ACTIVE') = 0, coalesce`,
    seenBy: {
      file: 'test/integration/payouts/accounts/settlement-account.store.test.ts',
      test: 'lets no account be usable at once because the others were removed before',
    },
  },
  {
    name: 'account-removed-under-way',
    cost: 'An account is removed while the outcome of a payout to it is not known.',
    file: 'src/payouts/accounts/accounts.sql',
    replace: `s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD')`,
    by: `s.status in ('SCHEDULED', 'PROCESSING', 'ON_HOLD')`,
    seenBy: {
      file: 'test/integration/payouts/accounts/settlement-account.store.test.ts',
      test: 'keeps an account that a settlement is on its way to',
    },
  },
  {
    name: 'day-limit-eaten-by-failures',
    cost: 'A merchant whose payout came to nothing may not ask for it again that day.',
    file: 'src/payouts/settlement/requests.sql',
    replace: `and p.status not in ('FAILED', 'REVERSED', 'CANCELLED')`,
    by: `and p.status <> 'CANCELLED'`,
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-request.store.test.ts',
      test: 'takes no more than the merchant may have on demand in a day',
    },
  },
  {
    name: 'two-settlements-at-once',
    cost: 'A settlement is asked for while the one before is on its way, and the books cannot follow.',
    file: 'src/payouts/settlement/requests.sql',
    replace: `x.status in ('SCHEDULED', 'PROCESSING'))`,
    by: `x.status = 'SCHEDULED')`,
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-request.store.test.ts',
      test: 'waits for the one before',
    },
  },
  {
    name: 'statement-of-unfinished-work',
    cost: 'A statement leaves out what a transaction books a moment later, and never adds up again.',
    file: 'src/payouts/statements/statements.sql',
    replace: `now() - interval '5 seconds'`,
    by: 'now()',
    seenBy: {
      file: 'test/integration/payouts/statements/statement.store.test.ts',
      test: 'leaves out what a transaction that still runs may book',
    },
  },
  {
    name: 'forecast-of-a-run-that-is-over',
    cost: 'A merchant is told at six in the morning that it will be paid today, and is not.',
    file: 'src/payouts/settlement/forecast.sql',
    replace: 'p_now >= run_of(day)',
    by: 'p_now > run_of(day)',
    seenBy: {
      file: 'test/integration/payouts/settlement/forecast.test.ts',
      test: 'by T1 at 2026-11-23T06:00:00+01:00',
    },
  },
  {
    name: 'payout-vat-rounded-down',
    cost: 'Half a kobo of VAT on a payout fee is charged too little, and we owe it.',
    file: 'src/payouts/settlement/payout-split.sql',
    replace: '(t.fee_minor * 750 + 5000) / 10000',
    by: 't.fee_minor * 750 / 10000',
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'bears the VAT on its fee, half a kobo of it as a whole one',
    },
  },
  {
    name: 'held-for-a-debt-that-is-over',
    cost: 'A merchant that owes nothing any more is shown as owing until its next payout.',
    file: 'src/payouts/settlement/settlements.sql',
    replace: `elsif stands_at >= 0 or outcome = 'ON_HOLD' then`,
    by: `elsif outcome in ('SETTLED', 'ON_HOLD') then`,
    seenBy: {
      file: 'test/integration/payouts/settlement/settlement-runs.store.test.ts',
      test: 'is held for a debt no longer than there is one',
    },
  },
];
