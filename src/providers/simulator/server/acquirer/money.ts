import type { SimulatorDatabase } from '../database.js';
import { Refusal } from '../refusal.js';
import { Books } from '../bank/books.js';
import type { ChargeRow, Charges } from './charges.js';

export const moneyTables = `
create table if not exists card_refund (
  refund_id text primary key,
  charge_id text not null,
  amount integer not null check (amount > 0),
  code text not null,
  settlement_id text,
  at text not null
) strict;
create table if not exists settlement (
  number integer primary key autoincrement,
  gross integer not null,
  fee integer not null,
  at text not null
) strict;
create table if not exists chargeback (
  number integer primary key autoincrement,
  charge_id text not null,
  amount integer not null check (amount > 0),
  status text not null check (status in ('OPENED', 'WON', 'LOST')),
  settlement_id text
) strict;
create table if not exists chargeback_terms (
  number integer primary key,
  reason text not null,
  evidence_due_at text not null
) strict;
`;

/** The acquirer's share of each settlement. */
const feeBps = 150;
const acquirer = {
  accountNumber: '9000000001',
  accountName: 'SIMULATOR ACQUIRER',
  bankCode: '999997',
  bankName: 'Simulator Acquirer',
};

export interface RefundRow {
  readonly refund_id: string;
  readonly charge_id: string;
  readonly amount: number;
  readonly code: string;
}

export interface Settlement {
  readonly settlementId: string;
  /** The sum of the charges, less what was refunded and charged back; kobo. */
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
  /** The line of the bank's statement. */
  readonly lineId: number;
}

export interface ChargebackRow {
  readonly number: number;
  readonly charge_id: string;
  readonly amount: number;
  readonly status: 'OPENED' | 'WON' | 'LOST';
}

/** The reason for which the card holder disputes the charge, and the time until which evidence is taken (RFC 3339). */
export interface ChargebackTerms {
  readonly reason: string;
  readonly evidence_due_at: string;
}

/** Changes the money of charges after they were made. Call each method within a transaction. */
export class CardMoney {
  constructor(
    private readonly db: SimulatorDatabase,
    private readonly charges: Charges,
  ) {}

  /** Refunds once for each id; returns the code of the outcome. */
  refund(refundId: string, chargeId: string, amount: number): string {
    const known = this.findRefund(refundId);
    if (known !== undefined) return known.code;
    const charge = this.charges.find(chargeId);
    const code = charge === undefined ? '12' : amount > this.left(charge) ? '61' : '00';
    this.db.run(
      'insert into card_refund (refund_id, charge_id, amount, code, at) values (?, ?, ?, ?, ?)',
      refundId,
      chargeId,
      amount,
      code,
      new Date().toISOString(),
    );
    return code;
  }

  findRefund(refundId: string): RefundRow | undefined {
    return this.db.one<RefundRow>('select * from card_refund where refund_id = ?', refundId);
  }

  /** Returns the part of an approved charge that was not given back. */
  left(charge: ChargeRow): number {
    if (charge.state !== 'APPROVED' || charge.reversed !== 0) return 0;
    const sums = this.db.one<{ back: number }>(
      `select (select coalesce(sum(amount), 0) from card_refund where charge_id = ? and code = '00')
            + (select coalesce(sum(amount), 0) from chargeback where charge_id = ? and status <> 'WON') as back`,
      charge.charge_id,
      charge.charge_id,
    );
    return charge.amount - (sums?.back ?? 0);
  }

  /** Pays out everything that is not settled yet, into Manilla's account at the bank. @throws Refusal */
  payOut(): Settlement {
    const charged = this.#sum(
      `select coalesce(sum(amount), 0) as sum from charge
        where state = 'APPROVED' and reversed = 0 and settlement_id is null`,
    );
    const back = this.#sum(
      `select (select coalesce(sum(amount), 0) from card_refund where code = '00' and settlement_id is null)
            + (select coalesce(sum(amount), 0) from chargeback where status = 'LOST' and settlement_id is null) as sum`,
    );
    const gross = charged - back;
    if (gross <= 0) throw new Refusal(409, 'there is nothing to settle');
    const fee = Math.floor((gross * feeBps) / 10_000);
    const row = this.db.one<{ number: number }>(
      'insert into settlement (gross, fee, at) values (?, ?, ?) returning number',
      gross,
      fee,
      new Date().toISOString(),
    );
    const settlementId = `acq-stl-${row?.number}`;
    for (const which of [
      `charge set settlement_id = ? where state = 'APPROVED' and reversed = 0 and settlement_id is null`,
      `card_refund set settlement_id = ? where code = '00' and settlement_id is null`,
      `chargeback set settlement_id = ? where status = 'LOST' and settlement_id is null`,
    ]) {
      this.db.run(`update ${which}`, settlementId);
    }
    const net = gross - fee;
    const line = new Books(this.db).post({
      kind: 'CREDIT',
      sessionId: settlementId,
      amount: net,
      counterpart: acquirer,
      narration: `Card settlement ${settlementId}`,
    });
    return { settlementId, gross, fee, net, lineId: line.lineId };
  }

  /** @throws Refusal when less is left of the charge. */
  openChargeback(
    chargeId: string,
    amount: number | undefined,
    terms: ChargebackTerms,
  ): ChargebackRow & ChargebackTerms {
    const left = this.left(this.charges.get(chargeId));
    if (left === 0 || (amount ?? left) > left)
      throw new Refusal(409, `${left} kobo of it are left`);
    const row = this.db.one<ChargebackRow>(
      `insert into chargeback (charge_id, amount, status) values (?, ?, 'OPENED') returning *`,
      chargeId,
      amount ?? left,
    );
    if (row === undefined) throw new Error('a chargeback was not written');
    const { reason, evidence_due_at: dueAt } = terms;
    this.db.run('insert into chargeback_terms values (?, ?, ?)', row.number, reason, dueAt);
    return { ...row, ...terms };
  }

  findChargeback(number: number): (ChargebackRow & ChargebackTerms) | undefined {
    return this.db.one(
      'select * from chargeback join chargeback_terms using (number) where number = ?',
      number,
    );
  }

  /** @throws Refusal when it is closed otherwise. */
  closeChargeback(number: number, status: 'WON' | 'LOST'): ChargebackRow & ChargebackTerms {
    const known = this.findChargeback(number);
    if (known === undefined) throw new Refusal(404, 'there is no such chargeback');
    if (known.status !== 'OPENED' && known.status !== status) {
      throw new Refusal(409, `the chargeback is ${known.status} already`);
    }
    this.db.run('update chargeback set status = ? where number = ?', status, number);
    return { ...known, status };
  }

  /** The acquirer takes back a charge that it approved. @throws Refusal when nothing of it is left, or it was paid out. */
  reverse(chargeId: string): ChargeRow {
    const charge = this.charges.get(chargeId);
    if (charge.reversed !== 0) return charge;
    if (charge.settlement_id !== null) throw new Refusal(409, 'the charge is settled already');
    if (this.left(charge) !== charge.amount) throw new Refusal(409, 'the charge is not whole');
    this.db.run('update charge set reversed = 1 where charge_id = ?', chargeId);
    return this.charges.get(chargeId);
  }

  #sum(sql: string): number {
    return this.db.one<{ sum: number }>(sql)?.sum ?? 0;
  }
}
