import { ColumnsOf } from '../../http/list-columns.js';
import type { SettlementView } from './settlement.dto.js';

const column = new ColumnsOf<SettlementView>();

/** A row of the list of settlements as a file. */
export const settlementColumns = [
  column.text('settlementId', ({ settlementId }) => settlementId),
  column.text('settlementReference', ({ settlementReference }) => settlementReference),
  column.number('number', ({ number }) => number),
  column.text('type', ({ type }) => type),
  column.text('status', ({ status }) => status),
  column.text('holdReason', ({ holdReason }) => holdReason),
  column.text('failure', ({ failure }) => failure),
  column.text('currency', ({ currency }) => currency),
  column.money('openingBalance', ({ openingBalance }) => openingBalance),
  column.money('grossAmount', ({ grossAmount }) => grossAmount),
  column.money('feeAmount', ({ feeAmount }) => feeAmount),
  column.money('vatAmount', ({ vatAmount }) => vatAmount),
  column.money('refundAmount', ({ refundAmount }) => refundAmount),
  column.money('chargebackAmount', ({ chargebackAmount }) => chargebackAmount),
  column.money('reversalAmount', ({ reversalAmount }) => reversalAmount),
  column.money('stampDutyAmount', ({ stampDutyAmount }) => stampDutyAmount),
  column.money('adjustmentAmount', ({ adjustmentAmount }) => adjustmentAmount),
  column.money('payoutFeeAmount', ({ payoutFeeAmount }) => payoutFeeAmount),
  column.money('payoutStampDutyAmount', ({ payoutStampDutyAmount }) => payoutStampDutyAmount),
  column.money('netAmount', ({ netAmount }) => netAmount),
  column.money('closingBalance', ({ closingBalance }) => closingBalance),
  column.money('paidAmount', ({ paidAmount }) => paidAmount),
  column.number('transactionCount', ({ transactionCount }) => transactionCount),
  column.text('accountNumber', ({ destination }) => destination?.accountNumber),
  column.text('accountName', ({ destination }) => destination?.accountName),
  column.text('bankName', ({ destination }) => destination?.bankName),
  column.text('narration', ({ narration }) => narration),
  column.day('runDate', ({ runDate }) => runDate),
  column.time('cutOff', ({ cutOff }) => cutOff),
  column.time('createdAt', ({ createdAt }) => createdAt),
  column.time('completedAt', ({ completedAt }) => completedAt),
];
