/**
 * Letters that our font has: Latin with all accents and hooks of Nigeria, Greek, Cyrillic, and the signs of currencies.
 * A font for all scripts would take 20 MB and more, and the receipts are in English.
 */
const unprintable = new RegExp(
  String.raw`[^\x20-\x7E\u00A0-\u0233\u0250-\u02AD\u02B0-\u02B8\u02BB-\u02BD\u02C6\u02C7\u0300-\u0304\u0306-\u030C\u0323\u0384-\u03CE\u0400-\u045F\u1E00-\u1E9B\u1EA0-\u1EF9` +
    String.raw`\u2010-\u2015\u2018-\u201E\u2022\u2026\u20A6\u20AC\u20B5\u2122\u2212]+`,
  'gu',
);

/**
 * Returns a text that paper can show: `?` replaces each run of signs that the font does not have. The payer's page
 * shows them all.
 */
export function paperText(text: string): string {
  return text.normalize('NFKC').replaceAll(unprintable, '?');
}
