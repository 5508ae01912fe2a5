import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { bare, kindOf } from '../../../../src/merchants/settings/bare-picture.js';
import { logoOf } from '../../../../src/merchants/settings/logo-image.js';
import { picture, withChunk } from '../../../support/pictures.js';

/** A segment of a JPEG, after its first two bytes. */
function withSegment(jpeg: Buffer, marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + body.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** A WebP with a canvas of its own and more chunks in front of its picture. */
function extendedWebp(webp: Buffer, canvas: number, flags: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(18);
  head.write('VP8X', 0, 'latin1');
  head.writeUInt32LE(10, 4);
  head.writeUInt8(flags, 8);
  head.writeUIntLE(canvas - 1, 12, 3);
  head.writeUIntLE(canvas - 1, 15, 3);
  const file = Buffer.concat([webp.subarray(0, 12), head, ...more, webp.subarray(12)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

function riffChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

describe('a decoder is given nothing of a file but the picture', () => {
  it.each(['iCCP', 'zTXt', 'iTXt', 'tEXt', 'eXIf', 'gAMA', 'prVt'])(
    'PNG without %s',
    async (name) => {
      const plain = await picture(40, 40).png();
      const packed = withChunk(plain, name);
      const { bytes, width, height } = bare('png', packed);
      expect(bytes.includes(name)).toBe(false);
      expect({ width, height }).toEqual({ width: 40, height: 40 });
      expect((await logoOf(packed)).hash).toBe((await logoOf(plain)).hash);
    },
  );

  it.each([0xe0, 0xe1, 0xe2, 0xed, 0xef, 0xfe])('JPEG without segment %i', async (marker) => {
    const plain = await picture(40, 30).jpeg();
    const packed = withSegment(plain, marker, Buffer.from('ICC_PROFILE canary'));
    const { bytes, width, height } = bare('jpg', packed);
    expect(bytes.includes('canary')).toBe(false);
    expect({ width, height }).toEqual({ width: 40, height: 30 });
    expect((await logoOf(packed)).hash).toBe((await logoOf(plain)).hash);
  });

  it.each(['ICCP', 'EXIF', 'XMP ', 'junk'])('WebP without %s', async (name) => {
    const plain = await picture(40, 40).webp();
    const canary = riffChunk(name, Buffer.from('canary'));
    const packed = extendedWebp(plain, 40, 0x2c, canary);
    expect(bare('webp', packed).bytes.includes('canary')).toBe(false);
    expect((await logoOf(packed)).hash).toBe((await logoOf(plain)).hash);
  });
});

describe('no decoder is given', () => {
  it('a huge WebP on a small canvas', async () => {
    const huge = extendedWebp(await picture(3_000, 3_000, 0).webp(), 64, 0);
    expect(imageSize(huge)).toMatchObject({ width: 64, height: 64 });
    await expect(logoOf(huge)).rejects.toThrow('cannot be read');
  });

  it('two pictures in one JPEG, or one that is gone over again and again', async () => {
    const jpeg = await picture(40, 30).jpeg();
    const frame = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xc0])));
    const length = frame.readUInt16BE(2);
    const again = withSegment(jpeg, 0xc0, frame.subarray(4, 2 + length));
    await expect(logoOf(again)).rejects.toThrow('cannot be read');
    const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);
    const scans = Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array<Buffer>(40).fill(scan),
      jpeg.subarray(-2),
    ]);
    await expect(logoOf(scans)).rejects.toThrow('cannot be read');
  });

  it('what ends too early, wherever it is cut', async () => {
    const files = [
      await picture(40, 40).png(),
      await picture(40, 40).jpeg(),
      await picture(40, 40).webp(),
    ];
    for (const file of files) {
      const kind = kindOf(file);
      if (kind === undefined) throw new Error('of no kind');
      for (let end = 16; end < file.length - 1; end += 7) {
        expect(() => bare(kind, file.subarray(0, end))).toThrow(RangeError);
      }
    }
  });
});
