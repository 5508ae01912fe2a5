import { masked, maskedEmail } from '../../domain/masking.js';
import type { ListedCheckout } from './checkout-list.js';
import { amountsView } from './checkout-money.js';
import { shown } from '../../http/reply.js';
import { CheckoutListItem } from './checkout-list.dto.js';

/** @param seesContacts whether the caller was granted e-mail addresses and phone numbers in full */
export function listedCheckoutView(
  checkout: ListedCheckout,
  seesContacts: boolean,
): CheckoutListItem {
  const { email, phoneNumber } = checkout.customer;
  return shown(CheckoutListItem, {
    ...checkout,
    ...amountsView(checkout),
    paymentChannel: checkout.paidBy,
    customer: {
      ...checkout.customer,
      email: seesContacts || email === null ? email : maskedEmail(email),
      phoneNumber: seesContacts || phoneNumber === null ? phoneNumber : masked(phoneNumber),
    },
  });
}
