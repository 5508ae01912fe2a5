import { randomInt } from 'node:crypto';
import type { SimulatorDatabase } from '../database.js';
import { Refusal } from '../refusal.js';

export const providusTables = `
create table if not exists providus_account (
  number text not null,
  name text not null,
  kind text not null check (kind in ('PASSING', 'LASTING')),
  reference text not null,
  opened_at integer not null,
  ends_at integer,
  blacklisted integer not null default 0
) strict;
create index if not exists providus_account_number on providus_account (number, opened_at);
create table if not exists providus_credit (
  settlement_id text primary key,
  session_id text not null,
  number text not null,
  amount integer not null,
  kept integer not null default 0,
  reference text not null,
  source text not null,
  narration text not null,
  sent_at integer not null,
  -- SILENT: nobody is told, since the number was nobody's or was stopped
  state text not null check (state in ('TOLD', 'PENDING', 'REJECTED', 'SILENT')),
  tries integer not null default 0,
  request_id text unique
) strict;
create table if not exists providus_transfer (
  reference text primary key,
  way text not null check (way in ('NIP', 'OWN')),
  session_id text not null,
  state text not null check (state in ('HELD', 'DONE', 'FAILED')),
  code text not null,
  amount integer not null,
  bank_code text not null,
  number text not null,
  at integer not null
) strict;
`;

/** A dynamic number is its holder's for so long. */
const passingMs = 60 * 60_000;
const firstNumber = 9_977_000_001;

export interface AccountRow {
  readonly number: string;
  readonly name: string;
  readonly reference: string;
  readonly opened_at: number;
  readonly ends_at: number | null;
  readonly blacklisted: number;
}

export interface CreditRow {
  readonly settlement_id: string;
  readonly session_id: string;
  readonly number: string;
  readonly amount: number;
  /** Fee and VAT together. */
  readonly kept: number;
  readonly reference: string;
  readonly source: string;
  readonly narration: string;
  readonly sent_at: number;
  readonly state: 'TOLD' | 'PENDING' | 'REJECTED' | 'SILENT';
  readonly tries: number;
}

export interface TransferRow {
  readonly reference: string;
  readonly way: 'NIP' | 'OWN';
  readonly session_id: string;
  readonly state: 'HELD' | 'DONE' | 'FAILED';
  readonly code: string;
  readonly amount: number;
  readonly bank_code: string;
  readonly number: string;
  readonly at: number;
}

/** The bank's own books: who holds each number, and which money came and went. */
export class ProvidusBook {
  constructor(private readonly db: SimulatorDatabase) {}

  open(name: string, kind: 'PASSING' | 'LASTING', as: string | undefined): AccountRow {
    const row = this.db.one<AccountRow>(
      `insert into providus_account (number, name, kind, reference, opened_at, ends_at)
       values (?, ?, ?, ?, ?, ?) returning *`,
      this.#numberFor(as),
      as === 'NAME_CHANGED' ? `PVD/${name}`.slice(0, 12) : name,
      kind,
      `${Date.now()}${randomInt(10 ** 6)}`,
      Date.now(),
      kind === 'PASSING' ? Date.now() + passingMs : null,
    );
    if (row === undefined) throw new Error('no account was opened');
    return row;
  }

  #numberFor(as: string | undefined): string {
    const again = {
      AGAIN: 'select number from providus_account order by opened_at desc, rowid desc limit 1',
      REUSED: `select number from providus_account where ends_at is not null
                group by number having max(ends_at) <= ${Date.now()} order by max(ends_at) limit 1`,
    }[as ?? ''];
    const known = again === undefined ? undefined : this.db.one<{ number: string }>(again);
    if (known !== undefined) return known.number;
    const { n } = this.db.one<{ n: number }>(
      'select count(distinct number) as n from providus_account',
    ) ?? { n: 0 };
    return String(firstNumber + n);
  }

  /** Returns the present holder of a number; without one, the last holder. */
  holderOf(number: string): AccountRow | undefined {
    return this.db.one<AccountRow>(
      'select * from providus_account where number = ? order by opened_at desc, rowid desc limit 1',
      number,
    );
  }

  /** Returns the first holder of a number. */
  olderHolderOf(number: string): AccountRow | undefined {
    return this.db.one<AccountRow>(
      'select * from providus_account where number = ? order by opened_at, rowid limit 1',
      number,
    );
  }

  end(number: string): void {
    this.db.run('update providus_account set ends_at = ? where number = ?', Date.now(), number);
  }

  /** Puts a number on the blacklist, or takes it off. False: it was so already. */
  blacklist(number: string, flag: boolean): boolean {
    const [is, was] = flag ? [1, 0] : [0, 1];
    const changed = this.db.run(
      'update providus_account set blacklisted = ? where number = ? and blacklisted = ?',
      ...[is, number, was],
    );
    return changed > 0;
  }

  addCredit(credit: Omit<CreditRow, 'tries'>, requestId: string | undefined): CreditRow {
    this.db.run(
      `insert into providus_credit (settlement_id, session_id, number, amount, kept, reference, source, narration, sent_at, state, request_id)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[credit.settlement_id, credit.session_id, credit.number, credit.amount, credit.kept],
      ...[credit.reference, credit.source, credit.narration, credit.sent_at, credit.state],
      requestId ?? null,
    );
    return { ...credit, tries: 0 };
  }

  creditBy(column: 'settlement_id' | 'session_id' | 'request_id', value: string) {
    return this.db.one<CreditRow>(
      `select * from providus_credit where ${column} = ? order by rowid limit 1`,
      value,
    );
  }

  credits(): CreditRow[] {
    return this.db.all<CreditRow>('select * from providus_credit order by rowid');
  }

  silentCredits(number: string): CreditRow[] {
    return this.credits().filter((row) => row.number === number && row.state === 'SILENT');
  }

  noteSent(settlementId: string, state: CreditRow['state']): void {
    this.db.run(
      'update providus_credit set state = ?, tries = tries + 1 where settlement_id = ?',
      state,
      settlementId,
    );
  }

  transfer(reference: string): TransferRow | undefined {
    return this.db.one<TransferRow>(
      'select * from providus_transfer where reference = ?',
      reference,
    );
  }

  transfers(): TransferRow[] {
    return this.db.all<TransferRow>('select * from providus_transfer order by rowid');
  }

  addTransfer(row: TransferRow): void {
    this.db.run(
      `insert into providus_transfer (reference, way, session_id, state, code, amount, bank_code, number, at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[row.reference, row.way, row.session_id, row.state, row.code, row.amount],
      ...[row.bank_code, row.number, row.at],
    );
  }

  release(reference: string, code: string): TransferRow {
    this.db.run(
      `update providus_transfer set state = ?, code = ? where reference = ? and state = 'HELD'`,
      ...[code === '00' ? 'DONE' : 'FAILED', code, reference],
    );
    const row = this.transfer(reference);
    if (row === undefined) throw new Refusal(404, 'no transfer has this reference');
    return row;
  }
}
