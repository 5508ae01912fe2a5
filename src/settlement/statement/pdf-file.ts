import { deflateSync } from 'node:zlib';

/** The two typefaces that every PDF reader has by itself, so that none needs to be in the file. */
export type Face = 'regular' | 'bold';

// Of the characters 32 to 126, in thousandths of the size (Adobe's metrics of Helvetica and Helvetica-Bold).
// prettier-ignore
const widths: Readonly<Record<Face, readonly number[]>> = {
  regular: [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
    722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
    500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ],
  bold: [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778,
    722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278,
    556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
  ],
};
const widthOfOthers = 600;

/** In points, from the top left; text stands on its baseline. */
export interface TextOptions {
  readonly size: number;
  readonly face?: Face;
  /** `end`: x is where the text ends. */
  readonly align?: 'start' | 'end';
  /** What is wider is cut, with an ellipsis. */
  readonly maxWidth?: number;
  /** 0 is black, 1 is white. */
  readonly grey?: number;
}

/** One page, drawn as it is told. */
export class PdfPage {
  readonly #operators: string[] = [];

  constructor(readonly height: number) {}

  text(text: string, x: number, y: number, options: TextOptions): void {
    const { size, face = 'regular', align = 'start', maxWidth = Infinity, grey = 0 } = options;
    const shown = cut(printable(text), face, size, maxWidth);
    const left = align === 'end' ? x - widthOf(shown, face, size) : x;
    const font = face === 'bold' ? 'F2' : 'F1';
    const at = `${short(left)} ${short(this.height - y)}`;
    this.#operators.push(
      `${short(grey)} g BT /${font} ${short(size)} Tf ${at} Td (${escaped(shown)}) Tj ET`,
    );
  }

  /** A level line. */
  line(fromX: number, toX: number, y: number, width = 0.5, grey = 0): void {
    const level = short(this.height - y);
    this.#operators.push(
      `${short(grey)} G ${short(width)} w ${short(fromX)} ${level} m ${short(toX)} ${level} l S`,
    );
  }

  get content(): Buffer {
    return deflateSync(Buffer.from(this.#operators.join('\n'), 'latin1'));
  }
}

export interface PdfInfo {
  readonly title: string;
  readonly createdAt: Date;
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/**
 * A PDF 1.4 written page by page: of what is done only the places are kept, so that a file of any length needs little
 * memory. Text is in the characters of Windows-1252; of others the letter without its marks is printed, or "?".
 */
export class PdfFile {
  /** Where each object begins; the first three are written at the end. */
  readonly #offsets = new Map<number, number>();
  readonly #pages: number[] = [];
  #length = 0;
  #objects = 5;

  constructor(private readonly info: PdfInfo) {}

  begin(): Buffer {
    return Buffer.concat([
      this.#take(Buffer.from('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')),
      this.#object(4, font('Helvetica')),
      this.#object(5, font('Helvetica-Bold')),
    ]);
  }

  page(draw: (page: PdfPage) => void): Buffer {
    const { pageWidth, pageHeight } = this.info;
    const page = new PdfPage(pageHeight);
    draw(page);
    const { content } = page;
    const [contentId, pageId] = [this.#objects + 1, this.#objects + 2];
    this.#objects += 2;
    this.#pages.push(pageId);
    const stream = Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]);
    const fonts = '/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >>';
    const box = `/MediaBox [0 0 ${pageWidth} ${pageHeight}]`;
    const about = `<< /Type /Page /Parent 2 0 R ${box} ${fonts} /Contents ${contentId} 0 R >>`;
    return Buffer.concat([this.#object(contentId, stream), this.#object(pageId, about)]);
  }

  end(): Buffer {
    const { title, createdAt } = this.info;
    const kids = this.#pages.map((id) => `${id} 0 R`).join(' ');
    const date = createdAt.toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const objects = [
      this.#object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
      this.#object(2, `<< /Type /Pages /Kids [${kids}] /Count ${this.#pages.length} >>`),
      this.#object(
        3,
        `<< /Title (${escaped(printable(title))}) /Producer (Manilla) /CreationDate (D:${date}Z) >>`,
      ),
    ];
    const start = this.#length;
    const table = Array.from(
      { length: this.#objects },
      (_, i) => `${String(this.#offsets.get(i + 1)).padStart(10, '0')} 00000 n \n`,
    ).join('');
    const size = this.#objects + 1;
    const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`;
    const index = Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`);
    return Buffer.concat([...objects, index]);
  }

  #object(id: number, body: string | Buffer): Buffer {
    this.#offsets.set(id, this.#length);
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    return this.#take(
      Buffer.concat([Buffer.from(`${id} 0 obj\n`), bytes, Buffer.from('\nendobj\n')]),
    );
  }

  #take(bytes: Buffer): Buffer {
    this.#length += bytes.length;
    return bytes;
  }
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

export function widthOf(text: string, face: Face, size: number): number {
  let thousandths = 0;
  for (let i = 0; i < text.length; i += 1) {
    thousandths += widths[face][text.charCodeAt(i) - 32] ?? widthOfOthers;
  }
  return (thousandths * size) / 1_000;
}

function cut(text: string, face: Face, size: number, maxWidth: number): string {
  if (maxWidth === Infinity || widthOf(text, face, size) <= maxWidth) return text;
  let kept = text;
  while (kept !== '' && widthOf(`${kept}...`, face, size) > maxWidth) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}...`;
}

/** What is in Windows-1252 beyond Latin-1, as far as names need it. */
const punctuation: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '₦': 'NGN ',
};

function printable(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return Array.from(text.normalize('NFC'), printableCharacter).join('');
}

function printableCharacter(character: string): string {
  if (/^[ -~\u00a1-\u00ac\u00ae-\u00ff]$/.test(character)) return character;
  const bare = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (/^[ -~]*$/.test(bare)) return bare;
  return punctuation[character] ?? '?';
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, (character) => `\\${character}`);
}

/** At most three decimals: enough for print, and short. */
function short(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
