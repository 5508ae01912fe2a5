/** What a merchant has chosen for all its pages; a checkout may choose otherwise. */
export interface MerchantPage {
  /** `#rrggbb` */
  readonly accentColor?: string;
  /** Sites that may show the pages in a frame. */
  readonly embedOrigins?: readonly string[];
}

/** A logo as pages show it. */
export interface Logo {
  /** Of its bytes: another picture has another address. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

export function logoPath({ hash }: Logo): string {
  return `/pay/logos/${hash}.png`;
}
