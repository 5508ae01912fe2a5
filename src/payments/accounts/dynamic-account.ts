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

/** A validated request for a standalone account, with the ids and figures that the engine adds. */
export interface NewDynamicAccount extends Charges {
  readonly checkoutId: Id<'chk'>;
  readonly virtualAccountId: Id<'va'>;
  readonly merchantId: string;
  /** The payment reference of the account's checkout. */
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
  /** The account is static. A change is refused also for the account of a checkout, which can only be closed. */
  | 'OPERATION_NOT_PERMITTED'
  | 'CHECKOUT_ALREADY_PAID'
  | 'VIRTUAL_ACCOUNT_EXPIRED'
  /** Money has been received. */
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
  /** Null: the charges stay as they are. */
  readonly charges: Charges | null;
  /** Minutes from the creation of the account; null: the old value. */
  readonly validityMinutes: number | null;
}

export type DynamicAccountStatus = 'ACTIVE' | 'EXPIRED' | 'USED' | 'CLOSED' | 'RELEASED';

/** An account for one payment, as lists show it: a standalone account or one of a checkout. */
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

/** The owner of an account number, and the payments that the number accepts now. */
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
  /** Null: the account never expires. */
  readonly expiresAt: Date | null;
  /** Null: the account takes any amount. */
  readonly expectedMinor: bigint | null;
  readonly amountRule: AmountRule | null;
}
