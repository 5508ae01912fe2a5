import { encode, renderSVG } from 'uqr';

/** Four modules of white around it, as the standard asks; M: it can be read with 15 % of it worn off. */
const options = { ecc: 'M', border: 4 } as const;
/** Pixels of a module: sharp on paper of a hand's width. */
const pixels = 12;

export function qrSvg(text: string): string {
  return renderSVG(text, { ...options, pixelSize: pixels });
}

/** The dark modules as one path of an SVG with so many modules a side: a third of the bytes that a picture has. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ...options, border: 1 });
  const rows = data.map((row, y) => {
    const runs = row.map((dark, x) =>
      dark && row[x - 1] !== true ? `M${x} ${y}h${runFrom(row, x)}v1H${x}z` : '',
    );
    return runs.join('');
  });
  return { path: rows.join(''), size };
}

function runFrom(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
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
