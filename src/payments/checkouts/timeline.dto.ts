import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { checkoutStatuses } from '../../domain/checkout-state.js';
import { timelineKinds } from './timeline.js';
import { PageView } from '../../http/paging.js';

export const TimelineEntryView = reply('TimelineEntryView', {
  at: time(),
  kind: oneOf(
    timelineKinds,
    'What it happened to. EVENT: a webhook event that was written for you.',
    'CREDIT',
  ),
  status: text(
    'Status after it. For a CREDIT the outcome of the payment; for an EVENT its type.',
    'EXACT',
  ),
  reference: text(
    'Id or reference of the thing. For an ACCOUNT its number.',
    'txn_01KA0000000000000000000000',
  ),
  amount: whole().nullable(),
  reason: text(
    'Policy, cause or result code that goes with it. Null when there is none.',
    null,
  ).nullable(),
});
export type TimelineEntryView = z.infer<typeof TimelineEntryView>;

/** The history of a checkout. */
export const CheckoutTimeline = reply('CheckoutTimeline', {
  paymentReference: text(),
  status: oneOf(checkoutStatuses, 'Status of the checkout now.', 'SUCCESSFUL'),
  items: listOf(TimelineEntryView, 'What happened, the oldest first, at most 500 entries.'),
  page: PageView,
});
export type CheckoutTimeline = z.infer<typeof CheckoutTimeline>;
