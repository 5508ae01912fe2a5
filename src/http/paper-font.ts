import { deflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { usualLetters } from './paper-letters.js';

/** The part of fontkit that we use; fontkit has no types of its own. Figures are in units of the font. */
export interface OpenedFont {
  readonly postscriptName: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  /** Old fonts do not say these two. */
  readonly xHeight: number | undefined;
  readonly capHeight: number | undefined;
  readonly italicAngle: number;
  readonly bbox: Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>;
  layout(text: string): {
    readonly glyphs: readonly OpenedGlyph[];
    readonly positions: readonly Readonly<Record<'xAdvance' | 'xOffset' | 'yOffset', number>>[];
  };
  getGlyph(id: number): OpenedGlyph;
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array };
}

interface OpenedGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** A glyph of the usual part of a font, or of a paper's own. */
interface EmbeddedGlyph {
  readonly id: number;
  /** Its number in the part that is embedded. */
  readonly hex: string;
  readonly width: number;
  readonly codePoints: readonly number[];
}

/** Positions in thousandths of the size of the text, as pdfkit wants them. */
interface Position {
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
  readonly advanceWidth: number;
}

/** A text, set: each glyph with its place. */
export interface SetText {
  readonly glyphs: readonly OpenedGlyph[];
  readonly positions: Position[];
  /** The width in thousandths of the text's size. */
  readonly width: number;
  /** The glyphs in the usual part of the font; undefined: not all are in it. */
  readonly codes: string[] | undefined;
}

type Placed = readonly [glyph: OpenedGlyph, position: Position];

/** A part of a font, as a PDF holds it. */
interface EmbeddedPart {
  readonly glyphs: readonly EmbeddedGlyph[];
  /** The bytes of the font, and which letters its glyphs stand for; both are deflated. */
  readonly file: Buffer;
  readonly fileLength: number;
  readonly letters: Buffer;
  readonly widths: Verbatim;
}

/** A text that stands in a PDF as it is: pdfkit writes objects of a kind that it does not know as their text. */
class Verbatim {
  readonly [Symbol.toStringTag] = 'Verbatim';
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/**
 * The number of measured texts that are kept: each text is measured before it is set, and many stand in every paper.
 */
const keptTexts = 4_000;
const asciiOnly = /^[\x20-\x7E]*$/;

/**
 * A face whose usual letters are made a part of a font once, for all papers. Most of a receipt's cost would be to make
 * that part for each paper, and to let fontkit set each word.
 */
export class PaperFont {
  readonly usual: EmbeddedPart;
  readonly #known: ReadonlyMap<number, EmbeddedGlyph>;
  /** The first glyph of each pair of letters and its position, by both letters. Undefined: the two become one glyph. */
  readonly #pairs = new Map<string, Placed | undefined>();
  readonly #texts = new LRUCache<string, SetText>({ max: keptTexts });
  readonly scale: number;

  constructor(readonly font: OpenedFont) {
    this.scale = 1_000 / font.unitsPerEm;
    const glyphs = [font.getGlyph(0), ...usualLetters.flatMap((text) => font.layout(text).glyphs)];
    this.usual = this.part([], glyphs);
    this.#known = new Map(this.usual.glyphs.map((glyph) => [glyph.id, glyph]));
  }

  usualGlyph(id: number): EmbeddedGlyph | undefined {
    return this.#known.get(id);
  }

  /** The glyph as it is embedded behind `before` others. */
  embedded(before: number, { id, advanceWidth, codePoints }: OpenedGlyph): EmbeddedGlyph {
    const hex = before.toString(16).padStart(4, '0');
    return { id, hex, width: advanceWidth * this.scale, codePoints };
  }

  /** The part with these glyphs, and with others after them. */
  part(first: readonly EmbeddedGlyph[], others: readonly OpenedGlyph[]): EmbeddedPart {
    const byId = new Map(first.map((glyph) => [glyph.id, glyph]));
    for (const glyph of others) {
      if (!byId.has(glyph.id)) byId.set(glyph.id, this.embedded(byId.size, glyph));
    }
    const glyphs = [...byId.values()];
    const subset = this.font.createSubset();
    for (const { id } of glyphs) subset.includeGlyph(id);
    const file = subset.encode();
    return {
      glyphs,
      file: deflateSync(file, { level: 9 }),
      fileLength: file.length,
      letters: deflateSync(lettersOf(glyphs)),
      widths: new Verbatim(`[0 [${glyphs.map(({ width }) => +width.toFixed(3)).join(' ')}]]`),
    };
  }

  set(text: string): SetText {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const placed = this.#place(text);
    const codes = placed.flatMap(([{ id }]) => this.#known.get(id)?.hex ?? []);
    const made = {
      glyphs: placed.map(([glyph]) => glyph),
      positions: placed.map(([, position]) => position),
      width: placed.reduce((sum, [, { xAdvance }]) => sum + xAdvance, 0),
      codes: codes.length === placed.length ? codes : undefined,
    };
    this.#texts.set(text, made);
    return made;
  }

  /** Word by word: a word ends with its space, as in pdfkit. */
  #place(text: string): Placed[] {
    return (text.match(/[^ \t]*[ \t]|[^ \t]+$/g) ?? []).flatMap(
      (word) => (asciiOnly.test(word) ? this.#inPairs(word) : undefined) ?? this.#byFontkit(word),
    );
  }

  /**
   * Places a word of ASCII letters, each of which depends only on the next one. Undefined: two of them become one
   * glyph.
   */
  #inPairs(word: string): readonly Placed[] | undefined {
    const placed: Placed[] = [];
    for (let at = 0; at < word.length; at += 1) {
      const pair = word.slice(at, at + 2);
      if (!this.#pairs.has(pair)) {
        const set = this.#byFontkit(pair);
        this.#pairs.set(pair, set.length === pair.length ? set[0] : undefined);
      }
      const first = this.#pairs.get(pair);
      if (first === undefined) return undefined;
      placed.push(first);
    }
    return placed;
  }

  #byFontkit(text: string): Placed[] {
    const { scale } = this;
    const { glyphs, positions } = this.font.layout(text);
    return glyphs.map((glyph, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const position = {
        xAdvance: xAdvance * scale,
        xOffset: xOffset * scale,
        yOffset: yOffset * scale,
        advanceWidth: glyph.advanceWidth * scale,
      };
      return [glyph, position] as const;
    });
  }
}

/** Maps glyphs to letters, so that a text can be searched for and copied: PDF 32000-1, 9.10.3. */
function lettersOf(glyphs: readonly EmbeddedGlyph[]): string {
  const utf16 = (codePoints: readonly number[]): string =>
    Buffer.from(String.fromCodePoint(...codePoints), 'utf16le')
      .swap16()
      .toString('hex');
  const rows = glyphs
    .filter(({ codePoints }) => codePoints.length > 0)
    .map(({ hex, codePoints }) => `<${hex}> <${utf16(codePoints)}>`);
  const blocks: string[] = [];
  // A block has at most a hundred rows.
  for (let at = 0; at < rows.length; at += 100) {
    const some = rows.slice(at, at + 100);
    blocks.push(`${some.length} beginbfchar`, ...some, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}
