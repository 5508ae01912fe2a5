import { homeCurrency } from '../../domain/currency.js';
import { masked, maskedEmail } from '../../domain/masking.js';
import { toJsonAmount } from '../../domain/money.js';
import type { ListedStaticAccount, StaticAccount, WholeStaticAccount } from './static-account.js';
import {
  StaticAccountData,
  StaticAccountListItem,
  VirtualAccountStatic,
} from './static-account.dto.js';

export function staticAccountView(account: StaticAccount): StaticAccountData {
  return shown(account);
}

function shown(account: StaticAccount) {
  return {
    virtualAccountId: account.virtualAccountId,
    reference: account.reference,
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    bankCode: account.bankCode,
    bankName: account.bankName,
    nipInstitutionCode: account.nipInstitutionCode,
    prefix: account.prefix,
    type: 'STATIC' as const,
    status: account.status,
    currency: homeCurrency,
    createdAt: account.createdAt.toISOString(),
  };
}

export function staticAccountItem(account: ListedStaticAccount): StaticAccountListItem {
  return shownWithTotals(account);
}

function shownWithTotals(account: ListedStaticAccount) {
  return {
    ...shown(account),
    totalReceived: toJsonAmount(account.receivedMinor),
    lastCreditAt: account.lastCreditAt?.toISOString() ?? null,
  };
}

export function wholeStaticAccountView(account: WholeStaticAccount): VirtualAccountStatic {
  const { owner, identity, history } = account;
  return {
    ...shownWithTotals(account),
    creditCount: account.creditCount,
    owner: {
      firstName: owner.firstName,
      lastName: owner.lastName,
      email: maskedEmail(owner.email),
      phoneNumber: masked(owner.phoneNumber),
      identity,
    },
    metadata: { ...account.metadata },
    history: history.map(({ status, reason, changedAt }) => ({
      status,
      reason,
      changedAt: changedAt.toISOString(),
    })),
  };
}
