import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/http/api-error.js';
import {
  acceptedFormat,
  requireRoom,
} from '../../../../src/settlement/statement/statement-format.js';

describe('the format that a caller accepts', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/csv', 'csv'],
    ['text/*', 'csv'],
    ['application/pdf', 'pdf'],
    ['application/*', 'json'],
    ['text/html, application/pdf;q=0.9, */*;q=0.1', 'pdf'],
    ['text/csv;q=0.5, application/json;q=0.4', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['application/json;q=0, */*;q=0.2', 'csv'],
    ['text/html', undefined],
    ['application/pdf;q=0', undefined],
    ['application/pdf;q=often', undefined],
  ])('%s: %s', (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format);
  });
});

describe('a statement of very many lines', () => {
  it.each([
    ['pdf', 10_000],
    ['csv', 1_000_000],
    ['json', 1_000_000],
  ] as const)('is written as %s with %i lines', (format, lineCount) => {
    expect(() => requireRoom(format, lineCount)).not.toThrow();
  });

  it('is no PDF, which says what to take', () => {
    let refusal: unknown;
    try {
      requireRoom('pdf', 10_001);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({
      reason: 'VALIDATION_FAILED',
      details: {
        errors: [
          { field: 'format', rule: 'max', message: expect.stringContaining('csv') as string },
        ],
      },
    });
  });
});
