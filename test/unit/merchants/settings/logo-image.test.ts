import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { logoLimits, logoOf } from '../../../../src/merchants/settings/logo-image.js';
import { PictureFault } from '../../../../src/merchants/settings/uploaded-picture.js';
import { noise, picture, withChunk } from '../../../support/pictures.js';

const faultOf = (bytes: Buffer): Promise<string> =>
  logoOf(bytes).then(
    () => 'none',
    (error: unknown) => {
      expect(error).toBeInstanceOf(PictureFault);
      return (error as Error).message;
    },
  );

/** A PNG that says to be of this size, whatever is in it. */
const claiming = async (width: number, height: number): Promise<Buffer> => {
  const png = await picture(20, 20).png();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};

describe('a logo', () => {
  it.each([
    ['PNG', () => picture(400, 100).png()],
    ['JPEG', () => picture(400, 100).jpeg()],
    ['WebP', () => picture(400, 100).webp()],
  ])('is made of a %s: a light PNG of ours', async (_kind, bytes) => {
    const { png, hash, width, height } = await logoOf(await bytes());
    expect({ width, height }).toEqual({ width: 320, height: 80 });
    expect(imageSize(png)).toMatchObject({ type: 'png', width, height });
    expect(png.length).toBeLessThanOrEqual(10 * 1_024);
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is never made larger, and another picture has another hash', async () => {
    const [small, other] = [
      await logoOf(await picture(40, 30).png()),
      await logoOf(await picture(40, 30, 200).png()),
    ];
    expect(small).toMatchObject({ width: 40, height: 30 });
    expect(other.hash).not.toBe(small.hash);
  });

  it('keeps nothing of the file but the picture', async () => {
    const marked = withChunk(await picture(40, 30).png(), 'prVt');
    expect(marked.includes('prVt')).toBe(true);
    expect((await logoOf(marked)).png.includes('prVt')).toBe(false);
  });

  it('is made smaller until it is light, or refused', async () => {
    const { width } = await logoOf(await noise(200, 60).jpeg());
    expect(width).toBeLessThan(160);
  });
});

describe('no logo is made of', () => {
  it('a huge picture in a small file, which is not even decoded', async () => {
    const startedAt = process.memoryUsage.rss();
    expect(await faultOf(await claiming(50_000, 50_000))).toBe(
      'must be 16 to 2000 pixels wide and high',
    );
    expect(process.memoryUsage.rss() - startedAt).toBeLessThan(100 * 1_024 * 1_024);
  });

  it('a picture that is too small or too heavy', async () => {
    expect(await faultOf(await picture(15, 100).png())).toMatch(/^must be 16 to 2000 pixels/);
    const heavy = Buffer.concat([await picture(20, 20).png(), Buffer.alloc(logoLimits.bytes)]);
    expect(await faultOf(heavy)).toBe('must have at most 256 kB');
  });

  it('something that moves', async () => {
    expect(await faultOf(withChunk(await picture(20, 20).png(), 'acTL'))).toBe('must not move');
    const head = Buffer.alloc(30);
    head.write('RIFF', 0);
    head.writeUInt32LE(22, 4);
    head.write('WEBPVP8X', 8);
    head.writeUInt32LE(10, 16);
    head[20] = 0x02;
    head.writeUIntLE(99, 24, 3);
    head.writeUIntLE(99, 27, 3);
    expect(await faultOf(head)).toBe('must not move');
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"></svg>'],
    ['a GIF', `GIF89a${String.fromCharCode(100, 0, 100, 0)}${'x'.repeat(40)}`],
    ['a text', 'hello there, this is no picture'],
    ['nothing', ''],
  ])('%s', async (_kind, text) => {
    expect(await faultOf(Buffer.from(text, 'latin1'))).toBe('must be a PNG, JPEG or WebP picture');
  });

  it('half a picture', async () => {
    const png = await noise(60, 60).png();
    expect(await faultOf(png.subarray(0, png.length / 2))).toMatch(/it cannot be read$/);
  });
});
