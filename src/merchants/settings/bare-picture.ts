export type PictureKind = 'png' | 'jpg' | 'webp';

/** A picture's file and the size that it is decoded to. */
export interface BarePicture {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Recognizes the kind by the first bytes of the file alone. */
export function kindOf(file: Buffer): PictureKind | undefined {
  if (file.subarray(0, 8).equals(pngHead)) return 'png';
  if (file.length > 3 && file.readUIntBE(0, 3) === 0xffd8ff) return 'jpg';
  const isWebp = nameAt(file, 0) === 'RIFF' && nameAt(file, 8) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}

/**
 * Returns the file with only the parts that its pixels are made of. Colour profiles, texts and notes of cameras may be
 * packed: a decoder unpacks a quarter of a megabyte to hundreds.
 *
 * @throws RangeError when the file is broken, or is more work than a picture of its size.
 */
export function bare(kind: PictureKind, file: Buffer): BarePicture {
  return { png: barePng, jpg: bareJpeg, webp: bareWebp }[kind](file);
}

const pngParts: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

function barePng(file: Buffer): BarePicture {
  if (nameAt(file, 12) !== 'IHDR') throw new RangeError('no head');
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  const kept: Buffer[] = [pngHead];
  for (let at = pngHead.length; ;) {
    const name = nameAt(file, at + 4);
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw new RangeError('a chunk is not whole');
    if (pngParts.has(name)) kept.push(file.subarray(at, end));
    if (name === 'IEND') return { bytes: Buffer.concat(kept), ...size };
    at = end;
  }
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** The segment that says which colours the numbers mean. */
const adobe = 0xee;
/** A progressive JPEG has ten scans or so, and each goes over the whole picture once more. */
const mostScans = 40;

function bareJpeg(file: Buffer): BarePicture {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let size: Pick<BarePicture, 'width' | 'height'> | undefined;
  let scans = 0;
  for (let at = 2; ;) {
    if (file.readUInt8(at) !== 0xff) throw new RangeError('no marker');
    const marker = file.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage && size !== undefined) {
      return { bytes: Buffer.concat([...kept, file.subarray(at, at + 2)]), ...size };
    }
    const end = endOfSegment(file, at, marker);
    scans += marker === startOfScan ? 1 : 0;
    if (scans > mostScans || (isFrame(marker) && size !== undefined)) {
      throw new RangeError('more than one picture');
    }
    if (isFrame(marker)) {
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    if (isNeeded(marker, end - at)) kept.push(file.subarray(at, end));
    at = end;
  }
}

function endOfSegment(file: Buffer, at: number, marker: number): number {
  const length = file.readUInt16BE(at + 2);
  if (length < 2) throw new RangeError('a segment without a length');
  let end = at + 2 + length;
  // The picture's data: up to a marker that is not part of it.
  while (marker === startOfScan && !isMarker(file, end)) end += 1;
  if (end > file.length) throw new RangeError('a segment is not whole');
  return end;
}

function isMarker(file: Buffer, at: number): boolean {
  if (file.readUInt8(at) !== 0xff) return false;
  const next = file.readUInt8(at + 1);
  return next !== 0 && (next < 0xd0 || next > 0xd7);
}

/** Tells whether a marker begins a frame. C4, C8 and CC are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Keeps all segments except comments and those that programs have left. */
function isNeeded(marker: number, bytes: number): boolean {
  if (marker === adobe) return bytes <= 16;
  return marker !== 0xfe && (marker < 0xe0 || marker > 0xef);
}

const alphaFlag = 0x10;

function bareWebp(file: Buffer): BarePicture {
  const kept: Buffer[] = [];
  const sizes: [width: number, height: number][] = [];
  for (let at = 12; at < file.length;) {
    const name = nameAt(file, at);
    const length = file.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > file.length) throw new RangeError('a chunk is not whole');
    const chunk = Buffer.from(file.subarray(at, end));
    const size = webpSizes[name]?.(chunk);
    if (size !== undefined) sizes.push(size);
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & alphaFlag, 8);
    if (size !== undefined || name === 'ALPH') kept.push(chunk);
    at = end;
  }
  const [[width, height] = [0, 0], ...others] = sizes;
  // The picture must have the size of its canvas, because a small canvas may announce a picture that is huge.
  const isOne = others.length < 2 && others.every(([w, h]) => w === width && h === height);
  if (!isOne) throw new RangeError('a picture of another size than its canvas');
  const body = Buffer.concat(kept);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return { bytes: Buffer.concat([head, body]), width, height };
}

/** Width and height, by the kind of the chunk. */
const webpSizes: Readonly<Record<string, (chunk: Buffer) => [number, number]>> = {
  VP8X: (chunk) => [chunk.readUIntLE(12, 3) + 1, chunk.readUIntLE(15, 3) + 1],
  'VP8 ': (chunk) => [chunk.readUInt16LE(14) & 0x3fff, chunk.readUInt16LE(16) & 0x3fff],
  VP8L: (chunk) => {
    const bits = chunk.readUInt32LE(9);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  },
};

function nameAt(file: Buffer, at: number): string {
  return file.toString('latin1', at, at + 4);
}
