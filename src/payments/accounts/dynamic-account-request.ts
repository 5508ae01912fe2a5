import { homeCurrency } from '../../domain/currency.js';
import { createHash } from 'node:crypto';
import { byKey, offerOf } from '../checkouts/checkout-request.js';
import { accountChannel } from '../../domain/channels.js';
import { fromJsonAmount } from '../../domain/money.js';
import { resolvePolicies } from '../../domain/policies.js';
import type { Charges, NewDynamicAccount } from './dynamic-account.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { lowerCaseDomain } from '../../domain/reference.js';
import { ApiError } from '../../http/api-error.js';
import { newId } from '../../platform/database/new-id.js';
import type { CreateDynamicAccountRequest } from './dynamic-account.dto.js';

/** Returns a validated request in the form in which it is stored. */
export function newDynamicAccount(
  merchant: MerchantProfile,
  request: CreateDynamicAccountRequest,
): NewDynamicAccount {
  const canonical = {
    type: 'DYNAMIC',
    prefix: request.prefix,
    amount: request.amount,
    validity: request.validity,
    amountRule: request.amountRule ?? 'EXACT',
    accountName: request.accountName ?? null,
    email: emailOf(request.email ?? null),
    metadata: Object.entries(request.metadata ?? {}).toSorted(byKey),
  } as const;
  return {
    ...chargesOf(merchant, request.amount),
    checkoutId: newId('chk'),
    virtualAccountId: newId('va'),
    merchantId: merchant.merchantId,
    reference: request.paymentReference,
    requestHash: createHash('sha256').update(JSON.stringify(canonical)).digest(),
    currency: homeCurrency,
    customer: { email: canonical.email, phoneNumber: null, firstName: null, lastName: null },
    metadata: Object.fromEntries(canonical.metadata),
    // The checkout ends with its account, because nothing could give it another one.
    policies: resolvePolicies(merchant.policies, { onAccountExpiry: 'EXPIRE' }),
    amountRule: canonical.amountRule,
    prefix: request.prefix,
    accountName: canonical.accountName,
    validityMinutes: request.validity,
  };
}

function emailOf(given: string | null): string | null {
  return given === null ? null : lowerCaseDomain(given);
}

/** Prices the account by the merchant's present fees. */
export function chargesOf(merchant: MerchantProfile, amount: number): Charges {
  const amountMinor = fromJsonAmount(amount);
  const offer = offerOf(merchant, accountChannel, amountMinor);
  if (offer === undefined) throw new ApiError('CHANNEL_NOT_ENABLED');
  const { feePlanId: _, feeBearer = merchant.feeBearer, ...due } = offer;
  return { amountMinor, ...due, feeBearer, offers: { [accountChannel]: offer } };
}
