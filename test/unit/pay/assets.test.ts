import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { Assets } from '../../../src/pay/assets.js';

const folder = mkdtempSync(join(tmpdir(), 'manilla-assets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = `/**
 * What it is for.
 */
(() => {
    // Why.
    const link = 'https://shop.example.ng'; // stays
    /** More. */
    use(link);
})();
export {};
//# sourceMappingURL=page.js.map`;

function assetsWith(style: string): Assets {
  writeFileSync(join(folder, 'page.js'), script);
  writeFileSync(join(folder, 'embed.js'), script);
  writeFileSync(join(folder, 'page.css'), style);
  return new Assets(folder);
}

const fileOf = (path: string): string => path.replace('/pay/assets/', '');

describe('the files of the page', () => {
  it('have another name when they are others, and the same when they are not', () => {
    const [one, again, other] = ['a{}', 'a{}', 'b{}'].map((style) => assetsWith(style).paths);
    expect(again).toEqual(one);
    expect(other?.style).not.toBe(one?.style);
    expect(other?.script).toBe(one?.script);
  });

  it('are sent without the comments and marks of the compiler, and with the rest', () => {
    const assets = assetsWith('a{}');
    const found = assets.find(fileOf(assets.paths.script));
    expect(String(found?.plain).trim()).toBe(`(() => {
    const link = 'https://shop.example.ng'; // stays
    use(link);
})();`);
    expect(gunzipSync(found?.packed ?? '')).toEqual(found?.plain);
    expect(assets.find('page.js')).toBeUndefined();
  });
});
