import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { drawTestMark } from './test-mark.js';

/** Free fonts with the naira sign and the letters of Yoruba, Igbo and Hausa; only the letters in use are embedded. */
const require = createRequire(import.meta.url);
const files = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
} as const;

/** The faces of the fonts that all our papers are set in. */
export type PaperFace = keyof typeof files;

/** An opened font. Whatever was read of its file stays read. */
type Font = object;

let fonts: Promise<readonly (readonly [PaperFace, Font])[]> | undefined;

/** Reading them is three quarters of the cost of a receipt, so they are read once for all papers. */
function openFonts(): NonNullable<typeof fonts> {
  return (fonts ??= Promise.all(
    Object.entries(files).map(async ([face, file]) => {
      // @ts-expect-error: the package has no types of its own
      const { create } = (await import('fontkit')) as {
        create(this: void, file: Uint8Array): Font;
      };
      return [face as PaperFace, create(await readFile(file))] as const;
    }),
  ));
}

export interface PaperOptions {
  readonly title: string;
  readonly isSandbox: boolean;
  readonly issuedAt: Date;
  /** In points. */
  readonly width: number;
  readonly height: number;
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
    info: {
      Title: `${options.isSandbox ? 'TEST ' : ''}${options.title}`,
      Producer: 'Manilla',
      Creator: 'Manilla',
      CreationDate: options.issuedAt,
    },
  });
  // Its types know files and bytes only.
  for (const [face, font] of opened) doc.registerFont(face, font as unknown as Uint8Array);
  if (options.isSandbox) {
    doc.on('pageAdded', () => drawTestMark(doc, options, 'bold' satisfies PaperFace));
  }
  return doc;
}
