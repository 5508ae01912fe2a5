import { eventEnvelope } from '../../notify/webhooks/event-envelope.js';
import { SettlementAccountView } from '../../payouts/accounts/account.dto.js';
import { oneOf, reply, some, text, time } from '../../http/reply.js';

/** A settlement account that was changed, as it is since. */
export const SettlementAccountNotification = reply('SettlementAccountNotification', {
  ...some(SettlementAccountView.shape, 'settlementAccountId'),
  change: oneOf(
    ['REGISTERED', 'MADE_DEFAULT', 'REMOVED'],
    'What was done. MADE_DEFAULT: settlements are paid to it.',
  ),
  accountNumber: text('Account number, masked.', '******6789'),
  ...some(
    SettlementAccountView.shape,
    'bankCode',
    'bankName',
    'accountName',
    'isDefault',
    'status',
    'usableFrom',
  ),
  changedAt: time('Time of the change.', '2026-11-20T14:12:33.000Z'),
});

/** The body of the webhook about an account that settlements are paid to. */
export const WebhookSettlementAccountPayload = reply('WebhookSettlementAccountPayload', {
  ...eventEnvelope('settlement.account_changed'),
  data: SettlementAccountNotification.meta({ description: 'The account.' }),
});
