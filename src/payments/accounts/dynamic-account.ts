import type { Currency } from '../../domain/currency.js';
import type { AmountRule } from '../../domain/amount-rule.js';
import type { Checkout, Customer, Offers } from '../checkouts/checkout.js';
import type { FeeBearer } from '../../domain/fee-bearer.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { Policies } from '../../domain/policies.js';
import type { Id } from '../../domain/ids.js';

/** The amount due, and the fee and VAT on it. Kobo. */
export interface Charges {
  readonly amountMinor: bigint;
  readonly expectedMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly feeBearer: FeeBearer;
  readonly offers: Offers;
}

/** A validated request for an account of its own, with the ids and figures that the engine adds. */
export interface NewDynamicAccount extends Charges {
  readonly checkoutId: Id<'chk'>;
  readonly virtualAccountId: Id<'va'>;
  readonly merchantId: string;
  /** The payment reference of the checkout that it is. */
  readonly reference: string;
  /** SHA-256 of the canonical validated request. */
  readonly requestHash: Buffer;
  readonly currency: Currency;
  readonly customer: Customer;
  readonly metadata: Readonly<Record<string, string>>;
  readonly policies: Policies;
  readonly amountRule: AmountRule;
  readonly prefix: string;
  /** The merchant's own text; the store puts the trade name before it, in the letters that NIP takes. */
  readonly accountName: string | null;
  readonly validityMinutes: number;
}

export interface DynamicAccountResult<Outcome extends string> {
  readonly outcome: Outcome;
  /** Null when the outcome is a refusal. */
  readonly checkout: Checkout | null;
  /** The fact for Temporal; null when nothing has changed. */
  readonly fact: Fact | null;
}

export type OpenOutcome = 'ISSUED' | 'EXISTING' | 'DUPLICATE_REFERENCE' | 'NUMBER_TAKEN';

type Refused =
  | 'RESOURCE_NOT_FOUND'
  /** The account never ends, or belongs to a checkout. */
  | 'OPERATION_NOT_PERMITTED'
  | 'CHECKOUT_ALREADY_PAID'
  | 'VIRTUAL_ACCOUNT_EXPIRED'
  /** Money has been seen. */
  | 'CHECKOUT_NOT_OPEN';
export type ChangeOutcome =
  | 'CHANGED'
  | 'UNCHANGED'
  | 'CHECKOUT_CANCELLED'
  /** The account would have ended before now. */
  | 'VALIDITY_OVER'
  | Refused;
export type CloseOutcome = 'CLOSED' | 'REPLAYED' | Refused;

export interface DynamicAccountChange {
  readonly merchantId: string;
  readonly accountNumber: string;
  /** Null: as it is. */
  readonly charges: Charges | null;
  /** Minutes from the creation of the account; null: the old value. */
  readonly validityMinutes: number | null;
}

export type DynamicAccountStatus = 'ACTIVE' | 'EXPIRED' | 'USED' | 'CLOSED' | 'RELEASED';

/** An account for one payment as lists show it: one made by itself, or of a checkout. */
export interface ListedAccount {
  readonly virtualAccountId: Id<'va'>;
  readonly paymentReference: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly prefix: string;
  readonly amountMinor: bigint;
  readonly paidMinor: bigint;
  readonly currency: string;
  readonly amountRule: AmountRule;
  readonly validityMinutes: number;
  readonly status: DynamicAccountStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface AccountFilter {
  readonly since: Date | null;
  readonly before: Date | null;
  readonly status: DynamicAccountStatus | null;
  readonly paymentReference: string | null;
}

/** The owner of an account number, and the payments that it accepts now. */
export interface AccountLookup {
  readonly merchantId: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly nipInstitutionCode: string;
  readonly type: 'STATIC' | 'DYNAMIC';
  /** The reference of its checkout; null without one. */
  readonly paymentReference: string | null;
  readonly status: string;
  /** Null: never. */
  readonly expiresAt: Date | null;
  /** Null: of one that takes any payment. */
  readonly expectedMinor: bigint | null;
  readonly amountRule: AmountRule | null;
}
