import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import type { Logo } from '../../domain/merchant-page.js';
import { bare, kindOf, type BarePicture, type PictureKind } from './bare-picture.js';
import { fitted, orientationOf } from './picture-size.js';

/**
 * The limits for a logo as it is uploaded. A logo's size is known before it is decoded, so that no small file becomes a huge
 * picture.
 */
export const logoLimits = { bytes: 256 * 1_024, leastPixels: 16, mostPixels: 2_000 } as const;
/** Twice and thrice the size on the page, for sharp screens; the first size whose file is light enough is kept. */
const boxes = [
  [320, 96],
  [240, 72],
  [160, 48],
  [100, 32],
] as const;
/** The page with all that belongs to it has 30 kB. */
const mostPngBytes = 10 * 1_024;

export interface LogoImage extends Logo {
  readonly png: Buffer;
}

/** The reason that a picture is no logo, as the end of a sentence that begins with "image". */
export class LogoFault extends Error {
  override readonly name = 'LogoFault';
}

/**
 * Makes a PNG of ours from a picture, so that everything else in the file is gone.
 *
 * @throws LogoFault
 */
export async function logoOf(file: Buffer): Promise<LogoImage> {
  const picture = pictureIn(file);
  const turned = orientationOf(file);
  // Native code that only this needs.
  const { Transformer } = await import('@napi-rs/image');
  try {
    for (const [width, height] of boxes) {
      const box = fitted(picture, turned, width, height);
      const png = await new Transformer(picture.bytes).rotate(turned).resize(box).png();
      if (png.length <= mostPngBytes) return logoIn(png);
    }
  } catch {
    throw new LogoFault(unreadable);
  }
  throw new LogoFault('has too much detail for a small logo: send a simpler picture');
}

function logoIn(png: Buffer): LogoImage {
  const { width, height } = imageSize(png);
  const hash = createHash('sha256').update(png).digest('hex').slice(0, 32);
  return { hash, width, height, png };
}

const unreadable = 'must be a whole picture: it cannot be read';

/** Returns the picture as a decoder gets it: nothing but the pixels, and no more of them than fit. */
function pictureIn(file: Buffer): BarePicture {
  if (file.length > logoLimits.bytes) {
    throw new LogoFault(`must have at most ${logoLimits.bytes / 1_024} kB`);
  }
  const kind = kindOf(file);
  if (kind === undefined) throw new LogoFault('must be a PNG, JPEG or WebP picture');
  if (isAnimated(kind, file)) throw new LogoFault('must not move');
  const picture = bareOf(kind, file);
  const { width, height } = picture;
  const { leastPixels, mostPixels } = logoLimits;
  if (Math.min(width, height) < leastPixels || Math.max(width, height) > mostPixels) {
    throw new LogoFault(`must be ${leastPixels} to ${mostPixels} pixels wide and high`);
  }
  return picture;
}

function bareOf(kind: PictureKind, file: Buffer): BarePicture {
  try {
    return bare(kind, file);
  } catch {
    throw new LogoFault(unreadable);
  }
}

const animationFlag = 0x02;

function isAnimated(type: PictureKind, picture: Buffer): boolean {
  if (type === 'webp') {
    const isExtended = picture.toString('latin1', 12, 16) === 'VP8X';
    return isExtended && ((picture[20] ?? 0) & animationFlag) !== 0;
  }
  return type === 'png' && pngChunks(picture).includes('acTL');
}

/** Names of the chunks up to the pixels. */
function pngChunks(picture: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at + 12 <= picture.length; at += 12 + picture.readUInt32BE(at)) {
    const name = picture.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') break;
    names.push(name);
  }
  return names;
}
