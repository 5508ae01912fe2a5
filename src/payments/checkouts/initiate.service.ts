import type { PgCheckoutStore } from './checkout.store.js';
import type { Checkout, NewCheckout } from './checkout.js';
import type { FactMessenger } from '../../platform/temporal/fact-messenger.port.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { ApiError } from '../../http/api-error.js';
import type { FieldError } from '../../http/field-error.js';
import type { PageAddresses } from '../../http/page-address.js';
import { newId } from '../../platform/database/new-id.js';
import type { AmountLimits } from '../../merchants/settings/amount-limits.js';
import { channelsNotEnabled, newCheckout } from './checkout-request.js';
import { initiatedView } from './checkout-view.js';
import { InitiateRequest, KeptCheckout } from './initiate.dto.js';
import type { PageLinks } from './page-links.js';

export class InitiateService {
  constructor(
    private readonly checkouts: PgCheckoutStore,
    private readonly limits: AmountLimits,
    private readonly facts: FactMessenger,
    private readonly links: PageLinks,
    private readonly addresses: PageAddresses,
  ) {}

  /** @throws ApiError VALIDATION_FAILED, AMOUNT_OUT_OF_RANGE, LIMIT_EXCEEDED, CHANNEL_NOT_ENABLED or DUPLICATE_REFERENCE. */
  async initiate(
    merchant: MerchantProfile,
    request: InitiateRequest,
  ): Promise<{ replayed: boolean; data: KeptCheckout }> {
    const { redirectUrl, cancelUrl, embedOrigin } = request;
    this.addresses.refuse({ redirectUrl, cancelUrl, embedOrigin });
    const checkout = newCheckout(newId('chk'), merchant, request);
    await this.limits.refuse(merchant, checkout.amountMinor, checkout.paymentReference);
    const [disabled] = channelsNotEnabled(merchant, checkout.channels);
    if (disabled !== undefined) {
      throw new ApiError('CHANNEL_NOT_ENABLED', {
        message: `The channel ${disabled} is not enabled for you.`,
      });
    }
    const result = await this.checkouts.initiate(checkout);
    if (!result.sameRequest) throw differs(checkout, result.checkout);
    if (result.fact !== null) this.facts.send(result.fact);
    const checkoutUrl = this.links.urlOf(result.checkout.checkoutId);
    return { replayed: !result.created, data: initiatedView(result.checkout, checkoutUrl) };
  }
}

/** Names the fields in which the request differs from the earlier one, as far as the checkout still has them. */
function differs(asked: NewCheckout, known: Checkout): ApiError {
  const partsOf = ({ customer, amountMinor, channels, metadata }: NewCheckout | Checkout) => ({
    amount: String(amountMinor),
    channels: channels.toSorted().join(),
    metadata: JSON.stringify(
      Object.entries(metadata).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    ...customer,
  });
  const [now, before] = [partsOf(asked), partsOf(known)] as Record<string, unknown>[];
  const names = Object.keys(now ?? {}).filter((name) => now?.[name] !== before?.[name]);
  const fields = names.length === 0 ? ['paymentReference'] : names;
  const errors = fields.map((field): FieldError => {
    const message =
      names.length === 0
        ? 'paymentReference was used with other details'
        : `${field} differs from the first request with this paymentReference`;
    return { field, rule: 'duplicate', message };
  });
  const details = errors.map(({ message }) => message).join('; ');
  return new ApiError('DUPLICATE_REFERENCE', {
    message: `${details}. Use a new reference, or send the same details as the first time.`,
    errors,
  });
}
