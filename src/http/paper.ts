import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { FontOfPaper, type PaperObjects } from './font-of-paper.js';
import { type OpenedFont, PaperFont } from './paper-font.js';
import { drawTestMark } from './test-mark.js';

/** Free fonts with the naira sign and the letters of Yoruba, Igbo and Hausa. */
const require = createRequire(import.meta.url);
const files = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const;

/** The faces of the fonts that all our papers are set in. */
export type PaperFace = keyof typeof files;

let fonts: Promise<readonly (readonly [PaperFace, PaperFont])[]> | undefined;

/** Opened once for all papers. */
function openFonts(): NonNullable<typeof fonts> {
  return (fonts ??= Promise.all(
    Object.entries(files).map(async ([face, file]) => {
      // @ts-expect-error: the package has no types of its own
      const { create } = (await import('fontkit')) as {
        create(this: void, file: Uint8Array): OpenedFont;
      };
      return [face as PaperFace, new PaperFont(create(await readFile(file)))] as const;
    }),
  ));
}

export interface PaperOptions {
  readonly title: string;
  readonly isSandbox: boolean;
  readonly issuedAt: Date;
  /** The width in points. */
  readonly width: number;
  readonly height: number;
}

/** The place where pdfkit keeps the fonts of a paper, by their names. Its types leave it out. */
interface PaperFonts {
  readonly _fontFamilies: Record<string, FontOfPaper>;
}

/** Begins a PDF without a page. In the sandbox each page that is added bears the mark of a test. */
export async function openPaper(options: PaperOptions): Promise<PDFKit.PDFDocument> {
  // pdfkit is an eighth of all the code that the API loads, and few requests need it
  const [{ default: PDFDocument }, opened] = await Promise.all([import('pdfkit'), openFonts()]);
  const doc = new PDFDocument({
    autoFirstPage: false,
    size: [options.width, options.height],
    margin: 0,
    lang: 'en-NG',
    // Without this, pdfkit reads one of its own fonts first.
    font: '',
    info: {
      Title: `${options.isSandbox ? 'TEST ' : ''}${options.title}`,
      Producer: 'Manilla',
      Creator: 'Manilla',
      CreationDate: options.issuedAt,
    },
  });
  const { _fontFamilies: fontsOf } = doc as unknown as PaperFonts;
  for (const [at, [face, font]] of opened.entries()) {
    fontsOf[face] = new FontOfPaper(doc as unknown as PaperObjects, font, `F${at + 1}`);
  }
  if (options.isSandbox) {
    doc.on('pageAdded', () => drawTestMark(doc, options, 'bold' satisfies PaperFace));
  }
  return doc;
}
