/**
 * The format that an Accept header prefers, or the first of the table when it prefers none; undefined when it accepts none
 * of them.
 */
export function acceptedFormat<Format extends string>(
  accept: string | undefined,
  mediaTypes: Readonly<Record<Format, string>>,
): Format | undefined {
  const formats = Object.keys(mediaTypes) as Format[];
  if (accept === undefined || accept.trim() === '') return formats[0];
  const ranges = accept.split(',').map(parseRange);
  const liked = formats
    .map((format) => ({ format, quality: qualityOf(mediaTypes[format], ranges) }))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return liked[0]?.format;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const number = Number(quality ?? 1);
  return { type, quality: Number.isNaN(number) ? 0 : number };
}

/** The most precise range counts. */
function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  const wild = `${mediaType.split('/')[0]}/*`;
  for (const type of [mediaType, wild, '*/*']) {
    const range = ranges.find((each) => each.type === type);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
