import type { Logo } from '../../domain/merchant-page.js';
import { madeSmall } from './uploaded-picture.js';

/** The limits for a logo as it is uploaded. */
export const logoLimits = { bytes: 256 * 1_024, leastSide: 16, mostSide: 2_000 } as const;

export interface LogoImage extends Logo {
  readonly png: Buffer;
}

/** @throws PictureFault */
export async function logoOf(file: Buffer): Promise<LogoImage> {
  const { bytes: png, ...logo } = await madeSmall(file, {
    limits: logoLimits,
    encode: (picture) => picture.png(),
    // Twice and thrice the size on the page, for sharp screens.
    boxes: [
      [320, 96],
      [240, 72],
      [160, 48],
      [100, 32],
    ],
    // A logo must be small, because the page with all that belongs to it has 30 kB.
    mostBytes: 10 * 1_024,
    tooRich: 'has too much detail for a small logo: send a simpler picture',
  });
  return { ...logo, png };
}
