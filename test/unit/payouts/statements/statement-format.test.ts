import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/http/api-error.js';
import { requireRoom } from '../../../../src/payouts/statements/statement-format.js';

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
