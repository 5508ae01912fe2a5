import { randomInt } from 'node:crypto';
import { channelsNotEnabled, pageWishes } from '../checkouts/checkout-request.js';
import { channelOf } from '../../domain/channels.js';
import { momentOf } from '../../domain/moment.js';
import { fromJsonAmount } from '../../domain/money.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { LinkTerms, NewPaymentLink } from './payment-link.js';
import type { PgPaymentLinkStore } from './payment-link.store.js';
import { ApiError } from '../../http/api-error.js';
import type { PageAddresses } from '../../http/page-address.js';
import { pageOf, sliceOf, timeCursors, type Page } from '../../http/paging.js';
import { periodOf } from '../../http/query-fields.js';
import type { AmountLimits } from '../../merchants/settings/amount-limits.js';
import { pictureFor } from '../../merchants/settings/uploaded-picture.js';
import { newId } from '../../platform/database/new-id.js';
import { linkPictureOf } from './link-picture.js';
import { ListPaymentLinksQuery, PaymentLinkRequest, PaymentLinkView } from './payment-link.dto.js';
import { paymentLinkView } from './payment-link-view.js';

const cursors = timeCursors('payment-links', 'lnk');
/** Letters and digits that are not easily confused, because a slug is also read aloud and typed. */
const slugSigns = '23456789abcdefghjkmnpqrstuvwxyz';
/** 59 bits: nobody finds a link by guessing, and its QR code has few enough dots. */
const slugLength = 12;

/** The payment links of merchants. */
export class PaymentLinksService {
  constructor(
    private readonly links: PgPaymentLinkStore,
    private readonly limits: Pick<AmountLimits, 'refuseAtOnce'>,
    private readonly addresses: PageAddresses,
    private readonly baseUrl: string,
  ) {}

  /** @throws ApiError VALIDATION_FAILED, AMOUNT_OUT_OF_RANGE or CHANNEL_NOT_ENABLED */
  async create(merchant: MerchantProfile, request: PaymentLinkRequest): Promise<PaymentLinkView> {
    const link = newLink(merchant, this.#termsOf(merchant, request));
    return paymentLinkView(await this.links.add(link), this.baseUrl);
  }

  /**
   * Replaces the terms of a link; checkouts that have begun keep the old terms.
   *
   * @throws ApiError VALIDATION_FAILED, AMOUNT_OUT_OF_RANGE, CHANNEL_NOT_ENABLED, RESOURCE_NOT_FOUND;
   * OPERATION_NOT_PERMITTED for a link that was paid or switched off, or that was paid and is to become one for one payment
   */
  async replace(
    merchant: MerchantProfile,
    paymentLinkId: string,
    request: PaymentLinkRequest,
  ): Promise<PaymentLinkView> {
    const { merchantId } = merchant;
    const terms = this.#termsOf(merchant, request);
    const changed = await this.links.change({ ...terms, merchantId, paymentLinkId });
    return changed === undefined
      ? this.#refuse(merchantId, paymentLinkId)
      : paymentLinkView(changed, this.baseUrl);
  }

  /**
   * Sets the picture of a link, in place of the one before.
   *
   * @throws ApiError VALIDATION_FAILED, TOO_MUCH_AT_ONCE, RESOURCE_NOT_FOUND; OPERATION_NOT_PERMITTED for a link that was paid or
   *   switched off
   */
  async putPicture(
    merchantId: string,
    paymentLinkId: string,
    file: Buffer,
  ): Promise<PaymentLinkView> {
    // The link is looked up first, so that nothing is decoded for a link that does not exist.
    await this.find(merchantId, paymentLinkId);
    const picture = await pictureFor(merchantId, () => linkPictureOf(file));
    const kept = await this.links.keepPicture(merchantId, paymentLinkId, picture);
    return kept === undefined
      ? this.#refuse(merchantId, paymentLinkId)
      : paymentLinkView(kept, this.baseUrl);
  }

  /** Returns null when the merchant has no such link, or when the link has no picture. */
  async pictureOf(merchantId: string, paymentLinkId: string): Promise<Buffer | null> {
    const found = await this.links.find(merchantId, paymentLinkId);
    const hash = found?.picture?.hash;
    return hash === undefined ? null : ((await this.links.picture(hash)) ?? null);
  }

  /** Removes the picture of a link, even of one that has ended. @throws ApiError RESOURCE_NOT_FOUND */
  async dropPicture(merchantId: string, paymentLinkId: string): Promise<PaymentLinkView> {
    const kept = await this.links.keepPicture(merchantId, paymentLinkId, null);
    if (kept === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return paymentLinkView(kept, this.baseUrl);
  }

  /** Throws the reason: the link does not exist, it has ended, or it was paid and is to become one for one payment. */
  async #refuse(merchantId: string, paymentLinkId: string): Promise<never> {
    const { status } = await this.find(merchantId, paymentLinkId);
    const hasEnded = status === 'USED' || status === 'INACTIVE';
    throw new ApiError('OPERATION_NOT_PERMITTED', {
      message: hasEnded
        ? 'The link was paid or switched off, so it cannot be changed.'
        : 'Customers have paid with this link, so it cannot become a link for one payment. Make a new link.',
    });
  }

  #termsOf(merchant: MerchantProfile, request: PaymentLinkRequest): LinkTerms {
    this.addresses.refuse({ redirectUrl: request.redirectUrl });
    const link = termsIn(request);
    this.#refuseAmounts(merchant, link);
    const [disabled] = channelsNotEnabled(merchant, link.channels ?? []);
    if (disabled !== undefined) {
      throw new ApiError('CHANNEL_NOT_ENABLED', {
        message: `The channel ${disabled} is not enabled for you.`,
      });
    }
    return link;
  }

  /** Bounds may be wider than the limits, but must allow some amount that the limits allow. @throws ApiError AMOUNT_OUT_OF_RANGE */
  #refuseAmounts(merchant: MerchantProfile, link: LinkTerms): void {
    const { amountMinor, minAmountMinor: min, maxAmountMinor: max } = link;
    if (amountMinor !== null) this.limits.refuseAtOnce(merchant, amountMinor);
    if (min !== null && min > merchant.maxAmountMinor) {
      this.limits.refuseAtOnce(merchant, min, 'minAmount');
    }
    if (max !== null && max < merchant.minAmountMinor) {
      this.limits.refuseAtOnce(merchant, max, 'maxAmount');
    }
  }

  /** The newest first. */
  async list(merchantId: string, asked: ListPaymentLinksQuery): Promise<Page<PaymentLinkView>> {
    const filter = { ...periodOf(asked), status: asked.status };
    const found = await this.links.list(merchantId, filter, sliceOf(asked, cursors));
    return pageOf(asked, cursors, found, (link) => paymentLinkView(link, this.baseUrl));
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, paymentLinkId: string): Promise<PaymentLinkView> {
    const found = await this.links.find(merchantId, paymentLinkId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return paymentLinkView(found, this.baseUrl);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async deactivate(
    merchantId: string,
    paymentLinkId: string,
  ): Promise<{ replayed: boolean; data: PaymentLinkView }> {
    const result = await this.links.deactivate(merchantId, paymentLinkId);
    if (result === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return { replayed: !result.changed, data: paymentLinkView(result.link, this.baseUrl) };
  }
}

function newLink({ merchantId }: MerchantProfile, terms: LinkTerms): NewPaymentLink {
  return {
    ...terms,
    paymentLinkId: newId('lnk'),
    merchantId,
    slug: Array.from({ length: slugLength }, () => slugSigns[randomInt(slugSigns.length)]).join(''),
  };
}

function termsIn(request: PaymentLinkRequest): LinkTerms {
  const amount = (value: number | null | undefined) => (value ? fromJsonAmount(value) : null);
  return {
    description: request.description,
    amountMinor: amount(request.amount),
    minAmountMinor: amount(request.minAmount),
    maxAmountMinor: amount(request.maxAmount),
    usage: request.usage ?? 'MANY',
    redirectUrl: request.redirectUrl ?? null,
    fields: (request.fields ?? []).map(({ label, required }) => ({
      label,
      required: required ?? false,
    })),
    maxQuantity: request.maxQuantity ?? null,
    metadata: request.metadata ?? {},
    channels: request.channels?.map(channelOf).filter((each) => each !== undefined) ?? null,
    page: pageWishes(request),
    expiresAt: momentOf(request.expiresAt) ?? null,
  };
}
