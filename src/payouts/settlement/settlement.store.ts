import type pg from 'pg';
import type { Settlement } from './settlement-requests.js';
import type { SettlementFilter, SettlementTransfer, TransferSending } from './settlement-reader.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { query } from '../../platform/database/database.js';
import { settlementColumns, toSettlement, type SettlementRow } from './settlement-row.js';
import { toStatementLine, type StatementLineRow } from '../statements/statement-row.js';
import type { Id } from '../../domain/ids.js';

const findSettlement = {
  name: 'find_settlement',
  text: `select ${settlementColumns('s')} from settlement_read s
          where s.merchant_id = $1 and s.settlement_reference = $2`,
};
const listSettlements = {
  name: 'list_settlements',
  text: `select ${settlementColumns('s')}, (extract(epoch from s.created_at) * 1000000)::bigint::text as created_us
           from settlement_read s
          where s.merchant_id = $1 and s.status = coalesce($2, s.status) and s.type = coalesce($3, s.type)
            and s.created_at >= coalesce($4, '-infinity'::timestamptz) and s.created_at < coalesce($5, 'infinity'::timestamptz)
            and (s.created_at, s.settlement_id) <
                (coalesce(to_timestamp(0) + $6::bigint * interval '1 microsecond', 'infinity'), coalesce($7, ''))
          order by s.created_at desc, s.settlement_id desc offset $8 limit $9`,
};
const listTransfers = {
  name: 'list_settlement_transfers',
  text: `select p.payout_id, p.part, p.amount_minor, p.status, p.response_code, o.session_id, o.status as sending_status,
                o.response_code as sending_code, o.sent_at, o.settled_at
           from payout p
           left join outward_transfer o on o.purpose = 'PAYOUT' and o.purpose_id = p.payout_id
          where p.settlement_id = $1 order by p.part, o.attempt`,
};
const listLines = {
  name: 'list_settlement_lines',
  text: `select l.*, x.so_far
           from (select * from (
                   select b.balance_transaction_id as id, sum(b.net_minor) over (order by b.balance_transaction_id)::bigint as so_far
                     from balance_transaction b where b.settlement_id = $1) n
                  where n.id > coalesce($2, 0::bigint) order by n.id offset $3 limit $4) x
           join balance_line l on l.line_id = x.id
          order by x.id`,
};

interface TransferRow {
  payout_id: Id<'pay'>;
  part: number;
  amount_minor: bigint;
  status: SettlementTransfer['status'];
  response_code: string | null;
  /** Null while nothing was sent, as are the next columns. */
  session_id: string | null;
  sending_status: TransferSending['status'];
  sending_code: string | null;
  sent_at: Date;
  settled_at: Date | null;
}

/** Reads settlements for merchants. */
export class PgSettlementReader {
  constructor(private readonly pool: pg.Pool) {}

  async find(merchantId: string, settlementReference: string): Promise<Settlement | undefined> {
    const values = [merchantId, settlementReference];
    const [row] = await query<SettlementRow>(this.pool, findSettlement, values);
    return row === undefined ? undefined : toSettlement(row);
  }

  async transfers(settlementId: string): Promise<readonly SettlementTransfer[]> {
    const rows = await query<TransferRow>(this.pool, listTransfers, [settlementId]);
    return [...Map.groupBy(rows, (row) => row.payout_id).values()].map(toTransfer);
  }

  /** The newest first. */
  async list(
    merchantId: string,
    { status, type, since, before }: SettlementFilter,
    { after, offset, limit }: Slice,
  ): Promise<readonly Listed<Settlement>[]> {
    const [createdUs = null, settlementId = null] = after ?? [];
    const place = [createdUs, settlementId, offset, limit];
    const values = [merchantId, status, type, since, before, ...place];
    const rows = await query<SettlementRow & { created_us: string }>(
      this.pool,
      listSettlements,
      values,
    );
    return rows.map((row) => ({
      item: toSettlement(row),
      position: [row.created_us, row.settlement_id],
    }));
  }

  /** Returns the lines in the order in which they were booked, each with the balance after it. */
  async lines(settlement: Settlement, { after, offset, limit }: Slice) {
    const { settlementId, sums } = settlement;
    const values = [settlementId, after?.[0] ?? null, offset, limit];
    const rows = await query<StatementLineRow & { so_far: bigint }>(this.pool, listLines, values);
    return rows.map((row) => ({
      item: { ...toStatementLine(row), balanceMinor: sums.openingMinor + row.so_far },
      position: [String(row.line_id)],
    }));
  }
}

function toTransfer(rows: readonly TransferRow[]): SettlementTransfer {
  const [first] = rows;
  if (first === undefined) throw new Error('a group has a row');
  return {
    payoutId: first.payout_id,
    part: first.part,
    amountMinor: first.amount_minor,
    status: first.status,
    responseCode: first.response_code,
    sendings: rows.flatMap((row) =>
      row.session_id === null ? [] : [toSending(row, row.session_id)],
    ),
  };
}

function toSending(row: TransferRow, sessionId: string): TransferSending {
  return {
    sessionId,
    status: row.sending_status,
    responseCode: row.sending_code,
    sentAt: row.sent_at,
    settledAt: row.settled_at,
  };
}
