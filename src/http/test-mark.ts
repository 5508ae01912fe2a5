/**
 * A paper of a sandbox could pass for a proof of payment. So each of its pages says, also across the whole page, that it
 * is a test.
 */
const words = 'TEST: no real money was moved';
const red = '#b3261e';

export function drawTestMark(
  doc: PDFKit.PDFDocument,
  { width, height }: { readonly width: number; readonly height: number },
  font: string,
): void {
  const { x, y } = doc;
  // Line breaks are off, or text so close to the edge begins a new page.
  const centre = (text: string, size: number, top: number): void => {
    doc.font(font, size);
    doc.text(text, (width - doc.widthOfString(text)) / 2, top, { lineBreak: false });
  };
  doc.save();
  doc.rect(0, 0, width, 22).fill(red);
  doc.fillColor('white');
  centre(words, 10, 5);
  const origin: [number, number] = [width / 2, height / 2];
  doc.rotate(-Math.atan(height / width) * (180 / Math.PI), { origin });
  doc.fillColor(red, 0.12);
  const size = height / 3;
  centre('TEST', size, (height - size) / 2);
  doc.restore();
  doc.fillColor('black', 1);
  doc.x = x;
  doc.y = y;
}
