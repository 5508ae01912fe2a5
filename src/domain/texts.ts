/**
 * Signs that nobody sees, or that turn round the text beside them: controls, joiners, directions, fillers. White space
 * and line breaks are not among them, nor are the signs that make one picture of several (a joiner between pictures,
 * the sign for a coloured one).
 */
const unseen = new RegExp(
  [
    String.raw`(?![\t\n\v\f\r\x85])\p{Cc}`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D`,
    String.raw`\u200D(?!\p{Extended_Pictographic})`,
    String.raw`(?!\u200D)[\p{Cf}\p{Co}\p{Cs}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0]`,
    String.raw`[\uFE00-\uFE0E]|[\u{E0100}-\u{E01EF}]`,
  ].join('|'),
  'gu',
);
const lineBreak = /\r\n|[\n\v\f\r\x85\u2028\u2029]/gu;

/** A text of several lines without invisible signs, in NFC. Lines end with "\n", and white space is plain. */
export function plainLines(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .replaceAll(lineBreak, '\n')
    .replaceAll(unseen, '')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
    .normalize('NFC');
}

/** A text of one line without invisible signs, in NFC: single-spaced, with nothing before and after. */
export function plainLine(text: string): string {
  return plainLines(text)
    .replaceAll(/[ \n]+/g, ' ')
    .trim();
}

/**
 * A name on one line, with plain apostrophes, quotes and hyphens in place of those that word processors and phones
 * make.
 */
export function plainName(name: string): string {
  return plainLine(name)
    .replaceAll(/[’‘‛ʼʻʽˈ´`′‵＇]/gu, "'")
    .replaceAll(/[“”„‟«»″＂]/gu, '"')
    .replaceAll(/[‐-―−﹘﹣－]/gu, '-')
    .replaceAll(/[（﹙]/gu, '(')
    .replaceAll(/[）﹚]/gu, ')')
    .replaceAll(/[，﹐]/gu, ',')
    .replaceAll(/[．。]/gu, '.');
}

/** Applies `plainLines` to each text of a body or a query; keys stay as they are. */
export function plainTexts(value: unknown): unknown {
  if (typeof value === 'string') return plainLines(value);
  if (Array.isArray(value)) return value.map(plainTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainTexts(each)]));
}

/** Tells whether a text has signs that `plainLines` takes away. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) !== -1;
}

/** Counts the characters that people see: a letter and its marks are one. */
export function seenLength(text: string): number {
  return text.normalize('NFC').match(/\P{M}/gu)?.length ?? 0;
}
