import { ApiError } from '../../http/api-error.js';
import { statementFormats, type StatementFormat } from '../dto/statement.dto.js';

export const mediaTypes: Readonly<Record<StatementFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  pdf: 'application/pdf',
};

/** A PDF is for people: nobody reads more on paper. */
const maxPdfLines = 10_000;

/** @throws ApiError VALIDATION_FAILED for a PDF of more lines than people read. */
export function requireRoom(format: StatementFormat, lineCount: number): void {
  if (format !== 'pdf' || lineCount <= maxPdfLines) return;
  const [most, count] = [maxPdfLines, lineCount].map((lines) => lines.toLocaleString('en'));
  const message = `pdf has room for ${most} lines and this statement has ${count}: take format=csv`;
  throw new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field: 'format', rule: 'max', message }],
  });
}

/** The format that an Accept header likes best, JSON when it is all the same; undefined when it takes none of them. */
export function acceptedFormat(accept: string | undefined): StatementFormat | undefined {
  if (accept === undefined || accept.trim() === '') return 'json';
  const ranges = accept.split(',').map(parseRange);
  const liked = statementFormats
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
