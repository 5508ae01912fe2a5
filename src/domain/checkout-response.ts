import { isPaid, type CheckoutStatus } from './checkout-state.ts';
import { resultCodes, success } from './result-code.ts';

export interface CheckoutResponse {
  readonly code: string;
  readonly message: string;
}

const { PAYMENT_PENDING, CHECKOUT_EXPIRED, CHECKOUT_CANCELLED, CHECKOUT_FAILED } = resultCodes;

const ended: Partial<Record<CheckoutStatus, CheckoutResponse>> = {
  EXPIRED: CHECKOUT_EXPIRED,
  CANCELLED: CHECKOUT_CANCELLED,
  FAILED: CHECKOUT_FAILED,
};

/**
 * The API's answer for a checkout in this status, which its events repeat. Null: the credit has no checkout and is not
 * accepted yet.
 */
export function responseOf(status: CheckoutStatus | null): CheckoutResponse {
  if (status === null) return PAYMENT_PENDING;
  return ended[status] ?? (isPaid(status) ? success : PAYMENT_PENDING);
}
