import { formatNaira, toJsonAmount } from '../../domain/money.js';
import type { Checkout, VirtualAccount } from '../checkouts/checkout.js';
import { confirmableAmounts, offeredMinor, outstandingOf } from '../checkouts/checkout-money.js';
import type { CheckoutWatch } from '../checkouts/checkout-watch.js';
import { completedView, pending, refuseAmount, refuseChannel } from '../checkouts/completion.js';
import { CompletedCheckout, CompleteRequest } from '../checkouts/complete.dto.js';
import { AttemptView } from '../checkouts/query.dto.js';
import { effectiveState, type EffectiveState } from '../checkouts/effective-state.js';
import type { PaymentChannel } from '../checkouts/payment-channels.js';
import { ApiError } from '../../http/api-error.js';

const attemptStatuses = {
  ACTIVE: 'PENDING',
  USED: 'SUCCEEDED',
  EXPIRED: 'EXPIRED',
  CLOSED: 'CANCELLED',
  RELEASED: 'EXPIRED',
} as const satisfies Record<VirtualAccount['status'], string>;

/** The payer sends a transfer to the checkout's account number, and the bank tells us of it. */
export class BankChannel implements PaymentChannel {
  readonly name = 'Bank';

  constructor(private readonly watch: CheckoutWatch) {}

  /** @throws ApiError for the first check that fails, or for a transfer that has not come. */
  async complete(
    found: Checkout,
    request: CompleteRequest,
    waitMs = 0,
  ): Promise<CompletedCheckout> {
    refuseState(found);
    refuseChannel(found, request.paymentChannel);
    const { channel } = accountOf(found, request.account);
    const dueMinor = offeredMinor(found, channel) ?? found.expectedMinor;
    refuseAmount(request.amount, confirmableAmounts(found, dueMinor));
    const checkout =
      waitMs > 0 ? await this.watch.until(found, (current) => !isPending(current), waitMs) : found;
    refuseState(checkout);
    if (isPending(checkout)) throw pending(checkout, pendingMessage(checkout));
    return completedView(checkout, request.account);
  }

  attempts(_checkout: Checkout, { accounts }: EffectiveState): readonly AttemptView[] {
    return accounts.filter(({ channel }) => channel === this.name).map(attemptOf);
  }
}

function attemptOf(account: VirtualAccount): AttemptView {
  return {
    paymentChannel: account.channel,
    status: attemptStatuses[account.status],
    accountNumber: account.accountNumber,
    card: null,
    action: null,
    responseCode: null,
    amount: toJsonAmount(account.amountMinor),
    createdAt: account.createdAt.toISOString(),
    expiresAt: account.expiresAt.toISOString(),
  };
}

function isPending(checkout: Checkout): boolean {
  const { status } = effectiveState(checkout);
  return status === 'AWAITING_PAYMENT' || status === 'PROCESSING' || status === 'PARTIALLY_PAID';
}

/** Lets a checkout pass that is paid or may still be paid. @throws ApiError for any other */
function refuseState(checkout: Checkout): void {
  const { status, statusReason, accounts } = effectiveState(checkout);
  switch (status) {
    case 'INITIATED':
      if (accounts.length === 0) throw new ApiError('NO_PAYMENT_ATTEMPT');
      throw checkout.exception === 'UNDERPAID'
        ? underpaid(checkout)
        : new ApiError('VIRTUAL_ACCOUNT_EXPIRED');
    case 'EXPIRED':
      throw statusReason === 'UNDERPAID' ? underpaid(checkout) : new ApiError('CHECKOUT_EXPIRED');
    case 'FAILED':
      throw new ApiError('CHECKOUT_FAILED');
    case 'CANCELLED':
      throw new ApiError('CHECKOUT_CANCELLED');
    case 'AWAITING_PAYMENT':
    case 'PROCESSING':
    case 'PARTIALLY_PAID':
    case 'SUCCESSFUL':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
    case 'REVERSED':
  }
}

/** The error for a window that ended before the full amount came; the part that was paid goes back. */
function underpaid({ paidMinor, expectedMinor }: Checkout): ApiError {
  return new ApiError('AMOUNT_UNDERPAID', {
    message: 'Less than is due was received, and it is sent back.',
    data: { amountPaid: toJsonAmount(paidMinor), amountExpected: toJsonAmount(expectedMinor) },
  });
}

function accountOf({ accounts }: Checkout, number: string): VirtualAccount {
  const account = accounts.find(({ accountNumber }) => accountNumber === number);
  if (account === undefined) throw new ApiError('ACCOUNT_NOT_FOR_CHECKOUT');
  return account;
}

function pendingMessage(checkout: Checkout): string {
  const { status } = effectiveState(checkout);
  if (status === 'PROCESSING') return 'The payment has arrived and is being booked';
  if (status === 'AWAITING_PAYMENT') return "Awaiting the customer's transfer";
  return `Awaiting the rest of the payment: ${formatNaira(outstandingOf(checkout))}`;
}
