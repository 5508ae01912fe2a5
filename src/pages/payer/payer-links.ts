import type { PageLinks } from '../../payments/checkouts/page-links.js';
import { acceptedLocale, type PageLocale } from '../../domain/page-locale.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { PublicLink } from '../../payments/links/payment-link.js';
import { ApiError } from '../../http/api-error.js';
import type { LinkCheckouts, LinkForm } from '../../payments/links/link-checkouts.js';
import { linkPath } from '../../payments/links/payment-link-view.js';
import { accentStyle } from './accent.js';
import type { LinkBounds } from './link-form.js';
import { PageProblem } from './page-problem.js';
import { type Help, helpOf, lagosTime } from './page-view.js';
import { type TextKey, type Texts, textsIn } from './texts.js';

const slugPattern = /^[2-9a-hjkmnp-z]{12}$/;

export interface PayerLinksPorts {
  readonly checkouts: Pick<LinkCheckouts, 'find' | 'picture' | 'start'>;
  readonly pages: Pick<PageLinks, 'pathOf'>;
  readonly merchants: {
    find(merchantId: string): MerchantProfile | Promise<MerchantProfile | undefined> | undefined;
  };
  readonly isSandbox: boolean;
  /** The address at which browsers reach the page. */
  readonly baseUrl: string;
}

/** A payment link with everything that its page shows. */
export interface LinkView {
  readonly link: PublicLink;
  readonly merchant: MerchantProfile;
  readonly t: Texts;
  readonly locale: PageLocale;
  readonly accent: string | null;
  readonly url: string;
  readonly help: Help;
  readonly isSandbox: boolean;
  readonly bounds: LinkBounds;
  /** Whether the merchant has set bounds of its own for the link. */
  readonly tellsBounds: boolean;
}

/** The words that say why nobody can pay with the link now. */
export interface LinkRefusal {
  readonly status: 409 | 410;
  readonly title: TextKey;
  readonly how: TextKey;
  readonly canLoadAgain: boolean;
  readonly t: Texts;
}

/** The reasons that nobody can pay with a link now. */
export const linkEndings = {
  USED: { status: 410, title: 'linkUsedTitle', how: 'linkUsedHow', canLoadAgain: false },
  EXPIRED: { status: 410, title: 'linkEndedTitle', how: 'linkEndedHow', canLoadAgain: false },
  INACTIVE: { status: 410, title: 'linkOffTitle', how: 'linkOffHow', canLoadAgain: false },
  BUSY: { status: 409, title: 'linkBusyTitle', how: 'linkBusyHow', canLoadAgain: true },
} as const;

/** Payment links for payers: the form of a link, and the checkout that it begins. */
export class PayerLinks {
  constructor(private readonly ports: PayerLinksPorts) {}

  /** Returns undefined for a slug that is not ours. */
  async find(slug: string): Promise<PublicLink | undefined> {
    return slugPattern.test(slug) ? this.ports.checkouts.find(slug) : undefined;
  }

  /**
   * Returns undefined when no link has this picture. It is read each time, so that a removed picture is gone at once.
   */
  picture(hash: string): Promise<Buffer | undefined> {
    return this.ports.checkouts.picture(hash);
  }

  /** @throws PageProblem when the merchant takes no payments. */
  async viewOf(link: PublicLink, acceptLanguage: string | undefined): Promise<LinkView> {
    const merchant = await this.ports.merchants.find(link.merchantId);
    if (merchant?.status !== 'ACTIVE') throw new PageProblem('unavailable');
    const locale = link.page?.locale ?? acceptedLocale(acceptLanguage);
    const accent = link.page?.accentColor ?? link.merchantPage.accentColor;
    const { amountMinor, minAmountMinor, maxAmountMinor, maxQuantity, fields } = link;
    const min = minAmountMinor ?? 0n;
    const max = maxAmountMinor ?? merchant.maxAmountMinor;
    return {
      ...{ link, merchant, locale, isSandbox: this.ports.isSandbox },
      t: textsIn(locale, { merchant: link.merchantName }),
      url: `${this.ports.baseUrl}${linkPath(link.slug)}`,
      help: helpOf(link.merchantPage),
      accent: accent === undefined ? null : accentStyle(accent),
      bounds: {
        minMinor: amountMinor ?? (min > merchant.minAmountMinor ? min : merchant.minAmountMinor),
        maxMinor: amountMinor ?? (max < merchant.maxAmountMinor ? max : merchant.maxAmountMinor),
        // No more pieces than fit into the largest allowed order.
        maxQuantity:
          amountMinor === null
            ? 1
            : Math.max(
                1,
                Math.min(maxQuantity ?? 1, Number(merchant.maxAmountMinor / amountMinor)),
              ),
        fields,
      },
      tellsBounds: minAmountMinor !== null || maxAmountMinor !== null,
    };
  }

  /** Returns undefined while customers can pay with the link. */
  refusalOf({ link, t }: LinkView): LinkRefusal | undefined {
    return link.status === 'ACTIVE' ? undefined : { ...linkEndings[link.status], t };
  }

  /**
   * Returns the path of the checkout's page, or the reason that there is none.
   *
   * @throws PageProblem when the merchant's limits do not allow the payment.
   */
  async start({ link, merchant, locale }: LinkView, form: LinkForm): Promise<string | LinkRefusal> {
    try {
      const start = await this.ports.checkouts.start(merchant, link, form);
      if (start.outcome === 'STARTED') return this.ports.pages.pathOf(start.checkout.checkoutId);
      const time = start.outcome === 'BUSY' ? lagosTime(start.until) : '';
      const t = textsIn(locale, { merchant: link.merchantName, time });
      return { ...linkEndings[start.outcome], t };
    } catch (error) {
      if (error instanceof ApiError && limitReasons.has(error.reason)) {
        throw new PageProblem('unavailable');
      }
      throw error;
    }
  }
}

const limitReasons: ReadonlySet<string> = new Set(['AMOUNT_OUT_OF_RANGE', 'LIMIT_EXCEEDED']);
