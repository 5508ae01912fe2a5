import { toJsonAmount } from '../../domain/money.js';
import type { Picture } from '../../domain/merchant-page.js';
import type { PaymentLink } from './payment-link.js';
import { PaymentLinkView } from './payment-link.dto.js';

/** Path of the link's page. */
export function linkPath(slug: string): string {
  return `/pay/l/${slug}`;
}

export function linkPicturePath({ hash }: Picture): string {
  return `/pay/pictures/${hash}.webp`;
}

export function paymentLinkView(link: PaymentLink, baseUrl: string): PaymentLinkView {
  const url = `${baseUrl}${linkPath(link.slug)}`;
  const amount = (minor: bigint | null) => (minor === null ? null : toJsonAmount(minor));
  return {
    paymentLinkId: link.paymentLinkId,
    status: link.status,
    url,
    qrSvgUrl: `${url}/qr.svg`,
    qrPngUrl: `${url}/qr.png`,
    description: link.description,
    amount: amount(link.amountMinor),
    minAmount: amount(link.minAmountMinor),
    maxAmount: amount(link.maxAmountMinor),
    usage: link.usage,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    redirectUrl: link.redirectUrl,
    channels: link.channels && [...link.channels],
    fields: link.fields.map(({ label, required }) => ({ label, required })),
    maxQuantity: link.maxQuantity,
    metadata: { ...link.metadata },
    locale: link.page?.locale ?? null,
    accentColor: link.page?.accentColor ?? null,
    pictureUrl: link.picture && `${baseUrl}${linkPicturePath(link.picture)}`,
    createdAt: link.createdAt.toISOString(),
  };
}
