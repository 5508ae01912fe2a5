import type { Currency } from '../../domain/currency.js';
import type { OpenedAccount } from '../numbers/number.js';
import type { TransactionException, Resolution } from '../../domain/transaction-state.js';
import type { ChannelName } from '../../domain/channels.js';
import type { CardAttemptStatus } from '../../domain/card-attempt-state.js';
import type { CardAction, CardDetails } from '../../domain/card-rail.port.js';
import type { AmountRule } from '../../domain/amount-rule.js';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import type { PageLocale } from '../../domain/page-locale.js';
import type { Policies } from '../../domain/policies.js';
import type { RefundStatus, RefundOrigin } from '../../domain/refund-state.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { Id } from '../../domain/ids.js';
import type { FeeBearer } from '../../domain/fee-bearer.js';

/** The amount that one channel asks of a payer, and the fee and VAT on it. Kobo. */
export interface Offer {
  readonly feePlanId: string;
  readonly expectedMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  /** Left out: the merchant's setting, which holds for all channels. */
  readonly feeBearer?: FeeBearer;
}

/** The offers of a checkout, by channel. */
export type Offers = Readonly<Partial<Record<ChannelName, Offer>>>;
/** The judgement of a credit against the checkout it was sent for. */
export type CreditOutcome = 'EXACT' | 'UNDERPAID' | 'OVERPAID' | 'LATE' | 'DUPLICATE' | 'UNMATCHED';

/**
 * The payer of an order. A checkout that a merchant initiated has all fields. One that a payer began by a link has an
 * e-mail address or a phone number. A standalone account has the fields that the merchant gave.
 */
export interface Customer {
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** One line of the order, as the payer's page shows it. The line does not change the amount due. */
export interface OrderItem {
  readonly name: string;
  readonly quantity: number;
  /** The price of all pieces together; a JSON number, as it came. */
  readonly amount: number;
}

/** A merchant's choices for the payer's page. */
export interface PageWishes {
  readonly cancelUrl?: string;
  readonly locale?: PageLocale;
  /** The shop that may show the page in a frame. */
  readonly embedOrigin?: string;
  /** `#rrggbb` */
  readonly accentColor?: string;
  readonly items?: readonly OrderItem[];
}

/**
 * The fields of an order, from its beginning on. Each is kept in the column of its name, and a reply shows a field as
 * soon as its shape (checkout-shape.ts) has it. Amounts are in kobo.
 */
export interface Order {
  readonly checkoutId: Id<'chk'>;
  readonly merchantId: string;
  readonly paymentReference: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly expectedMinor: bigint;
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  readonly feeBearer: FeeBearer;
  readonly channels: readonly ChannelName[];
  readonly customer: Customer;
  readonly metadata: Readonly<Record<string, string>>;
  readonly policies: Policies;
  readonly offers: Offers;
}

/** A validated initiate request with the ids and figures the engine adds. */
export interface NewCheckout extends Order {
  /** SHA-256 of the canonical validated request. */
  readonly requestHash: Buffer;
  readonly currency: Currency;
  readonly description: string | null;
  readonly redirectUrl: string | null;
  /** Null: the merchant has made no choices for the page. */
  readonly page: PageWishes | null;
  readonly sessionTtlMinutes: number;
}

/** The amounts that an order asks of its payer, and the charges on them. */
export type OrderCharges = Pick<
  Order,
  'amountMinor' | 'expectedMinor' | 'feeMinor' | 'vatMinor' | 'feeBearer' | 'offers'
>;

/** A change of an order; null keeps the old value. */
export interface OrderChange {
  readonly merchantId: string;
  readonly paymentReference: string;
  readonly charges: OrderCharges | null;
  readonly items: PageWishes['items'] | null;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

export type ChangeOutcome =
  | 'CHANGED'
  | 'UNCHANGED'
  /** Money was received, or is being booked. */
  | 'CHECKOUT_NOT_OPEN'
  | 'CHECKOUT_ALREADY_PAID'
  | 'CHECKOUT_CANCELLED'
  | 'CHECKOUT_EXPIRED'
  /** The checkout was made with a standalone account, which is changed by its number. */
  | 'OPERATION_NOT_PERMITTED'
  | 'RESOURCE_NOT_FOUND';

export interface ChangeResult {
  readonly outcome: ChangeOutcome;
  /** The fact for Temporal, so that the workflow learns the new amount; null when it need not learn it. */
  readonly fact: Fact | null;
}

export interface VirtualAccount {
  readonly virtualAccountId: Id<'va'>;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly nipInstitutionCode: string;
  readonly prefix: string;
  readonly channel: ChannelName;
  readonly amountMinor: bigint;
  readonly validityMinutes: number;
  readonly status: 'ACTIVE' | 'EXPIRED' | 'USED' | 'CLOSED' | 'RELEASED';
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A refund of a credit, or of a part of it. */
export interface CreditRefund {
  readonly refundId: string;
  readonly refundReference: string;
  readonly origin: RefundOrigin;
  readonly reason: string;
  readonly amountMinor: bigint;
  readonly status: RefundStatus;
}

/** A received transfer or card payment, as the merchant sees it. */
export interface CreditView {
  /** The merchant-visible transactionReference, `txn_` + ULID. */
  readonly creditId: string;
  readonly channel: ChannelName;
  /** The bank's session id; for a card payment, the charge's id. */
  readonly sessionId: string;
  /** Null for a card payment. */
  readonly accountNumber: string | null;
  readonly amountMinor: bigint;
  readonly appliedMinor: bigint;
  readonly excessMinor: bigint;
  /** The fee that was charged on the credit. */
  readonly feeMinor: bigint;
  readonly vatMinor: bigint;
  /**
   * The amount booked to the merchant: the net of the credit's line in the statement. The amount is 0 while no part of the
   * credit is the merchant's.
   */
  readonly settlementMinor: bigint;
  /** The amount that went back, or is on its way back, without having been the merchant's. */
  readonly returnedMinor: bigint;
  /** The amount that the merchant's refunds have sent back. */
  readonly refundedMinor: bigint;
  /** The part of the merchant's money that the payer's bank or the card's issuer has taken back. */
  readonly takenBackMinor: bigint;
  /** The amount that may still be refunded. */
  readonly refundableMinor: bigint;
  readonly outcome: CreditOutcome | null;
  /** The value of the policy that decided; null when the credit fits. */
  readonly policyApplied: string | null;
  /** The decision about a held credit; null while it is held, and for all other credits. */
  readonly resolution: Resolution | null;
  readonly sentAt: Date | null;
  readonly receivedAt: Date;
  /** The time at which the credit was last judged and booked; null before that. */
  readonly appliedAt: Date | null;
  /** The date from which the credit may be paid out, YYYY-MM-DD in Lagos; null when no part of it is the merchant's. */
  readonly settlementDueOn: string | null;
  /** Oldest first. */
  readonly refunds: readonly CreditRefund[];
}

export type CancelOutcome =
  | 'CANCELLED'
  /** The checkout was cancelled before. */
  | 'REPLAYED'
  /** Money is being booked. */
  | 'CHECKOUT_NOT_OPEN'
  | 'CHECKOUT_ALREADY_PAID'
  /** The checkout has expired or failed: there is nothing to cancel. */
  | 'ENDED'
  | 'RESOURCE_NOT_FOUND';

export interface CancelResult {
  readonly outcome: CancelOutcome;
  /** The checkout afterwards; null when it is unknown. */
  readonly checkout: Checkout | null;
  /** The fact for Temporal, so that the workflow ends. Set only with CANCELLED. */
  readonly fact: Fact | null;
}

/** A try to pay by card, as the merchant sees it. */
export interface CardAttemptView {
  readonly attemptId: string;
  readonly status: CardAttemptStatus;
  readonly amountMinor: bigint;
  /** ISO 8583, of the acquirer's last answer. */
  readonly responseCode: string | null;
  /** The step that the payer must take now; only while REQUIRES_ACTION. */
  readonly action: CardAction | null;
  readonly card: CardDetails | null;
  readonly creditId: string | null;
  readonly createdAt: Date;
}

/** A checkout with its accounts and credits: everything the query and complete operations answer from. */
export interface Checkout extends Order {
  readonly status: CheckoutStatus;
  readonly exception: TransactionException | null;
  readonly exceptions: readonly TransactionException[];
  readonly statusReason: string | null;
  /** The rule for transfers; a card is charged exactly the amount due. */
  readonly amountRule: AmountRule;
  readonly paidMinor: bigint;
  readonly appliedMinor: bigint;
  readonly acceptedMinor: bigint;
  /** Confirmed refunds of the merchant. */
  readonly refundedMinor: bigint;
  /** The part of the accepted money that the payer's bank or the card's issuer has taken back. */
  readonly takenBackMinor: bigint;
  /**
   * The part of the received money that went back without having been the merchant's: by a policy, an operator, or a
   * recall while it was held.
   */
  readonly returnedMinor: bigint;
  /**
   * The part of the received money that was kept beside the payment. Received money that was not accepted, returned or
   * kept is held.
   */
  readonly keptMinor: bigint;
  readonly badCodeTries: number;
  /** The link by which the checkout was begun; null when a merchant's request began it. */
  readonly paymentLinkId: Id<'lnk'> | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  /** Newest first. */
  readonly accounts: readonly VirtualAccount[];
  /** Oldest first. */
  readonly credits: readonly CreditView[];
  /** Oldest first. */
  readonly cardAttempts: readonly CardAttemptView[];
  /** The database's clock at the read: seconds left are counted from it. */
  readonly now: Date;
}

export interface InitiateResult {
  readonly created: boolean;
  /** False: the reference is taken by another request (409/26). */
  readonly sameRequest: boolean;
  readonly checkout: Checkout;
  /** The fact for Temporal; null when the request was a replay. */
  readonly fact: Fact | null;
}

/** The request of create-account. The caller offers a number, which is used only if a new account is issued. */
export interface AccountRequest {
  readonly merchantId: string;
  readonly paymentReference: string;
  readonly prefix: string;
  readonly validityMinutes: number;
  readonly amountMinor: bigint;
  readonly virtualAccountId: Id<'va'>;
  /** Null: any free number of the prefix. */
  readonly accountNumber: string | null;
  /** How often the account number was given before; null: only the database knows. */
  readonly generation: number | null;
  /** The account that the bank has opened, for a number that the bank owns. */
  readonly opened?: OpenedAccount;
}

export type AccountOutcome =
  | 'ISSUED'
  | 'EXISTING'
  | 'RESOURCE_NOT_FOUND'
  | 'CHANNEL_NOT_ENABLED'
  | 'AMOUNT_MISMATCH'
  | 'VIRTUAL_ACCOUNT_ACTIVE'
  | 'CHECKOUT_NOT_OPEN'
  | 'CHECKOUT_ALREADY_PAID'
  | 'CHECKOUT_EXPIRED'
  | 'CHECKOUT_CANCELLED'
  | 'NUMBER_TAKEN';

export interface AccountResult {
  readonly outcome: AccountOutcome;
  /** Set with ISSUED and EXISTING. */
  readonly account: VirtualAccount | null;
  /** The amount still to be paid; null when the checkout is unknown. */
  readonly outstandingMinor: bigint | null;
  readonly currency: string;
  readonly amountRule: AmountRule;
  /** True when the session's own deadline cut the asked validity short. */
  readonly cutBySession: boolean;
  /** The metadata of the order. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly now: Date;
  /** The fact to send to Temporal. Set only with ISSUED. */
  readonly fact: Fact | null;
}
