import type { Actor } from '../../domain/actor.js';
import { logoPath } from '../../domain/merchant-page.js';
import { toE164 } from '../../http/phone-number.js';
import type { PageAddresses } from '../../http/page-address.js';
import { CheckoutPageRequest, CheckoutPageView } from './checkout-page.dto.js';
import type { PageSettings, PgCheckoutPageStore } from './checkout-page.store.js';
import { logoOf } from './logo-image.js';
import { pictureFor } from './uploaded-picture.js';

/** Reads and changes the look of a merchant's pages. */
export class CheckoutPageService {
  constructor(
    private readonly store: PgCheckoutPageStore,
    private readonly addresses: PageAddresses,
    private readonly baseUrl: string,
  ) {}

  async find(merchantId: string): Promise<CheckoutPageView> {
    return this.#view(await this.store.find(merchantId));
  }

  /** @throws ApiError VALIDATION_FAILED */
  async replace(
    merchantId: string,
    request: CheckoutPageRequest,
    by: Actor,
  ): Promise<CheckoutPageView> {
    const { accentColor, embedOrigins, supportEmail, supportPhone, address } = request;
    this.addresses.refuse({ embedOrigins });
    const page = {
      ...(accentColor ? { accentColor: accentColor.toLowerCase() } : {}),
      ...(embedOrigins?.length ? { embedOrigins } : {}),
      ...(supportEmail ? { supportEmail } : {}),
      ...(supportPhone ? { supportPhone: toE164(supportPhone) ?? supportPhone } : {}),
      ...(address ? { address } : {}),
      ...(request.returnAfterSeconds ? { returnAfterSeconds: request.returnAfterSeconds } : {}),
    };
    return this.#view(await this.store.put(merchantId, page, by));
  }

  /** @throws ApiError VALIDATION_FAILED, TOO_MUCH_AT_ONCE */
  async putLogo(merchantId: string, image: string, by: Actor): Promise<CheckoutPageView> {
    const logo = await pictureFor(merchantId, () => logoOf(Buffer.from(image, 'base64')));
    return this.#view(await this.store.putLogo(merchantId, logo, by));
  }

  async dropLogo(merchantId: string, by: Actor): Promise<CheckoutPageView> {
    return this.#view(await this.store.dropLogo(merchantId, by));
  }

  #view({ page, logo }: PageSettings): CheckoutPageView {
    return {
      accentColor: page.accentColor ?? null,
      embedOrigins: [...(page.embedOrigins ?? [])],
      supportEmail: page.supportEmail ?? null,
      supportPhone: page.supportPhone ?? null,
      address: page.address ?? null,
      returnAfterSeconds: page.returnAfterSeconds ?? null,
      logoUrl: logo === null ? null : `${this.baseUrl}${logoPath(logo)}`,
    };
  }
}
