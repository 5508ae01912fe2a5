import { ApiError } from '../../http/api-error.js';
import type { StatementFormat } from './statement.dto.js';

export const mediaTypes: Readonly<Record<StatementFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  pdf: 'application/pdf',
};

/** Maximum number of lines of a PDF. A PDF is for people, who do not read more. */
const maxPdfLines = 10_000;

/** @throws ApiError VALIDATION_FAILED for a PDF of more than 10,000 lines */
export function requireRoom(format: StatementFormat, lineCount: number): void {
  if (format !== 'pdf' || lineCount <= maxPdfLines) return;
  const [most, count] = [maxPdfLines, lineCount].map((lines) => lines.toLocaleString('en'));
  const message = `pdf has room for ${most} lines and this statement has ${count}: take format=csv`;
  throw new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field: 'format', rule: 'max', message }],
  });
}
