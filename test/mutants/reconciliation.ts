import type { Mutant } from './mutant.ts';

const payoutReconciliation = 'test/workflows/payouts/payout-reconciliation.test.ts';
const run = 'test/workflows/upkeep/reconciliation.workflow.test.ts';

/** What the bank's statement shows, and what stands still. */
export const reconciliation: readonly Mutant[] = [
  {
    name: 'returned-in-part-taken-for-all',
    cost: 'A merchant is given a whole payout back of which the bank returned a part.',
    file: 'src/upkeep/reconciliation/statement.sql',
    replace: `when t.amount_minor <> p_amount_minor or is_used_up(t, p_line_id, 'DEBIT_RETURNED')`,
    by: `when is_used_up(t, p_line_id, 'DEBIT_RETURNED')`,
    seenBy: { file: payoutReconciliation, test: 'in part is for a person' },
  },
  {
    name: 'debited-twice-unseen',
    cost: 'The bank takes the money of a payout twice, and both lines count as explained.',
    file: 'src/upkeep/reconciliation/statement.sql',
    replace: `when t.amount_minor = p_amount_minor and not is_used_up(t, p_line_id, 'DEBIT')`,
    by: 'when t.amount_minor = p_amount_minor',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/lines-used-up.test.ts',
      test: 'that comes a second time, or with a charge, on one page, is a finding of its own',
    },
  },
  {
    name: 'denied-debit-ignored',
    cost: 'A payout that the bank refused and debited all the same is sent again.',
    file: 'src/upkeep/reconciliation/statement.sql',
    replace: `when t.status = 'SUCCESSFUL' or t.status = 'RETURNED' or`,
    by: `when t.status in ('SUCCESSFUL', 'RETURNED', 'FAILED') or`,
    seenBy: {
      file: payoutReconciliation,
      test: 'of a payout that the bank had refused stops it from being sent again',
    },
  },
  {
    name: 'return-read-before-its-outcome',
    cost: 'A payout that came back before the bank knew of it counts as paid, and its money stays with us.',
    file: 'src/upkeep/reconciliation/statement.sql',
    replace: `if p_found in ('OUTCOME_OPEN', 'FATE_DIFFERS') then`,
    by: `if p_found = 'OUTCOME_OPEN' then`,
    seenBy: {
      file: payoutReconciliation,
      test: 'of a payout that came back before the bank knew of it makes it REVERSED',
    },
  },
  {
    name: 'missing-credit-found-after-days',
    cost: 'A credit that our bank does not have is noticed when the money has been paid out.',
    file: 'src/upkeep/reconciliation/statement.sql',
    replace: `least(since + interval '10 minutes', now() - interval '5 minutes')`,
    by: `least(since + interval '10 minutes', now() - interval '5 hours')`,
    seenBy: {
      file: run,
      test: 'a credit of ours that the statement lacks is found after five minutes',
    },
  },
  {
    name: 'pool-never-swept',
    cost: 'The payout account borrows from the pool for ever.',
    file: 'src/upkeep/reconciliation/sweep.sql',
    replace: `a.account_id = account_of('1110', p_provider, home_currency()) and a.balance_minor < 0`,
    by: `a.account_id = account_of('1110', p_provider, home_currency()) and a.balance_minor > 0`,
    seenBy: { file: run, test: 'the payout account owes the pool nothing after a run' },
  },
  {
    name: 'missing-credit-forgotten-in-an-outage',
    cost: 'A credit is never missed when reconciliation has stood still for four days.',
    file: 'src/upkeep/reconciliation/statement.sql',
    replace: 'since constant timestamptz := coalesce((select',
    by: 'since constant timestamptz := greatest((select',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/reconciliation.store.test.ts',
      test: 'credits are looked for from where the last search ended, after an outage of days too',
    },
  },
  {
    name: 'refund-left-standing-still',
    cost: 'A refund whose workflow is lost in the middle of a sending waits for a day.',
    file: 'src/upkeep/reconciliation/sweep.sql',
    replace: `r.status = 'PROCESSING' and r.updated_at < now() - interval '10 minutes'`,
    by: `r.status = 'PROCESSING' and r.updated_at < now() - interval '24 hours'`,
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/reconciliation.store.test.ts',
      test: 'that is on its way without an answer for ten minutes, or unknown for a day',
    },
  },
];
