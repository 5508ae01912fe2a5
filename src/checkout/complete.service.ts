import { formatNaira, toJsonAmount } from '../domain/money.js';
import type { Checkout, CheckoutStore } from '../domain/ports/checkout-store.port.js';
import { ApiError } from '../http/api-error.js';
import type { AccessCodes } from './access-codes.js';
import { channelOf } from './channel.js';
import type { CheckoutWatch } from './checkout-watch.js';
import { outstandingOf, payingCredit, secondsBetween } from './checkout-view.js';
import { CompletedCheckout, CompleteRequest } from './dto/complete.dto.js';
import { effectiveState, type EffectiveState } from './effective-state.js';

/** After so many wrong codes the checkout answers to none, so that nobody can search for the right one. */
const maxBadCodes = 10;
/** Also what the header Retry-After says of every pending answer. */
const retryAfterSeconds = 5;

/** Tells whether a checkout is paid, from our own books; the request is compared with them, never believed. */
export class CompleteService {
  constructor(
    private readonly checkouts: Pick<CheckoutStore, 'find' | 'countBadCode'>,
    private readonly codes: AccessCodes,
    private readonly watch: CheckoutWatch,
  ) {}

  /** @throws ApiError the first check of domain.md §3.5 that fails, or PAYMENT_PENDING. */
  async complete(
    merchantId: string,
    request: CompleteRequest,
    waitMs: number,
  ): Promise<CompletedCheckout> {
    const found = await this.checkouts.find(merchantId, request.paymentReference);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    await this.#checkCode(found, request.accessCode);
    refuseState(found);
    refuseChannel(found, request.paymentChannel);
    refuseAccount(found, request.account);
    refuseAmount(found, request.amount);
    const checkout =
      waitMs > 0 ? await this.watch.until(found, (current) => !isPending(current), waitMs) : found;
    refuseState(checkout);
    if (isPending(checkout)) throw pending(checkout);
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

function isPending(checkout: Checkout): boolean {
  const { status } = effectiveState(checkout);
  return status === 'AWAITING_PAYMENT' || status === 'PROCESSING' || status === 'PARTIALLY_PAID';
}

/** Passes a checkout that is paid or may still be. */
function refuseState(checkout: Checkout): void {
  const { status, accounts } = effectiveState(checkout);
  switch (status) {
    case 'INITIATED':
      throw new ApiError(accounts.length === 0 ? 'NO_PAYMENT_ATTEMPT' : 'VIRTUAL_ACCOUNT_EXPIRED');
    case 'EXPIRED':
      throw new ApiError('CHECKOUT_EXPIRED');
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

function refuseChannel({ channels }: Checkout, name: string): void {
  const channel = channelOf(name);
  if (channel === undefined || !channels.includes(channel)) throw new ApiError('INVALID_CHANNEL');
  if (channel !== 'Bank') throw new ApiError('CHANNEL_NOT_ENABLED');
}

function refuseAccount({ accounts }: Checkout, number: string): void {
  if (accounts.some(({ accountNumber }) => accountNumber === number)) return;
  throw new ApiError('ACCOUNT_NOT_FOR_CHECKOUT');
}

function refuseAmount({ expectedMinor }: Checkout, amount: number): void {
  const amountExpected = toJsonAmount(expectedMinor);
  if (amount === amountExpected) return;
  const message = `amount must be ${amountExpected} kobo (${formatNaira(expectedMinor)})`;
  throw new ApiError('AMOUNT_MISMATCH', {
    message: `${message}.`,
    errors: [{ field: 'amount', rule: 'oneOf', message }],
    data: { amountExpected },
  });
}

function pending(checkout: Checkout): ApiError {
  const state = effectiveState(checkout);
  return new ApiError('PAYMENT_PENDING', {
    message: pendingMessage(checkout, state),
    data: {
      checkoutId: checkout.checkoutId,
      paymentReference: checkout.paymentReference,
      status: state.status,
      amountPaid: toJsonAmount(checkout.paidMinor),
      amountOutstanding: toJsonAmount(outstandingOf(checkout)),
      retryAfterSeconds,
      secondsRemaining:
        state.changesAt === undefined ? 0 : secondsBetween(checkout.now, state.changesAt),
    },
  });
}

function pendingMessage(checkout: Checkout, { status }: EffectiveState): string {
  if (status === 'PROCESSING') return 'The transfer has arrived and is being booked';
  if (status === 'AWAITING_PAYMENT') return "Awaiting the customer's transfer";
  return `Awaiting the rest of the payment: ${formatNaira(outstandingOf(checkout))}`;
}

function completedView(checkout: Checkout, account: string): CompletedCheckout {
  const paying = payingCredit(checkout);
  const { expectedMinor, feeMinor, vatMinor } = checkout;
  return {
    checkoutId: checkout.checkoutId,
    paymentReference: checkout.paymentReference,
    transactionReference: paying?.creditId ?? '',
    status: checkout.status,
    exception: checkout.exception,
    paymentChannel: 'Bank',
    account,
    amount: toJsonAmount(checkout.amountMinor),
    amountExpected: toJsonAmount(expectedMinor),
    amountPaid: toJsonAmount(checkout.paidMinor),
    amountAccepted: toJsonAmount(checkout.acceptedMinor),
    amountFormatted: formatNaira(expectedMinor),
    excessAmount: toJsonAmount(paying?.excessMinor ?? 0n),
    fee: toJsonAmount(feeMinor),
    vat: toJsonAmount(vatMinor),
    settlementAmount: toJsonAmount(expectedMinor - feeMinor - vatMinor),
    currency: checkout.currency,
    sessionId: paying?.sessionId ?? null,
    paidAt: (paying?.sentAt ?? paying?.receivedAt)?.toISOString() ?? null,
    gatewayResponse: { code: '00', message: 'Approved' },
  };
}
