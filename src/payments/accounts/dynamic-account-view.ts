import { outstandingOf } from '../checkouts/checkout-money.js';
import { accountView } from '../checkouts/checkout-view.js';
import { DynamicAccountData } from '../checkouts/account-data.js';
import { effectiveState } from '../checkouts/effective-state.js';
import { toJsonAmount } from '../../domain/money.js';
import type { Checkout, VirtualAccount } from '../checkouts/checkout.js';
import type { ListedAccount } from './dynamic-account.js';
import type { TimelineEntry } from '../checkouts/timeline.js';
import { VirtualAccountDynamic, VirtualAccountListItem } from './dynamic-account.dto.js';

type Fields<View> = { [Name in keyof View]: View[Name] };

/** The view of the checkout's account with this number; without a number, of its newest account. */
export function dynamicAccountView(checkout: Checkout, accountNumber?: string): DynamicAccountData {
  return dataOf(checkout, accountOf(checkout, accountNumber));
}

export function wholeAccountView(
  checkout: Checkout,
  accountNumber: string,
  history: readonly TimelineEntry[],
): VirtualAccountDynamic {
  const account = accountOf(checkout, accountNumber);
  const credits = checkout.credits.filter((each) => each.accountNumber === accountNumber);
  const { email, firstName, lastName } = checkout.customer;
  return {
    ...dataOf(checkout, account),
    type: 'DYNAMIC',
    paymentStatus: effectiveState(checkout).status,
    amountPaid: toJsonAmount(checkout.paidMinor),
    amountAccepted: toJsonAmount(checkout.acceptedMinor),
    transactionCount: credits.length,
    lastCreditAt: credits.at(-1)?.receivedAt.toISOString() ?? null,
    owner: { email, firstName, lastName },
    history: history.map((entry) => ({
      at: entry.at.toISOString(),
      kind: entry.kind,
      status: entry.status,
      reference: entry.subject,
      amount: entry.amountMinor === null ? null : toJsonAmount(entry.amountMinor),
    })),
  };
}

export function listedAccountView(account: ListedAccount): VirtualAccountListItem {
  return {
    virtualAccountId: account.virtualAccountId,
    paymentReference: account.paymentReference,
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    bankCode: account.bankCode,
    bankName: account.bankName,
    prefix: account.prefix,
    type: 'DYNAMIC',
    amount: toJsonAmount(account.amountMinor),
    amountPaid: toJsonAmount(account.paidMinor),
    amountRule: account.amountRule,
    currency: account.currency,
    validity: account.validityMinutes,
    status: account.status,
    createdAt: account.createdAt.toISOString(),
    expiresAt: account.expiresAt.toISOString(),
  };
}

function accountOf(checkout: Checkout, accountNumber?: string): VirtualAccount {
  const { accounts } = effectiveState(checkout);
  const account = accounts.find(
    (each) => accountNumber === undefined || each.accountNumber === accountNumber,
  );
  if (account === undefined) throw new Error(`checkout ${checkout.checkoutId} has no such account`);
  return account;
}

function dataOf(checkout: Checkout, account: VirtualAccount): Fields<DynamicAccountData> {
  return accountView(account, {
    paymentReference: checkout.paymentReference,
    currency: checkout.currency,
    amountRule: checkout.amountRule,
    outstandingMinor: outstandingOf(checkout),
    cutBySession: false,
    metadata: checkout.metadata,
    now: checkout.now,
  });
}
