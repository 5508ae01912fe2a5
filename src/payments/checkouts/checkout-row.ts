import type {
  CardAttemptView,
  Checkout,
  CreditRefund,
  CreditView,
  NewCheckout,
  Offer,
  Offers,
  VirtualAccount,
} from './checkout.js';
import { resolvePolicies } from '../../domain/policies.js';
import { fieldsOf, rowOf, type RowOf } from '../../platform/database/columns.js';

type Json<T> = { readonly [Key in keyof T]: T[Key] extends bigint ? string : JsonTime<T[Key]> };
type JsonTime<T> = T extends Date ? string : T;
type JsonCredit = Json<Omit<CreditView, 'refunds'>> & {
  readonly refunds: readonly Json<CreditRefund>[] | null;
};

/** The fields that need no conversion: each is in the column of its name. */
type Plain = Omit<
  Checkout,
  'policies' | 'offers' | 'accounts' | 'credits' | 'cardAttempts' | 'now'
>;

/** A row of the view `checkout_read`. */
export interface CheckoutRow extends RowOf<Plain> {
  readonly policies: Partial<Checkout['policies']>;
  readonly offers: Record<string, Json<Offer>>;
  readonly read_at: Date;
  readonly accounts: Json<VirtualAccount>[] | null;
  readonly credits: JsonCredit[] | null;
  readonly card_attempts: Json<CardAttemptView>[] | null;
}

export function toCheckout({ read_at: now, ...row }: CheckoutRow): Checkout {
  return {
    ...fieldsOf(row),
    // A policy that was introduced after the checkout was made has its default value.
    policies: resolvePolicies(row.policies),
    offers: toOffers(row.offers),
    accounts: (row.accounts ?? []).map(toAccount),
    credits: (row.credits ?? []).map(toCredit),
    cardAttempts: (row.card_attempts ?? []).map(toCardAttempt),
    now,
  };
}

/** The row that initiate adds. */
export function newRow(checkout: NewCheckout): RowOf<Omit<NewCheckout, 'sessionTtlMinutes'>> {
  return rowOf(checkout);
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
