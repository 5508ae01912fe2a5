import { Transformer } from '@napi-rs/image';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { qrPath, qrPng, qrSvg } from '../../../../src/pages/payer/qr-code.js';

const address = 'https://pay.example.ng/pay/l/7k2m9x4q3bte';

it('a QR code as PNG has the modules of the address, twelve pixels each, with white around', async () => {
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  const png = new Transformer(await qrPng(address));
  expect(await png.metadata()).toMatchObject({ width: size * 12, height: size * 12 });
  const pixels = await png.rawPixels();
  const perPixel = pixels.length / (size * 12) ** 2;
  const isDark = (x: number, y: number) =>
    (pixels[(y * 12 + 6) * size * 12 * perPixel + (x * 12 + 6) * perPixel] ?? 255) < 128;
  const read = data.map((row, y) => row.map((_module, x) => isDark(x, y)));
  expect(read).toEqual(data);
  expect(read.slice(0, 4).flat()).not.toContain(true);
});

it('a QR code as SVG has no script and loads nothing', () => {
  const svg = qrSvg(address);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).not.toMatch(/<script|href|url\(/);
});

it('a QR code as one path draws the modules of the address, and no other', () => {
  const { path, size } = qrPath(address);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  let [x, y] = [0, 0];
  for (const [, sign, first = '', second = '0'] of path.matchAll(/([Mmh])(\d+)(?: ([\d.]+))?/g)) {
    if (sign === 'M') [x, y] = [Number(first), Math.floor(Number(second))];
    else if (sign === 'm') x += Number(first);
    else {
      drawn[y]?.fill(true, x, x + Number(first));
      x += Number(first);
    }
  }
  expect(drawn).toEqual(encode(address, { ecc: 'M', border: 1 }).data);
});
