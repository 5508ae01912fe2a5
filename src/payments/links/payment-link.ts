import type { ChannelName } from '../../domain/channels.js';
import type { Id } from '../../domain/ids.js';
import type { Logo, MerchantPage, Picture } from '../../domain/merchant-page.js';
import type { InitiateResult, PageWishes } from '../checkouts/checkout.js';

export const linkUsages = ['ONCE', 'MANY'] as const;
/** The number of payments that a link takes. */
export type LinkUsage = (typeof linkUsages)[number];

export const linkStatuses = ['ACTIVE', 'USED', 'INACTIVE', 'EXPIRED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/**
 * A question that the merchant asks the payers of a link. The answer is stored in the checkout's metadata, under the
 * label.
 */
export interface OwnField {
  readonly label: string;
  readonly required: boolean;
}

/** The most questions that a link may ask. */
export const mostOwnFields = 5;
export const mostQuantity = 1_000;

/** The terms that a payment link sets for payers. Amounts in kobo. */
export interface LinkTerms {
  readonly description: string;
  /** Null: the payer writes the amount. */
  readonly amountMinor: bigint | null;
  /** The least and the most that a payer may enter; null: the merchant's limits. */
  readonly minAmountMinor: bigint | null;
  readonly maxAmountMinor: bigint | null;
  readonly usage: LinkUsage;
  readonly redirectUrl: string | null;
  readonly fields: readonly OwnField[];
  /** The payer chooses a number up to this one, and pays the amount that many times; null: always one. */
  readonly maxQuantity: number | null;
  /** Each checkout of the link gets this metadata. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Null: the merchant's channels. */
  readonly channels: readonly ChannelName[] | null;
  readonly page: PageWishes | null;
  /** No checkout can be begun after this time; null: the link does not expire. */
  readonly expiresAt: Date | null;
}

/** The terms of a link that are replaced; a link keeps its id, its address and its QR code. */
export interface ChangedLink extends LinkTerms {
  readonly merchantId: string;
  readonly paymentLinkId: string;
}

export interface NewPaymentLink extends LinkTerms {
  readonly paymentLinkId: Id<'lnk'>;
  readonly merchantId: string;
  /** The last part of the link's address. */
  readonly slug: string;
}

export interface PaymentLink extends NewPaymentLink {
  /** The status by the database's clock. */
  readonly status: LinkStatus;
  /** Null: the link has no picture. */
  readonly picture: Picture | null;
  readonly createdAt: Date;
}

/** A link as its payers see it. */
export interface PublicLink extends PaymentLink {
  readonly merchantName: string;
  readonly merchantPage: MerchantPage;
  readonly logo: Logo | null;
}

export type LinkStart =
  | ({ readonly outcome: 'STARTED' } & InitiateResult)
  | { readonly outcome: Exclude<LinkStatus, 'ACTIVE'> }
  /** Somebody else has an open checkout of a link for one payment. */
  | { readonly outcome: 'BUSY'; readonly until: Date };

export interface LinkFilter {
  readonly status?: LinkStatus | undefined;
  readonly since: Date | null;
  readonly before: Date | null;
}
