import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { z } from 'zod';
import { channelNames } from '../../domain/channels.js';
import { idPattern } from '../../domain/ids.js';
import {
  messageChannels,
  messageKinds,
  messageRecipients,
  messageStatuses,
} from '../../domain/message-kinds.js';
import { settlementStatuses } from '../../domain/payout-state.js';
import { paymentReferencePattern, referenceRule } from '../../domain/reference.js';
import { link, listOf, oneOf, reply, text, time, whole } from '../../http/reply.js';

export class OrderParameters {
  @ApiProperty({
    description: 'Id of the merchant.',
    type: 'string',
    pattern: idPattern('mch').source,
    example: 'mch_01KA0000000000000000000000',
  })
  @Matches(idPattern('mch'), { message: 'merchantId must be the id of a merchant' })
  merchantId!: string;

  @ApiProperty({
    description: 'The merchant’s reference for the order.',
    type: 'string',
    pattern: paymentReferencePattern.source,
    example: 'ORD-1001',
  })
  @Matches(paymentReferencePattern, { message: `reference ${referenceRule}` })
  reference!: string;
}

const mayBe = (description: string, example: string | null = null) =>
  text(description, example).nullable();
const amount = whole('Amount, in kobo.', 1_000_000);
const standing = text('Where it stands, in the words of its kind.', 'SUCCESSFUL');

const OrderAccountView = reply('OrderAccountView', {
  ...{ accountNumber: text(), accountName: text(), status: standing, amount: amount.nullable() },
  provider: text('The bank that has the number.', 'simulator'),
  madeAt: time('When it was made.'),
  expiresAt: time('Until when it takes money.').nullable(),
});

const OrderCreditView = reply('OrderCreditView', {
  transactionReference: text(),
  ...{ status: standing, amount },
  exception: mayBe('Why it does not fit.'),
  channel: oneOf(channelNames, 'How it was paid.', channelNames[0]),
  sessionId: text('Id of the transfer at the bank, or of the charge at the acquirer.'),
  senderName: mayBe('Who sent it, as the bank says.', 'ADA OBI'),
  senderAccount: mayBe('The account that it came from.', '0123457503'),
  senderBank: mayBe('The bank that it came from.', 'First Bank'),
  narration: mayBe('What the sender wrote.'),
  receivedAt: time(),
  toMerchant: whole('What of it is the merchant’s, after fee and VAT, in kobo.', 989_250),
  settlementDueOn: mayBe('The day from which it may be paid out.', '2026-11-23'),
  settlementStatus: oneOf(
    settlementStatuses,
    'Status of the settlement that pays it out.',
    'SUCCESSFUL',
  ).nullable(),
  settlementReference: mayBe('The settlement that pays it out.'),
});
export type OrderCreditView = z.infer<typeof OrderCreditView>;

const OrderAttemptView = reply('OrderAttemptView', {
  attemptId: text(
    'Id of the attempt, and of the charge at the acquirer.',
    'att_01KA0000000000000000000000',
  ),
  ...{ status: standing, amount, provider: text('The acquirer.', 'simulator-acquirer') },
  responseCode: mayBe('Last answer of the acquirer.', '51'),
  failure: mayBe('Why it failed.'),
  last4: mayBe('Last digits of the card.', '4242'),
  at: time('When it began.'),
});

const OrderRefundView = reply('OrderRefundView', {
  ...{ refundId: text(), refundReference: text(), status: standing, amount },
  cause: text('Why it goes back.', 'OVERPAID'),
  origin: text('Who decided it: a policy, the merchant or an operator.', 'POLICY'),
  provider: text('The bank or acquirer that sends it.', 'simulator'),
  receiverName: mayBe('Who gets it.', 'ADA OBI'),
  receiverAccount: mayBe('The account that gets it.', '0123457503'),
  receiverBank: mayBe('The bank that gets it.', 'First Bank'),
  responseCode: mayBe('Last answer of the bank.', '00'),
  failure: mayBe('Why it failed.'),
  sessionId: mayBe('Id of the last sending at the bank. Null: nothing was sent.'),
  requestedAt: time('When it was decided.'),
  completedAt: time('When it ended.').nullable(),
});
export type OrderRefundView = z.infer<typeof OrderRefundView>;

const OrderDisputeView = reply('OrderDisputeView', {
  ...{
    disputeId: text(),
    kind: text('`CHARGEBACK` or `RECALL`.', 'CHARGEBACK'),
    status: standing,
    amount,
  },
  reason: mayBe('The reason that the acquirer gave.'),
  evidenceDueAt: time('Until when evidence is taken.').nullable(),
  openedAt: time('When it was opened.'),
});

const OrderJournalView = reply('OrderJournalView', {
  journalId: whole('Number of the journal.', 4711),
  source: text('What it was posted for.', 'credit'),
  purpose: text('Which step of it.', 'collection'),
  postedAt: time('When it was posted.'),
  legs: listOf(
    reply('OrderLegView', {
      account: text(
        'Code, owner and currency of the account.',
        '2100:mch_01KA0000000000000000000000:NGN',
      ),
      accountName: text('What the code stands for.', 'Merchant pending'),
      amount: whole('In kobo; debits are positive.', -1_000_000),
    }),
    'Its legs.',
  ),
});

const OrderWebhookView = reply('OrderWebhookView', {
  ...{ eventId: text(), type: text('Type of the event.', 'checkout.successful') },
  deliveryId: mayBe('Id of the delivery.'),
  status: mayBe('Where the delivery stands.', 'DELIVERED'),
  attempts: whole('How often it was tried.', 1).nullable(),
  at: time('When it was written.'),
});

const OrderMessageView = reply('OrderMessageView', {
  messageId: text('Id of the message.', 'msg_01KA0000000000000000000000'),
  ...{
    kind: oneOf(messageKinds, 'What it tells.', 'RECEIPT'),
    recipient: oneOf(messageRecipients, 'To whom.', 'PAYER'),
    channel: oneOf(messageChannels, 'By which way.', 'EMAIL'),
  },
  status: oneOf(messageStatuses, 'What became of it.', 'ACCEPTED'),
  reason: mayBe('Why it waits, was refused, or is not sent.'),
  at: time('When it was written.'),
});

const OrderCaseView = reply('OrderCaseView', {
  caseNumber: whole('Number of the case.', 15),
  ...{
    kind: text('Kind of the case.', 'REFUND'),
    reason: text('Why it was opened.', 'REFUND: NEEDS_ACCOUNT'),
  },
  ...{ status: standing, openedAt: time('When it was opened.') },
});

const OrderStepView = reply('OrderStepView', {
  at: time('When it happened.'),
  kind: text('What it happened to.', 'CREDIT'),
  status: text('What it became.', 'EXACT'),
  subject: text('Its id or reference.', 'txn_01KA0000000000000000000000'),
  amount: amount.nullable(),
  reason: mayBe('Why.'),
});

const lists = {
  accounts: listOf(OrderAccountView, 'Account numbers that were given for it, the oldest first.'),
  credits: listOf(OrderCreditView, 'What was paid.'),
  attempts: listOf(OrderAttemptView, 'Charges of cards.'),
  refunds: listOf(OrderRefundView, 'What goes back.'),
  disputes: listOf(OrderDisputeView, 'Chargebacks and recalls.'),
  journals: listOf(OrderJournalView, 'What was booked.'),
  webhooks: listOf(OrderWebhookView, 'What the merchant was told.'),
  messages: listOf(OrderMessageView, 'What people were told by e-mail and SMS.'),
  cases: listOf(OrderCaseView, 'What waits, or waited, for a person.'),
  timeline: listOf(OrderStepView, 'All that happened, the oldest first.'),
};

/** All about one order. */
export const OrderView = reply('OrderView', {
  checkoutId: text(),
  merchantId: text('Id of the merchant.'),
  merchantName: text('Trade name of the merchant.', 'ADA STORES'),
  paymentReference: text(),
  status: standing,
  statusReason: mayBe('Why it ended so.'),
  exceptions: listOf(text(), 'In which ways payments did not fit.', ['OVERPAID']),
  amount: whole('What the merchant asked for, in kobo.', 1_000_000),
  amountDue: whole('What the payer had to pay, in kobo.', 1_000_000),
  amountPaid: whole('All that arrived, in kobo.', 1_300_000),
  currency: text().meta({ example: 'NGN' }),
  amountsText: text(
    'The amounts in a sentence.',
    'Order ₦10,000.00, paid ₦13,000.00, to give back ₦3,000.00.',
  ),
  moneyText: listOf(text(), 'Where the money is now, a sentence for each part of it.', [
    '₦13,000.00 from ADA OBI: ₦9,892.50 of it, after fees, in the merchant’s balance, due on 2026-11-23.',
  ]),
  payerName: mayBe('Name of the customer.', 'Amaka Obi'),
  payerEmail: mayBe('E-mail address of the customer.', 'amaka@example.ng'),
  payerPhone: mayBe('Phone number of the customer.', '+2348031234567'),
  description: mayBe('What the merchant wrote on the page.'),
  initiatedAt: time('When it was made.'),
  expiresAt: time('When its session ends, or ended.'),
  workflow: link(
    'Its workflow in the Temporal UI.',
    'http://127.0.0.1:8233/namespaces/manilla/workflows/checkout',
  ),
  ...lists,
});
export type OrderView = z.infer<typeof OrderView>;

/** The lists that are read from the database at once. */
export type OrderLists = Pick<OrderView, keyof typeof lists>;
