import { PgSettlementAccountStore } from '../../payouts/accounts/settlement-account.store.js';
import { SettlementAccountsController } from '../../payouts/accounts/settlement-accounts.controller.js';
import { SettlementAccounts } from '../../payouts/accounts/settlement-accounts.js';
import { CalendarController } from '../../payouts/calendar/calendar.controller.js';
import { CalendarService } from '../../payouts/calendar/calendar.service.js';
import { PgCalendarStore } from '../../payouts/calendar/calendar.store.js';
import { OtherAccounts } from '../../payouts/refunds/other-accounts.js';
import { PgRefundStore } from '../../payouts/refunds/refund.store.js';
import { RefundsService } from '../../payouts/refunds/refunds.service.js';
import { PgEarlyRuns } from '../../payouts/settlement/early-run.store.js';
import { EarlyRunsController } from '../../payouts/settlement/early-runs.controller.js';
import { PgSettlementRequests } from '../../payouts/settlement/settlement-request.store.js';
import { PgSettlementReader } from '../../payouts/settlement/settlement.store.js';
import { SettlementsController } from '../../payouts/settlement/settlements.controller.js';
import { SettlementsService } from '../../payouts/settlement/settlements.service.js';
import { StatementAnswers } from '../../payouts/statements/statement-answers.js';
import { PgStatementStore } from '../../payouts/statements/statement.store.js';
import { StatementService } from '../../payouts/statements/statement.service.js';
import { StatementsController } from '../../payouts/statements/statements.controller.js';
import type { Config } from '../../platform/config/config.js';
import type { ApiConnections, Connections } from './connections.js';
import type { HttpParts } from './http.js';

export { BanksController } from '../../payouts/banks/banks.controller.js';
export { RefundsController } from '../../payouts/refunds/refunds.controller.js';
export { CalendarController };

/** The controllers of settlements. In the sandbox there is one more, with which a merchant can start a run early. */
export const settlementControllers = (environment: Config['environment']) => [
  ...[SettlementAccountsController, SettlementsController, StatementsController],
  ...(environment === 'sandbox' ? [EarlyRunsController] : []),
];

/**
 * Creates the objects for the accounts that settlements are sent to. Merchants name them at the API, and operators at
 * the desk.
 */
export function settlementAccounts({ pool, rails, banks }: Connections): SettlementAccounts {
  return new SettlementAccounts(new PgSettlementAccountStore(pool), rails, banks);
}

export function payoutParts(connections: ApiConnections, { quotas, drawings }: HttpParts) {
  const { pool, config, drain, rails, banks, facts, refunds, payouts, changes } = connections;
  return {
    banks,
    refunds: new RefundsService(
      new PgRefundStore(pool),
      facts,
      refunds,
      new OtherAccounts(rails, banks),
      { changes, shutdown: drain.signal },
    ),
    calendar: new CalendarService(new PgCalendarStore(pool)),
    settlementAccounts: settlementAccounts(connections),
    settlements: new SettlementsService(
      new PgSettlementRequests(pool),
      new PgSettlementReader(pool),
      new PgSettlementAccountStore(pool),
      new PgEarlyRuns(pool),
      facts,
      payouts,
      banks,
      quotas,
    ),
    statements: new StatementService(new PgStatementStore(pool), config.environment === 'sandbox'),
    statementAnswers: new StatementAnswers(drawings),
  };
}
