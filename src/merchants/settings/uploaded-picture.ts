import { createHash } from 'node:crypto';
import type { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import type { Picture } from '../../domain/merchant-page.js';
import { ApiError } from '../../http/api-error.js';
import { FairQueue } from '../../http/fair-queue.js';
import { bare, kindOf, type BarePicture, type PictureKind } from './bare-picture.js';
import { fitted, orientationOf } from './picture-size.js';

/** A picture's size is known before it is decoded, so that no small file becomes a huge picture. */
export interface PictureLimits {
  readonly bytes: number;
  readonly leastSide: number;
  readonly mostSide: number;
}

/** How a small picture of ours is made from an uploaded one. */
export interface WantedPicture {
  readonly limits: PictureLimits;
  readonly encode: (picture: Transformer) => Promise<Buffer>;
  /** The first size whose file is light enough is kept. */
  readonly boxes: readonly (readonly [width: number, height: number])[];
  readonly mostBytes: number;
  /** The answer when no size is light enough. */
  readonly tooRich: string;
}

/** The reason that a picture is not taken, as the end of a sentence that begins with "image". */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}

/** One picture is made at a time, because each takes many megabytes, and a processor. */
const works = new FairQueue({ atOnce: 1, ofOne: 2, waiting: 8 });

/**
 * Makes a picture when it is the merchant's turn.
 *
 * @throws ApiError VALIDATION_FAILED, TOO_MUCH_AT_ONCE
 */
export async function pictureFor<Made>(
  merchantId: string,
  make: () => Promise<Made>,
): Promise<Made> {
  try {
    return await works.take(merchantId, make);
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error;
    const message = `image ${error.message}`;
    throw new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'image', rule: 'text', message }],
    });
  }
}

/**
 * Makes a small picture of ours from a file, so that everything else in the file is gone.
 *
 * @throws PictureFault
 */
export async function madeSmall(
  file: Buffer,
  { limits, encode, boxes, mostBytes, tooRich }: WantedPicture,
): Promise<Picture & { readonly bytes: Buffer }> {
  const picture = pictureIn(file, limits);
  const turned = orientationOf(file);
  // This is native code that only pictures need, so it is loaded late.
  const { Transformer } = await import('@napi-rs/image');
  try {
    for (const [width, height] of boxes) {
      const box = fitted(picture, turned, width, height);
      const bytes = await encode(new Transformer(picture.bytes).rotate(turned).resize(box));
      if (bytes.length <= mostBytes) return measured(bytes);
    }
  } catch {
    throw new PictureFault(unreadable);
  }
  throw new PictureFault(tooRich);
}

function measured(bytes: Buffer) {
  const { width, height } = imageSize(bytes);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { hash, width, height, bytes };
}

const unreadable = 'must be a whole picture: it cannot be read';

/** Returns the picture as a decoder gets it: nothing but the pixels, and no more of them than fit. */
function pictureIn(file: Buffer, limits: PictureLimits): BarePicture {
  const { bytes, leastSide, mostSide } = limits;
  if (file.length > bytes) {
    throw new PictureFault(`must have at most ${bytes / 1_024} kB`);
  }
  const kind = kindOf(file);
  if (kind === undefined) throw new PictureFault('must be a PNG, JPEG or WebP picture');
  if (isAnimated(kind, file)) throw new PictureFault('must not move');
  const picture = bareOf(kind, file);
  const { width, height } = picture;
  if (Math.min(width, height) < leastSide || Math.max(width, height) > mostSide) {
    throw new PictureFault(`must be ${leastSide} to ${mostSide} pixels wide and high`);
  }
  return picture;
}

function bareOf(kind: PictureKind, file: Buffer): BarePicture {
  try {
    return bare(kind, file);
  } catch {
    throw new PictureFault(unreadable);
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
