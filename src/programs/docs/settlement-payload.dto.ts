import { settlementTypes } from '../../payouts/settlement/settlement.dto.js';
import { reply, text, whole, time, oneOf } from '../../http/reply.js';
import { holdReasons, settlementStatuses } from '../../domain/payout-state.js';
import { SumsView } from '../../payouts/settlement/settlement-sums.js';
import { eventEnvelope } from '../../notify/webhooks/event-envelope.js';

const PayloadDestination = reply('PayloadDestination', {
  accountNumber: text('Account number, masked.', '******6789'),
  accountName: text().meta({ example: 'SHOP LIMITED' }).nullable(),
  bankCode: text('NIP code of the bank.', '000013').nullable(),
  bankName: text().meta({ example: 'GTBank' }).nullable(),
});

/** The state of a settlement. */
export const SettlementNotification = reply('SettlementNotification', {
  ...SumsView.shape,
  settlementId: text(),
  settlementReference: text(),
  type: oneOf(settlementTypes),
  status: oneOf(settlementStatuses).meta({ example: 'SUCCESSFUL' }),
  holdReason: oneOf(holdReasons).meta({ example: null }).nullable(),
  failure: text('Why the last transfer failed. Null when it did not.', null).nullable(),
  currency: text(),
  amount: whole('Amount that was taken from your balance, in kobo.', 989_250),
  fee: whole('Fee for the transfers, in kobo.', 0),
  vat: whole('VAT on the fee, in kobo.', 0),
  stampDuty: whole('Stamp duty on the transfers, in kobo.', 0),
  paidAmount: whole('Part of `netAmount` that has arrived, in kobo.', 989_250),
  destination: PayloadDestination.nullable().meta({
    description: 'The account that is paid. Null when there is none.',
  }),
  transactionCount: whole(),
  cutOff: time().nullable(),
  runDate: text().nullable(),
  completedAt: time().meta({ example: '2026-11-23T09:00:00.000Z' }).nullable(),
  version: whole().meta({ example: 3 }),
});

/** The body of the webhooks about settlements. */
export const WebhookSettlementPayload = reply('WebhookSettlementPayload', {
  ...eventEnvelope('settlement.successful'),
  data: SettlementNotification.meta({ description: 'The settlement.' }),
});
