import type pg from 'pg';
import type { LinePosition, StatementHead, StatementLine } from './statement.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call } from '../../platform/database/sql-call.js';
import type { SettlementSums } from '../settlement/settlement-requests.js';
import { type SumsRow, toSums } from '../settlement/settlement-row.js';
import { toStatementLine, type StatementLineRow } from './statement-row.js';

const ofSettlement = call('statement_of_settlement').as<SettlementHeadRow>();
const ofPeriod = call('statement_of_period').as<PeriodHeadRow>();
const sumsOf = call('sum_statement').as<PeriodSumsRow>();
const linesOfSettlement = {
  name: 'lines_of_settlement',
  text: `select * from balance_line where settlement_id = $1 and line_id > coalesce($2, 0::bigint) order by line_id limit $3`,
};
const linesOfPeriod = {
  name: 'lines_of_period',
  text: `select * from balance_line
          where merchant_id = $1 and currency = $6 and (booked_at, line_id) > ($2::timestamptz, $3::bigint) and booked_at < $4
          order by booked_at, line_id limit $5`,
};

/** The time whose lines one statement sums: a year of a large merchant takes longer than a statement may. */
const summedMs = 7 * 86_400_000;

interface NamedRow {
  merchant_name: string;
  currency: string;
  as_of: Date;
}

interface PeriodHeadRow extends NamedRow {
  balance_at: Date;
  balance_minor: bigint;
}

interface PeriodSumsRow extends Omit<SumsRow, 'opening_minor'> {
  line_count: bigint;
  paid_out_minor: bigint;
  change_minor: bigint;
}

type HeadRow = NamedRow & SumsRow & { line_count: bigint };

interface SettlementHeadRow extends HeadRow {
  settlement_id: string;
  settlement_reference: string;
  status: string;
  number: number;
  net_minor: bigint;
  closing_minor: bigint;
}

/** Statements on PostgreSQL: the head first, then the lines in the order in which they were booked. */
export class PgStatementStore {
  constructor(private readonly pool: pg.Pool) {}

  async ofSettlement(
    merchantId: string,
    settlementReference: string,
  ): Promise<StatementHead | undefined> {
    const [row] = await query(
      this.pool,
      ofSettlement({ merchantId, reference: settlementReference }),
    );
    if (row === undefined) return undefined;
    const { settlement_id: settlementId, status, number } = row;
    return {
      ...headOf(row, merchantId, toSums(row, row.net_minor, row.closing_minor)),
      number,
      subject: {
        kind: 'SETTLEMENT',
        settlementId,
        settlementReference: row.settlement_reference,
        status,
      },
    };
  }

  async ofPeriod(merchantId: string, since: Date, before: Date): Promise<StatementHead> {
    const head = await queryOne(this.pool, ofPeriod({ merchantId, before }));
    const { currency, as_of: asOf, balance_at: balanceAt, balance_minor: balanceMinor } = head;
    const sums = await this.#sumsOf(merchantId, currency, since, asOf);
    const later = await this.#sumsOf(merchantId, currency, asOf, balanceAt);
    const closingMinor = balanceMinor - later.change_minor;
    const row = { ...head, ...sums, opening_minor: closingMinor - sums.change_minor };
    return {
      ...headOf(row, merchantId, toSums(row, row.paid_out_minor, closingMinor)),
      number: null,
      subject: { kind: 'PERIOD', since, before },
    };
  }

  async #sumsOf(
    merchantId: string,
    currency: string,
    since: Date,
    before: Date,
  ): Promise<PeriodSumsRow> {
    const ofMerchant = { merchantId, currency };
    let whole: PeriodSumsRow | undefined;
    for (let from = since; whole === undefined || from < before;) {
      const to = new Date(Math.min(from.getTime() + summedMs, before.getTime()));
      const part = await queryOne(this.pool, sumsOf({ ...ofMerchant, since: from, before: to }));
      whole = whole === undefined ? part : added(whole, part);
      from = to;
    }
    return whole;
  }

  async lines(
    { subject, merchantId, currency, asOf }: StatementHead,
    after: LinePosition | null,
    limit: number,
  ): Promise<readonly StatementLine[]> {
    if (subject.kind === 'SETTLEMENT') {
      const values = [subject.settlementId, after?.lineId ?? null, limit];
      return (await query<StatementLineRow>(this.pool, linesOfSettlement, values)).map(
        toStatementLine,
      );
    }
    const { bookedAt, lineId } = after ?? { bookedAt: subject.since, lineId: 0n };
    const values = [merchantId, bookedAt, lineId, asOf, limit, currency];
    return (await query<StatementLineRow>(this.pool, linesOfPeriod, values)).map(toStatementLine);
  }
}

function headOf(row: HeadRow, merchantId: string, sums: SettlementSums) {
  return {
    merchantId,
    merchantName: row.merchant_name,
    currency: row.currency,
    sums,
    lineCount: Number(row.line_count),
    asOf: row.as_of,
  };
}

function added(one: PeriodSumsRow, other: PeriodSumsRow): PeriodSumsRow {
  const names = Object.keys(one) as (keyof PeriodSumsRow)[];
  const sums = names.map((name) => [name, one[name] + other[name]] as const);
  return Object.fromEntries(sums) as unknown as PeriodSumsRow;
}
