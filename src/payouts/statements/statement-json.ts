import type { SettlementSums } from '../settlement/settlement-requests.js';
import { toJsonAmount } from '../../domain/money.js';
import type { StatementHead } from './statement.js';
import { ok } from '../../http/envelope.js';
import type { SumsView } from '../settlement/settlement-sums.js';
import type { StatementLineView } from './statement.dto.js';
import {
  daysOf,
  statementNumber,
  type BalancedLine,
  type OpenStatement,
} from './statement-lines.js';

/** The envelope with the statement in it, written as the lines come. */
export async function* statementJson(statement: OpenStatement): AsyncGenerator<string> {
  const data = { ...statementHeadView(statement.head, statement.issuedAt), lines: [] };
  const whole = JSON.stringify(ok('Statement made', data));
  const end = whole.lastIndexOf(']');
  yield whole.slice(0, end);
  let comma = '';
  for await (const page of statement.lines) {
    if (page.length === 0) continue;
    yield comma + page.map((line) => JSON.stringify(statementLineView(line))).join(',');
    comma = ',';
  }
  yield whole.slice(end);
}

function statementHeadView(head: StatementHead, issuedAt: Date) {
  const { subject } = head;
  const settlement = subject.kind === 'SETTLEMENT' ? subject : null;
  const days = daysOf(head);
  return {
    statementNumber: statementNumber(head),
    merchantId: head.merchantId,
    merchantName: head.merchantName,
    currency: head.currency,
    settlementId: settlement?.settlementId ?? null,
    settlementReference: settlement?.settlementReference ?? null,
    settlementStatus: settlement?.status ?? null,
    from: days?.from ?? null,
    to: days?.to ?? null,
    asOf: head.asOf.toISOString(),
    issuedAt: issuedAt.toISOString(),
    ...sumsView(head.sums),
    lineCount: head.lineCount,
  };
}

export function sumsView(sums: SettlementSums) {
  return {
    openingBalance: toJsonAmount(sums.openingMinor),
    grossAmount: toJsonAmount(sums.grossMinor),
    feeAmount: toJsonAmount(sums.feeMinor),
    vatAmount: toJsonAmount(sums.vatMinor),
    refundAmount: toJsonAmount(sums.refundMinor),
    chargebackAmount: toJsonAmount(sums.chargebackMinor),
    reversalAmount: toJsonAmount(sums.reversalMinor),
    stampDutyAmount: toJsonAmount(sums.dutyMinor),
    adjustmentAmount: toJsonAmount(sums.adjustmentMinor),
    payoutFeeAmount: toJsonAmount(sums.payoutFeeMinor),
    payoutStampDutyAmount: toJsonAmount(sums.payoutDutyMinor),
    netAmount: toJsonAmount(sums.netMinor),
    closingBalance: toJsonAmount(sums.closingMinor),
  } satisfies SumsView;
}

export function statementLineView(line: BalancedLine): StatementLineView {
  return {
    bookedAt: line.bookedAt.toISOString(),
    dueOn: line.dueOn,
    type: line.type,
    reference: line.reference,
    paymentReference: line.paymentReference,
    transactionReference: line.transactionReference,
    sessionId: line.sessionId,
    gross: toJsonAmount(line.grossMinor),
    fee: toJsonAmount(line.feeMinor),
    vat: toJsonAmount(line.vatMinor),
    stampDuty: toJsonAmount(line.dutyMinor),
    net: toJsonAmount(line.netMinor),
    balance: toJsonAmount(line.balanceMinor),
  };
}
