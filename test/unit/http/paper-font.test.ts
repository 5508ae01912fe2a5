import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPaper } from '../../../src/http/paper.js';
import { type OpenedFont, PaperFont } from '../../../src/http/paper-font.js';
import { usualLetters } from '../../../src/http/paper-letters.js';
import { Random } from '../../support/soak-random.js';

const options = {
  ...{ title: 'Paper', isSandbox: false, issuedAt: new Date('2026-11-20T12:00:00Z') },
  ...{ width: 420, height: 595 },
};

/** Each line with its face. */
async function paperOf(lines: readonly string[]): Promise<Buffer> {
  const doc = await openPaper(options);
  doc.addPage();
  for (const [at, line] of lines.entries()) {
    doc
      .font(at % 2 === 0 ? 'regular' : 'bold', 9)
      .text(line, 10, 10 + at * 12, { lineBreak: false });
  }
  doc.end();
  return doc.read() as Buffer;
}

/** What another program reads in it. */
async function linesOf(pdf: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { items } = await (await document.getPage(1)).getTextContent();
  const lines = new Map<number, string>();
  for (const item of items) {
    if (!('str' in item)) continue;
    const y = Math.round(Number(item.transform[5]));
    lines.set(y, (lines.get(y) ?? '') + item.str);
  }
  return [...lines.values()].filter((line) => line !== '');
}

/** The bytes of each object that is a part of a font. */
function fontFilesOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/Length1 \d+[^]*?stream\n([^]*?)\nendstream/g)].map(([, bytes]) =>
    String(bytes),
  );
}

describe('the fonts of a paper', () => {
  let font: OpenedFont;
  let face: PaperFont;
  beforeAll(async () => {
    // @ts-expect-error: the package has no types of its own
    const { create } = (await import('fontkit')) as {
      create(this: void, file: Uint8Array): OpenedFont;
    };
    const { resolve } = createRequire(import.meta.url);
    const file = resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf');
    font = create(readFileSync(file));
    face = new PaperFont(font);
  });

  it('sets words of ASCII as fontkit does, though by pairs', () => {
    const random = new Random(39);
    const words = Array.from({ length: 3_000 }, () =>
      Array.from({ length: random.int(1, 12) }, () =>
        String.fromCharCode(random.int(33, 126)),
      ).join(''),
    );
    const odd = ['AVAVA', 'To.Wa', 'office', 'fjord', 'affluent fi', 'ffi', 'f', "f'", '1/2'];
    for (const word of [...words, ...odd]) {
      const { glyphs, positions } = font.layout(word);
      const set = face.set(word);
      if (word.includes(' ')) continue;
      expect([word, set.glyphs.map(({ id }) => id)]).toEqual([word, glyphs.map(({ id }) => id)]);
      const scaled = positions.map(({ xAdvance }) => xAdvance * face.scale);
      expect(set.positions.map(({ xAdvance }) => xAdvance)).toEqual(scaled);
    }
  });

  it('keeps what a text needs to be searched for, in every usual letter', async () => {
    // As many as a line of the paper has room for.
    const texts = Array.from({ length: Math.ceil(usualLetters.length / 30) }, (_, at) =>
      usualLetters
        .slice(at * 30, at * 30 + 30)
        .join('')
        .trim(),
    );
    const read = await linesOf(await paperOf(texts));
    expect(read.map((line) => line.normalize('NFKC'))).toEqual(
      texts.map((line) => line.normalize('NFKC')),
    );
  });

  it('adds letters that are not usual to the part that is embedded', async () => {
    const texts = ['Ωmega ₦10', 'Жук и ẽ', 'Ωmega again', 'plain'];
    const pdf = await paperOf(texts);
    expect(await linesOf(pdf)).toEqual(texts);
    expect(pdf.toString('latin1')).toContain('MORESS+DejaVuSansCondensed');
  });

  it('embeds the same bytes in every paper that has usual letters only', async () => {
    const [one, other] = [
      await paperOf(['Ada', 'Obi']),
      await paperOf(['Two pairs of shoes', 'ẹ̀kọ́']),
    ];
    expect(fontFilesOf(one)).toHaveLength(2);
    expect(fontFilesOf(other)).toEqual(fontFilesOf(one));
  });

  it('embeds no face that a paper does not use', async () => {
    expect(fontFilesOf(await paperOf(['Ada']))).toHaveLength(1);
  });

  it('makes the same paper of the same words', async () => {
    const words = ['Ada Obi, ₦10,000.00', 'Ωmega'];
    const [one, other] = [await paperOf(words), await paperOf(words)];
    expect(other.equals(one)).toBe(true);
  });
});
