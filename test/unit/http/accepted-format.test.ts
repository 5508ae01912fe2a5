import { describe, expect, it } from 'vitest';
import { acceptedFormat } from '../../../src/http/accepted-format.js';

const mediaTypes = { json: 'application/json', csv: 'text/csv', pdf: 'application/pdf' } as const;

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
    expect(acceptedFormat(accept, mediaTypes)).toBe(format);
  });
});
