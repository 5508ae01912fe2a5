import { crc32, deflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { drawPicture } from '../../../src/http/paper-picture.js';
import { openPaper } from '../../../src/http/paper.js';

const options = {
  ...{ title: 'Paper', isSandbox: false, issuedAt: new Date('2026-11-20T12:00:00Z') },
  ...{ width: 420, height: 595 },
};

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG of two by two pixels, as long as any other of its kind. */
function png(
  colourType: number,
  rows: readonly (readonly number[])[],
  palette?: readonly number[],
) {
  const head = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, colourType, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...(palette === undefined ? [] : [chunk('PLTE', Buffer.from(palette))]),
    chunk('IDAT', deflateSync(Buffer.from(rows.flatMap((row) => [0, ...row])), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const red = [200, 0, 0];
const pictures = {
  plain: png(2, [
    [...red, ...red],
    [0, 0, 9, 0, 0, 9],
  ]),
  seeThrough: png(6, [
    [...red, 255, ...red, 0],
    [...red, 128, 0, 0, 9, 255],
  ]),
  palette: png(
    3,
    [
      [0, 1],
      [1, 0],
    ],
    [...red, 0, 0, 9],
  ),
};

async function paperWith(picture: Buffer): Promise<Buffer> {
  const doc = await openPaper(options);
  doc.addPage();
  await drawPicture(doc, picture, [10, 10], { fit: [100, 100] });
  doc.end();
  return doc.read() as Buffer;
}

/** The pixels of a paper's picture as another program reads them. */
async function pixelsOf(pdf: Buffer): Promise<number[]> {
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const { argsArray } = await page.getOperatorList();
  const name = argsArray.flatMap((args: unknown) =>
    Array.isArray(args) && /^img_/.test(String(args[0])) ? [String(args[0])] : [],
  )[0];
  const image = await new Promise<{ data: Uint8Array }>((resolve) => {
    page.objs.get(String(name), resolve);
  });
  return [...image.data];
}

describe('a picture on paper', () => {
  it.each(Object.entries(pictures))(
    'is the same in each paper that shows it: %s',
    async (_, file) => {
      const first = await paperWith(file);
      const second = await paperWith(Buffer.from(file));
      expect(second.equals(first)).toBe(true);
      expect((await pixelsOf(first)).slice(0, 3)).toEqual(red);
    },
  );

  it('is another for other pixels of the same size', async () => {
    const other = png(2, [
      [0, 0, 9, 0, 0, 9],
      [...red, ...red],
    ]);
    expect(other).toHaveLength(pictures.plain.length);
    await paperWith(pictures.plain);
    expect((await pixelsOf(await paperWith(other))).slice(0, 3)).toEqual([0, 0, 9]);
  });

  it('can be seen through where its file says so', async () => {
    const text = (await paperWith(pictures.seeThrough)).toString('latin1');
    expect(text).toMatch(/\/SMask \d+ 0 R/);
    expect((await paperWith(pictures.plain)).toString('latin1')).not.toContain('/SMask');
  });

  it('is asked for again after a file that is none', async () => {
    const none = Buffer.from('no picture');
    await expect(paperWith(none)).rejects.toThrow('Unknown image format');
    await expect(paperWith(none)).rejects.toThrow('Unknown image format');
  });
});
