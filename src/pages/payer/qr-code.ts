import { encode, renderSVG } from 'uqr';

/** The white border is four modules wide, as the standard requires. M: the code can be read with 15 % of it damaged. */
const options = { ecc: 'M', border: 4 } as const;
/** Pixels per module: enough to be sharp on paper when the code is as wide as a hand. */
const pixels = 12;

export function qrSvg(text: string): string {
  return renderSVG(text, { ...options, pixelSize: pixels });
}

/** Makes the library choose the mask with the fewest patterns that could confuse a reader. */
const bestMask = -1;

interface Run {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/**
 * Returns the dark modules, with adjacent ones of a row joined, and the number of modules on each side of the square.
 */
export function qrRuns(
  text: string,
  maskPattern = bestMask,
): { readonly runs: readonly Run[]; readonly size: number } {
  const { data, size } = encode(text, { ...options, border: 1, maskPattern });
  const runs: Run[] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x += 1) {
      const begin = x;
      while (row[x] === true) x += 1;
      if (x > begin) runs.push({ x: begin, y, length: x - begin });
    }
  }
  return { runs, size };
}

/**
 * Draws the code as one line of a module's width for an SVG. This takes a tenth of the bytes of a square for each
 * module.
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
  // This is native code that most requests do not need, so it is loaded late.
  const { Transformer } = await import('@napi-rs/image');
  return Transformer.fromRgbaPixels(image, width, width).grayscale().png();
}
