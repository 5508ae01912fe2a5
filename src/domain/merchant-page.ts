/** A merchant's choices for all its pages; a checkout may override them. */
export interface MerchantPage {
  /** `#rrggbb` */
  readonly accentColor?: string;
  /** Sites that may show the pages in a frame. */
  readonly embedOrigins?: readonly string[];
}

/** A logo as pages show it. */
export interface Logo {
  /** The hash of the logo's bytes, so that another picture has another address. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

export function logoPath({ hash }: Logo): string {
  return `/pay/logos/${hash}.png`;
}
