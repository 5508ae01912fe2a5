import type { PaperFont, SetText } from './paper-font.js';

type EmbeddedGlyph = NonNullable<ReturnType<PaperFont['usualGlyph']>>;
type Glyph = SetText['glyphs'][number];

/** An object of a PDF that is being written: pdfkit's types leave these out. */
export interface PaperObject {
  data: Record<string, unknown>;
  end(bytes?: Uint8Array): void;
}

export interface PaperObjects {
  ref(data?: Record<string, unknown>): PaperObject;
}

/** The flag for a font with glyphs outside the usual alphabet (symbolic). pdfkit sets it for all its fonts. */
const symbolic = 4;

/** A face in one paper. It has the methods of pdfkit's own fonts, by which pdfkit sets text and embeds them. */
export class FontOfPaper {
  readonly name: string;
  readonly ascender: number;
  readonly descender: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  /** Glyphs of this paper that are not among the usual ones. */
  readonly #own = new Map<number, EmbeddedGlyph>();
  readonly #ownGlyphs: Glyph[] = [];
  #dictionary: PaperObject | undefined;
  #isEmbedded = false;

  constructor(
    private readonly paper: PaperObjects,
    private readonly face: PaperFont,
    readonly id: string,
  ) {
    const { font, scale } = face;
    this.name = font.postscriptName;
    this.ascender = font.ascent * scale;
    this.descender = font.descent * scale;
    this.lineGap = font.lineGap * scale;
    this.xHeight = (font.xHeight ?? 0) * scale;
    this.capHeight = (font.capHeight ?? font.ascent) * scale;
  }

  encode(text: string): [string[], SetText['positions']] {
    const { glyphs, positions, codes } = this.face.set(text);
    return [codes ?? glyphs.map((glyph) => this.#embedded(glyph).hex), positions];
  }

  widthOfString(text: string, size: number): number {
    return (this.face.set(text).width * size) / 1_000;
  }

  lineHeight(size: number, includesGap = false): number {
    return ((this.ascender + (includesGap ? this.lineGap : 0) - this.descender) / 1_000) * size;
  }

  ref(): PaperObject {
    return (this.#dictionary ??= this.paper.ref());
  }

  /** Embeds the part of the font that the paper needs. Called when the paper ends. */
  finalize(): void {
    if (this.#dictionary === undefined || this.#isEmbedded) return;
    this.#isEmbedded = true;
    const { face, paper } = this;
    const isUsual = this.#own.size === 0;
    const part = isUsual ? face.usual : face.part(face.usual.glyphs, this.#ownGlyphs);
    // Six letters before a font's name mark a part of the font.
    const name = `${isUsual ? 'USUALS' : 'MORESS'}+${this.name}`;
    const deflated = (bytes: Uint8Array, data = {}): PaperObject => {
      const object = paper.ref({ ...data, Filter: 'FlateDecode' });
      object.end(bytes);
      return object;
    };
    const descriptor = paper.ref(this.#descriptor(name));
    descriptor.data['FontFile2'] = deflated(part.file, { Length1: part.fileLength });
    descriptor.end();
    const descendant = paper.ref({
      ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: name, CIDToGIDMap: 'Identity' },
      CIDSystemInfo: { Registry: text('Adobe'), Ordering: text('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      W: part.widths,
    });
    descendant.end();
    this.#dictionary.data = {
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont: name, Encoding: 'Identity-H' },
      DescendantFonts: [descendant],
      ToUnicode: deflated(part.letters),
    };
    this.#dictionary.end();
  }

  #embedded(glyph: Glyph): EmbeddedGlyph {
    const known = this.face.usualGlyph(glyph.id) ?? this.#own.get(glyph.id);
    if (known !== undefined) return known;
    const made = this.face.embedded(this.face.usual.glyphs.length + this.#own.size, glyph);
    this.#own.set(glyph.id, made);
    this.#ownGlyphs.push(glyph);
    return made;
  }

  #descriptor(name: string): Record<string, unknown> {
    const { font, scale } = this.face;
    const { minX, minY, maxX, maxY } = font.bbox;
    return {
      ...{ Type: 'FontDescriptor', FontName: name, Flags: symbolic },
      FontBBox: [minX, minY, maxX, maxY].map((each) => each * scale),
      ItalicAngle: font.italicAngle,
      Ascent: this.ascender,
      Descent: this.descender,
      CapHeight: this.capHeight,
      XHeight: this.xHeight,
      StemV: 0,
    };
  }
}

/** A text as an object, because pdfkit writes a plain string as a PDF name. */
function text(value: string): object {
  return Object(value) as object;
}
