import { createHash } from 'node:crypto';
import type { StatementLine } from '../../../../domain/bank-rail.port.js';
import type { OutsideAccount, StatementTotals } from '../../control-client.js';
import type { SimulatorDatabase } from '../database.js';
import { bankNameOf } from './banks.js';

export const bankTables = `
-- Payers and beneficiaries. What they have and what Manilla has with the bank sums up to what the bank has taken.
create table if not exists outside_account (
  bank_code text not null,
  account_number text not null,
  account_name text not null,
  bank_name text not null,
  balance integer not null default 0,
  primary key (bank_code, account_number)
) strict;
create table if not exists line (
  line_id integer primary key autoincrement,
  kind text not null check (kind in ('CREDIT', 'DEBIT', 'DEBIT_RETURNED', 'CREDIT_RECALLED', 'STAMP_DUTY', 'CHARGE')),
  session_id text,
  amount integer not null check (amount > 0),
  at text not null,
  account_number text,
  counterpart text not null,
  narration text,
  balance integer not null
) strict;
create index if not exists line_session on line (session_id, kind);
create unique index if not exists credited_once on line (session_id) where kind = 'CREDIT';
create unique index if not exists debited_once on line (session_id) where kind = 'DEBIT';
-- The transfer that a request made; the same request again makes no other.
create table if not exists asked (
  request_id text primary key,
  session_id text not null
) strict;
create table if not exists transfer (
  session_id text primary key,
  state text not null check (state in ('HELD', 'CODE', 'DONE', 'DECLINED')),
  code text not null,
  sent_code text,
  wrong_codes integer not null default 0,
  destination text not null,
  amount integer not null,
  narration text
) strict;
`;

export type LineKind = StatementLine['kind'];

/** A line in the form that goes over the wire: amounts in kobo, times as text. */
export interface Line {
  readonly lineId: number;
  readonly kind: LineKind;
  readonly sessionId: string | null;
  readonly amount: number;
  readonly currency: 'NGN';
  readonly at: string;
  readonly accountNumber: string | null;
  readonly counterpart: Partial<OutsideAccount>;
  readonly narration: string | null;
  /** The balance of Manilla's account after this line. */
  readonly balance: number;
}

export interface NewLine extends Pick<Line, 'kind' | 'sessionId' | 'amount'> {
  readonly accountNumber?: string | null;
  readonly counterpart?: Partial<OutsideAccount>;
  readonly narration?: string | null;
}

/** The direction of money, seen from Manilla's account. */
const direction: Readonly<Record<LineKind, 1 | -1>> = {
  CREDIT: 1,
  DEBIT: -1,
  DEBIT_RETURNED: 1,
  CREDIT_RECALLED: -1,
  STAMP_DUTY: -1,
  CHARGE: -1,
};

interface LineRow {
  readonly line_id: number;
  readonly kind: LineKind;
  readonly session_id: string | null;
  readonly amount: number;
  readonly at: string;
  readonly account_number: string | null;
  readonly counterpart: string;
  readonly narration: string | null;
  readonly balance: number;
}

/** The bank's books: Manilla's account with its statement, and the accounts of everyone else. */
export class Books {
  constructor(private readonly db: SimulatorDatabase) {}

  /** Posts a line and its other side; call it within a transaction. */
  post(line: NewLine): Line {
    const signed = direction[line.kind] * line.amount;
    const { accountNumber, bankCode } = line.counterpart ?? {};
    if (accountNumber !== undefined && bankCode !== undefined) {
      this.account(bankCode, accountNumber, line.counterpart);
      this.db.run(
        'update outside_account set balance = balance - ? where bank_code = ? and account_number = ?',
        signed,
        bankCode,
        accountNumber,
      );
    }
    const row = this.db.one<LineRow>(
      `insert into line (kind, session_id, amount, at, account_number, counterpart, narration, balance)
       values (?, ?, ?, ?, ?, ?, ?, ?) returning *`,
      line.kind,
      line.sessionId,
      line.amount,
      new Date().toISOString(),
      line.accountNumber ?? null,
      JSON.stringify(line.counterpart ?? {}),
      line.narration ?? null,
      this.balance + signed,
    );
    if (row === undefined) throw new Error('a line was not written');
    return toLine(row);
  }

  /** The balance of Manilla's account. */
  get balance(): number {
    const last = this.db.one<LineRow>('select balance from line order by line_id desc limit 1');
    return last?.balance ?? 0;
  }

  lineOf(kind: LineKind, sessionId: string): Line | undefined {
    const row = this.db.one<LineRow>(
      'select * from line where session_id = ? and kind = ?',
      sessionId,
      kind,
    );
    return row && toLine(row);
  }

  /** The credit that this request made before, if any. */
  creditAskedBy(requestId: string): Line | undefined {
    const row = this.db.one<LineRow>(
      `select line.* from asked join line using (session_id)
        where asked.request_id = ? and line.kind = 'CREDIT'`,
      requestId,
    );
    return row && toLine(row);
  }

  rememberAsked(requestId: string, sessionId: string): void {
    this.db.run('insert into asked (request_id, session_id) values (?, ?)', requestId, sessionId);
  }

  /** Sum of the lines of this kind that name the session id. */
  sumOf(kind: LineKind, sessionId: string): number {
    const row = this.db.one<{ sum: number }>(
      'select coalesce(sum(amount), 0) as sum from line where session_id = ? and kind = ?',
      sessionId,
      kind,
    );
    return row?.sum ?? 0;
  }

  /** Oldest first. */
  linesAfter(lineId: number, limit: number): Line[] {
    return this.db
      .all<LineRow>('select * from line where line_id > ? order by line_id limit ?', lineId, limit)
      .map(toLine);
  }

  totals(): StatementTotals {
    const kinds = this.db.all<{ kind: string; count: number; amount: number; last: number }>(
      'select kind, count(*) as count, sum(amount) as amount, max(line_id) as last from line group by kind',
    );
    return {
      balance: this.balance,
      lines: kinds.reduce((sum, { count }) => sum + count, 0),
      lastLineId: Math.max(0, ...kinds.map(({ last }) => last)),
      totals: Object.fromEntries(kinds.map(({ kind, count, amount }) => [kind, { count, amount }])),
    };
  }

  /** Returns the account of any number: the first question opens it, under a name that is always the same. */
  account(
    bankCode: string,
    accountNumber: string,
    known: Partial<OutsideAccount> = {},
  ): OutsideAccount & { readonly balance: number } {
    this.db.run(
      `insert or ignore into outside_account (bank_code, account_number, account_name, bank_name) values (?, ?, ?, ?)`,
      bankCode,
      accountNumber,
      known.accountName ?? holderOf(bankCode, accountNumber),
      known.bankName ?? bankNameOf(bankCode),
    );
    const row = this.db.one<{ account_name: string; bank_name: string; balance: number }>(
      'select account_name, bank_name, balance from outside_account where bank_code = ? and account_number = ?',
      bankCode,
      accountNumber,
    );
    if (row === undefined) throw new Error('an account was not opened');
    const { account_name: accountName, bank_name: bankName, balance } = row;
    return { accountNumber, accountName, bankCode, bankName, balance };
  }
}

function toLine(row: LineRow): Line {
  return {
    lineId: row.line_id,
    kind: row.kind,
    sessionId: row.session_id,
    amount: row.amount,
    currency: 'NGN',
    at: row.at,
    accountNumber: row.account_number,
    counterpart: JSON.parse(row.counterpart) as Partial<OutsideAccount>,
    narration: row.narration,
    balance: row.balance,
  };
}

const firstNames = ['ADA', 'BOLA', 'CHIDI', 'DAYO', 'EMEKA', 'FUNKE', 'GARBA', 'HADIZA'];
const lastNames = ['ADEYEMI', 'BELLO', 'CHUKWU', 'DANJUMA', 'EZE', 'FASHOLA', 'GIWA', 'OBI'];

/** Makes up the holder of an account at an outside bank, unless a transfer has named one. */
export function holderOf(bankCode: string, accountNumber: string): string {
  const [first = 0, last = 0] = createHash('sha256')
    .update(bankCode + accountNumber)
    .digest();
  return `${firstNames[first % firstNames.length]} ${lastNames[last % lastNames.length]}`;
}
