import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { Assets } from '../../../../src/pages/payer/assets.js';

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
  writeFileSync(join(folder, 'page.woff2'), 'font');
  return new Assets(folder);
}

const fileOf = (path: string): string => path.replace('/pay/assets/', '');

describe('the files of the page', () => {
  it('have another name when they are others, and the same when they are not', () => {
    const [one, again] = [assetsWith('a{}'), assetsWith('a{}')];
    expect(again.paths).toEqual(one.paths);
    writeFileSync(join(folder, 'page.js'), 'other();');
    expect(new Assets(folder).paths.script).not.toBe(one.paths.script);
  });

  it('are without the spaces of the style', () => {
    const style = `/* Why. */\n@media (prefers-color-scheme: dark) {\n  a:hover,\n  b > i {\n    margin: 0 auto;\n    font:\n      1rem/1.4 system-ui,\n      serif;\n  }\n}\n`;
    expect(assetsWith(style).style.replace(/^@font-face\{[^}]*\}/, '')).toBe(
      '@media (prefers-color-scheme:dark){a:hover,b>i{margin:0 auto;font:1rem/1.4 system-ui,serif}}',
    );
  });

  it('have their font in the style', () => {
    expect(assetsWith('a{}').style).toContain('url(data:font/woff2;base64,Zm9udA==)');
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
