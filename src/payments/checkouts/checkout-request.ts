import { homeCurrency } from '../../domain/currency.js';
import { createHash } from 'node:crypto';
import { feeOn, grossUp, type FeePlan } from '../../domain/fees.js';
import { accountChannel, channelOf, type ChannelName } from '../../domain/channels.js';
import { fromJsonAmount } from '../../domain/money.js';
import type { NewCheckout, Offer, Offers, OrderCharges, PageWishes } from './checkout.js';
import type { FeeBearer } from '../../domain/fee-bearer.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { resolvePolicies } from '../../domain/policies.js';
import { lowerCaseDomain, sessionTtlMinutes } from '../../domain/reference.js';
import { toE164 } from '../../http/phone-number.js';
import { policiesGiven } from '../../merchants/settings/policy-fields.js';
import { InitiateRequest } from './initiate.dto.js';
import type { Id } from '../../domain/ids.js';

/**
 * The request that begins a checkout. A merchant gives an e-mail address and a phone number; a payer gives one of them.
 */
export type CheckoutWish = Omit<InitiateRequest, 'email' | 'phoneNumber'> & {
  readonly email: string | null;
  readonly phoneNumber: string | null;
};

/** Returns a validated request in the form in which it is stored. */
export function newCheckout(
  checkoutId: Id<'chk'>,
  merchant: MerchantProfile,
  request: CheckoutWish,
): NewCheckout {
  const amountMinor = fromJsonAmount(request.amount);
  const given = policiesGiven(request.policies);
  const asked = request.channels?.map(channelOf).filter((channel) => channel !== undefined);
  const canonical = {
    email: request.email === null ? null : lowerCaseDomain(request.email),
    phoneNumber: request.phoneNumber && (toE164(request.phoneNumber) ?? request.phoneNumber),
    firstName: request.firstName,
    lastName: request.lastName,
    amount: request.amount,
    channels: asked === undefined ? null : asked.toSorted(),
    metadata: Object.entries(request.metadata ?? {}).toSorted(byKey),
    description: request.description ?? null,
    redirectUrl: request.redirectUrl ?? null,
    page: pageWishes(request),
    policies: Object.entries(given).toSorted(byKey),
    sessionTtlMinutes: request.sessionTtlMinutes ?? null,
  };
  const channels = asked ?? merchant.channels;
  return {
    ...chargesOf(merchant, channels, amountMinor),
    checkoutId,
    merchantId: merchant.merchantId,
    paymentReference: request.paymentReference,
    requestHash: createHash('sha256').update(JSON.stringify(canonical)).digest(),
    currency: request.currency ?? homeCurrency,
    channels,
    customer: {
      email: canonical.email,
      phoneNumber: canonical.phoneNumber,
      firstName: canonical.firstName,
      lastName: canonical.lastName,
    },
    metadata: Object.fromEntries(canonical.metadata),
    description: canonical.description,
    redirectUrl: canonical.redirectUrl,
    page: canonical.page,
    policies: resolvePolicies(merchant.policies, given),
    sessionTtlMinutes: canonical.sessionTtlMinutes ?? sessionTtlMinutes.default,
  };
}

type PageFields = Pick<
  InitiateRequest,
  'cancelUrl' | 'locale' | 'accentColor' | 'embedOrigin' | 'items'
>;

/** Returns the fields in a fixed order, so that their order in the request does not make it a different request. */
export function pageWishes(request: PageFields): PageWishes | null {
  const { cancelUrl, locale, accentColor, embedOrigin, items } = request;
  const wishes = {
    ...(cancelUrl ? { cancelUrl } : {}),
    ...(locale ? { locale } : {}),
    ...(embedOrigin ? { embedOrigin } : {}),
    ...(accentColor ? { accentColor: accentColor.toLowerCase() } : {}),
    ...(items?.length
      ? { items: items.map(({ name, quantity, amount }) => ({ name, quantity, amount })) }
      : {}),
  };
  return Object.keys(wishes).length === 0 ? null : wishes;
}

/** Returns the channels that the request names and the merchant may not use. */
export function channelsNotEnabled(
  merchant: MerchantProfile,
  channels: readonly ChannelName[],
): readonly ChannelName[] {
  return channels.filter((channel) => !merchant.channels.includes(channel));
}

/** Makes an offer for each of these channels, and leaves out a channel that the merchant does not have. */
function offersOf(
  merchant: MerchantProfile,
  channels: readonly ChannelName[],
  amountMinor: bigint,
): Offers {
  const offers: Partial<Record<ChannelName, Offer>> = {};
  for (const channel of channels) {
    const offer = offerOf(merchant, channel, amountMinor);
    if (offer !== undefined) offers[channel] = offer;
  }
  return offers;
}

/** Returns the amounts of an order for each channel that it offers, by the merchant's present fees. */
export function chargesOf(
  merchant: MerchantProfile,
  channels: readonly ChannelName[],
  amountMinor: bigint,
): OrderCharges {
  const offers = offersOf(merchant, channels, amountMinor);
  // A checkout that is not paid shows the amount due by transfer, if it takes transfers.
  const due = offers[accountChannel] ?? Object.values(offers)[0];
  return {
    amountMinor,
    expectedMinor: due?.expectedMinor ?? amountMinor,
    feeMinor: due?.feeMinor ?? 0n,
    vatMinor: due?.vatMinor ?? 0n,
    feeBearer: due?.feeBearer ?? merchant.feeBearer,
    offers,
  };
}

/** Returns undefined when the merchant does not have the channel. */
export function offerOf(
  { feePlans, feeBearers, feeBearer }: MerchantProfile,
  channel: ChannelName,
  amountMinor: bigint,
): Offer | undefined {
  const plan = feePlans[channel];
  if (plan === undefined) return undefined;
  const bearer = feeBearers[channel] ?? feeBearer;
  const offer = { feePlanId: plan.feePlanId, ...charges(plan, bearer, amountMinor) };
  // Where one channel has a bearer of its own, the order's is that of one channel: each offer needs to name its own.
  return Object.keys(feeBearers).length === 0 ? offer : { ...offer, feeBearer: bearer };
}

/** Returns the amount that the payer owes, and the fee and VAT on it. */
export function charges(plan: FeePlan, feeBearer: FeeBearer, amountMinor: bigint) {
  const expectedMinor = feeBearer === 'CUSTOMER' ? grossUp(plan, amountMinor) : amountMinor;
  return { expectedMinor, ...feeOn(plan, expectedMinor) };
}

/** Sorts the entries of an object, so that their order does not make a different request. */
export function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
