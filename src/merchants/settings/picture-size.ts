import { imageSize } from 'image-size';
import type { BarePicture } from './bare-picture.js';

/** Reads how the camera was held, from the parts of the file that a decoder is not given. */
export function orientationOf(file: Buffer): number | undefined {
  try {
    return imageSize(file).orientation;
  } catch {
    return undefined;
  }
}

/** Returns the size of a picture within a box, after it was turned. A picture never becomes larger than it came. */
export function fitted(
  size: Pick<BarePicture, 'width' | 'height'>,
  turned: number | undefined,
  width: number,
  height: number,
) {
  // Turned by the camera: the sides change places.
  const isTurned = (turned ?? 1) > 4;
  const [wide, high] = isTurned ? [size.height, size.width] : [size.width, size.height];
  const scale = Math.min(1, width / wide, height / high);
  return {
    width: Math.max(1, Math.round(wide * scale)),
    height: Math.max(1, Math.round(high * scale)),
  };
}
