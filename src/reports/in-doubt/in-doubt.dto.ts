import { z } from 'zod';
import { listReply } from '../../http/paging.js';
import { oneOf, reply, text, time, whole } from '../../http/reply.js';
import { doubtKinds } from './in-doubt.store.js';

/** Something that is not final. Nothing here is personal. */
export const InDoubtItem = reply('InDoubtItem', {
  kind: oneOf(
    doubtKinds,
    '`SENDING`: a refund or payout that was sent. `CHARGE`: of a card. `DISPUTE`: open. `WEBHOOKS`: a merchant’s, tried again.',
    'SENDING',
  ),
  subject: text(
    'The session id, the attempt, the dispute, or the merchant.',
    '999998261120141233000000000042',
  ),
  thingId: text(
    'Id of the refund, settlement or dispute; of webhooks the newest delivery. Null: of a card.',
    'rfd_01KA0000000000000000000000',
  ).nullable(),
  reference: text('What the merchant calls it; the endpoint of webhooks.', 'BACK-1001').nullable(),
  merchantId: text('Id of the merchant.', 'mch_01KA0000000000000000000000').nullable(),
  merchantName: text('Trade name of the merchant.', 'ADA STORES').nullable(),
  paymentReference: text('The order that it belongs to.', 'ORD-1001').nullable(),
  provider: text('The bank or acquirer.', 'simulator').nullable(),
  amount: whole('Amount, in kobo.', 300_000).nullable(),
  currency: text().meta({ example: 'NGN' }).nullable(),
  status: text('What is known of it.', 'UNKNOWN'),
  count: whole('How many: of webhooks more than one.', 1),
  since: time('Since when.', '2026-11-20T14:12:33.000Z'),
  lastAnswer: text('The last answer, or why there was none.', '09').nullable(),
  askedNextAt: time(
    'About when the bank or the acquirer is asked again by itself. Null: nobody is asked.',
    '2026-11-20T14:17:33.000Z',
  ).nullable(),
  deadline: time('When it is too late, or ends by itself.', null).nullable(),
});
export type InDoubtItem = z.infer<typeof InDoubtItem>;

export const InDoubtData = listReply(
  'InDoubtData',
  InDoubtItem,
  'The 200 that matter most: those with the nearest deadline first, then those that wait longest.',
);
export type InDoubtData = z.infer<typeof InDoubtData>;
