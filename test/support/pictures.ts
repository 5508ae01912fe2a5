import { Transformer } from '@napi-rs/image';

/** A picture of one colour with a stripe, so that it can be told from others. */
export function picture(width: number, height: number, shade = 90): Transformer {
  const pixels = Buffer.alloc(width * height * 4, shade);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  pixels.fill(20, 0, width * 4 * Math.ceil(height / 4));
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return Transformer.fromRgbaPixels(pixels, width, height);
}

/** One that no PNG makes small. */
export function noise(width: number, height: number): Transformer {
  const pixels = Buffer.alloc(width * height * 4);
  let state = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    pixels[at] = at % 4 === 3 ? 255 : state >> 16;
  }
  return Transformer.fromRgbaPixels(pixels, width, height);
}

/** A PNG with one chunk more, right after its head. */
export function withChunk(png: Buffer, name: string): Buffer {
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  chunk.write(name, 4, 'latin1');
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
