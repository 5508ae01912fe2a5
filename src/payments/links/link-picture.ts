import type { Picture } from '../../domain/merchant-page.js';
import { madeSmall } from '../../merchants/settings/uploaded-picture.js';

/**
 * The limits for the picture of a link at its upload. A phone's photograph of 13 megapixels fits. The largest square
 * with 16 bits a colour takes 300 MB for half a second.
 */
export const linkPictureLimits = {
  bytes: 6 * 1_024 * 1_024,
  leastSide: 16,
  mostSide: 4_200,
} as const;

const quality = 75;

/** A picture of a link as it is kept. */
export interface LinkPicture extends Picture {
  readonly webp: Buffer;
}

/** Encodes as WebP, because most pictures are photographs and some are transparent. @throws PictureFault */
export async function linkPictureOf(file: Buffer): Promise<LinkPicture> {
  const { bytes: webp, ...picture } = await madeSmall(file, {
    limits: linkPictureLimits,
    encode: (picture) => picture.webp(quality),
    boxes: [
      [640, 480],
      [480, 360],
      [320, 240],
      [200, 150],
    ],
    mostBytes: 40_000,
    tooRich: 'has too much detail: send a simpler picture',
  });
  return { ...picture, webp };
}
