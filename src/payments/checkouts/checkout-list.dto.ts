import { checkout, given } from './checkout-shape.js';

import { z } from 'zod';
import { reply, some, text, time, oneOf } from '../../http/reply.js';
import { type ChannelName, channelNames } from '../../domain/channels.js';
import {
  checkoutStatuses,
  statusReasons,
  type CheckoutStatus,
} from '../../domain/checkout-state.js';
import { idPattern } from '../../domain/ids.js';
import { paymentReferencePattern, referenceRule } from '../../domain/reference.js';

import { listReply } from '../../http/paging.js';
import { ChangesQuery } from '../../http/list-file.js';
import { EmailQuery, EnumQuery, PatternQuery, PhoneQuery } from '../../http/query-fields.js';

/** The ways in which payments of a checkout can differ from the amount due. */
const checkoutExceptions = ['UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE'];

export class ListCheckoutsQuery extends ChangesQuery {
  @EnumQuery(checkoutStatuses, { description: 'Only checkouts with this status.' })
  status?: CheckoutStatus;

  @EnumQuery(statusReasons, {
    description:
      'Only checkouts that ended for this reason. ABANDONED: the customer never asked for an account. UNPAID: there was an account, and no money came.',
    example: 'ABANDONED',
  })
  statusReason?: string;

  @EnumQuery(checkoutExceptions, {
    description: 'Only checkouts with such a payment, also if it was put right since.',
  })
  exception?: string;

  @EnumQuery(channelNames, { description: 'Only checkouts that were paid in this way.' })
  paymentChannel?: ChannelName;

  @EmailQuery("The customer's whole e-mail address, in capital or small letters.")
  email?: string;

  @PhoneQuery("The customer's whole phone number.")
  phoneNumber?: string;

  @PatternQuery(paymentReferencePattern, referenceRule, {
    description: 'Only this order.',
    example: 'ORD-1001',
  })
  paymentReference?: string;

  @PatternQuery(idPattern('lnk'), 'must be the id of a payment link', {
    description: 'Only checkouts that began with this payment link.',
    example: 'lnk_01KA0000000000000000000000',
  })
  paymentLinkId?: string;
}

/** The customer of a checkout in a list. */
export const CheckoutCustomer = reply('CheckoutCustomer', {
  firstName: text().nullable(),
  lastName: text().nullable(),
  email: text(
    'E-mail address, masked. Whole with the scope `transactions:pii`.',
    'a**@example.ng',
  ).nullable(),
  phoneNumber: text(
    'Phone number, masked. Whole with the scope `transactions:pii`.',
    '**********4567',
  ).nullable(),
});

/** One checkout of a list. `GET /api/v1/checkout/query/{paymentReference}` returns more about it. */
export const CheckoutListItem = reply('CheckoutListItem', {
  ...some(checkout, 'checkoutId', 'paymentReference'),
  origin: oneOf(
    ['CHECKOUT', 'VIRTUAL_ACCOUNT'],
    'CHECKOUT: made by initiate. VIRTUAL_ACCOUNT: made with a standalone dynamic account.',
  ),
  status: oneOf(checkoutStatuses, 'Where the checkout stands.'),
  ...some(
    checkout,
    'statusReason',
    'exception',
    'exceptions',
    'amount',
    'amountExpected',
    'amountPaid',
    'amountAccepted',
    'amountKept',
    'amountHeld',
    'amountReturned',
    'amountRefunded',
    'amountTakenBack',
    'amountOutstanding',
  ),
  amountFormatted: text('`amountExpected` in naira, for people.'),
  ...some(checkout, 'currency', 'channels'),
  paymentChannel: oneOf(channelNames, 'Way in which it was paid. Null until then.').nullable(),
  accountNumber: text(
    'Its newest virtual account. Null when it has none.',
    '5011234561',
  ).nullable(),
  customer: CheckoutCustomer,
  description: text('What you wrote about the order.', 'Two tickets').nullable(),
  ...given,
  metadata: z.record(z.string(), z.string()),
  ...some(checkout, 'createdAt', 'updatedAt'),
  expiresAt: time('Time at which the session ends.'),
  ...some(checkout, 'paymentLinkId', 'version'),
});
export type CheckoutListItem = z.infer<typeof CheckoutListItem>;

export const CheckoutPage = listReply('CheckoutPage', CheckoutListItem);
export type CheckoutPage = z.infer<typeof CheckoutPage>;
