import { encode, renderSVG } from 'uqr';

/** Four modules of white around it, as the standard asks; M: it can be read with 15 % of it worn off. */
const options = { ecc: 'M', border: 4 } as const;
/** Pixels of a module: sharp on paper of a hand's width. */
const pixels = 12;

export function qrSvg(text: string): string {
  return renderSVG(text, { ...options, pixelSize: pixels });
}

export async function qrPng(text: string): Promise<Buffer> {
  const { data, size } = encode(text, options);
  const width = size * pixels;
  const image = Buffer.alloc(width * width * 4, 0xff);
  for (let y = 0; y < width; y += 1) {
    const row = data[Math.floor(y / pixels)];
    for (let x = 0; x < width; x += 1) {
      if (row?.[Math.floor(x / pixels)])
        image.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  // Native code that most requests have no use for.
  const { Transformer } = await import('@napi-rs/image');
  return Transformer.fromRgbaPixels(image, width, width).grayscale().png();
}
