import { isPaid } from '../domain/checkout-state.js';
import { formatNaira, toJsonAmount } from '../domain/money.js';
import type {
  Checkout,
  CheckoutStore,
  VirtualAccount,
} from '../domain/ports/checkout-store.port.js';
import { ApiError } from '../http/api-error.js';
import type { AccessCodes } from './access-codes.js';
import type { CardPayment } from './card-payment.js';
import { channelOf } from './channel.js';
import type { CheckoutWatch } from './checkout-watch.js';
import { confirmableAmounts, outstandingOf, payingCredit } from './checkout-money.js';
import { completedView, pending, refuseAmount, refuseChannel } from './completion.js';
import { CompletedCheckout, CompleteRequest } from './dto/complete.dto.js';
import { effectiveState } from './effective-state.js';

/** After so many wrong codes the checkout answers to none, so that nobody can search for the right one. */
const maxBadCodes = 10;

/** Tells whether a checkout is paid, from our own books; the request is compared with them, never believed. */
export class CompleteService {
  constructor(
    private readonly checkouts: Pick<CheckoutStore, 'find' | 'countBadCode'>,
    private readonly codes: AccessCodes,
    private readonly watch: CheckoutWatch,
    private readonly cards: CardPayment,
  ) {}

  /**
   * Waits for a transfer, or charges a card. `waitMs` is undefined when the caller has not said how long it waits.
   *
   * @throws ApiError for the first check that fails, or for a payment that is still under way.
   */
  async complete(
    merchantId: string,
    request: CompleteRequest,
    waitMs: number | undefined,
  ): Promise<CompletedCheckout> {
    const found = await this.checkouts.find(merchantId, request.paymentReference);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    await this.#checkCode(found, request.accessCode);
    refuseLateCode(found);
    return channelOf(request.paymentChannel) === 'Card'
      ? this.cards.complete(found, request, waitMs)
      : this.#completeTransfer(found, request, waitMs ?? 0);
  }

  async #completeTransfer(
    found: Checkout,
    request: CompleteRequest,
    waitMs: number,
  ): Promise<CompletedCheckout> {
    refuseState(found);
    refuseChannel(found, request.paymentChannel);
    const dueMinor = dueByTransfer(found, accountOf(found, request.account));
    refuseAmount(request.amount, confirmableAmounts(found, dueMinor));
    const checkout =
      waitMs > 0 ? await this.watch.until(found, (current) => !isPending(current), waitMs) : found;
    refuseState(checkout);
    if (isPending(checkout)) throw pending(checkout, pendingMessage(checkout));
    return completedView(checkout, request.account);
  }

  async #checkCode({ merchantId, checkoutId, badCodeTries }: Checkout, code: string) {
    const right = this.codes.matches(code, merchantId, checkoutId);
    if (badCodeTries >= maxBadCodes) throw lockedOut();
    if (right) return;
    const tries = await this.checkouts.countBadCode(checkoutId);
    throw tries >= maxBadCodes ? lockedOut() : new ApiError('INVALID_ACCESS_CODE');
  }
}

function lockedOut(): ApiError {
  return new ApiError('INVALID_ACCESS_CODE', {
    message: `Locked after ${maxBadCodes} wrong access codes; query the checkout for its result.`,
  });
}

/** Only of a paid checkout: one that ended otherwise has no code to ask for, and nothing to tell but that it ended. */
function refuseLateCode(checkout: Checkout): void {
  const { status, codeEndsAt } = effectiveState(checkout);
  if (isPaid(status) && codeEndsAt === undefined) throw new ApiError('ACCESS_CODE_EXPIRED');
}

function isPending(checkout: Checkout): boolean {
  const { status } = effectiveState(checkout);
  return status === 'AWAITING_PAYMENT' || status === 'PROCESSING' || status === 'PARTIALLY_PAID';
}

/** Passes a checkout that is paid or may still be. */
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

/** The time is over, and what was paid goes back. */
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

/** A checkout that was paid by card shows what the card was due, which may differ: its account keeps what a transfer was. */
function dueByTransfer(checkout: Checkout, { amountMinor }: VirtualAccount): bigint {
  return payingCredit(checkout)?.channel === 'Card' ? amountMinor : checkout.expectedMinor;
}

function pendingMessage(checkout: Checkout): string {
  const { status } = effectiveState(checkout);
  if (status === 'PROCESSING') return 'The payment has arrived and is being booked';
  if (status === 'AWAITING_PAYMENT') return "Awaiting the customer's transfer";
  return `Awaiting the rest of the payment: ${formatNaira(outstandingOf(checkout))}`;
}
