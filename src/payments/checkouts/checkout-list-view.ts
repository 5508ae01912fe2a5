import { masked, maskedEmail } from '../../domain/masking.js';
import { formatNaira, toJsonAmount } from '../../domain/money.js';
import type { ListedCheckout } from './checkout-list.js';
import { movementsView, outstandingOf } from './checkout-money.js';
import { CheckoutListItem } from './checkout-list.dto.js';

/** @param seesContacts whether the caller was granted e-mail addresses and phone numbers in full */
export function listedCheckoutView(
  checkout: ListedCheckout,
  seesContacts: boolean,
): CheckoutListItem {
  const { customer } = checkout;
  const { email, phoneNumber, firstName, lastName } = customer;
  return {
    checkoutId: checkout.checkoutId,
    paymentReference: checkout.paymentReference,
    origin: checkout.origin,
    status: checkout.status,
    statusReason: checkout.statusReason,
    exception: checkout.exception,
    exceptions: [...checkout.exceptions],
    amount: toJsonAmount(checkout.amountMinor),
    amountExpected: toJsonAmount(checkout.expectedMinor),
    ...movementsView(checkout),
    amountOutstanding: toJsonAmount(outstandingOf(checkout)),
    amountFormatted: formatNaira(checkout.expectedMinor),
    currency: checkout.currency,
    channels: [...checkout.channels],
    paymentChannel: checkout.paidBy,
    accountNumber: checkout.accountNumber,
    customer: {
      firstName,
      lastName,
      email: seesContacts || email === null ? email : maskedEmail(email),
      phoneNumber: seesContacts || phoneNumber === null ? phoneNumber : masked(phoneNumber),
    },
    description: checkout.description,
    metadata: { ...checkout.metadata },
    createdAt: checkout.createdAt,
    updatedAt: checkout.updatedAt,
    expiresAt: checkout.expiresAt,
    paymentLinkId: checkout.paymentLinkId,
    version: checkout.version,
  };
}
