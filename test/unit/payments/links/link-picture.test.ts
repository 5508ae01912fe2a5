import { imageSize } from 'image-size';
import { expect, it } from 'vitest';
import { linkPictureLimits, linkPictureOf } from '../../../../src/payments/links/link-picture.js';
import { noise, picture, withChunk } from '../../../support/pictures.js';

const faultOf = (bytes: Buffer): Promise<string> =>
  linkPictureOf(bytes).then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );

/** A PNG that says to be of this size, whatever is in it. */
const claiming = async (width: number, height: number): Promise<Buffer> => {
  const png = await picture(20, 20).png();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};

it.each([
  ['a photograph, lying', 2_400, 1_800, { width: 640, height: 480 }],
  ['a photograph, standing', 900, 1_200, { width: 360, height: 480 }],
  ['a small one, which is not made larger', 100, 60, { width: 100, height: 60 }],
  ['the least', 16, 16, { width: 16, height: 16 }],
  ['the widest', linkPictureLimits.mostSide, 16, { width: 640, height: 2 }],
])('is made of %s: a light WebP of ours', async (_, width, height, size) => {
  const { webp, hash, ...made } = await linkPictureOf(await picture(width, height).jpeg());
  expect(made).toEqual(size);
  expect(imageSize(webp)).toMatchObject({ type: 'webp', ...size });
  expect(webp.length).toBeLessThanOrEqual(40_000);
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
});

it('keeps nothing of the file but the picture', async () => {
  const marked = withChunk(await picture(40, 30).png(), 'prVt');
  expect((await linkPictureOf(marked)).webp.includes('prVt')).toBe(false);
});

it('keeps what can be seen through', async () => {
  const { Transformer } = await import('@napi-rs/image');
  const clear = await Transformer.fromRgbaPixels(Buffer.alloc(40 * 30 * 4), 40, 30).png();
  const { webp } = await linkPictureOf(clear);
  expect((await new Transformer(webp).rawPixels())[3]).toBe(0);
});

it('is made smaller until it is light', async () => {
  const { width, webp } = await linkPictureOf(await noise(1_280, 960).jpeg());
  expect(width).toBeLessThan(640);
  expect(webp.length).toBeLessThanOrEqual(40_000);
});

it('is made of nothing that is too small, too large, or huge in a small file, which is not even decoded', async () => {
  const sides = 'must be 16 to 4200 pixels wide and high';
  expect(await faultOf(await picture(15, 100).png())).toBe(sides);
  expect(await faultOf(await claiming(linkPictureLimits.mostSide + 1, 16))).toBe(sides);
  const startedAt = process.memoryUsage.rss();
  expect(await faultOf(await claiming(50_000, 50_000))).toBe(sides);
  expect(process.memoryUsage.rss() - startedAt).toBeLessThan(100 * 1_024 * 1_024);
  const heavy = Buffer.concat([await picture(20, 20).png(), Buffer.alloc(linkPictureLimits.bytes)]);
  expect(await faultOf(heavy)).toBe('must have at most 6144 kB');
});

it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"></svg>'],
  ['a GIF', `GIF89a${String.fromCharCode(100, 0, 100, 0)}${'x'.repeat(40)}`],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['nothing', ''],
])('is not made of %s', async (_, text) => {
  expect(await faultOf(Buffer.from(text, 'latin1'))).toBe('must be a PNG, JPEG or WebP picture');
});

it('is not made of half a picture', async () => {
  const png = await noise(60, 60).png();
  expect(await faultOf(png.subarray(0, png.length / 2))).toMatch(/it cannot be read$/);
});
