import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';

const holdDescription =
  '`RECOVERY`, `UNEXPLAINED_DEBIT` and `STALLED` keep all that goes through a bank. `CASE`, `NEEDS_ACCOUNT`, `COOLING`, `REFUSED`, or why a settlement is held, keep one refund or payout.';

/** One cause that keeps money from leaving. */
export const HoldView = reply('HoldView', {
  hold: text(holdDescription, 'UNEXPLAINED_DEBIT'),
  isOfBank: flag('Whether nothing at all leaves through the bank because of it.', true),
  provider: text('The bank or acquirer.', 'simulator'),
  bankName: text('Its name.', 'Simulator Bank'),
  since: time('Since when.', '2026-11-20T07:37:00.000Z'),
  caseNumbers: listOf(
    whole(),
    'Numbers of the cases in which it is decided, the oldest first.',
    [15],
  ),
  refunds: whole('How many refunds wait for it.', 10),
  payouts: whole('How many payouts wait for it.', 1),
  amount: whole('What they are to pay, in kobo.', 2_468_125),
  text: text(
    'All of it in words.',
    'Nothing is being sent through Simulator Bank since 2026-11-20 08:37 (case 15). 10 refunds and 1 payout (₦24,681.25 together) wait.',
  ),
});
export type HoldView = z.infer<typeof HoldView>;

/** A refund or payout that waits to be sent. Nothing here is personal. */
export const WaitingSendingView = reply('WaitingSendingView', {
  kind: oneOf(['REFUND', 'PAYOUT'], 'What is to be sent.'),
  subject: text('Id of the refund, or of the settlement.', 'rfd_01KA0000000000000000000000'),
  reference: text('The merchant’s reference for it, or the id again.', 'RF-1001'),
  merchantId: text('Id of the merchant.', 'mch_01KA0000000000000000000000').nullable(),
  merchantName: text('Trade name of the merchant.', 'ADA STORES').nullable(),
  provider: text('The bank or acquirer.', 'simulator').nullable(),
  amount: whole('What is to be paid, in kobo.', 770_000),
  currency: text('Currency of the amount.', 'NGN'),
  hold: text(holdDescription, 'UNEXPLAINED_DEBIT'),
  caseNumber: whole('Number of the case that it waits for. Null: no case.', 15).nullable(),
  waitsSince: time('Since when it could have left.', '2026-11-20T07:38:00.000Z'),
  sendsFrom: time('When it may be sent: its account is new. Null: at once.', null).nullable(),
});
export type WaitingSendingView = z.infer<typeof WaitingSendingView>;

export const HoldsView = reply('HoldsView', {
  holds: listOf(
    HoldView,
    'All that keeps money from leaving now; what keeps all of a bank comes first.',
  ),
  waiting: listOf(WaitingSendingView, 'What waits for it: the 100 that wait longest.'),
});
export type HoldsView = z.infer<typeof HoldsView>;
