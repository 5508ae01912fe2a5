import type { EvidenceMediaType } from '../../domain/card-rail.port.js';
import { bare, kindOf } from '../../merchants/settings/bare-picture.js';
import { fitted, orientationOf } from '../../merchants/settings/picture-size.js';

const megabyte = 1_024 * 1_024;

/** The limits for evidence. A picture's size is known before it is decoded, so that no small file becomes a huge picture. */
export const evidenceLimits = {
  /** The size of one file, as it is uploaded. */
  bytes: 10 * megabyte,
  /** The number and the size of a dispute's files, as they are kept. */
  files: 10,
  bytesOfDispute: 20 * megabyte,
  /** Maximum number of pixels of a picture. Decoded, it takes four bytes for each pixel. */
  mostPixels: 25_000_000,
  /** A page of paper at 250 dots per inch is about this high. A larger picture is made smaller. */
  longestSide: 3_000,
} as const;

const jpegQuality = 85;

/** A file as it is stored. Its kind is determined by its content, not by its name. */
export interface EvidenceContent {
  readonly mediaType: EvidenceMediaType;
  readonly bytes: Buffer;
}

/** The reason that a file is refused as evidence, worded as the end of a sentence that begins with "file". */
export class EvidenceFault extends Error {
  override readonly name = 'EvidenceFault';
}

const unreadable = 'must be a whole picture: it cannot be read';

/**
 * Rebuilds a picture from its pixels, so that everything else in its file is gone. A PDF is stored unchanged.
 *
 * @throws EvidenceFault
 */
export async function evidenceIn(file: Buffer): Promise<EvidenceContent> {
  if (file.length === 0) throw new EvidenceFault('must not be empty');
  if (isNamed(file, '%PDF-')) return { mediaType: 'application/pdf', bytes: wholePdf(file) };
  const kind = kindOf(file);
  if (kind !== 'png' && kind !== 'jpg') {
    throw new EvidenceFault('must be a PDF, JPEG or PNG');
  }
  const mediaType = kind === 'png' ? 'image/png' : 'image/jpeg';
  const bytes = await madeAnew(kind, file);
  if (bytes.length > evidenceLimits.bytes) {
    throw new EvidenceFault('has too much detail: send a smaller picture');
  }
  return { mediaType, bytes };
}

async function madeAnew(kind: 'png' | 'jpg', file: Buffer): Promise<Buffer> {
  const picture = bareOf(kind, file);
  const { width, height } = picture;
  const { mostPixels, longestSide } = evidenceLimits;
  if (width < 1 || height < 1 || width * height > mostPixels) {
    throw new EvidenceFault(`must be a picture of at most ${mostPixels / 1_000_000} megapixels`);
  }
  const turned = orientationOf(file);
  // This is native code that only pictures need, so it is loaded late.
  const { Transformer } = await import('@napi-rs/image');
  try {
    const transformer = new Transformer(picture.bytes)
      .rotate(turned)
      .resize(fitted(picture, turned, longestSide, longestSide));
    return await (kind === 'png' ? transformer.png() : transformer.jpeg(jpegQuality));
  } catch {
    throw new EvidenceFault(unreadable);
  }
}

function bareOf(kind: 'png' | 'jpg', file: Buffer) {
  try {
    return bare(kind, file);
  } catch {
    throw new EvidenceFault(unreadable);
  }
}

/**
 * Contents of a PDF that an acquirer's clerk must not run, or that cannot be opened. Each text is long enough not to
 * occur in compressed data by chance.
 */
const notInPdf = [
  ['/JavaScript', 'must be a PDF without scripts'],
  ['/Launch', 'must be a PDF that starts no program'],
  ['/EmbeddedFile', 'must be a PDF without files in it'],
  ['/Encrypt', 'must be a PDF that opens without a password'],
] as const;

/**
 * Returns a PDF that is nothing else from its first byte to its last, so that it is not another kind of file as well.
 */
function wholePdf(file: Buffer): Buffer {
  const end = file.lastIndexOf('%%EOF');
  const isWhole = end > 0 && /^[\s\0]*$/.test(file.toString('latin1', end + '%%EOF'.length));
  if (!isWhole) throw new EvidenceFault('must be a whole PDF, with nothing behind its end');
  for (const [name, fault] of notInPdf) {
    if (file.includes(name)) throw new EvidenceFault(fault);
  }
  return file;
}

function isNamed(file: Buffer, name: string): boolean {
  return file.toString('latin1', 0, name.length) === name;
}
