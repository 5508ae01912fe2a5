import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { asShortStyle } from '../../http/page-style.js';
import type { AssetPaths } from './page.js';

export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Buffer;
}

/**
 * The files of the page, by names that contain a hash. A new version has another name, so browsers may keep each file
 * for ever.
 */
export class Assets {
  readonly paths: AssetPaths;
  /**
   * The style is inlined in every page, because a file of its own would delay the first view of the page by a round
   * trip.
   */
  readonly style: string;
  /** The script that shops load to show the page in a dialog. */
  readonly embed: Buffer;
  readonly #byName = new Map<string, Asset>();

  constructor(folder = join(import.meta.dirname, 'assets')) {
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    this.style =
      fontFace(readFileSync(join(folder, 'page.woff2'))) + asShortStyle(read('page.css'));
    this.paths = {
      script: this.#add('page.js', 'text/javascript', asPlainScript(read('page.js'))),
      style: this.style,
    };
    this.embed = Buffer.from(asPlainScript(read('embed.js')));
  }

  find(name: string): Asset | undefined {
    return this.#byName.get(name);
  }

  #add(file: string, type: string, text: string): string {
    const plain = Buffer.from(text);
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 10);
    const name = file.replace('.', `.${hash}.`);
    const charset = `${type}; charset=utf-8`;
    this.#byName.set(name, { type: charset, plain, packed: gzipSync(plain, { level: 9 }) });
    return `/pay/assets/${name}`;
  }
}

/**
 * The font is part of the style, because text would jump if it was drawn in another font first. The font's licence is
 * in the file beside it (assets/page.woff2.license.txt).
 */
function fontFace(woff2: Buffer): string {
  const source = `url(data:font/woff2;base64,${woff2.toString('base64')})`;
  return `@font-face{font-family:Page;font-weight:400 600;src:${source} format("woff2")}`;
}

/**
 * Removes what browsers do not need: the compiler marks every file as a module and keeps comments. In these files a
 * comment stands on lines of its own, so no text that only looks like a comment is lost.
 */
function asPlainScript(text: string): string {
  return text
    .replace(/^export \{\};$/m, '')
    .replaceAll(/^\s*\/\*\*[^]*?\*\/\n/gm, '')
    .replaceAll(/^\s*\/\/.*\n?/gm, '');
}
