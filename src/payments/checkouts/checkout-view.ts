import type { AmountRule } from '../../domain/amount-rule.js';
import { formatMoney, toJsonAmount } from '../../domain/money.js';
import { channelNames, type ChannelName } from '../../domain/channels.js';
import type { Checkout, CreditView, VirtualAccount } from './checkout.js';
import { validityMinutes } from '../../domain/reference.js';
import { exceptionOf } from '../../domain/transaction-state.js';
import { AttemptView, CheckoutView, RefundSummary, TransactionView } from './query.dto.js';
import { DynamicAccountData } from './account-data.js';
import { amountsView, offeredMinor, outstandingOf, payingCredit } from './checkout-money.js';
import { KeptCheckout } from './initiate.dto.js';
import { shown } from '../../http/reply.js';
import { effectiveState, type EffectiveState } from './effective-state.js';

/** The view of checkouts for merchants: kobo as JSON numbers, times in RFC 3339. */

const nextActions = {
  INITIATED: ['create-account', 'query'],
  AWAITING_PAYMENT: ['query', 'complete-checkout'],
  PROCESSING: ['query', 'complete-checkout'],
  PARTIALLY_PAID: ['create-account', 'query', 'complete-checkout'],
  SUCCESSFUL: ['query', 'complete-checkout'],
  FAILED: ['query'],
  EXPIRED: ['query'],
  CANCELLED: ['query'],
  PARTIALLY_REFUNDED: ['query'],
  REFUNDED: ['query'],
  REVERSED: ['query'],
} as const;

export function initiatedView(checkout: Checkout, checkoutUrl: string): KeptCheckout {
  const { status } = effectiveState(checkout);
  return shown(KeptCheckout, {
    ...checkout,
    ...amountsView(checkout),
    status,
    amountPayable: toJsonAmount(checkout.expectedMinor),
    amountPayableByChannel: payableByChannel(checkout),
    customerFee: toJsonAmount(checkout.expectedMinor - checkout.amountMinor),
    createdAt: checkout.createdAt.toISOString(),
    expiresAt: checkout.expiresAt.toISOString(),
    nextActions: nextActions[status],
    checkoutUrl,
  });
}

function payableByChannel(checkout: Checkout) {
  const payable = (channel: ChannelName): number | null => {
    const offered = offeredMinor(checkout, channel);
    return offered === null ? null : toJsonAmount(offered);
  };
  return Object.fromEntries(channelNames.map((name) => [name, payable(name)])) as Record<
    ChannelName,
    number | null
  >;
}

export interface AccountContext {
  readonly paymentReference: string;
  readonly currency: string;
  readonly amountRule: AmountRule;
  readonly outstandingMinor: bigint;
  readonly cutBySession: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly now: Date;
}

export function accountView(account: VirtualAccount, context: AccountContext): DynamicAccountData {
  return {
    virtualAccountId: account.virtualAccountId,
    paymentReference: context.paymentReference,
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    bankCode: account.bankCode,
    bankName: account.bankName,
    nipInstitutionCode: account.nipInstitutionCode,
    prefix: account.prefix,
    amount: toJsonAmount(account.amountMinor),
    amountFormatted: formatMoney(account.amountMinor, context.currency),
    amountOutstanding: toJsonAmount(context.outstandingMinor),
    currency: context.currency,
    validity: account.validityMinutes,
    amountRule: context.amountRule,
    status: account.status,
    createdAt: account.createdAt.toISOString(),
    expiresAt: account.expiresAt.toISOString(),
    secondsRemaining:
      account.status === 'ACTIVE' ? secondsBetween(context.now, account.expiresAt) : 0,
    warnings: warningsOf(account.validityMinutes, context.cutBySession),
    metadata: { ...context.metadata },
  };
}

export function checkoutView(
  checkout: Checkout,
  state: EffectiveState,
  { attempts, accessCode }: { readonly attempts: AttemptView[]; readonly accessCode: string },
): CheckoutView {
  const now = { ...checkout, status: state.status };
  const [account] = state.accounts;
  const paying = payingCredit(checkout);
  return shown(CheckoutView, {
    ...checkout,
    ...amountsView(now),
    accessCode: state.ended && state.codeEndsAt === undefined ? null : accessCode,
    accessCodeExpiresAt: state.codeEndsAt?.toISOString() ?? null,
    status: state.status,
    statusReason: state.statusReason,
    virtualAccount:
      account === undefined
        ? null
        : accountView(account, {
            ...checkout,
            outstandingMinor: outstandingOf(now),
            cutBySession: endsWithSession(account, checkout),
          }),
    attempts,
    transaction: paying === undefined ? null : transactionView(paying),
    transactions: checkout.credits.map(transactionView),
    refunds: checkout.credits.flatMap(refundSummaries),
    amountPayableByChannel: payableByChannel(checkout),
    createdAt: checkout.createdAt.toISOString(),
    updatedAt: checkout.updatedAt.toISOString(),
    expiresAt: checkout.expiresAt.toISOString(),
    secondsRemaining:
      state.changesAt === undefined ? 0 : secondsBetween(checkout.now, state.changesAt),
  });
}

/** Whole seconds until then, the begun one included; never negative. */
export function secondsBetween(now: Date, then: Date): number {
  return Math.max(0, Math.ceil((then.getTime() - now.getTime()) / 1_000));
}

function transactionView(credit: CreditView): TransactionView {
  return {
    transactionReference: credit.creditId,
    paymentChannel: credit.channel,
    sessionId: credit.sessionId,
    accountNumber: credit.accountNumber,
    amountReceived: toJsonAmount(credit.amountMinor),
    amountApplied: toJsonAmount(credit.appliedMinor),
    excessAmount: toJsonAmount(credit.excessMinor),
    amountReturned: toJsonAmount(credit.returnedMinor),
    amountRefunded: toJsonAmount(credit.refundedMinor),
    amountTakenBack: toJsonAmount(credit.takenBackMinor),
    amountRefundable: toJsonAmount(credit.refundableMinor),
    fee: toJsonAmount(credit.feeMinor),
    vat: toJsonAmount(credit.vatMinor),
    settlementAmount: toJsonAmount(credit.settlementMinor),
    exception: exceptionOf(credit.outcome),
    policyApplied: credit.policyApplied,
    resolution: credit.resolution,
    refunds: refundSummaries(credit),
    sentAt: credit.sentAt?.toISOString() ?? null,
    receivedAt: credit.receivedAt.toISOString(),
    settlementDueDate: credit.settlementDueOn,
  };
}

function refundSummaries({ creditId, refunds }: CreditView): RefundSummary[] {
  return refunds.map((refund) => ({
    refundReference: refund.refundReference,
    refundId: refund.refundId,
    transactionReference: creditId,
    origin: refund.origin,
    cause: refund.reason,
    amount: toJsonAmount(refund.amountMinor),
    status: refund.status,
  }));
}

function endsWithSession(
  { createdAt, validityMinutes: minutes }: VirtualAccount,
  session: Checkout,
) {
  return createdAt.getTime() + minutes * 60_000 > session.expiresAt.getTime();
}

function warningsOf(minutes: number, cutBySession: boolean): string[] {
  const { recommendedMin, recommendedMax } = validityMinutes;
  return [
    ...(minutes < recommendedMin || minutes > recommendedMax
      ? ['VALIDITY_OUTSIDE_RECOMMENDED_RANGE']
      : []),
    ...(cutBySession ? ['VALIDITY_CUT_BY_SESSION'] : []),
  ];
}
