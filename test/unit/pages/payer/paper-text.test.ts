import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { paperText } from '../../../../src/pages/payer/paper-text.js';

const require = createRequire(import.meta.url);

it.each([
  ['Two pairs of shoes', 'Two pairs of shoes'],
  ['Ọláwálé Ƙasim Ɗan ɓ – “5” ₦1,000…', 'Ọláwálé Ƙasim Ɗan ɓ – “5” ₦1,000...'],
  ['Ｓｈｏｅｓ', 'Shoes'],
  ['李小龙 shoes', '? shoes'],
  ['👟 shoes', '? shoes'],
  ['محمد', '?'],
])('%s is %s on paper', (text, shown) => {
  expect(paperText(text)).toBe(shown);
});

it.each(['DejaVuSansCondensed', 'DejaVuSansCondensed-Bold'])('%s has all of it', (name) => {
  const doc = new PDFDocument();
  doc.font(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  const { font } = (
    doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
  )._font;
  const missing = Array.from({ length: 0x2fff }, (_, at) => at + 0x20).filter((code) => {
    const sign = String.fromCodePoint(code);
    return (
      paperText(sign) === sign && /\p{Assigned}/u.test(sign) && !font.hasGlyphForCodePoint(code)
    );
  });
  expect(missing.map((code) => code.toString(16))).toEqual([]);
});
