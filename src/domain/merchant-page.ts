/** A merchant's choices for all its pages; a checkout may override them. */
export interface MerchantPage {
  /** `#rrggbb` */
  readonly accentColor?: string;
  /** Sites that may show the pages in a frame. */
  readonly embedOrigins?: readonly string[];
  /** The address to which payers send questions. */
  readonly supportEmail?: string;
  /** E.164 */
  readonly supportPhone?: string;
  /** The merchant's postal address, for receipts. */
  readonly address?: string;
  /** The seconds after which a page at its end leads back to the shop by itself; absent: the payer presses. */
  readonly returnAfterSeconds?: number;
}

/** A picture as pages show it. */
export interface Picture {
  /** The hash of its bytes, so that another picture has another address. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

export type Logo = Picture;

export function logoPath({ hash }: Logo): string {
  return `/pay/logos/${hash}.png`;
}
