import { encode, renderSVG } from 'uqr';

/** Four modules of white around it, as the standard asks; M: it can be read with 15 % of it worn off. */
const options = { ecc: 'M', border: 4 } as const;
/** Pixels of a module: sharp on paper of a hand's width. */
const pixels = 12;

export function qrSvg(text: string): string {
  return renderSVG(text, { ...options, pixelSize: pixels });
}

/** Lets the library take the mask with the fewest patterns that could confuse a reader. */
const bestMask = -1;

interface Run {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** The dark modules, those that touch in a row as one, on a square of so many modules a side. */
export function qrRuns(
  text: string,
  maskPattern = bestMask,
): { readonly runs: readonly Run[]; readonly size: number } {
  const { data, size } = encode(text, { ...options, border: 1, maskPattern });
  const runs = data.flatMap((row, y) => {
    const signs = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return Array.from(signs.matchAll(/1+/g), ({ 0: run, index: x }) => ({
      x,
      y,
      length: run.length,
    }));
  });
  return { runs, size };
}

/**
 * Draws the code as one line of a module's width for an SVG: a tenth of the bytes that a square for each module would
 * take.
 */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { runs, size } = qrRuns(text);
  let path = '';
  let at: Run | undefined;
  for (const run of runs) {
    path += at?.y === run.y ? `m${run.x - at.x - at.length} 0` : `M${run.x} ${run.y}.5`;
    path += `h${run.length}`;
    at = run;
  }
  return { path, size };
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
