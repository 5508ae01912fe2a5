import type { LineType, StatementLine } from './statement.js';

/** A row of the view balance_line. */
export interface StatementLineRow {
  line_id: bigint;
  booked_at: Date;
  booked_at_exact: string;
  due_on: string;
  type: LineType;
  reference: string;
  payment_reference: string | null;
  transaction_reference: string | null;
  session_id: string | null;
  gross_minor: bigint;
  fee_minor: bigint;
  vat_minor: bigint;
  duty_minor: bigint;
  net_minor: bigint;
}

export function toStatementLine(row: StatementLineRow): StatementLine {
  return {
    position: { bookedAt: row.booked_at_exact, lineId: row.line_id },
    bookedAt: row.booked_at,
    dueOn: row.due_on,
    type: row.type,
    reference: row.reference,
    paymentReference: row.payment_reference,
    transactionReference: row.transaction_reference,
    sessionId: row.session_id,
    grossMinor: row.gross_minor,
    feeMinor: row.fee_minor,
    vatMinor: row.vat_minor,
    dutyMinor: row.duty_minor,
    netMinor: row.net_minor,
  };
}
