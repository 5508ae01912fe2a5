import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PaperObject, PaperObjects } from './font-of-paper.js';

/** pdfkit's own reading of a picture: the picture writes itself into any document that has `ref`. */
interface OpenedPicture {
  readonly width: number;
  readonly height: number;
  readonly obj: unknown;
  embed(paper: PaperObjects): void;
}

/** An object of a picture as it was written, but for the numbers of other objects in it. */
interface WrittenObject {
  readonly data: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array | undefined;
}

/** Logos are at most 320 by 96 pixels: some 10 kB each. */
const kept = 200;
const read = new LRUCache<string, Promise<PaperPicture>>({ max: kept });

/**
 * Writes down the objects that a picture consists of, in the order in which they end. An object ends after those that
 * it names.
 */
class ObjectRecorder implements PaperObjects {
  readonly written = new Map<PaperObject, WrittenObject>();
  readonly #whole = Promise.withResolvers<void>();
  #open = 0;

  ref(data: Record<string, unknown> = {}): PaperObject {
    this.#open += 1;
    const object: PaperObject = {
      data,
      end: (bytes) => {
        this.written.set(object, { data, bytes });
        this.#open -= 1;
        if (this.#open === 0) this.#whole.resolve();
      },
    };
    return object;
  }

  /** Resolves when all objects have ended. pdfkit decodes some kinds of pictures asynchronously. */
  whole(): Promise<void> {
    return this.#whole.promise;
  }
}

/** A picture whose pixels are packed once for all papers that show it. pdfkit takes it in place of one of its own. */
class PaperPicture {
  constructor(
    readonly width: number,
    readonly height: number,
    private readonly written: ReadonlyMap<PaperObject, WrittenObject>,
    private readonly main: unknown,
  ) {}

  /** The picture as one paper takes it. */
  forPaper() {
    const { width, height, written, main } = this;
    const picture = {
      ...{ width, height, label: 'I1' },
      obj: undefined as PaperObject | undefined,
      embed(paper: PaperObjects): void {
        const made = new Map<unknown, PaperObject>();
        for (const [object, { data, bytes }] of written) {
          const named = (value: unknown): unknown =>
            Array.isArray(value) ? value.map(named) : (made.get(value) ?? value);
          const copy = paper.ref(
            Object.fromEntries(Object.entries(data).map(([name, value]) => [name, named(value)])),
          );
          copy.end(bytes);
          made.set(object, copy);
        }
        picture.obj = made.get(main);
      },
    };
    return picture;
  }
}

/** pdfkit's types leave this out. */
interface PictureOpener {
  openImage(file: Buffer): OpenedPicture;
}

/** Draws a PNG or JPEG, which is read and packed at its first use. */
export async function drawPicture(
  doc: PDFKit.PDFDocument,
  file: Buffer,
  [x, y]: readonly [number, number],
  options: PDFKit.Mixins.ImageOption,
): Promise<void> {
  const name = hash('sha256', file);
  const packed = read.get(name) ?? pack((doc as unknown as PictureOpener).openImage(file));
  read.set(name, packed);
  packed.catch(() => read.delete(name));
  const picture = (await packed).forPaper();
  doc.image(picture as unknown as Buffer, x, y, options);
}

async function pack(opened: OpenedPicture): Promise<PaperPicture> {
  const recorder = new ObjectRecorder();
  opened.embed(recorder);
  await recorder.whole();
  return new PaperPicture(opened.width, opened.height, recorder.written, opened.obj);
}
