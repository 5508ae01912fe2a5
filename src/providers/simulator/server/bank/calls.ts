import type { BankCall } from '../../control-client.js';
import type { SimulatorDatabase } from '../database.js';

export const callTables = `
create table if not exists bank_call (
  call_id integer primary key autoincrement,
  operation text not null,
  session_id text,
  account_number text,
  amount integer,
  answered text not null,
  at text not null
) strict;
create index if not exists bank_call_session on bank_call (session_id);
`;

interface CallRow {
  readonly operation: BankCall['on'];
  readonly session_id: string | null;
  readonly account_number: string | null;
  readonly amount: number | null;
  readonly answered: string;
  readonly at: string;
}

export interface CallFilter {
  readonly on?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Records every request that Manilla makes to this bank, with its result, to show how often a request was repeated. */
export class Calls {
  constructor(private readonly db: SimulatorDatabase) {}

  note({ on, sessionId, accountNumber, amount, answered }: Omit<BankCall, 'at'>): void {
    this.db.run(
      'insert into bank_call (operation, session_id, account_number, amount, answered, at) values (?, ?, ?, ?, ?, ?)',
      on,
      sessionId,
      accountNumber,
      amount,
      answered,
      new Date().toISOString(),
    );
  }

  /** The last thousand calls that match, in the order in which they came. */
  list({ on, sessionId }: CallFilter): BankCall[] {
    const rows = this.db.all<CallRow>(
      `select * from bank_call
        where operation = coalesce(?, operation) and (? is null or session_id = ?)
        order by call_id desc limit 1000`,
      on ?? null,
      sessionId ?? null,
      sessionId ?? null,
    );
    return rows.toReversed().map((row) => ({
      on: row.operation,
      sessionId: row.session_id,
      accountNumber: row.account_number,
      amount: row.amount,
      answered: row.answered,
      at: row.at,
    }));
  }
}
