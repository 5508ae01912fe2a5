import type {
  CardAttemptView,
  Checkout,
  CreditRefund,
  CreditView,
  Customer,
  Offer,
  Offers,
  VirtualAccount,
} from './checkout.js';
import { resolvePolicies } from '../../domain/policies.js';
import type { Id } from '../../domain/ids.js';

type Json<T> = { readonly [Key in keyof T]: T[Key] extends bigint ? string : JsonTime<T[Key]> };
type JsonTime<T> = T extends Date ? string : T;
type JsonCredit = Json<Omit<CreditView, 'refunds'>> & {
  readonly refunds: readonly Json<CreditRefund>[] | null;
};

/** A row of the view `checkout_read`. */
export interface CheckoutRow {
  checkout_id: Id<'chk'>;
  merchant_id: string;
  payment_reference: string;
  status: Checkout['status'];
  exception: Checkout['exception'];
  exceptions: Checkout['exceptions'];
  status_reason: string | null;
  currency: string;
  amount_minor: bigint;
  expected_minor: bigint;
  fee_minor: bigint;
  vat_minor: bigint;
  fee_bearer: Checkout['feeBearer'];
  amount_rule: Checkout['amountRule'];
  paid_minor: bigint;
  applied_minor: bigint;
  accepted_minor: bigint;
  channels: Checkout['channels'];
  customer: Customer;
  metadata: Record<string, string>;
  policies: Partial<Checkout['policies']>;
  offers: Record<string, Json<Offer>>;
  refunded_minor: bigint;
  taken_back_minor: bigint;
  returned_minor: bigint;
  kept_minor: bigint;
  bad_code_tries: number;
  payment_link_id: Id<'lnk'> | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  read_at: Date;
  accounts: Json<VirtualAccount>[] | null;
  credits: JsonCredit[] | null;
  card_attempts: Json<CardAttemptView>[] | null;
}

export function toCheckout(row: CheckoutRow): Checkout {
  return {
    checkoutId: row.checkout_id,
    merchantId: row.merchant_id,
    paymentReference: row.payment_reference,
    status: row.status,
    exception: row.exception,
    exceptions: row.exceptions,
    statusReason: row.status_reason,
    currency: row.currency,
    amountMinor: row.amount_minor,
    expectedMinor: row.expected_minor,
    feeMinor: row.fee_minor,
    vatMinor: row.vat_minor,
    feeBearer: row.fee_bearer,
    amountRule: row.amount_rule,
    paidMinor: row.paid_minor,
    appliedMinor: row.applied_minor,
    acceptedMinor: row.accepted_minor,
    channels: row.channels,
    customer: row.customer,
    metadata: row.metadata,
    // A checkout from before there were policies does not have all of them.
    policies: resolvePolicies(row.policies),
    offers: toOffers(row.offers),
    refundedMinor: row.refunded_minor,
    takenBackMinor: row.taken_back_minor,
    returnedMinor: row.returned_minor,
    keptMinor: row.kept_minor,
    badCodeTries: row.bad_code_tries,
    paymentLinkId: row.payment_link_id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    accounts: (row.accounts ?? []).map(toAccount),
    credits: (row.credits ?? []).map(toCredit),
    cardAttempts: (row.card_attempts ?? []).map(toCardAttempt),
    now: row.read_at,
  };
}

function toOffers(offers: CheckoutRow['offers']): Offers {
  return Object.fromEntries(
    Object.entries(offers).map(([channel, offer]) => [
      channel,
      {
        feePlanId: offer.feePlanId,
        expectedMinor: BigInt(offer.expectedMinor),
        feeMinor: BigInt(offer.feeMinor),
        vatMinor: BigInt(offer.vatMinor),
        ...(offer.feeBearer !== undefined && { feeBearer: offer.feeBearer }),
      },
    ]),
  );
}

/**
 * Writes offers in the format of the column `offers`: amounts are text, so that none is ever read as a floating-point
 * number.
 */
export function offersJson(offers: Offers): string {
  return JSON.stringify(offers, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

function toAccount(account: Json<VirtualAccount>): VirtualAccount {
  return {
    ...account,
    amountMinor: BigInt(account.amountMinor),
    createdAt: new Date(account.createdAt),
    expiresAt: new Date(account.expiresAt),
  };
}

function toCardAttempt(attempt: Json<CardAttemptView>): CardAttemptView {
  return {
    ...attempt,
    amountMinor: BigInt(attempt.amountMinor),
    createdAt: new Date(attempt.createdAt),
  };
}

function toCredit(credit: JsonCredit): CreditView {
  return {
    ...credit,
    amountMinor: BigInt(credit.amountMinor),
    appliedMinor: BigInt(credit.appliedMinor),
    excessMinor: BigInt(credit.excessMinor),
    feeMinor: BigInt(credit.feeMinor),
    vatMinor: BigInt(credit.vatMinor),
    settlementMinor: BigInt(credit.settlementMinor),
    returnedMinor: BigInt(credit.returnedMinor),
    refundedMinor: BigInt(credit.refundedMinor),
    takenBackMinor: BigInt(credit.takenBackMinor),
    refundableMinor: BigInt(credit.refundableMinor),
    sentAt: credit.sentAt === null ? null : new Date(credit.sentAt),
    receivedAt: new Date(credit.receivedAt),
    appliedAt: credit.appliedAt === null ? null : new Date(credit.appliedAt),
    refunds: (credit.refunds ?? []).map((refund) => ({
      ...refund,
      amountMinor: BigInt(refund.amountMinor),
    })),
  };
}
