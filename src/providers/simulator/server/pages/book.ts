import { randomBytes } from 'node:crypto';
import type { SimulatorDatabase } from '../database.js';

/** Ids begin above 2^53, as those of acquirers may. */
const firstId = '9007199254740993';

export const pageTables = `
create table if not exists page_charge (
  reference text primary key,
  access text not null unique,
  email text not null,
  amount integer not null,
  currency text not null,
  callback text,
  state text not null check (state in ('ongoing', 'success', 'failed')),
  words text not null,
  authorisation text
) strict;
create table if not exists page_refund (
  refund_no integer primary key autoincrement,
  reference text not null,
  amount integer not null,
  note text not null
) strict;
create table if not exists page_dispute (
  dispute text primary key,
  reference text not null,
  due_at integer not null,
  resolution text,
  message text,
  files text not null default '[]'
) strict;
create table if not exists page_settlement (
  settlement_no integer primary key autoincrement,
  net integer not null,
  fee integer not null,
  settled_at text not null
) strict;
`;

export interface PageChargeRow {
  readonly reference: string;
  readonly access: string;
  readonly email: string;
  readonly amount: number;
  readonly currency: string;
  readonly callback: string | null;
  readonly state: 'ongoing' | 'success' | 'failed';
  readonly words: string;
  readonly authorisation: string | null;
}
interface PageRefundRow {
  readonly refund_no: number;
  readonly reference: string;
  readonly amount: number;
  readonly note: string;
}
interface PageDisputeRow {
  readonly dispute: string;
  readonly reference: string;
  readonly due_at: number;
  readonly resolution: string | null;
}
interface PageSettlementRow {
  readonly settlement_no: number;
  readonly net: number;
  readonly fee: number;
  readonly settled_at: string;
}

/** The acquirer's id for a row: longer than a float holds. */
export function longId(no: number): string {
  return String(BigInt(firstId) + BigInt(no));
}

/** The books of an acquirer whose own page asks for the card. */
export class PageBook {
  constructor(private readonly database: SimulatorDatabase) {}

  charge(reference: string): PageChargeRow | undefined {
    return this.database.one('select * from page_charge where reference = ?', reference);
  }

  byAccess(access: string): PageChargeRow | undefined {
    return this.database.one('select * from page_charge where access = ?', access);
  }

  /** Opens a charge. Undefined: the reference was used before. */
  open(asked: Pick<PageChargeRow, 'reference' | 'email' | 'amount' | 'currency' | 'callback'>) {
    const access = randomBytes(12).toString('hex');
    const { reference, email, amount, currency, callback } = asked;
    const made = this.database.run(
      `insert into page_charge (reference, access, email, amount, currency, callback, state, words)
         values (?, ?, ?, ?, ?, ?, 'ongoing', 'The payer has not paid yet') on conflict do nothing`,
      ...[reference, access, email, amount, currency, callback],
    );
    return made === 0 ? undefined : access;
  }

  end(reference: string, isPaid: boolean, words: string): void {
    this.database.run(
      `update page_charge set state = ?, words = ?, authorisation = ? where reference = ? and state = 'ongoing'`,
      isPaid ? 'success' : 'failed',
      words,
      isPaid ? `AUTH_${randomBytes(6).toString('hex')}` : null,
      reference,
    );
  }

  /** The payer whose card was kept under this name. */
  holderOf(authorisation: string): string | undefined {
    const found = this.database.one<{ email: string }>(
      'select email from page_charge where authorisation = ?',
      authorisation,
    );
    return found?.email;
  }

  refunds(reference: string): PageRefundRow[] {
    const sql = 'select * from page_refund where reference = ? order by refund_no';
    return this.database.all(sql, reference);
  }

  /**
   * Makes another refund at each call, because the acquirer knows no reference of ours. Undefined: more than is left.
   */
  refund(reference: string, amount: number, note: string): PageRefundRow | undefined {
    const charge = this.charge(reference);
    const back = this.refunds(reference).reduce((sum, each) => sum + each.amount, 0);
    if (charge?.state !== 'success' || back + amount > charge.amount) return undefined;
    this.database.run(
      'insert into page_refund (reference, amount, note) values (?, ?, ?)',
      ...[reference, amount, note],
    );
    return this.refunds(reference).at(-1);
  }

  dispute(id: string): PageDisputeRow | undefined {
    return this.database.one('select * from page_dispute where dispute = ?', id);
  }

  addDispute(reference: string, dueAt: Date): string {
    const dispute = randomBytes(4).readUInt32BE().toString();
    this.database.run(
      'insert into page_dispute (dispute, reference, due_at) values (?, ?, ?)',
      ...[dispute, reference, dueAt.getTime()],
    );
    return dispute;
  }

  resolve(id: string, resolution: string, message: string, file: string | null): void {
    this.database.run(
      'update page_dispute set resolution = ?, message = ?, files = ? where dispute = ?',
      ...[resolution, message, JSON.stringify(file === null ? [] : [file]), id],
    );
  }

  settle(net: number, fee: number, at: Date): void {
    this.database.run(
      'insert into page_settlement (net, fee, settled_at) values (?, ?, ?)',
      ...[net, fee, at.toISOString()],
    );
  }

  settlements(from: string, after: number, limit: number): PageSettlementRow[] {
    return this.database.all(
      'select * from page_settlement where settled_at >= ? order by settlement_no limit ? offset ?',
      ...[from, limit, after],
    );
  }
}
