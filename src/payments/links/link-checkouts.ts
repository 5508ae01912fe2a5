import { createHash } from 'node:crypto';
import { newCheckout } from '../checkouts/checkout-request.js';
import { toJsonAmount } from '../../domain/money.js';
import type { FactMessenger } from '../../platform/temporal/fact-messenger.port.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { LinkStart, PublicLink } from './payment-link.js';
import type { PgPaymentLinkStore } from './payment-link.store.js';
import type { AmountLimits } from '../../merchants/settings/amount-limits.js';
import { newId } from '../../platform/database/new-id.js';

/** A payer's input in the form of a link. */
export interface LinkForm {
  /** The key of the form as it was shown: a form that is sent twice is one submission. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The payer gives an e-mail address or a phone number. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** The amount for all pieces together. */
  readonly amountMinor: bigint;
  readonly quantity: number;
  /** The payer's answers to the merchant's own fields, by the field's label. */
  readonly answers: Readonly<Record<string, string>>;
}

/**
 * How long a payer reserves a link for one payment. It is short, because a payer who enters nonsense blocks the link
 * for as long.
 */
const onceMinutes = 30;

/** Checkouts that payers begin by payment links. */
export class LinkCheckouts {
  constructor(
    private readonly links: Pick<PgPaymentLinkStore, 'findBySlug' | 'picture' | 'start'>,
    private readonly limits: AmountLimits,
    private readonly facts: FactMessenger,
  ) {}

  /** Returns undefined when there is no such link. */
  find(slug: string): Promise<PublicLink | undefined> {
    return this.links.findBySlug(slug);
  }

  /** Returns the picture of a link by its hash, or undefined when no link has this picture. */
  picture(hash: string): Promise<Buffer | undefined> {
    return this.links.picture(hash);
  }

  /** @throws ApiError AMOUNT_OUT_OF_RANGE or LIMIT_EXCEEDED */
  async start(merchant: MerchantProfile, link: PublicLink, form: LinkForm): Promise<LinkStart> {
    const { firstName, lastName, email, phoneNumber, amountMinor, quantity, answers } = form;
    const { page } = link;
    const checkout = newCheckout(newId('chk'), merchant, {
      ...{ firstName, lastName, email, phoneNumber },
      paymentReference: linkCheckoutReference(link, form),
      amount: toJsonAmount(amountMinor),
      channels: link.channels && [...link.channels],
      metadata: { ...link.metadata, ...answers },
      // A single piece needs no line: the description names it.
      ...(quantity > 1 && { items: [piecesOf(link, form)] }),
      description: link.description,
      redirectUrl: link.redirectUrl,
      ...(page?.locale && { locale: page.locale }),
      ...(page?.accentColor && { accentColor: page.accentColor }),
      ...(link.usage === 'ONCE' && { sessionTtlMinutes: onceMinutes }),
    });
    await this.limits.refuse(merchant, amountMinor, checkout.paymentReference);
    const start = await this.links.start(link.paymentLinkId, checkout);
    if (start.outcome === 'STARTED' && start.fact !== null) this.facts.send(start.fact);
    return start;
  }
}

/** Makes the line of an order. The description is cut, because a line may hold less text than a description. */
function piecesOf({ description }: PublicLink, { quantity, amountMinor }: LinkForm) {
  return { name: description.slice(0, 100), quantity, amount: toJsonAmount(amountMinor) };
}

/** The same form with the same contents gets the same reference, and therefore the same checkout. */
export function linkCheckoutReference(
  { paymentLinkId }: Pick<PublicLink, 'paymentLinkId'>,
  form: LinkForm,
): string {
  const { key, firstName, lastName, email, phoneNumber, amountMinor, quantity, answers } = form;
  const contents = [
    ...[paymentLinkId, key, firstName, lastName, email, phoneNumber],
    ...[`${amountMinor}`, quantity, Object.entries(answers)],
  ];
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  return `PL-${hash.slice(0, 20).toUpperCase()}`;
}
