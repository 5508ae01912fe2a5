import type { RowOf } from '../../platform/database/columns.js';
import type { StatementLine } from './statement.js';

/** A row of the view balance_line. */
export interface StatementLineRow extends RowOf<Omit<StatementLine, 'position'>> {
  line_id: bigint;
  booked_at_exact: string;
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
